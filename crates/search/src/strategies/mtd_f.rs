//! MTD(f): null windows narrow down the value from both sides.

use crate::budget::Stopped;
use crate::game::Game;
use crate::line::Line;
use crate::root::value_at_same_ply;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::Score;

/// Drives a fixed-depth strategy by null windows. It works best with a fail-soft one that has a table.
///
/// **Idea.** A null-window search is the cheapest; it shows whether the value is at least some number. From a good guess, a few such passes
/// leave one value. A table keeps each pass from starting over.
///
/// **Invariant.** lower ≤ value ≤ upper, and every pass moves one of them.
///
/// **Cost.** With a fail-soft search, a table and a good guess, a little less than principal variation search with a coarse evaluator, and
/// more with a fine one (`docs/replications.md`). Without a table every pass searches everything again.
///
/// **Source.** Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996.
///
/// **Chapter.** `docs/book/src/passes.md`, in the repository.
///
/// ```
/// use plywood_search::games::{ConnectFour, Tree};
/// use plywood_search::{
///     AlphaBeta, IterativeDeepening, Limits, MtdF, Strategy, Transpositions,
/// };
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report =
///     MtdF::new(AlphaBeta::new(Tree::estimate)).search(&tree, &Limits::depth(2));
/// assert_eq!(
///     report.stats.leaves(),
///     8,
///     "a pass that says at least 3: 3, 12, 8; and one that says at most 3: 3, 2, 14, 5, 2"
/// );
///
/// let driven = AlphaBeta::new(ConnectFour::estimate).table(Transpositions::exact(1));
/// let report = IterativeDeepening::new(MtdF::new(driven))
///     .search(&ConnectFour::new(), &Limits::depth(7));
/// assert_eq!(
///     report.score,
///     AlphaBeta::new(ConnectFour::estimate)
///         .search(&ConnectFour::new(), &Limits::depth(7))
///         .score
/// );
/// ```
#[derive(Debug, Clone)]
pub struct MtdF<S> {
    inner: S,
    first_guess: Score,
    guess: Score,
}

/// A pass may move a bound only to the edge of its window, as every pass of a fail-hard search does. After this many such passes in a row,
/// the remaining range is bisected.
const MOST_SMALL_STEPS: u32 = 2;

impl<S> MtdF<S> {
    /// Drives this strategy. The first guess is a draw, and each later one the last score.
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            first_guess: Score::DRAW,
            guess: Score::DRAW,
        }
    }

    /// Sets the first guess, which changes the passes and never the value.
    ///
    /// An infinite one is the guess at every depth. From [`Score::HIGHEST`], each pass asks for the last upper bound, which visits the leaves
    /// of SSS\*; from [`Score::LOWEST`], for more than the last lower bound, as DUAL\* does.
    ///
    /// ```
    /// use plywood_search::games::Tree;
    /// use plywood_search::{AlphaBeta, Limits, MtdF, Score, SssStar, Strategy, Transpositions};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    /// let table = AlphaBeta::new(Tree::estimate).table(Transpositions::exact(1));
    /// let from_above = MtdF::new(table).guessing(Score::HIGHEST).search(&tree, &Limits::depth(2));
    /// let sss_star = SssStar::new(Tree::estimate).search(&tree, &Limits::depth(2));
    /// assert_eq!(from_above.score, sss_star.score);
    /// ```
    #[must_use]
    pub fn guessing(self, guess: Score) -> Self {
        Self {
            first_guess: guess,
            guess,
            ..self
        }
    }

    search_methods!();
}

impl<G: Game, S: FixedDepth<G>> FixedDepth<G> for MtdF<S> {
    fn begin(&mut self) {
        self.guess = self.first_guess;
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
        let ply = state.ply();
        let (mut lower, mut upper) = (window.alpha(), window.beta());
        let mut guess = window.clamp(self.guess);
        let mut line = Line::new();
        let mut small_steps = 0;
        while lower < upper {
            let asked = if small_steps > MOST_SMALL_STEPS && !self.first_guess.is_infinite() {
                lower.between(upper)
            } else if guess == lower {
                guess.next_above()
            } else {
                guess
            };
            let asked_window = Window::reaches(asked);
            guess = value_at_same_ply(&mut self.inner, position, depth, asked_window, state)?;
            if guess < asked {
                upper = guess;
            } else {
                lower = guess;
                line = state.line();
            }
            if lower < upper {
                state.search_again(guess);
            }
            let is_small = guess == asked || guess == asked.next_below();
            small_steps = if is_small { small_steps + 1 } else { 0 };
        }
        // Only a pass that failed high has a best move, so the line of the last such pass is used.
        state.adopt(ply, &line, guess);
        if !self.first_guess.is_infinite() {
            self.guess = guess;
        }
        Ok(guess)
    }
}

impl<G: Game, S: FixedDepth<G>> Strategy<G> for MtdF<S> {
    fn name(&self) -> String {
        let word = match self.first_guess {
            Score::HIGHEST => "mtd-above",
            Score::LOWEST => "mtd-below",
            _ => "mtd-f",
        };
        format!("{}+{word}", self.inner.name())
    }

    searches_once!(G);

    passes_on!(self => self.inner, G: new_game);
}
