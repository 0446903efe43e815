//! [`Strategy`]: anything that chooses a move; and [`FixedDepth`], the strategies that others drive.

use crate::budget::Stopped;
use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::report::Report;
use crate::search_state::SearchState;
use crate::window::Window;
use plywood_eval::Score;
use std::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Chooses a move. The trait is object-safe, so strategies of different types fit in one `Vec`.
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
    note = "each part of a strategy needs something of the game: a table that it is `Keyed`, quiescence and capture ordering that it is `Tactical`, an evaluator that it evaluates `{G}`"
)]
pub trait Strategy<G: Game> {
    /// Its name, with the parts it is made of: `alpha-beta+captures+killers+table=16`. For the searches of this crate it is the text
    /// by which a catalog makes them. It is the name of the type unless you give another one: `type-b` for `TypeB`.
    fn name(&self) -> String {
        name_of_type(type_name::<Self>())
    }

    /// Searches from a position within the limits. It cannot fail: as long as nobody has won, a position with a legal move
    /// gets one, even if it is drawn.
    fn search(&mut self, position: &G, limits: &Limits) -> Report<G::Move> {
        self.search_observed(position, limits, &mut ())
    }

    /// The same search, reported to an observer. A strategy of your own may leave the observer out.
    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move>;

    /// Forgets everything that was learned from other games, such as the entries of tables.
    ///
    /// It is not needed for right answers. With it, a search finds the same as with a strategy that was just made.
    fn new_game(&mut self) {}
}

/// Finds the value of a position at a given depth. Iterative deepening, aspiration windows, MTD(f) and others that only
/// decide what to search drive a strategy of this kind.
///
/// The trait is object-safe, and a `Box<dyn FixedDepth<G>>` is a `FixedDepth<G>`: a driver over it is compiled once for
/// a game instead of once for every strategy.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, FixedDepth, IterativeDeepening, Limits, Negamax, Strategy};
///
/// let inner: Vec<Box<dyn FixedDepth<ConnectFour>>> =
///     vec![Box::new(Negamax::new(ConnectFour::estimate)), Box::new(AlphaBeta::new(ConnectFour::estimate))];
/// for inner in inner {
///     let report = IterativeDeepening::new(inner).search(&ConnectFour::new(), &Limits::depth(4));
///     assert_eq!(report.iterations.len(), 4);
/// }
/// ```
///
/// # A strategy of your own
///
/// This is alpha-beta with all its parts, to begin from: a window, a horizon such as quiescence, an ordering, a table. A part that
/// you do not need is left out.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Material;
/// use plywood_search::{AlphaBeta, Captures, IterativeDeepening, Killers, Quiescence, QuietHistory, Transpositions};
/// use plywood_search::{Entry, FixedDepth, Game, Horizon, Limits, MoveOrdering, Score, SearchState};
/// use plywood_search::{Stopped, Strategy, TranspositionTable, Window, arrange, searches_once};
///
/// struct Mine<H, O, T> {
///     horizon: H,
///     ordering: O,
///     table: T,
/// }
///
/// impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> FixedDepth<G> for Mine<H, O, T> {
///     fn begin(&mut self) {
///         self.ordering.begin();
///         self.table.begin();
///     }
///
///     fn is_exact(&self) -> bool {
///         self.horizon.is_exact() && self.table.is_exact()
///     }
///
///     fn value(&mut self, position: &G, depth: u32, window: Window, state: &mut SearchState<'_, G::Move>) -> Result<Score, Stopped> {
///         state.visit(depth, window)?;
///         if depth == 0 {
///             return self.horizon.value(position, window, state);
///         }
///         let mut moves = position.legal_moves();
///         if let Some(ending) = position.ending(&moves) {
///             return Ok(state.ended(ending));
///         }
///         let ply = state.ply();
///         let known = self.table.find(position, &moves, depth, ply);
///         // The root needs a move, so a table never answers there.
///         if let Some(entry) = &known && ply > 0 && self.table.answers(entry, depth, window) {
///             return Ok(state.saved(entry.score, entry.flag));
///         }
///         arrange(&self.ordering, position, &mut moves, known.and_then(|entry| entry.best), state);
///         let start = state.mark();
///         let (mut rest, mut best, mut best_move) = (window, Score::LOWEST, None);
///         for (index, &mv) in moves.iter().enumerate() {
///             state.down(mv);
///             let score = -self.value(&position.after(mv), depth - 1, -rest, state)?;
///             state.up(score);
///             if score <= best {
///                 continue;
///             }
///             best = score;
///             if score > rest.alpha() {
///                 best_move = Some(mv);
///                 state.improved(mv, score);
///             }
///             if rest.is_cut_by(score) {
///                 state.cutoff(index, moves.len());
///                 self.ordering.cut(position, mv, depth, ply);
///                 break;
///             }
///             rest.raise_alpha(score);
///         }
///         // A score that depends on the path, as a draw by repetition does, is not kept.
///         let end = state.mark();
///         if !start.depends_on_path_until(end) {
///             let mut entry = Entry::new(best, window.bound_of(best), depth, best_move);
///             entry.flag = start.is_complete_until(end);
///             self.table.store(position, ply, entry);
///         }
///         Ok(best)
///     }
/// }
///
/// impl<G: Game, H: Horizon<G>, O: MoveOrdering<G>, T: TranspositionTable<G>> Strategy<G> for Mine<H, O, T> {
///     searches_once!(G);
///
///     fn new_game(&mut self) {
///         self.ordering.begin();
///         self.table.clear();
///     }
/// }
///
/// let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let ordering = || (Captures, Killers::new(), QuietHistory::new());
/// let mine = Mine { horizon: Quiescence::new(Material::default()), ordering: ordering(), table: Transpositions::exact(1) };
/// let ours = AlphaBeta::new(Material::default()).quiescence().ordering(ordering()).table(Transpositions::exact(1));
/// let mine = IterativeDeepening::new(mine).search(&position, &Limits::depth(4));
/// let ours = IterativeDeepening::new(ours).search(&position, &Limits::depth(4));
/// assert_eq!((mine.best_move, mine.score, mine.stats), (ours.best_move, ours.score, ours.stats));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not search `{G}` to a fixed depth",
    note = "deepening and window strategies drive fixed-depth ones, such as `AlphaBeta` and `PrincipalVariationSearch`"
)]
pub trait FixedDepth<G: Game>: Strategy<G> {
    /// Forgets what must not outlive a search, before a new one begins.
    fn begin(&mut self) {}

