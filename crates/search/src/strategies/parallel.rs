//! Principal variation search on several threads: young brothers wait.
//!
//! **Idea.** The first move of a node is searched alone, since it often cuts off the rest. If it does not, the others
//! (its younger brothers) probably all have to be searched, and that work can be shared: idle threads join in, and each
//! takes the next move from the list until none is left.
//!
//! **Invariant.** Every move is searched with an alpha that was right when it was taken, so the value is that of
//! principal variation search. No more threads work at a time than were requested: while a thread waits for its
//! helpers, another may work in its place.
//!
//! **Cost.** A few more nodes than on one thread, since a raised alpha comes too late for the moves that are being
//! searched. With an exact table the value is the same on every run; node counts are not, nor which of equal moves is
//! found.
//!
//! **Source.** Feldmann, Monien, Mysliwietz and Vornberger, "Distributed game tree search", 1989.

mod helping;
mod split;

use self::helping::{Help, Share};
use self::split::{Found, Split};
use crate::budget::Stopped;
use crate::horizon::Horizon;
use crate::keyed::Keyed;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::ordering::{MoveOrdering, arrange};
use crate::parts::Parts;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategies::principal_variation::PrincipalVariationSearch;
use crate::strategy::{FixedDepth, Strategy, search_once};
use crate::table::Entry;
use crate::threads::{StopOnPanic, start_helper};
use crate::transpositions::{TranspositionTable, Transpositions};
use crate::window::Window;
use plywood_eval::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::thread;

/// Searches on several threads, which share the table. Each helper gets a copy of the other parts.
///
/// An observer gets the events of the calling thread only. A node limit may be exceeded by the nodes that helpers
/// search before they finish.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{IterativeDeepening, Limits, Parallel, PrincipalVariationSearch, Strategy, Transpositions};
///
/// let one = PrincipalVariationSearch::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// let mut two = IterativeDeepening::new(Parallel::new(one.clone(), 2));
/// let (board, limits) = (ConnectFour::new(), Limits::depth(8));
/// assert_eq!(two.search(&board, &limits).score, IterativeDeepening::new(one).search(&board, &limits).score);
/// ```
#[derive(Debug, Clone)]
pub struct Parallel<H, O> {
    inner: PrincipalVariationSearch<H, O, Transpositions>,
    threads: usize,
    split_depth: u32,
    /// How many threads are idle. It may fall below zero for a moment, when one that waited wakes up.
    idle: Arc<AtomicIsize>,
}

/// In chess a node of this depth takes most of a millisecond, many times what it takes to start a thread. When only deeper
/// nodes were shared, the calling thread did up to three fifths of the work of two.
const DEFAULT_SPLIT_DEPTH: u32 = 4;

impl<H, O> Parallel<H, O> {
    /// This strategy on this many threads, at least one.
    #[must_use]
    pub fn new(inner: PrincipalVariationSearch<H, O, Transpositions>, threads: usize) -> Self {
        let idle = Arc::new(AtomicIsize::new(0));
        Self {
            inner,
            threads: threads.max(1),
            split_depth: DEFAULT_SPLIT_DEPTH,
            idle,
        }
    }

    /// The same, sharing only nodes of at least this depth. Games whose nodes are cheaper than those of chess need more.
    #[must_use]
    pub fn split_depth(self, depth: u32) -> Self {
        Self {
            split_depth: depth.max(1),
            ..self
        }
    }

    /// Takes the place of an idle thread, if there is one.
    fn take_place(&self) -> bool {
        let take = |idle: isize| (idle > 0).then(|| idle - 1);
        self.idle
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .is_ok()
    }
}

impl<H, O> Parallel<H, O> {
    fn search<G>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        G: Keyed + Sync,
        G::Move: Send + Sync,
        H: Horizon<G> + Clone + Send,
        O: MoveOrdering<G> + Clone + Send,
    {
        if depth < self.split_depth {
            return self.inner.value(position, depth, window, state);
        }
        state.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(state.ended(ending));
        }
        let ply = state.ply();
        let table = &self.inner.parts.table;
        let known = table.find(position, &moves, depth, ply);
        if let Some(entry) = &known
            && ply > 0
            && TranspositionTable::<G>::answers(table, entry, depth, window)
        {
            return Ok(state.saved(entry));
        }
        let known_move = known.and_then(|entry| entry.best);
        arrange(
            &self.inner.parts.ordering,
            position,
            &mut moves,
            known_move,
            state,
        );

