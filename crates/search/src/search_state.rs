//! [`SearchState`]: a search under way, the one thing its recursion carries along.

mod driving;

use crate::budget::{Budget, StopReason, Stopped};
use crate::game::Ending;
use crate::limits::{Limits, MAX_DEPTH};
use crate::line::{Guide, Line, Lines};
use crate::observer::{Event, Observer, Watch};
use crate::stats::Stats;
use crate::window::Window;
use plywood_eval::{Evaluator, Score, ScoreKind, Session};

/// Quiescence may go this much deeper than the deepest search.
const MAX_PLY: u32 = MAX_DEPTH + 50;

/// A search under way: it counts nodes against the budget, knows the ply, keeps the best line, and reports to the
/// observer.
///
/// A recursion calls [`visit`](SearchState::visit) when it enters a node, [`down`](SearchState::down) and
/// [`up`](SearchState::up) around each child, [`improved`](SearchState::improved) when a move becomes the best one, and
/// [`cutoff`](SearchState::cutoff) when a move cuts off the rest. The score of every leaf goes through
/// [`ended`](SearchState::ended) or [`evaluate`](SearchState::evaluate). Statistics, principal variation, limits and
/// observers follow from these calls in the same way for every strategy. [`FixedDepth`](crate::FixedDepth) has an example.
///
/// A search that doesn't look at everything says so: it calls [`skipped`](SearchState::skipped) for a move it leaves out, and passes the
/// score of a node whose moves it doesn't look at through [`pruned`](SearchState::pruned). What such a search finds is reported as
/// [solved](crate::StopReason::Solved) only if it holds without them.
///
/// A driver searches a node [again](SearchState::search_again), takes over a [`line`](SearchState::line), and
/// [visits](SearchState::visit_at) nodes out of order.
#[derive(Debug)]
pub struct SearchState<'a, M> {
    pub(crate) budget: Budget,
    counts: Counts,
    ply: u32,
    /// The ply to which the last null move led; 0 if it has been taken back.
    passed_to: u32,
    /// What the evaluators remember.
    session: Session,
    /// Whether there is a watch. Every event tests this flag, which takes an instruction less than testing the option.
    is_watched: bool,
    watch: Option<Watch<'a, M>>,
    lines: Lines<M>,
    guide: Guide<M>,
    pub(crate) root: RootMoves<M>,
}

/// What a search has counted so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    stats: Stats,
    /// Scores from the table behind which the depth ended, nodes that were pruned, and moves that were skipped.
    unfinished: u64,
    skipped: Skipped,
    /// Draws by repetition.
    repetitions: u64,
}

/// How often moves of the side to move at the root, and of its opponent, were left out in a way that may hide that they do not lose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Skipped([u64; 2]);

/// A place in a search, to ask at a later one what was met in between.
#[derive(Debug, Clone, Copy)]
pub struct Checkpoint {
    unfinished: u64,
    skipped: Skipped,
    repetitions: u64,
}

