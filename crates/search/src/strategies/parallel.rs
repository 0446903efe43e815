//! Principal variation search on several threads that share a table (ABDADA).
//!
//! **Idea.** Every thread searches the same tree from the root and finds in the table what others have done. So that
//! they do not do the same at the same time, a thread puts off a move that another one is searching just now, and comes
//! back to it when the other moves are done: by then it is usually in the table.
//!
//! **Invariant.** Each thread's result is that of principal variation search; the first one to finish gives the answer.
//!
//! **Cost.** More nodes than one thread visits, in less time. With an exact table the value is the same on every run;
//! node counts and, among equal moves, the move are not.
//!
//! **Source.** Weill, "The ABDADA distributed minimax search algorithm", 1996, as simplified by Kerrigan, who keeps the
//! moves under way in a table of their own.

use crate::budget::Stopped;
use crate::horizon::Horizon;
use crate::keyed::Keyed;
use crate::limits::{Limits, StopHandle};
use crate::line::Line;
use crate::memory::{Finding, Memory, Transpositions};
use crate::observer::Observer;
use crate::ordering::{MoveOrdering, arrange};
use crate::report::Report;
use crate::stats::Stats;
use crate::strategies::principal_variation::PrincipalVariation;
use crate::strategy::{FixedDepth, Strategy, search_once};
use crate::walk::{Share, Walk};
use crate::window::Window;
use plywood_eval::Score;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Searches on several threads. Each gets a copy of the strategy; the table is shared.
///
/// An observer is told of iterations, but not of nodes, unless there is one thread only.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{IterativeDeepening, Limits, Parallel, PrincipalVariation, Strategy, Transpositions};
///
/// let one = PrincipalVariation::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// let mut two = IterativeDeepening::new(Parallel::new(one.clone(), 2));
/// let (board, limits) = (ConnectFour::new(), Limits::depth(8));
/// assert_eq!(two.search(&board, &limits).score, IterativeDeepening::new(one).search(&board, &limits).score);
/// ```
#[derive(Debug, Clone)]
pub struct Parallel<H, O> {
    workers: Vec<Worker<H, O>>,
}

/// One thread's strategy, and the moves that any thread is searching.
#[derive(Debug, Clone)]
struct Worker<H, O> {
    inner: PrincipalVariation<H, O, Transpositions>,
    under_way: Arc<UnderWay>,
}

/// Below this depth a move is searched faster than others can be told of it.
const LEAST_SHARED_DEPTH: u32 = 3;

impl<H: Clone, O: Clone> Parallel<H, O> {
    /// Copies of this strategy on so many threads, at least one.
    #[must_use]
    pub fn new(inner: PrincipalVariation<H, O, Transpositions>, threads: usize) -> Self {
        let worker = Worker {
            inner,
            under_way: Arc::new(UnderWay::new()),
        };
        Self {
            workers: vec![worker; threads.max(1)],
        }
    }
}

impl<H, O> Worker<H, O> {
    fn search<G: Keyed, W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        walk: &mut Walk<'_, G::Move, W>,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
        O: MoveOrdering<G>,
    {
        if depth < LEAST_SHARED_DEPTH {
            return self.inner.value(position, depth, window, walk);
        }
        walk.visit(depth, window)?;
        let mut moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            return Ok(walk.ended(ending));
        }
        let ply = walk.ply();
        let known = self.inner.table.recall(position, &moves, depth, ply);
        if let Some(score) = known.answer(window, ply) {
            return Ok(walk.saved(score));
        }
        let first = known.best.or_else(|| walk.guided_move());
        arrange(&self.inner.ordering, position, &mut moves, first, ply);

        let repetitions = walk.repetitions();
        let (mut best, mut best_move, mut rest) = (Score::LOWEST, None, window);
        // Moves that are put off queue up behind the others.
        let (mut queue, listed) = (moves.to_vec(), moves.len());
        let mut index = 0;
        while let Some(&mv) = queue.get(index) {
            let may_wait = (1..listed).contains(&index);
            index += 1;
            let child = position.after(mv);
            if may_wait && self.under_way.contains(&child, depth) {
                queue.push(mv);
                continue;
            }
            walk.down(mv);
            let score = self.child_score(&child, depth, (rest, index == 1), walk)?;
            walk.up(score);
            if score <= best {
                continue;
            }
            best = score;
            if score > rest.alpha() {
                best_move = Some(mv);
                walk.improved(mv, score);
            }
            if rest.is_cut_by(score) {
                walk.cutoff(index - 1);
                self.inner.ordering.cut(position, mv, depth, ply);
                break;
            }
            rest.raise_alpha(score);
        }
        if walk.repetitions() == repetitions {
            let finding = Finding {
                score: best,
                bound: window.bound_of(best),
                best: best_move,
            };
            self.inner.table.keep(position, depth, ply, finding);
        }
        Ok(best)
    }

    /// The score of a child for the side that moved there: asked with the whole window if it is the first, otherwise
    /// with a null window and, if it is better than alpha, again.
    fn child_score<G: Keyed, W: Observer<G::Move> + ?Sized>(
        &mut self,
        child: &G,
        depth: u32,
        (window, is_first): (Window, bool),
        walk: &mut Walk<'_, G::Move, W>,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
        O: MoveOrdering<G>,
    {
        self.under_way.add(child, depth);
        let asked = if is_first {
            window
        } else {
            window.null_at_alpha()
        };
        let mut score = -self.search(child, depth - 1, -asked, walk)?;
        if asked != window && score > window.alpha() && !window.is_cut_by(score) {
            walk.research();
            score = -self.search(child, depth - 1, -window, walk)?;
        }
        self.under_way.remove(child, depth);
        Ok(score)
    }

    /// What one thread does: its result, and what it counted.
    fn help<G: Keyed>(
        &mut self,
        position: &G,
        depth: u32,
        share: Share<G::Move>,
        done: &StopHandle,
    ) -> Helped<G::Move>
    where
        H: Horizon<G>,
        O: MoveOrdering<G>,
    {
        let mut silent = ();
        let mut walk = Walk::helping(share, &mut silent);
        let result = self.search(position, depth, Window::OPEN, &mut walk);
        if result.is_ok() {
            done.stop();
        }
        Helped {
            result,
            line: walk.line(),
            stats: walk.stats(),
        }
    }
}

