//! Games between two players, in pairs with the same opening, and by how many Elo one is better.

use plywood::chess::{History, Outcome};
use plywood::{Color, Limits, Position, Strategy};

/// No game is longer than this. Then it is drawn.
const LONGEST: u64 = 300;

/// Who plays, and how long it may think.
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

/// Plays an opening and then a game; the points of White.
pub fn play(opening: u64, players: [Player<'_>; 2]) -> f64 {
    let [mut white, mut black] = players;
    let mut history = opened(opening);
    for ply in 0..LONGEST {
        let (player, limits) = if ply % 2 == 0 { &mut white } else { &mut black };
        let Some(mv) = player.search(history.position(), limits).best_move else {
            break;
        };
        if history.play(mv).is_err() || history.claim().is_some() {
            break;
        }
    }
    match history.outcome() {
        Some(Outcome::Checkmate { winner }) => f64::from(winner == Color::White),
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
