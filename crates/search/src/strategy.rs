//! [`Strategy`]: anything that chooses a move; and [`FixedDepth`], strategies that others drive.

use crate::budget::Stopped;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::{AskedBy, Observer};
use crate::report::Report;
use crate::search_state::SearchState;
use crate::strategy_names::name_of_type;
use crate::window::Window;
use plywood_eval::Score;
use std::any::type_name;

/// Chooses a move. The trait is object-safe, so strategies of different types fit in one `Vec`. A [`Comparison`](crate::Comparison), which
/// may run on another thread, takes a `Box<dyn Strategy<G> + Send>`.
///
/// Your strategy implements [`search`](Strategy::search), or [`search_observed`](Strategy::search_observed) if it reports its events:
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{Game, Limits, Report, StopReason, Strategy};
///
/// /// Plays the first move of the list.
/// struct First;
///
/// impl<G: Game> Strategy<G> for First {
///     fn search(&mut self, position: &G, _: &Limits) -> Report<G::Move> {
///         match position.legal_moves().first() {
///             Some(&mv) => Report::from(mv),
///             None => Report::new(StopReason::Solved),
///         }
///     }
/// }
/// let report = First.search(&TicTacToe::new(), &Limits::none());
/// assert_eq!(report.best_move.map(|cell| cell.to_string()).as_deref(), Some("a3"));
/// ```
///
/// A list of strategies:
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{AlphaBeta, Limits, Minimax, Random, Score, Strategy};
///
/// let draw = |_: &TicTacToe| Score::DRAW;
/// let mut strategies: Vec<Box<dyn Strategy<TicTacToe>>> = vec![
///     Box::new(Random),
///     Box::new(Minimax::new(draw)),
///     Box::new(AlphaBeta::new(draw)),
/// ];
/// for strategy in &mut strategies {
///     let report = strategy.search(&TicTacToe::new(), &Limits::depth(3));
///     println!("{}: {report}", strategy.name());
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a strategy for `{G}`",
    note = "each part of a strategy needs something of the game: a table that it is `Keyed`, quiescence and capture ordering that it is `Tactical`, an evaluator that it evaluates `{G}`"
)]
pub trait Strategy<G: Game> {
    /// Returns the strategy's name with its parts: `alpha-beta+captures+killers+table=16`. For this crate's searches it is the string from
    /// which a catalog makes them. The default is the name of the type: `type-b` for `TypeB`.
    fn name(&self) -> String {
        name_of_type(type_name::<Self>())
    }

    /// Searches from a position within the limits. It cannot fail: unless the game is won or lost, a position with a legal move gets one,
    /// even if it is drawn. The default calls [`search_observed`](Self::search_observed) without an observer.
    fn search(&mut self, position: &G, limits: &Limits) -> Report<G::Move> {
        self.search_observed(position, limits, &mut AskedBy(type_name::<Self>()))
    }

    /// Searches and reports events to an observer. The default calls [`search`](Self::search), and the observer receives nothing; that is
    /// enough for a strategy with nothing to show.
    ///
    /// # Panics
    /// If neither of the two is implemented.
    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        let name = type_name::<Self>();
        assert!(
            (*observer).asked_by() != Some(name),
            "`{name}` is a strategy with neither `search` nor `search_observed`: implement one of them"
        );
        self.search(position, limits)
    }

    /// Returns `true` if it searches to a fixed depth at once, and so has no move when nodes or time run out first. Iterative deepening
    /// always has one.
    fn needs_depth(&self) -> bool {
        false
    }

    /// Returns the fixed-depth search that this strategy is or drives, for [`verify`](crate::laws::verify).
    /// [`searches_once!`](crate::searches_once) implements it.
    fn fixed_depth(&mut self) -> Option<&mut dyn FixedDepth<G>> {
        None
    }

    /// Returns `false` if searching to depth 1, 2, 3 and so on isn't what it does, as in Monte Carlo search: a comparison then searches once,
    /// and shows no depth.
    fn has_depths(&self) -> bool {
        true
    }

    /// Forgets everything learned from other games, such as table entries.
    ///
    /// Answers are correct without it. After it, a search runs exactly as if the strategy were new.
    fn new_game(&mut self) {}
}

/// A game that the strategy `S` can search: `G: SearchedBy<S>` means `S: Strategy<G>`, and nothing else implements it.
///
/// It is the bound of the `search` methods of this crate's types. With the bound the other way round, the compiler would look for the
/// strategy before it knows the game, and would guess chess wherever `Material` is the evaluator.
#[diagnostic::on_unimplemented(
    message = "a part of the strategy needs something that `{Self}` lacks",
    note = "tables, killers and history need `{Self}: Keyed`; quiescence, captures, exchanges, null moves and late-move reductions need `{Self}: Tactical`"
)]
pub trait SearchedBy<S>: Game {
    /// Searches from this position with the strategy.
    fn searched_by(
        &self,
        strategy: &mut S,
        limits: &Limits,
        observer: &mut dyn Observer<Self::Move>,
    ) -> Report<Self::Move>;
}

impl<G: Game, S: Strategy<G>> SearchedBy<S> for G {
    fn searched_by(
        &self,
        strategy: &mut S,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        strategy.search_observed(self, limits, observer)
    }
}

