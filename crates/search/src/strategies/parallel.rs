//! A search on several threads: young brothers wait.

use crate::budget::{Budget, Stopped};
use crate::game::Keyed;
use crate::limits::StopHandle;
use crate::line::Line;
use crate::node::{Candidate, Node};
use crate::parts::{Assembled, Parts, Recursion, SharedParts, YoungerBrothers};
use crate::search_state::{Counts, PathNode, SearchState};
use crate::strategy::{Claims, FixedDepth, Strategy};
use crate::threads::{FirstPanic, StopOnPanic, start_helper};
use crate::window::Window;
use plywood_eval::Score;
use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Searches on several threads, which share the table. Each helper gets a copy of the other parts.
///
/// **Idea.** The first move of a node is searched alone, since it often causes a cutoff. If it doesn't, the others (its younger brothers)
/// probably all have to be searched, and that work can be shared: idle threads join in, and each takes the next move from the list until
/// none is left.
///
/// It takes every recursion that declares [`YOUNGER_BROTHERS`](Recursion::YOUNGER_BROTHERS), such as alpha-beta and principal variation
/// search.
///
/// **Invariant.** Every move is searched with an alpha that was right when it was taken, so the value is that of the search on one thread. No more threads work at a time than requested: while a thread waits for its helpers, another may work in its place.
///
/// **Cost.** A few more nodes than on one thread, since a raised alpha comes too late for the moves being searched. With an exact table the
/// value is the same on every run, but the node counts and the choice between equal moves are not.
///
/// **Source.** Feldmann, Monien, Mysliwietz and Vornberger, "Distributed game tree search", 1989.
///
/// **Chapter.** `docs/book/src/monte_carlo.md`, in the repository.
///
/// An observer receives the events of the calling thread only. A node limit may be exceeded by the nodes that helpers search before they
/// finish.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{
///     IterativeDeepening, Limits, Parallel, PrincipalVariationSearch, Strategy,
///     Transpositions,
/// };
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let pvs =
///     PrincipalVariationSearch::new(Tree::estimate).table(Transpositions::exact(1));
/// let report = Parallel::new(pvs, 2).search(&tree, &Limits::depth(2));
/// assert_eq!(
///     report.stats.leaves(),
///     7,
///     "those of one thread: nothing so near the leaves is shared"
/// );
///
/// let one = PrincipalVariationSearch::new(ConnectFour::estimate)
///     .table(Transpositions::exact(1));
/// let mut two = IterativeDeepening::new(Parallel::new(one.clone(), 2));
/// let (board, limits) = (ConnectFour::new(), Limits::depth(8));
/// assert_eq!(
///     two.search(&board, &limits).score,
///     IterativeDeepening::new(one).search(&board, &limits).score
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Parallel<R, P> {
    inner: Assembled<R, P>,
    younger_brothers: YoungerBrothers,
    threads: usize,
    split_depth: u32,
    /// The number of idle threads. It may fall below zero for a moment, when one that waited wakes up.
    idle: Arc<AtomicIsize>,
}

/// In chess a node of this depth takes most of a millisecond, many times the cost of starting a thread. When only deeper nodes were shared,
/// the calling thread did up to three fifths of the work of two.
const DEFAULT_SPLIT_DEPTH: u32 = 4;

/// The compiler's message for a recursion that cannot be split.
const NOT_SPLIT: &str = "this recursion does not declare `YOUNGER_BROTHERS`, so its nodes cannot be shared among threads";

impl<R: Recursion + Clone + Send, P: SharedParts> Parallel<R, P> {
    /// Runs this strategy on this many threads, at least one.
    ///
    /// # Panics
    /// If `threads` is 0.
    #[must_use]
    pub fn new(inner: Assembled<R, P>, threads: usize) -> Self {
        const { assert!(R::YOUNGER_BROTHERS.is_some(), "{}", NOT_SPLIT) };
        Self::if_split(inner, threads).unwrap_or_else(|_| unreachable!("it is declared"))
    }

    /// Runs a search on this many threads, or returns it if its recursion cannot be split.
    ///
    /// # Errors
    /// The search.
    ///
    /// # Panics
    /// If `threads` is 0.
    pub fn if_split(inner: Assembled<R, P>, threads: usize) -> Result<Self, Assembled<R, P>> {
        assert!(threads > 0, "a search on no threads");
        let Some(younger_brothers) = R::YOUNGER_BROTHERS else {
            return Err(inner);
        };
        let idle = Arc::new(AtomicIsize::new(0));
        Ok(Self {
            inner,
            younger_brothers,
            threads,
            split_depth: DEFAULT_SPLIT_DEPTH,
            idle,
        })
    }

