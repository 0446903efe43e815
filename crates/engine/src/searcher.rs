//! [`Searcher`]: one thread's running search. It contains steps 1, 14 and 17: entering a node, making a move, and undoing it.

use crate::endgames::Endgames;
use crate::evaluation::Evaluation;
use crate::history::{Histories, PieceTo};
use crate::node::{MAX_PLY, Node, TypedMove};
use crate::numbers::Numbers;
use crate::ordering::{Arena, kind_of};
use crate::path::{Made, Path};
use crate::root::Root;
use crate::steps::{Step, Steps};
use plywood_core::{Move, Position};
use plywood_eval::Session;
use plywood_search::{
    Bound, Budget, Event, Iteration, News, Observer, Progress, ScoredLine, Stats, Stopped, Table,
};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The data that all threads of a search share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) steps: Steps,
    pub(crate) numbers: &'a Numbers,
    /// The endgame tables that the search looks up.
    pub(crate) endgames: Option<&'a Endgames>,
    /// The number of nodes that each thread has searched, updated from time to time.
    pub(crate) nodes: &'a [AtomicU64],
}

/// One thread's search: its shared data, histories, path, and results.
#[derive(Debug)]
pub(crate) struct Searcher<'a> {
    pub(crate) shared: Shared<'a>,
    /// The number of the thread; the first one decides.
    pub(crate) thread: usize,
    /// The memory of the evaluators.
    pub(crate) session: Session,
    pub(crate) histories: &'a mut Histories,
    pub(crate) budget: Budget,
    pub(crate) path: Path,
    pub(crate) arena: Arena,
    pub(crate) lines: Lines,
    pub(crate) root: Root,
    pub(crate) stats: Stats,
    /// The observer of the search.
    pub(crate) audience: Audience<'a>,
    /// The depth of the current iteration.
    pub(crate) iteration: u32,
    /// The first ply at which null moves are allowed while one is verified.
    pub(crate) null_moves_from: usize,
}

/// The number of nodes after which a thread publishes its count.
const PUBLISHED_EVERY: u64 = 1_024;

impl<'a> Searcher<'a> {
    /// Makes a search that has not begun.
    pub(crate) fn new(
        shared: Shared<'a>,
        thread: usize,
        histories: &'a mut Histories,
        start: Start,
    ) -> Self {
        Self {
            shared,
            thread,
            session: Session::new(),
            histories,
            budget: start.budget,
            path: Path::new(start.earlier_keys),
            arena: Arena::with_capacity(4_096),
            lines: Lines::new(),
            root: start.root,
            stats: Stats::default(),
            audience: Audience::none(),
            iteration: 0,
            null_moves_from: 0,
        }
    }

    /// Returns `true` if a step is switched on.
    #[inline]
    pub(crate) fn does(&self, step: Step) -> bool {
        self.shared.steps.has(step)
    }

    /// Step 1: counts the node, and clears its line.
    #[inline]
    pub(crate) fn initialize(&mut self, node: &Node) -> Result<(), Stopped> {
        self.budget.spend()?;
        let spent = self.budget.spent();
        if spent.is_multiple_of(PUBLISHED_EVERY) {
            self.publish_now_and_then();
        }
        self.lines.clear(node.ply);
        self.stats.deepest_ply = self.stats.deepest_ply.max(node.ply as u32);
        Ok(())
    }

    #[cold]
    fn publish_now_and_then(&mut self) {
        self.publish();
        if self.audience.is_due(&self.budget) {
            self.tell(|_| Some(News::Counted));
        }
    }

    /// Reports the progress of the iteration to the observer, if there is one.
    pub(crate) fn tell(&mut self, news: impl FnOnce(&Self) -> Option<News<Move>>) {
        if self.audience.is_nobody() {
            return;
        }
        let Some(news) = news(self) else { return };
        let mut progress = Progress::new(self.iteration, news);
        progress.deepest_ply = self.stats.deepest_ply;
        progress.nodes = self.nodes_of_all();
        progress.elapsed = self.budget.elapsed();
        self.audience.progress(&progress);
    }

