//! [`Voting`]: several threads, with a tree each, whose votes are counted, or with one tree.

use super::BestFirst;
use super::leaf_value::LeafValue;
use super::priors::Priors;
use super::selection::Selection;
use super::tree::{Room, Tree};
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
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Several best-first searches of the same position on a thread each, with other random choices; the move with the most votes is played.
/// Or they grow [one tree](Self::on_one_tree).
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
    has_one_tree: bool,
}

impl<V, S, P> Voting<V, S, P> {
    /// Counts the votes of these searches, which are alike.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn new(searches: Vec<BestFirst<V, S, P>>) -> Self {
        assert!(!searches.is_empty(), "parallel: expected a thread or more");
        Self {
            searches,
            has_one_tree: false,
        }
    }

    /// Lets the threads grow one tree.
    ///
    /// **Idea.** A round counts as lost at each node of its path until its value is known (virtual loss), so meanwhile the other threads
    /// choose other paths, unless one is much better.
    ///
    /// **Invariant.** A virtual loss is taken back before the result is counted, so the visits of a finished tree are its rounds, and the tree
    /// of one thread is that of the search without threads.
    ///
    /// **Cost.** A thread has the tree for itself while it selects, expands and backs up; only values are computed at the same time. So it
    /// pays where values take longer than the rest of a round: of the instructions of a round with a random game, 96 % are outside the lock in
    /// chess, 93 % in breakthrough, but 36 % in connect four, where a second thread can't add more than half. With
    /// minimax backups, leaves are valued while they're added, so threads take turns.
    ///
    /// **Source.** Chaslot, Winands and van den Herik 2008.
    #[doc(alias("virtual loss", "tree parallelization"))]
    #[must_use]
    pub fn on_one_tree(mut self) -> Self {
        self.has_one_tree = true;
        self
    }
}

/// The reason and the counts of the search of one thread.
type Vote = (StopReason, Stats);

/// A search of one thread, and how it ended, or its panic.
type Voter<'a, B> = Mutex<(&'a mut B, Option<Result<Vote, Box<dyn Any + Send>>>)>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G, V, S, P> Strategy<G> for Voting<V, S, P>
where
    G: Game<Move: Send + Sync> + Send + Sync,
    V: LeafValue<G> + Send,
    S: Selection + Send,
    P: Priors<G> + Send,
{
    fn name(&self) -> String {
        let name = Strategy::<G>::name(&self.searches[0]);
        let words = ["parallel", "one-tree"];
        let word = words[usize::from(self.has_one_tree)];
        format!("{name}+{word}={}", self.searches.len())
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
        use StopReason::{Depth, Nodes, Rounds};
        Root::search(position, limits, |root| {
            let (budget, stop) = (Budget::new(limits), StopHandle::new());
            let (count, has_one_tree) = (self.searches.len(), self.has_one_tree);
            let trees = if has_one_tree { 1 } else { count };
            let room = self.searches[0].room::<G>();
            let bytes = room.bytes / trees;
            let room = Room { bytes, ..room };
            let trees = (0..trees).map(|_| Mutex::new(Tree::new(&root, room)));
            let trees: Vec<Mutex<Tree<G>>> = trees.collect();
            let searches = self.searches.iter_mut();
            let voters: Vec<Voter<'_, _>> =
                searches.map(|search| Mutex::new((search, None))).collect();
            let vote = |number: usize, observer: &mut dyn Observer<G::Move>| {
                let mut voter = lock(&voters[number]);
                let limits = share(limits, number, count);
                let found = caught(|| {
                    let mut state = SearchState::new(&limits, observer);
                    state.budget.add_handle(&stop);
                    let reason = match trees.get(number).filter(|_| !has_one_tree) {
                        Some(own) => voter.0.grow(&mut &mut *lock(own), &limits, &mut state),
                        None => voter.0.grow(&mut &trees[0], &limits, &mut state),
                    };
                    (reason, state.stats())
                });
                if !matches!(found, Ok((Depth | Nodes | Rounds, _))) {
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
            let (reason, stats) = counted(voters);
            let tree = merged(trees);
            let search = &self.searches[0];
            SearchState::new(limits, observer).keep_tree(|| search.kept(&tree));
            let report = Report {
                stats,
                elapsed: budget.elapsed(),
                ..Report::new(reason)
            };
            search.concluded(&tree, root.lines, limits, report)
        })
    }
}

/// Returns the sum of what the threads counted, and the reason of the first, unless one has solved the position.
fn counted<B>(voters: Vec<Voter<'_, B>>) -> Vote {
    let votes = voters.into_iter().map(|voter| {
        let (_, vote) = voter.into_inner().unwrap_or_else(PoisonError::into_inner);
        let vote = vote.expect("each thread has voted");
        vote.unwrap_or_else(|panic| resume_unwind(panic))
    });
    let all = votes.reduce(|(reason, mut stats), (other, its)| {
        stats.add(&its);
        let is_solved = other == StopReason::Solved;
        (if is_solved { other } else { reason }, stats)
    });
    all.expect("there is a thread")
}

/// Returns the only tree, or the first with the votes of the others.
fn merged<G: Game>(trees: Vec<Mutex<Tree<G>>>) -> Tree<G> {
    let trees = trees.into_iter().map(Mutex::into_inner);
    let mut trees = trees.map(|tree| tree.unwrap_or_else(PoisonError::into_inner));
    let mut tree = trees.next().expect("there is a tree");
    trees.for_each(|other| tree.add_votes(&other));
    tree
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
