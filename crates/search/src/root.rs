//! [`Root`]: the start of every search. It checks for the end of the game, and searches the requested moves and lines.

use crate::budget::Stopped;
use crate::game::{Ending, Game};
use crate::limits::Limits;
use crate::line::{Line, ScoredLine};
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::Score;
use std::iter::once;

/// The root of a search, with at least one move.
#[derive(Debug)]
pub(crate) struct Root<'a, G: Game> {
    pub(crate) position: &'a G,
    /// The moves to search, in the order in which they were generated.
    pub(crate) moves: Vec<G::Move>,
    /// `true` if these are all the legal ones.
    has_every_move: bool,
    /// The requested number of lines.
    pub(crate) lines: usize,
    /// The lines found last, the best first, if not only one move of all is wanted.
    found: Vec<ScoredLine<G::Move>>,
}

impl<'a, G: Game> Root<'a, G> {
    /// Searches from the root of a position, unless the game is over there.
    pub(crate) fn search(
        position: &'a G,
        limits: &Limits,
        search: impl FnOnce(Self) -> Report<G::Move>,
    ) -> Report<G::Move> {
        let legal = position.legal_moves();
        let moves = limits.root_moves(&legal);
        match position.ending_in_search(&legal) {
            Some(ending) => over(ending, moves.first().copied()),
            None => search(Self {
                position,
                has_every_move: moves.len() == legal.len(),
                moves,
                lines: limits.lines() as usize,
                found: Vec::new(),
            }),
        }
    }

    /// Returns the value of the root at this depth, by a strategy that returns to its ply.
    pub(crate) fn value(
        &mut self,
        inner: &mut (impl FixedDepth<G> + ?Sized),
        depth: u32,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let is_plain = depth == 0
            || (self.has_every_move && self.lines == 1)
            || self.position.waits_for_chance();
        let score = if is_plain {
            value_at_same_ply(inner, self.position, depth, Window::OPEN, state)?
        } else {
            self.value_of_moves(inner, depth, state)?
        };
        state.leave(score);
        Ok(score)
    }

    /// Returns the best of the moves to search, and the requested number of lines: each move only has to show whether it is better than the
    /// last of these.
    fn value_of_moves(
        &mut self,
        inner: &mut (impl FixedDepth<G> + ?Sized),
        depth: u32,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        state.visit(depth, Window::OPEN)?;
        let expected = state.guided_move().into_iter();
        let expected: Vec<_> = expected
            .chain(
                self.found
                    .iter()
                    .filter_map(|found| found.line.first().copied()),
            )
            .collect();
        put_in_front(&mut self.moves, &expected);
        let mut found: Vec<ScoredLine<G::Move>> = Vec::new();
        for &mv in &self.moves {
            let last = found.get(self.lines - 1).map(|last| last.score);
            let window = last.map_or(Window::OPEN, |last| {
                Window::new(last, Score::HIGHEST).unwrap_or(Window::OPEN)
            });
            state.down(mv);
            let child = self.position.after(mv);
            let score = -value_at_same_ply(inner, &child, depth - 1, -window, state)?;
            let line: Line<_> = once(mv).chain(state.line()).collect();
            state.up(score);
            if last.is_some_and(|last| score <= last) {
                continue;
            }
            if found.first().is_none_or(|best| score > best.score) {
                state.improved(mv, score);
            }
            let place = found.partition_point(|other| other.score >= score);
            found.insert(place, ScoredLine { score, line });
            found.truncate(self.lines);
        }
        self.found = found;
        Ok(self.found.first().map_or(Score::DRAW, |best| best.score))
    }

    /// Returns the lines after the best one.
    pub(crate) fn other_lines(&self) -> Vec<ScoredLine<G::Move>> {
        self.found.iter().skip(1).cloned().collect()
    }

    /// Returns the report of a search from this root to this depth, which ended with this result.
    pub(crate) fn report(
        &self,
        state: &SearchState<'_, G::Move>,
        result: Result<Score, Stopped>,
        depth: u32,
    ) -> Report<G::Move> {
        let first = self.moves.first().copied();
        let first = first.filter(|_| !self.position.waits_for_chance());
        Report {
            other_lines: self.other_lines(),
            ..Report::of_search(state, result, depth, first)
        }
    }
}

/// Moves some moves to the front, in their order, and keeps the order of the others. A sort would be compiled for every search, and is ten
/// times the code.
fn put_in_front<M: Copy + PartialEq>(moves: &mut [M], first: &[M]) {
    let mut front = 0;
    for mv in first {
        if let Some(index) = moves[front..].iter().position(|other| other == mv) {
            moves.copy_within(front..front + index, front + 1);
            moves[front] = *mv;
            front += 1;
        }
    }
}

/// Returns the report for a finished game, where there is nothing to search. A draw may have to be claimed; if it isn't, the game goes on
/// with this move.
fn over<M: Copy>(ending: Ending, mv: Option<M>) -> Report<M> {
    let mv = mv.filter(|_| ending.is_draw());
    Report {
        best_move: mv,
        line: mv.into_iter().collect(),
        ..Report::game_over(ending.score(0))
    }
}

