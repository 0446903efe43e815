//! [`Voting`]: several trees on several threads, whose votes are counted.

use super::BestFirst;
use super::leaf_value::LeafValue;
use super::priors::Priors;
use super::selection::Selection;
use super::tree::Tree;
use crate::budget::{Budget, StopReason};
use crate::game::Game;
use crate::limits::{Limits, StopHandle};
use crate::observer::Observer;
use crate::report::Report;
use crate::root::Root;
use crate::search_state::SearchState;
use crate::stats::Stats;
use crate::strategy::Strategy;
use crate::threads::{caught, start_helper};
use std::any::Any;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

/// Several best-first searches of the same position on a thread each, with other random choices; the move with the most votes is played.
///
/// **Idea.** Root parallelism: the trees share nothing, so no thread waits for another. Their rounds through each move are added up, and so are
/// their results.
///
/// **Invariant.** The rounds of all trees are those of the limits. What one tree proves of a move is proven.
///
/// **Cost.** Each tree has its share of the rounds, the nodes and the memory. Each finds again what the others know, so two trees are weaker
/// than one with the rounds of both.
///
/// **Source.** Cazenave and Jouandeau, "On the parallelization of UCT", 2007; Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree
/// search", 2008.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{Limits, MonteCarlo, Score, Strategy, Voting};
///
/// let draw: fn(&ConnectFour) -> Score = |_| Score::DRAW;
/// let mut search = Voting::new(vec![MonteCarlo::new(draw).solving(); 2]);
/// let report = search.search(&"ddca".parse::<ConnectFour>()?, &Limits::rounds(2_000));
/// assert_eq!(report.best_move.unwrap().to_string(), "e");
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Voting<V, S, P> {
    searches: Vec<BestFirst<V, S, P>>,
}

impl<V, S, P> Voting<V, S, P> {
    /// Counts the votes of these searches, which are alike.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn new(searches: Vec<BestFirst<V, S, P>>) -> Self {
        assert!(!searches.is_empty(), "parallel: expected a thread or more");
        Self { searches }
    }
}

/// What a thread has found: its tree, and the reason and the counts of its search.
type Vote<G> = (Tree<G>, StopReason, Stats);

/// A search of one thread, and what it has found, or its panic.
type Voter<'a, G, B> = Mutex<(&'a mut B, Option<Result<Vote<G>, Box<dyn Any + Send>>>)>;

impl<G, V, S, P> Strategy<G> for Voting<V, S, P>
where
    G: Game<Move: Send + Sync> + Send + Sync,
    V: LeafValue<G> + Send,
    S: Selection + Send,
    P: Priors<G> + Send,
{
    fn name(&self) -> String {
        let name = Strategy::<G>::name(&self.searches[0]);
        format!("{name}+parallel={}", self.searches.len())
    }

    fn has_depths(&self) -> bool {
        false
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        Root::search(position, limits, |root| {
            let (budget, stop) = (Budget::new(limits), StopHandle::new());
            let count = self.searches.len();
            let searches = self.searches.iter_mut();
            let voters: Vec<Voter<'_, G, _>> =
                searches.map(|search| Mutex::new((search, None))).collect();
            let vote = |number: usize, observer: &mut dyn Observer<G::Move>| {
                let mut voter = voters[number]
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                let limits = share(limits, number, count);
                let found = caught(|| grown(voter.0, &root, (&limits, count), &stop, observer));
                if !matches!(
                    found,
                    Ok((
                        _,
                        StopReason::Rounds | StopReason::Nodes | StopReason::Depth,
                        _
                    ))
                ) {
                    stop.stop();
                }
                voter.1 = Some(found);
            };
            std::thread::scope(|scope| {
                let is_helped = |number| start_helper(scope, move || vote(number, &mut ()));
                let alone: Vec<usize> = (1..count).filter(|number| !is_helped(*number)).collect();
                vote(0, observer);
                // Without a thread its rounds are played here.
                for number in alone {
                    vote(number, &mut ());
                }
            });
            let mut all: Option<Vote<G>> = None;
            for voter in voters {
                let (_, found) = voter.into_inner().unwrap_or_else(PoisonError::into_inner);
                let found = found.map(|found| found.unwrap_or_else(|panic| resume_unwind(panic)));
                match (&mut all, found) {
                    (Some((tree, reason, stats)), Some((other, its_reason, its_stats))) => {
                        tree.add_votes(&other);
                        stats.add(&its_stats);
                        if its_reason == StopReason::Solved {
                            *reason = its_reason;
                        }
                    }
                    (first, found) => *first = found,
                }
            }
            let (tree, reason, stats) = all.expect("each thread has voted");
            let report = Report {
                stats,
                elapsed: budget.elapsed(),
                ..Report::new(reason)
            };
            self.searches[0].concluded(&tree, root.lines, limits, report)
        })
    }
}

/// Returns the limits of one of several threads. The first have a round and a node more if they don't divide evenly.
fn share(limits: &Limits, number: usize, count: usize) -> Limits {
    let (number, count) = (number as u64, count as u64);
    let share = |all: u64| all / count + u64::from(number < all % count);
    let seed = limits.random_seed().wrapping_add(number);
    let limits = limits.clone().with_seed(seed);
    let (nodes, rounds) = (
        limits.max_nodes().map(share),
        limits.max_rounds().map(share),
    );
    limits.with_nodes(nodes).with_rounds(rounds)
}

/// Grows the tree of one of several threads.
fn grown<G: Game, V: LeafValue<G>, S: Selection, P: Priors<G>>(
    search: &mut BestFirst<V, S, P>,
    root: &Root<'_, G>,
    (limits, trees): (&Limits, usize),
    stop: &StopHandle,
    observer: &mut dyn Observer<G::Move>,
) -> Vote<G> {
    let mut state = SearchState::new(limits, observer);
    state.budget.add_handle(stop);
    let mut tree = Tree::new(root, search.room().shared_by(trees));
    let reason = search.grow(&mut tree, limits, &mut state);
    (tree, reason, state.stats())
}