/// What a thread brings home.
struct Helped<M> {
    result: Result<Score, Stopped>,
    line: Line<M>,
    stats: Stats,
}

/// The moves that threads are searching, by the key of the child and the depth. Entries overwrite each other, and a
/// wrong answer only costs time.
#[derive(Debug)]
struct UnderWay(Box<[AtomicU64]>);

const PLACES: usize = 1 << 12;

impl UnderWay {
    fn new() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn place<G: Keyed>(&self, child: &G, depth: u32) -> (&AtomicU64, u64) {
        let mark = child.key() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "only the low bits are wanted"
        )]
        let place = mark as usize % PLACES;
        (&self.0[place], mark)
    }

    fn contains<G: Keyed>(&self, child: &G, depth: u32) -> bool {
        let (place, mark) = self.place(child, depth);
        place.load(Ordering::Relaxed) == mark
    }

    fn add<G: Keyed>(&self, child: &G, depth: u32) {
        let (place, mark) = self.place(child, depth);
        place.store(mark, Ordering::Relaxed);
    }

    fn remove<G: Keyed>(&self, child: &G, depth: u32) {
        let (place, _) = self.place(child, depth);
        place.store(0, Ordering::Relaxed);
    }

    fn clear(&self) {
        self.0
            .iter()
            .for_each(|place| place.store(0, Ordering::Relaxed));
    }
}

impl<G, H, O> FixedDepth<G> for Parallel<H, O>
where
    G: Keyed + Sync,
    G::Move: Send,
    H: Horizon<G> + Send,
    O: MoveOrdering<G> + Send,
{
    fn begin(&mut self) {
        for worker in &mut self.workers {
            worker.inner.ordering.begin();
        }
        // The table is shared: it is one search that begins.
        if let Some(worker) = self.workers.first_mut() {
            Memory::<G>::begin(&mut worker.inner.table);
        }
    }

    fn is_exact(&self) -> bool {
        self.workers
            .iter()
            .all(|worker| Memory::<G>::is_exact(&worker.inner.table))
    }

    fn value<W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        walk: &mut Walk<'_, G::Move, W>,
    ) -> Result<Score, Stopped> {
        let threads = self.workers.len();
        if threads == 1 || depth <= LEAST_SHARED_DEPTH || !window.is_open() {
            return self.workers[0].inner.value(position, depth, window, walk);
        }
        self.workers[0].under_way.clear();
        let done = StopHandle::new();
        let helped: Vec<Helped<G::Move>> = thread::scope(|scope| {
            let workers = self.workers.iter_mut();
            let running: Vec<_> = workers
                .map(|worker| {
                    let (share, done) = (walk.share(threads, &done), &done);
                    scope.spawn(move || worker.help(position, depth, share, done))
                })
                .collect();
            running
                .into_iter()
                .filter_map(|thread| thread.join().ok())
                .collect()
        });
        for helper in &helped {
            // A budget used up on the way matters only if nobody finished.
            walk.add_help(&helper.stats).unwrap_or_default();
        }
        let (score, line) = helped
            .iter()
            .find_map(|helper| Some((helper.result.ok()?, &helper.line)))
            .ok_or(Stopped)?;
        walk.adopt(line, score);
        Ok(score)
    }
}

impl<G, H, O> Strategy<G> for Parallel<H, O>
where
    G: Keyed + Sync,
    G::Move: Send,
    H: Horizon<G> + Send,
    O: MoveOrdering<G> + Send,
{
    fn name(&self) -> String {
        format!("principal variation on {} threads", self.workers.len())
    }

    fn search(&mut self, position: &G, limits: &Limits) -> Report<G::Move> {
        search_once(self, position, limits, &mut ())
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        search_once(self, position, limits, observer)
    }
}