/// Finds the value of a position at a given depth. Iterative deepening, aspiration windows, MTD(f) and other drivers decide what to search,
/// and leave the searching to a strategy like this.
///
/// The trait is object-safe, and a `Box<dyn FixedDepth<G>>` is a `FixedDepth<G>`: a driver over it is compiled once per game instead of
/// once per strategy.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{
///     AlphaBeta, FixedDepth, IterativeDeepening, Limits, Negamax, Strategy,
/// };
///
/// let inner: Vec<Box<dyn FixedDepth<ConnectFour>>> = vec![
///     Box::new(Negamax::new(ConnectFour::estimate)),
///     Box::new(AlphaBeta::new(ConnectFour::estimate)),
/// ];
/// for inner in inner {
///     let report = IterativeDeepening::new(inner)
///         .search(&ConnectFour::new(), &Limits::depth(4));
///     assert_eq!(report.iterations.len(), 4);
/// }
/// ```
///
/// # Your own strategy
///
/// Start from this alpha-beta without any parts, which can skip the later moves of each node. A [`Recursion`](crate::Recursion) is as short
/// and accepts an ordering, a table and every other part. [`verify`](crate::laws::verify) tests it.
///
/// ```
/// use plywood_search::games::{TicTacToe, Tree};
/// use plywood_search::laws::{Contract, verify};
/// use plywood_search::{AlphaBeta, FixedDepth, Game, Horizon, Limits, Minimax, Score, SearchState};
/// use plywood_search::{StaticEvaluation, StopReason, Stopped, Strategy, Window};
/// use plywood_search::searches_once;
///
/// struct Mine<H> {
///     horizon: H,
///     /// How many moves of each node are searched.
///     width: usize,
/// }
///
/// impl<G: Game, H: Horizon<G>> FixedDepth<G> for Mine<H> {
///     fn value(
///         &mut self,
///         position: &G,
///         depth: u32,
///         window: Window,
///         state: &mut SearchState<'_, G::Move>,
///     ) -> Result<Score, Stopped> {
///         state.visit(depth, window)?;
///         if depth == 0 {
///             return self.horizon.value(position, window, state);
///         }
///         let moves = position.legal_moves();
///         if let Some(ending) = position.ending(&moves) {
///             return Ok(state.ended(ending));
///         }
///         let (mut alpha, beta, mut best) =
///             (window.alpha(), window.beta(), Score::LOWEST);
///         for (index, &mv) in moves.iter().enumerate() {
///             if index == self.width {
///                 // What is found without this move and the next ones may be no proof.
///                 state.skipped(mv, "width");
///                 break;
///             }
///             let (child, window) = (position.after(mv), Window::between(alpha, beta));
///             state.down(mv);
///             let score = -self.value(&child, depth - 1, -window, state)?;
///             state.up(score);
///             best = best.max(score);
///             if score > alpha {
///                 state.improved(mv, score);
///                 alpha = score;
///             }
///             if score >= beta {
///                 state.cutoff(index, moves.len());
///                 break;
///             }
///         }
///         Ok(best)
///     }
/// }
///
/// impl<G: Game, H: Horizon<G>> Strategy<G> for Mine<H> {
///     searches_once!(G);
/// }
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let horizon = StaticEvaluation::new(Tree::estimate);
/// let report = Mine { horizon, width: usize::MAX }.search(&tree, &Limits::depth(2));
/// let ours = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// assert_eq!((report.score, report.stats), (ours.score, ours.stats));
///
/// let horizon = StaticEvaluation::new(|_: &TicTacToe| Score::DRAW);
/// let solved = |width| {
///     let report = Mine { horizon, width }.search(&TicTacToe::new(), &Limits::depth(9));
///     report.reason == StopReason::Solved
/// };
/// assert!(solved(9) && !solved(2));
///
/// let horizon = StaticEvaluation::new(Tree::estimate);
/// let mut minimax = Minimax::new(Tree::estimate);
/// let contract = Contract::selective(&tree, &mut minimax).on_trees();
/// let coverage = verify(&mut Mine { horizon, width: 2 }, contract)?;
/// println!("{coverage}");
/// # Ok::<(), plywood_search::laws::Violation>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not search `{G}` to a fixed depth",
    note = "deepening and window strategies drive fixed-depth ones, such as `AlphaBeta` and `PrincipalVariationSearch`"
)]
pub trait FixedDepth<G: Game>: Strategy<G> {
    /// Forgets whatever must not carry over into a new search.
    fn begin(&mut self) {}

    /// Returns `true` if the value is plain minimax's at the same depth with the same horizon; if in doubt, return `false`.
    fn is_exact(&self) -> bool {
        false
    }

    /// Returns the parts that the search has, and that its tests must exercise. Drivers pass on those of the search they drive.
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// Returns the value of the current node for its side to move, or a bound if it is outside the window: for a window (alpha, beta) and a
    /// result r, r ≤ alpha means that the value is at most r, r ≥ beta that it is at least r, and otherwise it is r.
    ///
    /// The node may be at any ply, since drivers may drive each other. The strategy [visits](SearchState::visit) it and returns to the ply
    /// where it began; the caller leaves it.
    ///
    /// # Errors
    /// If the budget has run out.
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>;
}

/// The parts that a search has, as far as its tests must exercise them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Claims {
    /// A table.
    pub table: bool,
    /// A selectivity.
    pub selectivity: bool,
    /// Several threads.
    pub threads: bool,
}
