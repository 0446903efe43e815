//! [`SearchState`]: a running search, the one thing that a recursion passes along.

mod driving;

use crate::budget::{Budget, StopReason, Stopped};
use crate::game::Ending;
use crate::limits::{Limits, MAX_DEPTH};
use crate::line::{Guide, Line, Lines};
use crate::observer::{Arrival, Event, Observer, Watch};
use crate::stats::Stats;
use crate::window::Window;
use plywood_eval::{Evaluator, Score, ScoreKind, Session};

/// The most plies by which quiescence may go deeper than the deepest search.
const MAX_PLY: u32 = MAX_DEPTH + 50;

/// A running search: it counts nodes against the budget, tracks the ply, keeps the best line, and reports to the observer.
///
/// A recursion calls [`visit`](SearchState::visit) when it enters a node, [`down`](SearchState::down) and
/// [`up`](SearchState::up) around each child, [`improved`](SearchState::improved) when a move becomes the best one, and
/// [`cutoff`](SearchState::cutoff) when a move cuts off the rest. The score of every leaf goes through
/// [`ended`](SearchState::ended) or [`evaluate`](SearchState::evaluate). Statistics, principal variation, limits and
/// observers follow from these calls in the same way for every strategy. [`FixedDepth`](crate::FixedDepth) has an example.
///
/// A search that leaves something out must report it: it calls [`skipped`](SearchState::skipped) for a move it leaves out, and passes the
/// score of a node whose moves it doesn't search through [`pruned`](SearchState::pruned). Its result is reported as
/// [solved](crate::StopReason::Solved) only if it doesn't depend on them.
///
/// ```
/// use plywood_search::{Limits, Score, SearchState, Stopped, Window};
///
/// let mut observer = ();
/// let mut state = SearchState::new(&Limits::nodes(2), &mut observer);
/// state.visit(1, Window::OPEN)?;
/// state.down('a');
/// state.visit(0, -Window::OPEN)?;
/// let score = -state.evaluated(Score::centipawns(-3));
/// state.up(score);
/// state.improved('a', score);
/// assert_eq!((state.line().to_string().as_str(), state.stats().nodes), ("a", 2));
/// assert_eq!(state.visit(1, Window::OPEN), Err(Stopped), "two nodes are the limit");
/// # Ok::<(), Stopped>(())
/// ```
///
/// A driver searches a node [again](SearchState::search_again), adopts a [`line`](SearchState::line), and [visits](SearchState::visit_at)
/// nodes out of order.
#[derive(Debug)]
pub struct SearchState<'a, M> {
    pub(crate) budget: Budget,
    counts: Counts,
    ply: u32,
    /// The ply to which the last null move led; 0 once it is unmade.
    passed_to: u32,
    /// The memory of the evaluators.
    session: Session,
    /// `true` if there is a watch. Every event tests this flag, which saves an instruction over testing the option.
    is_watched: bool,
    watch: Option<Watch<'a, M>>,
    lines: Lines<M>,
    guide: Guide<M>,
    pub(crate) root: RootMoves<M>,
    /// `true` below an outcome of a root that waits for chance, where moves aren't the root's.
    has_rolled: bool,
    /// The path to the current node, as far as a selectivity needs it.
    path: Vec<PathNode>,
    /// `true` if the next node is the current one again, to a smaller depth.
    is_again: bool,
    /// The depth of the iteration, in a deepening search.
    iteration: Option<u32>,
}

/// A node of the path, for selectivities.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PathNode {
    static_value: Option<Score>,
    /// The plies by which the moves that led here were extended.
    extended: u32,
}

/// The counts of a search so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    stats: Stats,
    /// The table scores that were limited by the depth, the pruned nodes, and the skipped moves.
    unfinished: u64,
    skipped: Skipped,
    /// Draws by repetition.
    repetitions: u64,
}

/// The number of skipped moves, for the side to move at the root and for its opponent, that might have avoided a loss.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Skipped([u64; 2]);

/// A point in a search, to ask later what happened since.
#[derive(Debug, Clone, Copy)]
pub struct Checkpoint {
    unfinished: u64,
    skipped: Skipped,
    repetitions: u64,
}

/// The results of an iteration at the root so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RootMoves<M> {
    /// The first move that became the best one.
    pub(crate) first: Option<M>,
    pub(crate) best: Option<(M, Score)>,
}