        let start = state.mark();
        let split = Split::new(position, &moves, depth, window);
        if let Some(first) = split.take_move() {
            self.search_child(&split, first, state)?;
        }
        let found = self.share_the_rest(split, state)?;
        if let Some(index) = found.cut_by {
            state.cutoff(index, moves.len());
            self.inner
                .parts
                .ordering
                .cut(position, moves[index], depth, ply);
        }
        let bound = window.bound_of(found.best);
        let entry = Entry::new(found.best, bound, depth, found.best_move);
        self.inner.parts.store(position, entry, start, state);
        Ok(found.best)
    }

    /// Searches one move of a split node: the first with the whole window, the others with a null window first.
    fn search_child<G>(
        &mut self,
        split: &Split<'_, G>,
        (index, mv): (usize, G::Move),
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<(), Stopped>
    where
        G: Keyed + Sync,
        G::Move: Send + Sync,
        H: Horizon<G> + Clone + Send,
        O: MoveOrdering<G> + Clone + Send,
    {
        let rest = split.found().rest;
        let child = split.position.after(mv);
        state.down(mv);
        let asked = if index == 0 {
            rest
        } else {
            rest.null_at_alpha()
        };
        let mut score = -self.search(&child, split.depth - 1, -asked, state)?;
        if asked != rest && score > rest.alpha() && !rest.is_cut_by(score) {
            state.search_again(-score);
            score = -self.search(&child, split.depth - 1, -rest, state)?;
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
        G: Keyed + Sync,
        G::Move: Send + Sync,
        H: Horizon<G> + Clone + Send,
        O: MoveOrdering<G> + Clone + Send,
    {
        let ply = state.ply();
        let own = thread::scope(|scope| {
            let _guard = StopOnPanic(&split.done);
            let (mut helpers, mut may_start) = (0, true);
            let mut result = Ok(());
            while result.is_ok() {
                if may_start && split.has_moves() && self.take_place() {
                    let (helper, share, split) = (self.helper(), state.share(&split.done), &split);
                    if start_helper(scope, move || helper.help(split, share)) {
                        helpers += 1;
                    } else {
                        // The system has no thread left, so this search has one less.
                        may_start = false;
                    }
                }
                let Some(taken) = split.take_move() else {
                    break;
                };
                result = state.until(&split.done, |state| self.search_child(&split, taken, state));
            }
            if result.is_err() {
                split.done.stop();
            }
            // While this thread waits for its helpers, another may work in its place.
            self.idle
                .fetch_add(isize::from(helpers > 0), Ordering::Relaxed);
            (result, helpers)
        });
        let (result, helpers) = own;
        self.idle
            .fetch_sub(isize::from(helpers > 0), Ordering::Relaxed);
        let found = split.into_found();
        let budget = state.add_help(&found.helped);
        if found.cut_by.is_none() {
            // A thread that was stopped without a cut-off leaves a move unsearched.
            result?;
            budget?;
            if found.is_stopped {
                return Err(Stopped);
            }
        }
        state.adopt(ply, &found.line, found.best);
        Ok(found)
    }

    /// A copy for a helping thread, with the same table.
    fn helper(&self) -> Self
    where
        H: Clone,
        O: Clone,
    {
        let parts = &self.inner.parts;
        let parts = Parts {
            horizon: parts.horizon.clone(),
            ordering: parts.ordering.clone(),
            table: parts.table.share(),
        };
        Self {
            inner: PrincipalVariationSearch { parts },
            threads: self.threads,
            split_depth: self.split_depth,
            idle: Arc::clone(&self.idle),
        }
    }

    /// Searches moves of a split node on a helping thread, until none is left.
    fn help<G>(mut self, split: &Split<'_, G>, share: Share)
    where
        G: Keyed + Sync,
        G::Move: Send + Sync,
        H: Horizon<G> + Clone + Send,
        O: MoveOrdering<G> + Clone + Send,
    {
        let _guard = StopOnPanic(&split.done);
        let mut state = SearchState::helping(share);
        let mut result = Ok(());
        while let Some(taken) = split.take_move() {
            result = self.search_child(split, taken, &mut state);
            if result.is_err() {
                break;
            }
        }
        let mut found = split.found();
        found.helped.add(&Help::of(&state));
        found.is_stopped |= result.is_err() && found.cut_by.is_none();
        self.idle.fetch_add(1, Ordering::Relaxed);
    }
}

impl<G, H, O> FixedDepth<G> for Parallel<H, O>
where
    G: Keyed + Sync,
    G::Move: Send + Sync,
    H: Horizon<G> + Clone + Send,
    O: MoveOrdering<G> + Clone + Send,
{
    fn begin(&mut self) {
        FixedDepth::<G>::begin(&mut self.inner);
    }

    fn is_exact(&self) -> bool {
        FixedDepth::<G>::is_exact(&self.inner)
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let others = isize::try_from(self.threads - 1).unwrap_or(isize::MAX);
        // Every search has its own counter, so that copies of the strategy do not share threads.
        self.idle = Arc::new(AtomicIsize::new(others));
        self.search(position, depth, window, state)
    }
}

impl<G, H, O> Strategy<G> for Parallel<H, O>
where
    G: Keyed + Sync,
    G::Move: Send + Sync,
    H: Horizon<G> + Clone + Send,
    O: MoveOrdering<G> + Clone + Send,
{
    fn name(&self) -> String {
        format!(
            "{} on {} threads",
            Strategy::<G>::name(&self.inner),
            self.threads
        )
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }

    fn new_game(&mut self) {
        Strategy::<G>::new_game(&mut self.inner);
    }
}