    /// Reports a bound of the root's value, with the move that proved it. With several lines, only those of complete iterations are
    /// reported, since they are compared with each other.
    pub(crate) fn tell_bound(&mut self, mv: Move, bound: Bound) {
        self.tell(|searcher| {
            let ScoredLine { score, line, .. } = searcher.root.line_of(mv)?;
            (searcher.root.wanted() == 1).then_some(News::Found {
                rank: 1,
                score,
                bound,
                line,
            })
        });
    }

    /// Publishes the number of nodes that this thread has searched.
    pub(crate) fn publish(&self) {
        self.shared.nodes[self.thread].store(self.budget.spent(), Ordering::Relaxed);
    }

    /// Returns the number of nodes that all threads have searched.
    pub(crate) fn nodes_of_all(&self) -> u64 {
        self.publish();
        let nodes = self.shared.nodes.iter();
        nodes.map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// Step 14: makes a legal move.
    #[inline]
    pub(crate) fn make(&mut self, position: &Position, ply: usize, typed: TypedMove) -> Position {
        let TypedMove { mv, is_noisy } = typed;
        let side = position.side_to_move();
        let made = Made {
            piece_to: PieceTo::new(side, kind_of(position, mv.from()), mv.to()),
            is_noisy,
        };
        self.path.make(position, ply, made);
        let child = position.play_unchecked(mv);
        self.shared.table.prefetch(child.key());
        child
    }

    /// Step 17: shortens the path; the previous position still exists.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.path.undo();
    }
}

/// An observer of the first thread's search, unless it ignores everything; with the time when it next gets the counts, and the number of
/// plies of the tree it sees.
pub(crate) struct Audience<'a> {
    observer: Option<(&'a mut dyn Observer<Move>, Duration)>,
    pub(crate) plies: usize,
}

/// The time between two reports of the counts alone.
const BETWEEN_COUNTS: Duration = Duration::from_secs(1);

impl<'a> Audience<'a> {
    /// Returns no observer.
    pub(crate) const fn none() -> Self {
        Self {
            observer: None,
            plies: 0,
        }
    }

    pub(crate) fn of(observer: &'a mut dyn Observer<Move>) -> Self {
        Self {
            plies: observer.plies() as usize,
            observer: (!observer.is_silent()).then_some((observer, BETWEEN_COUNTS)),
        }
    }

    pub(crate) const fn is_nobody(&self) -> bool {
        self.observer.is_none()
    }

    /// Returns `true` if the observer sees the nodes of this ply.
    #[inline]
    pub(crate) const fn sees(&self, ply: usize) -> bool {
        ply < self.plies
    }

    #[cold]
    pub(crate) fn tell(&mut self, event: impl FnOnce(&mut dyn Observer<Move>)) {
        if let Some((observer, _)) = &mut self.observer {
            event(&mut **observer);
        }
    }

    /// Returns `true` if the counts are due, about once per second.
    pub(crate) fn is_due(&mut self, budget: &Budget) -> bool {
        let Some((_, next)) = &mut self.observer else {
            return false;
        };
        let elapsed = budget.elapsed();
        let is_due = elapsed >= *next;
        if is_due {
            *next = elapsed + BETWEEN_COUNTS;
        }
        is_due
    }

    pub(crate) fn progress(&mut self, progress: &Progress<Move>) {
        self.tell(|observer| observer.observe(Event::Progress(progress)));
    }

    pub(crate) fn iteration(&mut self, iteration: &Iteration<Move>) {
        self.tell(|observer| observer.observe(Event::Iteration(iteration)));
    }
}

impl fmt::Debug for Audience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_there = self.observer.is_some();
        f.debug_tuple("Audience").field(&is_there).finish()
    }
}

/// The start and the extent of a thread's search.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) budget: Budget,
    pub(crate) earlier_keys: Vec<u64>,
    pub(crate) root: Root,
}

/// The best line found from each ply of the path.
#[derive(Debug)]
pub(crate) struct Lines(Vec<Vec<Move>>);

impl Lines {
    fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    #[inline]
    fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Returns the line from a ply.
    pub(crate) fn from(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }

    /// Puts a move in front of the line found below it.
    #[inline]
    pub(crate) fn put_first(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }
}