    /// Shares only nodes of at least this depth. Games whose nodes are cheaper than those of chess need more.
    #[must_use]
    pub fn split_depth(self, depth: u32) -> Self {
        Self {
            split_depth: depth.max(1),
            ..self
        }
    }

    search_methods!();

    /// Takes the place of an idle thread, if there is one.
    fn take_place(&self) -> bool {
        let take = |idle: isize| (idle > 0).then(|| idle - 1);
        self.idle
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .is_ok()
    }

    fn search_node<G>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        G: Keyed<Move: Send + Sync> + Sync,
        P: Parts<G>,
    {
        if depth < self.split_depth {
            return self.inner.value(position, depth, window, state);
        }
        state.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            return Ok(state.ended(ending));
        }
        let mut node = Node::new(position, depth, window, state);
        if let Some(score) = self.inner.probe(&mut node, &moves, state) {
            return Ok(score);
        }
        if let Some(score) = self.inner.prune(&mut node, &moves, state)? {
            return Ok(score);
        }
        self.inner.order(&node, &mut moves, state);
        let split = Split::new(node, &moves);
        if let Some(first) = split.take_move() {
            self.search_child(&split, first, state)?;
        }
        let Found {
            best,
            best_move,
            cut_by,
            ..
        } = self.share_the_rest(split, state)?;
        if let Some(index) = cut_by {
            self.inner.cutoff(&node, &moves, index, state);
        }
        self.inner.store(&node, best, best_move, state);
        Ok(best)
    }

    /// Searches one move of a split node: the first with the whole window, the others as the recursion declares.
    fn search_child<G>(
        &mut self,
        split: &Split<'_, G>,
        (index, mv): (usize, G::Move),
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        G: Keyed<Move: Send + Sync> + Sync,
        P: Parts<G>,
    {
        let child = split.node.position.after(mv);
        let (alpha, best) = split.so_far();
        let beta = split.node.window.beta();
        let candidate = Candidate::new(index, mv, &child, best);
        let Some([first, full]) = self.inner.depths(&split.node, &candidate, state) else {
            return Ok(());
        };
        state.down(mv);
        let whole = Window::between(alpha, beta);
        let asked = match self.younger_brothers {
            YoungerBrothers::NullWindow if index > 0 => whole.null_at_alpha(),
            YoungerBrothers::NullWindow | YoungerBrothers::WholeWindow => whole,
        };
        let mut score = -self.search_node(&child, first, -asked, state)?;
        if first < full && score > alpha {
            state.search_again(-score);
            score = -self.search_node(&child, full, -asked, state)?;
        }
        if asked != whole && alpha < score && score < beta {
            state.search_again(-score);
            score = -self.search_node(&child, full, -whole, state)?;
        }
        state.up(score);
        split.learn((index, mv), score, state);
        Ok(())
    }

    /// Searches the younger brothers, with the help of idle threads.
    fn share_the_rest<G>(
        &mut self,
        split: Split<'_, G>,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Found<G::Move>, Stopped>
    where
        G: Keyed<Move: Send + Sync> + Sync,
        P: Parts<G>,
    {
        let (ply, path) = (state.ply(), state.path());
        let own = thread::scope(|scope| {
            let _guard = StopOnPanic(&split.done);
            let (mut helpers, mut may_start) = (0, true);
            let mut result = Ok(());
            while result.is_ok() {
                if may_start && split.has_moves() && self.take_place() {
                    let (helper, split) = (self.helper(), &split);
                    let budget = state.budget.share().stopped_by(&split.done);
                    let path = path.clone();
                    let help = move || helper.help(split, budget, path);
                    if start_helper(scope, move || split.panic.keep(&split.done, help)) {
                        helpers += 1;
                    } else {
                        // The system has no thread left, so this search uses one less.
                        may_start = false;
                    }
                }
                let Some(taken) = split.take_move() else {
                    break;
                };
                state.budget.add_handle(&split.done);
                result = self.search_child(&split, taken, state);
                state.budget.remove_handle();
            }
            if result.is_err() {
                split.done.stop();
            }
            // While this thread waits for its helpers, another may work in its place.
            self.idle
                .fetch_add(isize::from(helpers > 0), Ordering::Relaxed);
            (result, helpers)
        });
        split.panic.raise();
        let (result, helpers) = own;
        self.idle
            .fetch_sub(isize::from(helpers > 0), Ordering::Relaxed);
        let found = split.into_found();
        let budget = state.add(found.helped);
        if found.cut_by.is_none() {
            // A thread that was stopped without a cutoff leaves a move unsearched.
            result?;
            budget?;
            if found.is_stopped {
                return Err(Stopped);
            }
        }
        state.adopt(ply, &found.line, found.best);
        Ok(found)
    }

    /// Returns a copy for a helping thread, with the same table.
    fn helper(&self) -> Self {
        Self {
            inner: self.inner.share(),
            younger_brothers: self.younger_brothers,
            threads: self.threads,
            split_depth: self.split_depth,
            idle: Arc::clone(&self.idle),
        }
    }

    /// Searches moves of a split node on a helping thread, until none is left.
    fn help<G>(mut self, split: &Split<'_, G>, budget: Budget, path: Vec<PathNode>)
    where
        G: Keyed<Move: Send + Sync> + Sync,
        P: Parts<G>,
    {
        let mut state = SearchState::helping(budget, split.node.ply, path);
        let mut result = Ok(());
        while let Some(taken) = split.take_move() {
            result = self.search_child(split, taken, &mut state);
            if result.is_err() {
                break;
            }
        }
        let mut found = split.found();
        found.helped.add(&state.counts());
        found.is_stopped |= result.is_err() && found.cut_by.is_none();
        self.idle.fetch_add(1, Ordering::Relaxed);
    }
}

/// A node whose younger children are searched by several threads.
struct Split<'a, G: Keyed> {
    node: Node<'a, G>,
    moves: &'a [G::Move],
    next: AtomicUsize,
    found: Mutex<Found<G::Move>>,
    /// The panic of a helper.
    panic: FirstPanic,
    /// Stops the others when a move causes a cutoff or the search is stopped.
    done: StopHandle,
}

/// The results so far at a split node.
struct Found<M> {
    alpha: Score,
    best: Score,
    best_move: Option<M>,
    line: Line<M>,
    /// The index of the move that caused the cutoff.
    cut_by: Option<usize>,
    /// The counts of the helping threads.
    helped: Counts,
    is_stopped: bool,
}

impl<'a, G: Keyed> Split<'a, G> {
    fn new(node: Node<'a, G>, moves: &'a [G::Move]) -> Self {
        Self {
            node,
            moves,
            next: AtomicUsize::new(0),
            found: Mutex::new(Found {
                alpha: node.window.alpha(),
                best: Score::LOWEST,
                best_move: None,
                line: Line::new(),
                cut_by: None,
                helped: Counts::default(),
                is_stopped: false,
            }),
            panic: FirstPanic::default(),
            done: StopHandle::new(),
        }
    }

    fn into_found(self) -> Found<G::Move> {
        self.found
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn found(&self) -> MutexGuard<'_, Found<G::Move>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns alpha and the best score found so far.
    fn so_far(&self) -> (Score, Score) {
        let found = self.found();
        (found.alpha, found.best)
    }

    /// Returns the next move to search, unless none is left or the rest is cut off.
    fn take_move(&self) -> Option<(usize, G::Move)> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        self.moves
            .get(index)
            .filter(|_| !self.done.is_stopped())
            .map(|mv| (index, *mv))
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) + 1 < self.moves.len()
    }

    fn learn(
        &self,
        (index, mv): (usize, G::Move),
        score: Score,
        state: &mut SearchState<'_, G::Move>,
    ) {
        let mut found = self.found();
        if found.cut_by.is_some() {
            return;
        }
        found.best = found.best.max(score);
        if score > found.alpha {
            found.best_move = Some(mv);
            state.improved(mv, score);
            found.line = state.line();
            if score >= self.node.window.beta() {
                found.cut_by = Some(index);
                self.done.stop();
            } else {
                found.alpha = score;
            }
        }
    }
}

