//! Random moves: the opponent every other strategy must beat.

use crate::budget::StopReason;
use crate::chance::below;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::root::Root;
use crate::stats::Stats;
use crate::strategy::Strategy;

/// Plays any legal move, chosen by the seed of the limits.
///
/// **Idea.** Every legal move is equally likely. A seed always chooses the same move.
///
/// **Invariant.** The move is legal.
///
/// **Cost.** One node.
///
/// **Source.** None is needed; it is the lowest rung on ladders of players.
///
/// **Chapter.** `docs/book/src/greedy.md`, in the repository.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Limits, Random, Strategy};
///
/// let choice = |seed| {
///     Random.search(&TicTacToe::new(), &Limits::none().with_seed(seed)).best_move
/// };
/// assert_eq!(choice(1), choice(1));
/// assert!((2..20).any(|seed| choice(seed) != choice(1)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Random;

impl Random {
    search_methods!();
}

impl<G: Game> Strategy<G> for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        _observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| {
            // The first numbers of nearby seeds are alike, so a drawn number is the seed of the choice.
            let seed = fastrand::Rng::with_seed(limits.random_seed()).u64(..);
            let mut rng = fastrand::Rng::with_seed(seed);
            let count = root.moves.len();
            let is_choice = count > 0 && !position.waits_for_chance();
            let best_move = is_choice.then(|| root.moves[below(&mut rng, count)]);
            Report {
                best_move,
                line: best_move.into_iter().collect(),
                stats: Stats {
                    nodes: 1,
                    ..Stats::default()
                },
                ..Report::new(StopReason::Depth)
            }
        })
    }
}
