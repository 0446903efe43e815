//! Games between two players, in pairs with the same opening, and by how many Elo one is better.

use plywood::chess::{History, Outcome};
use plywood::{Limits, Position, Strategy};

/// No game is longer than this. Then it is drawn.
const LONGEST: u64 = 300;

/// A player, and its limits.
type Player<'a> = (&'a mut dyn Strategy<Position>, &'a Limits);

/// A game after six random moves.
pub fn opened(opening: u64) -> History {
    let mut history = History::default();
    let mut random = fastrand::Rng::with_seed(opening);
    for _ in 0..6 {
        let moves = history.position().legal_moves();
        if let Some(mv) = random.choice(moves) {
            history.play(mv).expect("the move is legal");
        }
    }
    history
}

/// Plays a pair of games from a position, in which each player has White once; the share of the points of the first.
pub fn pair(opening: &History, new: Player<'_>, old: Player<'_>) -> f64 {
    let ((new, many), (old, few)) = (new, old);
    let white = play(opening.clone(), [(&mut *new, many), (&mut *old, few)]);
    let black = play(opening.clone(), [(old, few), (new, many)]);
    f64::midpoint(white, 1.0 - black)
}

/// Plays a game; the points of the player that moves first.
fn play(mut history: History, [mut first, mut second]: [Player<'_>; 2]) -> f64 {
    let to_move = history.position().side_to_move();
    for ply in 0..LONGEST {
        let (player, limits) = if ply % 2 == 0 {
            &mut first
        } else {
            &mut second
        };
        let Some(mv) = player.search(history.position(), limits).best_move else {
            break;
        };
        if history.play(mv).is_err() || history.claim().is_some() {
            break;
        }
    }
    match history.outcome() {
        Some(Outcome::Checkmate { winner }) => f64::from(winner == to_move),
        _ => 0.5,
    }
}

/// By how many Elo a player is better that scored so in pairs of games, between the ends of an interval. Half a point is added to
/// both sides, so that no player is infinitely better.
pub fn elo(pairs: &[f64]) -> [f64; 3] {
    let count: f64 = pairs.iter().map(|_| 1.0).sum();
    let mean = (pairs.iter().sum::<f64>() + 0.5) / (count + 1.0);
    let squares = pairs.iter().map(|points| (points - mean).powi(2));
    let variance = squares.sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    [mean - error, mean, mean + error].map(|share| {
        let share = share.clamp(0.001, 0.999);
        400.0 * (share / (1.0 - share)).log10()
    })
}
