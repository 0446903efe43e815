//! Random openings that are balanced.

use crate::play::opening::{Opening, different};
use crate::seed;
use plywood_core::{History, Position};
use plywood_eval::Classical;
use plywood_search::{AlphaBeta, Captures, Limits, Score, Strategy};

/// The largest score of a shallow search, for either side, that counts as balanced.
const BALANCE: Score = Score::centipawns(40);
/// Deep enough to see hanging pieces on both sides, since quiescence plays out captures below it.
const DEPTH: u32 = 2;
/// About one random line in five is balanced. The number of tries is limited, since there may be too few lines.
const ATTEMPTS_FOR_EACH: u64 = 200;

/// Up to `count` different openings of this many random moves, after which neither side is much better.
///
/// ```
/// use plywood_lab::random_openings;
///
/// let openings = random_openings(6, 3, 42);
/// assert_eq!(openings, random_openings(6, 3, 42));
/// assert!(openings.iter().all(|opening| opening.moves().len() == 6));
/// ```
#[must_use]
pub fn random_openings(plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let attempts = ATTEMPTS_FOR_EACH * count as u64;
    let lines =
        (0..attempts).filter_map(|attempt| random_line(plies, seed::derived(seed, attempt)));
    different(lines.filter(is_balanced)).take(count).collect()
}

/// A line of random moves, unless it ends the game.
fn random_line(plies: usize, seed: u64) -> Option<Opening> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = History::new(Position::START);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.play(*rng.choice(moves.iter())?).ok()?;
    }
    game.outcome()
        .is_none()
        .then(|| Opening::line(Position::START, game.moves().iter().copied()))
}

fn is_balanced(opening: &Opening) -> bool {
    let mut search = AlphaBeta::new(Classical::default())
        .quiescence()
        .ordering(Captures);
    let report = search.search(opening.history().position(), &Limits::depth(DEPTH));
    report
        .score
        .is_some_and(|score| -BALANCE <= score && score <= BALANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_and_may_run_out() {
        let openings = random_openings(1, 100, 7);
        assert!((2..=20).contains(&openings.len()), "{}", openings.len());
        assert_eq!(
            random_openings(0, 5, 7),
            [Opening::position(Position::START)]
        );
        assert_ne!(random_openings(8, 2, 1), random_openings(8, 2, 2));
    }
}
