//! [`SearchState`]: a search under way, the one thing its recursion carries along.

use crate::budget::{Budget, StopReason, Stopped};
use crate::game::Ending;
use crate::limits::{Limits, MAX_DEPTH, StopHandle};
use crate::line::{Line, Lines};
use crate::observer::Observer;
use crate::report::Report;
use crate::stats::{Iteration, Stats};
use crate::window::Window;
use plywood_eval::Score;
use std::time::Duration;

/// Quiescence may go this much deeper than the deepest search.
const MAX_PLY: u32 = MAX_DEPTH + 50;

/// A search under way: it counts nodes against the budget, knows the ply, keeps the best line, and tells the observer.
///
/// A strategy's recursion calls [`visit`](SearchState::visit) when it enters a node, [`down`](SearchState::down) and
/// [`up`](SearchState::up) around each child, [`improved`](SearchState::improved) when a move becomes the best one, and hands every
/// leaf's score through [`ended`](SearchState::ended) or [`evaluated`](SearchState::evaluated). Statistics, principal variation,
/// limits and observers follow from these calls alike for every strategy.
#[derive(Debug)]
pub struct SearchState<'a, M, W: ?Sized> {
    budget: Budget,
    stats: Stats,
    observer: &'a mut W,
    ply: u32,
    lines: Lines<M>,
    root_best: Option<(M, Score)>,
    /// The line of the iteration before, and how many of its moves were handed out.
    guide: Line<M>,
    guided: u32,
    repetitions: u64,
}

/// What a helping thread needs to know of the state it helps: what is left of its budget, and how deep it is.
#[derive(Debug, Clone)]
pub struct Share {
    budget: Budget,
    ply: u32,
}

/// What helping threads counted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Help {
    stats: Stats,
    repetitions: u64,
}

impl Help {
    /// Adds what another thread counted.
    pub fn add(&mut self, other: &Self) {
        self.stats.add(&other.stats);
        self.repetitions += other.repetitions;
    }
}

impl<'a, M: Copy + Eq, W: Observer<M> + ?Sized> SearchState<'a, M, W> {
    /// Starts a search, and its clock.
    #[must_use]
    pub fn new(limits: &Limits, observer: &'a mut W) -> Self {
        Self {
            budget: Budget::new(limits),
            stats: Stats::default(),
            observer,
            ply: 0,
            lines: Lines::new(),
            root_best: None,
            guide: Line::new(),
            guided: 0,
            repetitions: 0,
        }
    }

    /// What a thread gets that helps this state at the node it is at, until the handle is used.
    #[must_use]
    pub fn share(&self, done: &StopHandle) -> Share {
        Share {
            budget: self.budget.share().stopped_by(done),
            ply: self.ply,
        }
    }

    /// Starts the state of a thread that helps another one.
    #[must_use]
    pub fn helping(share: Share, observer: &'a mut W) -> Self {
        let state = Self::new(&Limits::none(), observer);
        Self {
            budget: share.budget,
            ply: share.ply,
            ..state
        }
    }

    /// Runs a part of the state that ends early when the handle is used.
    ///
    /// # Errors
    /// When the budget is used up, or the handle was used.
    pub fn until<T>(
        &mut self,
        handle: &StopHandle,
        part: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.budget.add_handle(handle);
        let result = part(self);
        self.budget.remove_handle();
        result
    }