/// What an iteration has found at the root so far.
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
        }
    }

    /// Enters a node that is searched `depth` plies deep.
    ///
    /// # Errors
    /// When the budget is used up; the recursion then unwinds by `?`, and stores nothing on the way.
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
    /// When the budget is used up.
    #[inline]
    pub fn visit_quiescence(&mut self, window: Window) -> Result<(), Stopped> {
        let stats = &mut self.counts.stats;
        stats.quiescence += 1;
        stats.deepest_ply = stats.deepest_ply.max(self.ply);
        self.visit(0, window)
    }

    /// Whether the path is so long that the position must be evaluated as it stands.
    #[must_use]
    #[inline]
    pub fn is_too_deep(&self) -> bool {
        self.ply >= MAX_PLY
    }

    /// Makes a move: the next node visited is the one it leads to.
    #[inline]
    pub fn down(&mut self, mv: M) {
        self.ply += 1;
        self.notify(|watch| watch.down(mv));
    }

    /// Makes a null move for a step of this name: the next node visited is the one it leads to, and [`unpass`](Self::unpass) takes it back.
    pub fn pass(&mut self, step: &'static str) {
        self.ply += 1;
        self.passed_to = self.ply;
        self.notify(|watch| watch.pass(step));
    }

    /// Comes back from a null move, whose score is given from the view of the side that passed.
    pub fn unpass(&mut self, score: Score) {
        self.passed_to = 0;
        self.up(score);
    }

    /// Whether a null move led to this node, so that the other side must not pass, too.
    #[must_use]
    #[inline]
    pub fn has_passed(&self) -> bool {
        self.passed_to == self.ply && self.ply > 0
    }

    /// Comes back from a child, whose score is given from the view of the side that moved there.
    #[inline]
    pub fn up(&mut self, score: Score) {
        debug_assert!(self.ply > 0, "each `up` needs a `down` before it");
        self.ply -= 1;
        self.notify(|watch| watch.up(-score));
    }

    /// The game is over here. Returns the score of the ending, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn ended(&mut self, ending: Ending) -> Score {
        self.counts.stats.endings += 1;
        self.counts.repetitions += u64::from(ending == Ending::Repeated);
        self.leaf(ending.score(self.ply))
    }

    /// Asks an evaluator about the position at this node. Returns the score, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn evaluate<P: ?Sized>(&mut self, evaluator: &impl Evaluator<P>, position: &P) -> Score {
        let score = evaluator.evaluate_in(position, self.session.at(self.ply));
        self.evaluated(score)
    }

    /// The node was given a score by other means than an evaluator. Returns it, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn evaluated(&mut self, score: Score) -> Score {
        self.counts.stats.evaluated += 1;
        // Few evaluators know sure wins and losses, and those count from the node.
        if score.is_decisive() {
            return self.decisive(score);
        }
        self.leaf(score)
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

    /// The table answers with this score instead of a search. It is complete if no line behind it ended because the depth did.
    #[inline]
    #[must_use]
    pub fn saved(&mut self, score: Score, is_complete: bool) -> Score {
        self.counts.stats.saved += 1;
        self.counts.unfinished += u64::from(!is_complete);
        self.guide.end_at(self.ply);
        self.notify(|watch| watch.at_node(Event::TableHit(score)));
        score
    }

    /// A step of this name prunes the node: it gives it a score without looking at all of its moves. Returns the score.
    ///
    /// A win or loss that is given so is no proof.
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

    /// A step of this name leaves out a move of the node the search is at, perhaps with all that come after it.
    ///
    /// It need not be told of moves after a [`cutoff`](Self::cutoff), which do not matter. Of any others it must be: a side that loses by
    /// every move that was searched may have a better one, so such a loss is no proof. A win is, whichever of the winner's moves were
    /// skipped.
    /// [`FixedDepth`](crate::FixedDepth) has an example.
    #[inline]
    pub fn skipped(&mut self, mv: M, step: &'static str) {
        self.counts.unfinished += 1;
        self.counts.skipped.0[(self.ply % 2) as usize] += 1;
        self.notify(|watch| watch.at_node(Event::Skipped { mv, step }));
    }

    /// A move is the best so far at this node: it goes in front of the line found below it.
    #[inline]
    pub fn improved(&mut self, mv: M, score: Score) {
        self.lines.put_first(self.ply, mv);
        if self.ply == 0 {
            self.root.first.get_or_insert(mv);
            self.root.best = Some((mv, score));
        }
    }

    /// The move of this index, in the order tried, cuts off the rest of the `moves` moves.
    #[inline]
    pub fn cutoff(&mut self, index: usize, moves: usize) {
        self.counts.stats.cutoffs += 1;
        self.counts.stats.first_move_cutoffs += u64::from(index == 0);
        self.notify(|watch| watch.at_node(Event::Cutoff { index, moves }));
    }

    /// How many plies below the root the search is.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The counts so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        // The budget counts nodes anyway, so they are not counted twice.
        let stats = self.counts.stats;
        Stats {
            nodes: stats.nodes.saturating_add(self.budget.spent()),
            ..stats
        }
    }

    /// The best line found from the node the search is at.
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

    /// Why the search ended before it was done, or that it reached the depth that was asked for.
    pub(crate) fn stop_reason(&self) -> StopReason {
        self.budget.stop_reason().unwrap_or(StopReason::Depth)
    }

    /// Marks a place in the search, to know later what was met since.
    #[must_use]
    #[inline]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            unfinished: self.counts.stats.evaluated + self.counts.unfinished,
            skipped: self.counts.skipped,
            repetitions: self.counts.repetitions,
        }
    }

    /// Whether a table may keep the score of the node the search is at, which it entered at this mark. It may not if the score depends
    /// on the path, as a draw by repetition does, or is a win or loss that depends on moves that were skipped.
    #[must_use]
    #[inline]
    pub fn may_keep(&self, score: Score, entered: Checkpoint) -> bool {
        let end = self.checkpoint();
        !entered.depends_on_path_until(end)
            && (!score.is_decisive() || entered.proves_until(end, score, self.ply))
    }

    /// Whether a win or loss of the root is proven: it does not depend on moves that were skipped since the search began.
    pub(crate) fn proves(&self, score: Score) -> bool {
        Checkpoint::START.proves_until(self.checkpoint(), score, 0)
    }
}

impl Checkpoint {
    /// Where a search begins.
    pub(crate) const START: Self = Self {
        unfinished: 0,
        skipped: Skipped([0; 2]),
        repetitions: 0,
    };

    /// Whether no line ended between two marks because the depth did, and no move was skipped, so that a deeper search would find the same.
    #[must_use]
    #[inline]
    pub const fn is_complete_until(self, end: Self) -> bool {
        self.unfinished == end.unfinished
    }

    /// Whether there was a draw by repetition between two marks, so that the score depends on the path that led here and
    /// must not be kept in a table.
    #[must_use]
    #[inline]
    pub const fn depends_on_path_until(self, end: Self) -> bool {
        self.repetitions != end.repetitions
    }

    /// Whether a win or loss of the side to move at this ply, found between two marks, is proven: no move of the loser was skipped.
    fn proves_until(self, end: Self, score: Score, ply: u32) -> bool {
        let side = loser(score, ply);
        self.skipped.0[side] == end.skipped.0[side]
    }
}

/// The side that loses by a score of this ply: 0 is the one that moves at the root.
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
