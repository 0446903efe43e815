//! [`Strategy`]: anything that chooses a move; and [`FixedDepth`], the strategies that others are built on.

use crate::budget::Stopped;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::Score;

/// Chooses a move. The trait is object-safe, so that strategies of any kind stand side by side.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{AlphaBeta, Limits, Minimax, Random, Score, Strategy};
///
/// let draw = |_: &TicTacToe| Score::DRAW;
/// let mut strategies: Vec<Box<dyn Strategy<TicTacToe>>> =
///     vec![Box::new(Random), Box::new(Minimax::new(draw)), Box::new(AlphaBeta::new(draw))];
/// for strategy in &mut strategies {
///     let report = strategy.search(&TicTacToe::new(), &Limits::depth(3));
///     println!("{}: {report}", strategy.name());
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a strategy for `{G}`",
    note = "each part of a strategy asks something of the game: a table that it is `Keyed`, quiescence and capture ordering that it is `Tactical`, an evaluator that it judges `{G}`"
)]
pub trait Strategy<G: Game> {
    /// What people call it, the parts it is made of included.
    fn name(&self) -> String;

    /// Searches from a position within the limits. It cannot fail: a position with a legal move gets one.
    fn search(&mut self, position: &G, limits: &Limits) -> Report<G::Move> {
        self.search_observed(position, limits, &mut ())
    }

    /// The same search, watched. A strategy of your own that tells the observer nothing is still a strategy.
    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>;
}

/// Finds the value of a position at a given depth: what iterative deepening, aspiration windows, MTD(f) and the
/// others that only decide *what to ask* are built on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not search `{G}` to a fixed depth",
    note = "deepening and window strategies are built on the fixed-depth ones, such as `AlphaBeta` and `PrincipalVariation`"
)]
pub trait FixedDepth<G: Game>: Strategy<G> {
    /// Forgets what must not outlive a search, before a new one begins.
    fn begin(&mut self) {}

    /// Whether the value is what plain minimax returns at the same depth with the same judgement at the horizon.
    fn is_exact(&self) -> bool {
        true
    }

    /// The value of a node for its side to move, or a bound of it if it lies outside the window.
    ///
    /// # Errors
    /// When the budget is used up.
    fn value<W: Observer<G::Move> + ?Sized>(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move, W>,
    ) -> Result<Score, Stopped>;
}

/// Runs a fixed-depth strategy once, to the depth the limits ask for, with an open window.
///
/// It is the body of `Strategy::search_observed` for every fixed-depth strategy, yours included.
pub fn search_once<G: Game>(
    strategy: &mut impl FixedDepth<G>,
    position: &G,
    limits: &Limits,
    observer: &mut dyn Observer<G::Move>,
) -> Report<G::Move> {
    // Compiled for the observer that sees nothing, a search does not even call it.
    if observer.is_silent() {
        search_watched(strategy, position, limits, &mut ())
    } else {
        search_watched(strategy, position, limits, observer)
    }
}

fn search_watched<G: Game, W: Observer<G::Move> + ?Sized>(
    strategy: &mut impl FixedDepth<G>,
    position: &G,
    limits: &Limits,
    observer: &mut W,
) -> Report<G::Move> {
    let moves = position.legal_moves();
    if let Some(ending) = position.ending(&moves) {
        return Report::game_over(ending.score(0));
    }
    let depth = limits.depth_to_search();
    let mut state = SearchState::new(limits, observer);
    strategy.begin();
    let result = strategy.value(position, depth, Window::OPEN, &mut state);
    if let Ok(score) = result {
        state.left_root(score);
    }
    let report = state.report(result, depth, moves.first().copied());
    Report {
        is_exact: report.is_exact && strategy.is_exact(),
        ..report
    }
}

/// So that strategies whose type is known only at run time go wherever a strategy goes.
impl<G: Game, S: Strategy<G> + ?Sized> Strategy<G> for Box<S> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        (**self).search_observed(position, limits, observer)
    }
}