    /// Whether the value is what plain minimax returns at the same depth with the same horizon; if in doubt, it is not.
    fn is_exact(&self) -> bool {
        false
    }

    /// The value of the node the search is at, for its side to move, or a bound of it if it lies outside the window.
    ///
    /// The node may be at any ply, since drivers may drive each other. The strategy
    /// [visits](SearchState::visit) it, and comes back to the ply it found; the caller leaves it.
    ///
    /// # Errors
    /// When the budget is used up.
    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>;
}

/// A strategy whose type is known only at run time is used like any other.
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

    fn new_game(&mut self) {
        (**self).new_game();
    }
}

impl<G: Game, S: FixedDepth<G> + ?Sized> FixedDepth<G> for Box<S> {
    fn begin(&mut self) {
        (**self).begin();
    }

    fn is_exact(&self) -> bool {
        (**self).is_exact()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        (**self).value(position, depth, window, state)
    }
}

/// Runs code that may be anybody's own, such as a strategy. What it says when it panics is put into one line.
///
/// ```
/// use plywood_search::catch_panic;
///
/// assert_eq!(catch_panic(|| 7), Ok(7));
/// assert_eq!(catch_panic(|| panic!("no {}", "king")), Err::<(), _>("no king".to_owned()));
/// assert_eq!(catch_panic(|| panic!("two\n  lines")), Err::<(), _>("two, lines".to_owned()));
/// ```
///
/// # Errors
/// It panicked, and said this. What it was changing may be half done, so it is not to be used again.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_else(|| "no message".to_owned());
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(", ")
    })
}

/// A type as strategies are named: without its path and parameters, in small letters with hyphens.
fn name_of_type(path: &str) -> String {
    let plain = path.split('<').next().unwrap_or(path);
    let last = plain.rsplit("::").next().unwrap_or(plain);
    let mut name = String::new();
    for letter in last.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// A name with its parts: `alpha-beta+captures+killers+table=16`.
pub(crate) fn name_with_parts(name: &str, parts: &[String]) -> String {
    let parts = parts.iter().map(|part| format!("+{part}"));
    format!("{name}{}", parts.collect::<String>())
}
