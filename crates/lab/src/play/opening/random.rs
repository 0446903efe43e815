//! Random openings that are balanced.

use crate::play::opening::Opening;
use crate::seed;
use fastrand::Rng;
use plywood_console::random_game;
use plywood_core::Position;
use plywood_eval::Classical;
use plywood_search::{AlphaBeta, Captures, Limits, Score, Strategy};

/// The largest score of a shallow search, for either side, that counts as balanced.
const BALANCE: Score = Score::centipawns(40);
/// Deep enough to see hanging pieces on both sides, since quiescence plays out captures below it.
const DEPTH: u32 = 2;
/// About one random line in five is balanced. The number of tries is limited, since there may be none.
const ATTEMPTS: u64 = 200;

/// A line of this many random moves after which neither side is much better.
pub(super) fn balanced_line(plies: usize, seed: u64) -> Opening {
    let lines = (0..ATTEMPTS).filter_map(|attempt| {
        let mut random = Rng::with_seed(seed::derived(seed, attempt));
        let game = random_game(&Position::START, plies, &mut random)?;
        Some(Opening::line(Position::START, game.moves().iter().copied()))
    });
    let mut lines = lines.peekable();
    let first = lines.peek().cloned();
    let balanced = lines.find(is_balanced);
    balanced
        .or(first)
        .unwrap_or_else(|| Opening::position(Position::START))
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