impl<G, R, P> FixedDepth<G> for Parallel<R, P>
where
    G: Keyed<Move: Send + Sync> + Sync,
    R: Recursion + Clone + Send,
    P: Parts<G> + SharedParts,
{
    fn begin(&mut self) {
        FixedDepth::<G>::begin(&mut self.inner);
    }

    fn is_exact(&self) -> bool {
        FixedDepth::<G>::is_exact(&self.inner)
    }

    fn claims(&self) -> Claims {
        Claims {
            threads: self.threads > 1,
            ..FixedDepth::<G>::claims(&self.inner)
        }
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let others = isize::try_from(self.threads - 1).unwrap_or(isize::MAX);
        // Every search has a separate counter, so that copies of the strategy do not share threads.
        self.idle = Arc::new(AtomicIsize::new(others));
        self.search_node(position, depth, window, state)
    }
}

impl<G, R, P> Strategy<G> for Parallel<R, P>
where
    G: Keyed<Move: Send + Sync> + Sync,
    R: Recursion + Clone + Send,
    P: Parts<G> + SharedParts,
{
    fn name(&self) -> String {
        format!(
            "{}+parallel={}",
            Strategy::<G>::name(&self.inner),
            self.threads
        )
    }

    searches_once!(G);

    fn new_game(&mut self) {
        Strategy::<G>::new_game(&mut self.inner);
    }
}