/// Returns every root move that is as good as the best, in the order of the lines, which begins with the best move; `None` if the limits
/// end the search early, or if it isn't exact, since its scores would then say little about ties.
///
/// It asks for the line of every root move, so it takes longer than a search for one best move.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Limits, best_moves};
///
/// let tree: Tree = "((3 12) (2 4) (5 3))".parse().unwrap();
/// let mut search = AlphaBeta::new(Tree::estimate);
/// let best = best_moves(&mut search, &tree, &Limits::depth(2)).expect("alpha-beta is exact");
/// let best: Vec<String> = best.iter().map(ToString::to_string).collect();
/// assert_eq!(best, ["1", "3"]);
/// ```
pub fn best_moves<G: Game>(
    strategy: &mut (impl Strategy<G> + ?Sized),
    position: &G,
    limits: &Limits,
) -> Option<Vec<G::Move>> {
    let every = u32::try_from(position.legal_moves().len()).unwrap_or(u32::MAX);
    let report = strategy.search(position, &limits.clone().with_lines(every));
    let is_known = report.is_exact && report.is_complete();
    let best = report.score.filter(|_| is_known)?;
    let lines = report.lines().filter(|(score, _)| *score == Some(best));
    Some(
        lines
            .filter_map(|(_, line)| line.first().copied())
            .collect(),
    )
}

/// Runs a fixed-depth strategy once, to the depth of the limits, with an open window.
///
/// It is the body of `Strategy::search_observed` for every fixed-depth strategy, including yours. It handles chosen root moves and several
/// lines without help from the strategy.
pub fn search_once<G: Game>(
    strategy: &mut dyn FixedDepth<G>,
    position: &G,
    limits: &Limits,
    observer: &mut dyn Observer<G::Move>,
) -> Report<G::Move> {
    Root::search(position, limits, |mut root| {
        let depth = limits.depth_to_search();
        let mut state = SearchState::new(limits, observer);
        strategy.begin();
        let result = root.value(strategy, depth, &mut state);
        let report = root.report(&state, result, depth);
        Report {
            is_exact: report.is_exact && strategy.is_exact(),
            ..report
        }
    })
}

/// Returns the value of a node by the driven strategy, which must return to the ply of the node.
pub(crate) fn value_at_same_ply<G: Game>(
    inner: &mut (impl FixedDepth<G> + ?Sized),
    position: &G,
    depth: u32,
    window: Window,
    state: &mut SearchState<'_, G::Move>,
) -> Result<Score, Stopped> {
    let (ply, nodes) = (state.ply(), state.budget.spent());
    let score = inner.value(position, depth, window, state)?;
    debug_assert_eq!(
        state.ply(),
        ply,
        "{}: each `down` needs an `up` after it",
        inner.name()
    );
    debug_assert!(
        state.budget.spent() > nodes,
        "{}: each node needs a `visit`",
        inner.name()
    );
    Ok(score)
}

/// Implements [`Strategy`](crate::Strategy) for a [`FixedDepth`] search: it searches once, to the depth of the limits. Use it inside the
/// `impl`, with the type of the game in parentheses.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{
///     FixedDepth, Game, Limits, Score, SearchState, Stopped, Strategy, Window,
///     searches_once,
/// };
///
/// /// Takes every position for a draw.
/// struct Peaceful;
///
/// impl<G: Game> FixedDepth<G> for Peaceful {
///     fn value(
///         &mut self,
///         _: &G,
///         depth: u32,
///         window: Window,
///         state: &mut SearchState<'_, G::Move>,
///     ) -> Result<Score, Stopped> {
///         state.visit(depth, window)?;
///         Ok(Score::DRAW)
///     }
/// }
///
/// impl<G: Game> Strategy<G> for Peaceful {
///     searches_once!(G);
/// }
///
/// let report = Peaceful.search(&ConnectFour::new(), &Limits::depth(1));
/// assert_eq!(report.score, Some(Score::DRAW));
/// assert_eq!(Strategy::<ConnectFour>::name(&Peaceful), "peaceful");
/// ```
// A default method would also serve strategies without a fixed depth. The compiler refuses an `impl` for all that have one, since another
// crate may give a fixed depth to `IterativeDeepening` for its game.
#[macro_export]
macro_rules! searches_once {
    ($game:ty) => {
        fn search_observed(
            &mut self,
            position: &$game,
            limits: &$crate::Limits,
            observer: &mut dyn $crate::Observer<<$game as $crate::Game>::Move>,
        ) -> $crate::Report<<$game as $crate::Game>::Move> {
            $crate::search_once(self, position, limits, observer)
        }

        fn needs_depth(&self) -> bool {
            true
        }

        fn fixed_depth(&mut self) -> Option<&mut dyn $crate::FixedDepth<$game>> {
            Some(self)
        }
    };
}

/// Gives a type the search methods of [`Strategy`](crate::Strategy), so that calling them needs no import, and the compiler says which part
/// of a strategy doesn't fit the game: for a trait's method it only says that some bound isn't satisfied.
macro_rules! search_methods {
    () => {
        /// Searches from a position within the limits, as [`Strategy::search`](crate::Strategy::search) does.
        pub fn search<G: $crate::SearchedBy<Self>>(
            &mut self,
            position: &G,
            limits: &$crate::Limits,
        ) -> $crate::Report<G::Move> {
            position.searched_by(self, limits, &mut ())
        }

        /// Searches and reports events to an observer, as [`Strategy::search_observed`](crate::Strategy::search_observed) does.
        pub fn search_observed<G: $crate::SearchedBy<Self>>(
            &mut self,
            position: &G,
            limits: &$crate::Limits,
            observer: &mut dyn $crate::Observer<G::Move>,
        ) -> $crate::Report<G::Move> {
            position.searched_by(self, limits, observer)
        }
    };
}
