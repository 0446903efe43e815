//! [`SearchState`]: a search under way, the one thing its recursion carries along.

mod root;
mod driving;

use self::root::RootMoves;
use crate::budget::{Budget, Stopped};
use crate::game::Ending;
use crate::limits::Limits;
use crate::line::{Guide, Lines};
use crate::observer::{Event, Observer, Watch};
use crate::stats::Stats;
use crate::window::Window;
use plywood_eval::{Evaluator, Score, Session};

/// A search under way: it counts nodes against the budget, knows the ply, keeps the best line, and reports to the
/// observer.
///
/// A recursion calls [`visit`](SearchState::visit) when it enters a node, [`down`](SearchState::down) and
/// [`up`](SearchState::up) around each child, [`improved`](SearchState::improved) when a move becomes the best one, and
/// [`cutoff`](SearchState::cutoff) when a move cuts off the rest. The score of every leaf goes through
/// [`ended`](SearchState::ended) or [`evaluate`](SearchState::evaluate). Statistics, principal variation, limits and
/// observers follow from these calls in the same way for every strategy. `strategies/negamax.rs` is the shortest example.
///
/// The other methods are in other files: `search_state/driving.rs` has those for drivers, `subtree.rs` those for a
/// recursion with a table, and `quiescence.rs` those for a search below the horizon.
#[derive(Debug)]
pub struct SearchState<'a, M> {
    pub(crate) budget: Budget,
    pub(crate) stats: Stats,
    /// Scores from the table behind which the depth ended, and nodes that were pruned.
    pub(crate) unfinished: u64,
    pub(crate) repetitions: u64,
    pub(crate) ply: u32,
    /// What the evaluators remember.
    session: Session,
    /// Whether there is a watch. Every event tests this flag, which takes an instruction less than testing the option.
    is_watched: bool,
    watch: Option<Watch<'a, M>>,
    lines: Lines<M>,
    pub(crate) guide: Guide<M>,
    root: RootMoves<M>,
}

impl<'a, M: Copy + Eq> SearchState<'a, M> {
    /// Starts a search, and its clock.
    #[must_use]
    pub fn new(limits: &Limits, observer: &'a mut dyn Observer<M>) -> Self {
        let watch = (!observer.is_silent()).then(|| Watch::new(observer));
        Self::with(Budget::new(limits), watch)
    }

    /// Starts a search within a budget, with an observer if there is one.
    pub(crate) fn with(budget: Budget, watch: Option<Watch<'a, M>>) -> Self {
        Self {
            budget,
            stats: Stats::default(),
            unfinished: 0,
            repetitions: 0,
            ply: 0,
            session: Session::new(),
            is_watched: watch.is_some(),
            watch,
            lines: Lines::new(),
            guide: Guide::default(),
            root: RootMoves::default(),
        }
    }

    /// Enters a node with so many plies left to search.
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

    /// Makes a move: the next node visited is the one it leads to.
    #[inline]
    pub fn down(&mut self, mv: M) {
        self.ply += 1;
        self.notify(|watch| watch.down(mv));
    }

    /// Comes back from a child, whose score is given from the view of the side that moved there.
    #[inline]
    pub fn up(&mut self, score: Score) {
        self.ply -= 1;
        self.notify(|watch| watch.up(-score));
    }

    /// The game is over here. Returns the score of the ending, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn ended(&mut self, ending: Ending) -> Score {
        self.stats.endings += 1;
        self.repetitions += u64::from(ending == Ending::Repeated);
        self.leaf(ending.score(self.ply))
    }

    /// Asks an evaluator about the position at this node. Returns the score, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn evaluate<P: ?Sized>(&mut self, evaluator: &impl Evaluator<P>, position: &P) -> Score {
        let score = evaluator.evaluate_in(position, self.session.at(self.ply));
        self.evaluated(score)
    }

    /// The node was given a score by other means than an evaluator. Returns the score, with wins and losses counted from the root.
    #[inline]
    #[must_use]
    pub fn evaluated(&mut self, score: Score) -> Score {
        self.stats.evaluated += 1;
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

    /// The node is pruned without looking at its moves, by a step of this name.
    #[inline]
    pub fn pruned(&mut self, step: &'static str) {
        self.unfinished += 1;
        self.notify(|watch| watch.at_node(Event::Pruned(step)));
    }

    /// A move is the best so far at this node: it goes in front of the line found below it.
    #[inline]
    pub fn improved(&mut self, mv: M, score: Score) {
        self.lines.put_first(self.ply, mv);
        if self.ply == 0 {
            self.root.improved(mv, score);
        }
    }

    /// The move of this index, in the order tried, cuts off the rest of so many moves.
    #[inline]
    pub fn cutoff(&mut self, index: usize, moves: usize) {
        self.stats.cutoffs += 1;
        self.stats.first_move_cutoffs += u64::from(index == 0);
        self.notify(|watch| watch.at_node(Event::Cutoff(index, moves)));
    }

    /// How many plies below the root the search is.
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Entry;
    use crate::window::Bound;

    #[test]
    fn a_node_that_the_table_answers_does_not_lead_its_siblings_along_the_line() {
        let mut silent = ();
        let mut state = SearchState::new(&Limits::none(), &mut silent);
        state.adopt(0, &['a', 'b'].into_iter().collect(), Score::DRAW);
        state.restart();
        assert_eq!(state.guided_move(), Some('a'));
        state.down('a');
        let _ = state.saved(&Entry::new(Score::DRAW, Bound::Exact, 1, None));
        state.up(Score::DRAW);
        state.down('c');
        assert_eq!(state.guided_move(), None, "b is an answer to a");
    }
}
