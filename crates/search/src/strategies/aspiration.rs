//! Aspiration windows: the score of an iteration is probably close to the previous one.

use crate::budget::Stopped;
use crate::game::Game;
use crate::root::value_at_same_ply;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::window::{Bound, Window};
use plywood_eval::Score;

/// Drives a fixed-depth strategy with a window around its last score. Use it with iterative deepening.
///
/// **Idea.** A narrow window causes more cutoffs. If the search fails low or high, it is repeated with that side of the window open, so the
/// result is always the value.
///
/// **Invariant.** The window only becomes wider, so a search is repeated twice at most.
///
/// **Cost.** Some 5 % less than with an open window over quiescence; a few percent more without it, since the score then jumps from one
/// iteration to the next (`docs/replications.md`).
///
/// **Source.** Brudno 1963 in principle; Slate and Atkin, "Chess 4.5", 1977, with iterative deepening.
///
/// **Chapter.** `docs/book/src/null_windows.md`, in the repository.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{AlphaBeta, Aspiration, IterativeDeepening, Limits, Strategy};
///
/// let tree: Tree = "((300 1200 800) (200 400 600) (1400 500 200))".parse().unwrap();
/// let mut search =
///     IterativeDeepening::new(Aspiration::new(AlphaBeta::new(Tree::estimate)));
/// let report = search.search(&tree, &Limits::depth(2));
/// assert_eq!(
///     report.stats.leaves(),
///     13,
///     "3 at depth 1, 3 in a window around 0, for which 300 is too high, and 7 with that side open"
/// );
///
/// let mut search =
///     IterativeDeepening::new(Aspiration::new(AlphaBeta::new(ConnectFour::estimate)));
/// let report = search.search(&ConnectFour::new(), &Limits::depth(7));
/// assert_eq!(
///     report.score,
///     AlphaBeta::new(ConnectFour::estimate)
///         .search(&ConnectFour::new(), &Limits::depth(7))
///         .score
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Aspiration<S> {
    inner: S,
    margin: i32,
    last_score: Option<Score>,
}

/// A third of a pawn: in chess most iterations move the score by less, and a narrower window saves little more.
const DEFAULT_MARGIN: i32 = 35;

impl<S> Aspiration<S> {
    /// Drives this strategy with windows of 35 centipawns to each side; [`margin`](Self::margin) changes that.
    // The compiler shows this line to users who pass the margin as a second argument.
    pub const fn new(inner: S /* and then `.margin(30)`, for example */) -> Self {
        Self {
            inner,
            margin: DEFAULT_MARGIN,
            last_score: None,
        }
    }

    search_methods!();

    /// Sets the window to this many centipawns to each side, at least one.
    ///
    /// # Panics
    /// If `centipawns` is less than one.
    #[must_use]
    pub fn margin(self, centipawns: i32) -> Self {
        assert!(centipawns > 0, "a margin of {centipawns} centipawns");
        Self {
            margin: centipawns,
            ..self
        }
    }
}

impl<G: Game, S: FixedDepth<G>> FixedDepth<G> for Aspiration<S> {
    fn begin(&mut self) {
        self.last_score = None;
        self.inner.begin();
    }

    passes_on!(self => self.inner, G: is_exact claims);

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let mut asked = match self.last_score {
            Some(guess) if window == Window::OPEN => Window::around(guess, self.margin),
            Some(_) | None => window,
        };
        let score = loop {
            let score = value_at_same_ply(&mut self.inner, position, depth, asked, state)?;
            let wider = match asked.bound_of(score) {
                Bound::Exact => break score,
                Bound::AtLeast => Window::between(asked.alpha(), Score::HIGHEST),
                Bound::AtMost => Window::between(Score::LOWEST, asked.beta()),
            };
            if window != Window::OPEN || wider == asked {
                break score;
            }
            asked = wider;
            state.search_again(score);
        };
        self.last_score = Some(score);
        Ok(score)
    }
}

impl<G: Game, S: FixedDepth<G>> Strategy<G> for Aspiration<S> {
    fn name(&self) -> String {
        let margin = Some(self.margin).filter(|margin| *margin != DEFAULT_MARGIN);
        let margin = margin
            .map(|margin| format!("={margin}"))
            .unwrap_or_default();
        format!("{}+aspiration{margin}", self.inner.name())
    }

    searches_once!(G);

    passes_on!(self => self.inner, G: new_game);
}