impl<M> RootMoves<M> {
    const NONE: Self = Self {
        first: None,
        best: None,
    };
}

impl<'a, M: Copy + Eq> SearchState<'a, M> {
    /// Starts a search, and its clock.
    #[must_use]
    pub fn new(limits: &Limits, observer: &'a mut dyn Observer<M>) -> Self {
        let watch = (!observer.is_silent()).then(|| Watch::new(observer));
        Self::with(Budget::new(limits), 0, watch)
    }

    fn with(budget: Budget, ply: u32, watch: Option<Watch<'a, M>>) -> Self {
        Self {
            budget,
            counts: Counts::default(),
            ply,
            passed_to: 0,
            session: Session::new(),
            is_watched: watch.is_some(),
            watch,
            lines: Lines::new(),
            guide: Guide::default(),
            root: RootMoves::NONE,
            has_rolled: false,
            path: Vec::new(),
            is_again: false,
            iteration: None,
        }
    }

    /// Enters a node to search it `depth` plies deep.
    ///
    /// # Errors
    /// If the budget has run out; the recursion then unwinds with `?`, and stores nothing on the way.
    #[inline]
    pub fn visit(&mut self, depth: u32, window: Window) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.lines.clear(self.ply);
        self.notify(|watch| watch.enter(depth, window));
        Ok(())
    }

    /// Enters a node below the horizon.
    ///
    /// # Errors
    /// If the budget has run out.
    #[inline]
    pub fn visit_quiescence(&mut self, window: Window) -> Result<(), Stopped> {
        let stats = &mut self.counts.stats;
        stats.quiescence += 1;
        stats.deepest_ply = stats.deepest_ply.max(self.ply);
        self.visit(0, window)
    }

    /// Returns `true` if the path is so long that the position must be evaluated as it is.
    #[must_use]
    #[inline]
    pub fn is_too_deep(&self) -> bool {
        self.ply >= MAX_PLY
    }

    /// Makes a move: the next node visited is the one it leads to.
    #[inline]
    pub fn down(&mut self, mv: M) {
        self.ply += 1;
        self.notify(|watch| watch.down(Some(Arrival::Move(mv)), None));
    }

    /// Makes a null move for a step with this name: the next node visited is the one it leads to, and [`unpass`](Self::unpass) unmakes it.
    pub fn pass(&mut self, step: &'static str) {
        self.ply += 1;
        self.passed_to = self.ply;
        self.notify(|watch| watch.down(Some(Arrival::Pass), Some(step)));
    }

    /// Returns from a null move, whose score is given from the point of view of the side that passed.
    pub fn unpass(&mut self, score: Score) {
        self.passed_to = 0;
        self.up(score);
    }

    /// Makes a move for a step with this name, not to try it: the next node visited is the one it leads to, and [`up`](Self::up) returns.
    pub fn down_for(&mut self, mv: M, step: &'static str) {
        self.ply += 1;
        self.notify(|watch| watch.down(Some(Arrival::Move(mv)), Some(step)));
    }

    /// Lets chance choose an outcome: the next node visited is the one it leads to, at the same ply, and [`unroll`](Self::unroll) returns.
    #[inline]
    pub fn roll(&mut self, outcome: M, weight: u32) {
        self.has_rolled |= self.ply == 0;
        self.notify(|watch| watch.down(Some(Arrival::Outcome(outcome, weight)), None));
    }

    /// Lets chance choose an outcome for a step with this name, not to find its value.
    pub fn roll_for(&mut self, outcome: M, weight: u32, step: &'static str) {
        self.has_rolled |= self.ply == 0;
        self.notify(|watch| watch.down(Some(Arrival::Outcome(outcome, weight)), Some(step)));
    }

    /// Returns from an outcome, with the score for its side to move, or without one if not all of it was searched. A line ends at chance.
    #[inline]
    pub fn unroll(&mut self, score: Option<Score>) {
        self.has_rolled &= self.ply > 0;
        self.lines.clear(self.ply);
        self.notify(|watch| watch.unroll(score));
    }

    /// Begins another search of the current node for a step with this name, before its moves are searched: the next node visited is this
    /// one again, and [`leave_aside`](Self::leave_aside) returns.
    pub fn enter_aside(&mut self, step: &'static str) {
        self.notify(|watch| watch.down(None, Some(step)));
    }

    /// Returns from another search of the current node, with the score for its side to move.
    pub fn leave_aside(&mut self, score: Score) {
        self.notify(|watch| watch.up(score));
    }

    /// Returns `true` if a null move led to this node, so that the other side must not pass as well.
    #[must_use]
    #[inline]
    pub fn has_passed(&self) -> bool {
        self.passed_to == self.ply && self.ply > 0
    }

    /// Returns from a child, whose score is given from the point of view of the side that moved there.
    #[inline]
    pub fn up(&mut self, score: Score) {
        debug_assert!(self.ply > 0, "each `up` needs a `down` before it");
        self.ply -= 1;
        self.notify(|watch| watch.up(-score));
    }

    /// Reports that the game is over here. Returns the score of the ending, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn ended(&mut self, ending: Ending) -> Score {
        self.counts.stats.endings += 1;
        self.counts.repetitions += u64::from(ending == Ending::Repeated);
        self.leaf(ending.score(self.ply))
    }

    /// Evaluates the position at this node. Returns the score, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn evaluate<P: ?Sized>(&mut self, evaluator: &impl Evaluator<P>, position: &P) -> Score {
        let score = evaluator.evaluate_in(position, self.session.at(self.ply));
        self.evaluated(score)
    }

    /// Reports a score that doesn't come from an evaluator. Returns it, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn evaluated(&mut self, score: Score) -> Score {
        self.counts.stats.evaluated += 1;
        // Few evaluators return sure wins and losses, and those count from the node.
        if score.is_decisive() {
            return self.decisive(score);
        }
        self.leaf(score)
    }

    /// Evaluates the position at this node, which is no leaf, for a [static value](crate::Node::static_value). It is neither counted nor
    /// reported.
    #[inline]
    #[must_use]
    pub fn static_value<P: ?Sized>(
        &mut self,
        evaluator: &impl Evaluator<P>,
        position: &P,
    ) -> Score {
        evaluator.evaluate_in(position, self.session.at(self.ply))
    }

    #[cold]
    fn decisive(&mut self, score: Score) -> Score {
        self.leaf(score.relative_to_root(self.ply))
    }

    #[inline]
    fn leaf(&mut self, score: Score) -> Score {
        self.notify(|watch| watch.at_node(Event::Leaf(score)));
        score
    }

    /// Reports that the table answers with this score instead of a search. It is complete if the depth limited no line behind it.
    #[inline]
    #[must_use]
    pub fn saved(&mut self, score: Score, is_complete: bool) -> Score {
        self.counts.stats.saved += 1;
        self.counts.unfinished += u64::from(!is_complete);
        self.guide.end_at(self.ply);
        self.notify(|watch| watch.at_node(Event::TableHit(score)));
        score
    }

    /// Reports that a step with this name prunes the node, giving it a score without searching all of its moves. Returns the score.
    ///
    /// A win or loss found this way is no proof.
    #[inline]
    #[must_use]
    pub fn pruned(&mut self, score: Score, step: &'static str) -> Score {
        self.counts.unfinished += 1;
        if score.is_decisive() {
            self.counts.skipped.0[loser(score, self.ply)] += 1;
        }
        self.notify(|watch| watch.at_node(Event::Pruned(step)));
        score
    }

    /// Reports that a step with this name skips a move of the current node, and perhaps all moves after it.
    ///
    /// Moves after a [`cutoff`](Self::cutoff) don't matter and need not be reported. All others must be: a side that loses by every
    /// searched move may have a better one, so such a loss is no proof. A win is a proof, whichever of the winner's moves were skipped.
    /// [`FixedDepth`](crate::FixedDepth) has an example.
    #[inline]
    pub fn skipped(&mut self, mv: M, step: &'static str) {
        self.counts.skipped.0[(self.ply % 2) as usize] += 1;
        self.skipped_beside(mv, step);
    }

    /// Reports a skipped move of a node that has a move that doesn't lose, so that no loss depends on it.
    #[inline]
    pub(crate) fn skipped_beside(&mut self, mv: M, step: &'static str) {
        self.counts.unfinished += 1;
        self.notify(|watch| watch.at_node(Event::Skipped { mv, step }));
    }

    /// Reports the best move so far at this node: it goes in front of the line found below it.
    #[inline]
    pub fn improved(&mut self, mv: M, score: Score) {
        self.lines.put_first(self.ply, mv);
        if self.ply == 0 && !self.has_rolled {
            self.root.first.get_or_insert(mv);
            self.root.best = Some((mv, score));
            if self.is_watched {
                self.report_better(score);
            }
        }
    }

    /// Reports that the move with this index, in the order tried, cuts off the rest of the `moves` moves.
    #[inline]
    pub fn cutoff(&mut self, index: usize, moves: usize) {
        self.counts.stats.cutoffs += 1;
        self.counts.stats.first_move_cutoffs += u64::from(index == 0);
        self.notify(|watch| watch.at_node(Event::Cutoff { index, moves }));
    }

    /// Returns the number of plies below the root.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the counts so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        // The budget counts nodes anyway, so they are not counted twice.
        let stats = self.counts.stats;
        Stats {
            nodes: stats.nodes.saturating_add(self.budget.spent()),
            ..stats
        }
    }

    /// Returns the best line found from the current node.
    #[must_use]
    pub fn line(&self) -> Line<M> {
        self.lines.get(self.ply)
    }

    /// Reports an event to the observer, if there is one.
    #[inline]
    pub(crate) fn notify(&mut self, event: impl FnOnce(&mut Watch<'a, M>)) {
        if self.is_watched
            && let Some(watch) = &mut self.watch
        {
            event(watch);
        }
    }

    /// Returns the reason the search ended early, or [`StopReason::Depth`] if it didn't.
    pub(crate) fn stop_reason(&self) -> StopReason {
        self.budget.stop_reason().unwrap_or(StopReason::Depth)
    }

    /// Marks a point in the search, to find out later what happened since.
    #[must_use]
    #[inline]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            unfinished: self.counts.stats.evaluated + self.counts.unfinished,
            skipped: self.counts.skipped,
            repetitions: self.counts.repetitions,
        }
    }

    /// Returns `true` if a table may keep the score of the current node, which was entered at this checkpoint. It may not if the score
    /// depends on the path, as a draw by repetition does, or is a win or loss that depends on skipped moves.
    #[must_use]
    #[inline]
    pub fn may_keep(&self, score: Score, entered: Checkpoint) -> bool {
        let end = self.checkpoint();
        !entered.depends_on_path_until(end)
            && (!score.is_decisive() || entered.proves_until(end, score, self.ply))
    }

    /// Returns `true` if a win or loss of the root is proven: it doesn't depend on moves skipped since the search began.
    pub(crate) fn proves(&self, score: Score) -> bool {
        Checkpoint::START.proves_until(self.checkpoint(), score, 0)
    }
}