    /// Enters a node with so many plies left to search.
    ///
    /// # Errors
    /// When the budget is used up; the recursion then unwinds by `?`, and stores nothing on the way.
    #[inline]
    pub fn visit(&mut self, depth: u32, window: Window) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.lines.clear(self.ply);
        self.observer.enter(depth, window);
        Ok(())
    }

    /// Enters a node below the horizon.
    ///
    /// # Errors
    /// When the budget is used up.
    #[inline]
    pub fn visit_quiescence(&mut self, window: Window) -> Result<(), Stopped> {
        self.stats.quiescence += 1;
        self.visit(0, window)
    }

    /// Goes down to a child by a move.
    #[inline]
    pub fn down(&mut self, mv: M) {
        self.ply += 1;
        self.observer.down(mv);
    }

    /// Comes back up from a child, whose score is given from the view of the side that moved there.
    #[inline]
    pub fn up(&mut self, score: Score) {
        self.ply -= 1;
        self.observer.leave(-score);
    }

    /// The game is over here: the score of the ending.
    #[inline]
    #[must_use]
    pub fn ended(&mut self, ending: Ending) -> Score {
        self.stats.endings += 1;
        self.repetitions += u64::from(ending == Ending::Repeated);
        let score = ending.score(self.ply);
        self.observer.leaf(score);
        score
    }

    /// The node was evaluated: the same score, counted.
    #[inline]
    #[must_use]
    pub fn evaluated(&mut self, score: Score) -> Score {
        self.stats.evaluated += 1;
        self.observer.leaf(score);
        score
    }

    /// The table answered: the same score, counted.
    #[inline]
    #[must_use]
    pub fn saved(&mut self, score: Score) -> Score {
        self.stats.saved += 1;
        self.observer.table_hit(score);
        score
    }

    /// A move is the best so far at this node: it goes in front of the line found below it.
    #[inline]
    pub fn improved(&mut self, mv: M, score: Score) {
        self.lines.put_first(self.ply, mv);
        if self.ply == 0 {
            self.root_best = Some((mv, score));
        }
    }

    /// The move of this index, in the order tried, makes the rest of so many moves superfluous.
    #[inline]
    pub fn cutoff(&mut self, index: usize, moves: usize) {
        self.stats.cutoffs += 1;
        self.stats.first_move_cutoffs += u64::from(index == 0);
        self.observer.cutoff(index, moves);
    }

    /// The node is given up without looking at its moves, for a reason that has a name.
    #[inline]
    pub fn pruned(&mut self, step: &'static str) {
        self.observer.pruned(step);
    }

    /// A search is about to be repeated with a wider window.
    pub fn research(&mut self) {
        self.stats.researches += 1;
    }

    /// Comes back up from a child with this score, only to search it again with a wider window.
    #[inline]
    pub fn down_again(&mut self, mv: M, score: Score) {
        self.up(score);
        self.research();
        self.down(mv);
    }

    /// How many plies below the root the state is.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Whether the path is so long that it must be evaluated instead of going on.
    #[must_use]
    #[inline]
    pub fn is_too_deep(&self) -> bool {
        self.ply >= MAX_PLY
    }

    /// The move that the iteration before played here, to try first on the way down its line.
    ///
    /// Each move is handed out once, since the line is followed by the first descent.
    #[must_use]
    #[inline]
    pub fn guided_move(&mut self) -> Option<M> {
        if self.guided != self.ply {
            return None;
        }
        let mv = self.guide.get(self.ply as usize).copied();
        self.guided += u32::from(mv.is_some());
        mv
    }

    /// How many draws by repetition were met: a value below which this grew depends on the path, so no table may
    /// keep it.
    #[must_use]
    #[inline]
    pub fn repetitions(&self) -> u64 {
        self.repetitions
    }

    /// The counts so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        // The budget counts nodes anyway, so they are not counted twice.
        Stats {
            explored: self.stats.explored + self.budget.spent(),
            ..self.stats
        }
    }

    /// What this state did for the one it helps.
    #[must_use]
    pub fn help(&self) -> Help {
        Help {
            stats: self.stats(),
            repetitions: self.repetitions,
        }
    }

    /// Adds what helping threads did, and says whether the budget is used up by it.
    ///
    /// # Errors
    /// When it is.
    pub fn add_help(&mut self, help: &Help) -> Result<(), Stopped> {
        self.stats.add(&Stats {
            explored: 0,
            ..help.stats
        });
        self.repetitions += help.repetitions;
        self.budget.charge(help.stats.explored)
    }

    /// Why the state ended before it was done, or that it ended at the depth that was asked for.
    #[must_use]
    pub fn stop_reason(&self) -> StopReason {
        self.budget.stop_reason().unwrap_or(StopReason::Depth)
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// The best line found from the root.
    #[must_use]
    pub fn line(&self) -> Line<M> {
        self.lines.get(0)
    }

    /// Starts again at the root, to be guided by a line found before.
    pub fn restart(&mut self, guide: Line<M>) {
        self.guide = guide;
        self.ply = 0;
        self.guided = 0;
        self.root_best = None;
    }

    /// Takes a line from the root as the best one, as from an earlier pass.
    pub fn adopt(&mut self, line: &Line<M>, score: Score) {
        self.adopt_at(0, line, score);
    }

    /// Goes back to a ply and takes a line from there as the best one, as from another thread.
    pub fn adopt_at(&mut self, ply: u32, line: &Line<M>, score: Score) {
        self.ply = ply;
        if let Some(&first) = line.first() {
            self.lines.put(ply, line);
            if ply == 0 {
                self.root_best = Some((first, score));
            }
        }
    }

    /// The best line found from the node the state is at.
    #[must_use]
    pub fn line_from_here(&self) -> Line<M> {
        self.lines.get(self.ply)
    }

    /// Visits a node out of order, `ply` plies below the root, as best-first strategies do; the observer is not told.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn visit_at(&mut self, ply: u32) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.ply = ply;
        Ok(())
    }

    /// Tells the observer that the root is left.
    pub fn left_root(&mut self, score: Score) {
        self.observer.leave(score);
    }

    /// Tells the observer that an iteration is complete.
    pub fn completed(&mut self, iteration: &Iteration) {
        self.observer.iteration(iteration);
    }

    /// The report of a search that ended with this result; `fallback` is a legal move for when none was found.
    #[must_use]
    pub fn report(
        &self,
        result: Result<Score, Stopped>,
        depth: u32,
        fallback: Option<M>,
    ) -> Report<M> {
        let (score, depth, reason) = match result {
            Ok(score) if self.stats.evaluated + self.stats.saved == 0 => {
                (Some(score), depth, StopReason::Solved)
            }
            Ok(score) => (Some(score), depth, StopReason::Depth),
            Err(Stopped) => (
                self.root_best.map(|(_, score)| score),
                0,
                self.stop_reason(),
            ),
        };
        let line = match self.line() {
            line if line.is_empty() => self
                .root_best
                .map(|(mv, _)| mv)
                .or(fallback)
                .into_iter()
                .collect(),
            line => line,
        };
        Report {
            best_move: line.first().copied(),
            score,
            line,
            depth,
            reason,
            is_exact: result.is_ok(),
            stats: self.stats(),
            iterations: Vec::new(),
            elapsed: self.elapsed(),
        }
    }
}