impl Checkpoint {
    /// The start of a search.
    pub(crate) const START: Self = Self {
        unfinished: 0,
        skipped: Skipped([0; 2]),
        repetitions: 0,
    };

    /// Returns `true` if the depth limited no line between two checkpoints and no move was skipped, so that a deeper search would find the
    /// same.
    #[must_use]
    #[inline]
    pub const fn is_complete_until(self, end: Self) -> bool {
        self.unfinished == end.unfinished
    }

    /// Returns `true` if there was a draw by repetition between two checkpoints, so that the score depends on the path and must not be kept
    /// in a table.
    #[must_use]
    #[inline]
    pub const fn depends_on_path_until(self, end: Self) -> bool {
        self.repetitions != end.repetitions
    }

    /// Returns `true` if a win or loss of the side to move at this ply, found between two checkpoints, is proven: no move of the loser was
    /// skipped.
    fn proves_until(self, end: Self, score: Score, ply: u32) -> bool {
        let side = loser(score, ply);
        self.skipped.0[side] == end.skipped.0[side]
    }
}

/// Returns the side that loses by a score at this ply: 0 is the side to move at the root.
const fn loser(score: Score, ply: u32) -> usize {
    let plies = match score.kind() {
        ScoreKind::WonIn(_) => ply + 1,
        ScoreKind::LostIn(_) | ScoreKind::Centipawns(_) => ply,
    };
    (plies % 2) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_the_table_answers_does_not_lead_its_siblings_along_the_line() {
        let mut silent = ();
        let mut state = SearchState::new(&Limits::none(), &mut silent);
        state.adopt(0, &['a', 'b'].into_iter().collect(), Score::DRAW);
        state.restart();
        assert_eq!(state.guided_move(), Some('a'));
        state.down('a');
        let _ = state.saved(Score::DRAW, true);
        state.up(Score::DRAW);
        state.down('c');
        assert_eq!(state.guided_move(), None, "b is an answer to a");
    }
}
