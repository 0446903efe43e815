//! One catalog of strategies for each game.

use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::strategies::Catalog;
use plywood_search::{Evaluator, PositionOnly, Score, WithHistory};
use std::sync::Arc;

/// An evaluator that is chosen at run time, for any number of strategies and their threads.
pub type SharedEvaluator<P> = Arc<dyn Evaluator<P> + Send + Sync>;

/// An evaluator of a small game, which is a function. A search of connect four is 6 % faster with it than with a
/// [`SharedEvaluator`].
pub type PlainEvaluator<P> = fn(&P) -> Score;

/// The strategies for chess, from a position alone: without repetition, so tables are exact.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::evaluators;
/// use plywood_search::{Limits, Score};
/// use std::sync::Arc;
///
/// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
/// let evaluator = evaluators::by_name("classical")?;
/// let mut everything = plywood_catalog::chess().by_name("everything", Arc::from(evaluator))?;
/// let report = everything.search(&position, &Limits::depth(3));
/// assert_eq!((report.line.to_string().as_str(), report.score), ("a1a8", Some(Score::won_in(1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn chess() -> Catalog<Position, SharedEvaluator<Position>> {
    Catalog::for_tactical_games()
}

/// The strategies for chess in a game, where repetition is a draw. The evaluator looks at the position alone.
#[must_use]
pub fn chess_with_history()
-> Catalog<WithHistory<Position>, PositionOnly<SharedEvaluator<Position>>> {
    Catalog::for_tactical_games()
}

/// The strategies for connect four.
///
/// ```
/// use plywood_search::Limits;
/// use plywood_search::games::ConnectFour;
///
/// let mut mtd_f = plywood_catalog::connect_four().by_name("mtd-f", ConnectFour::estimate)?;
/// let report = mtd_f.search(&"ddcc".parse()?, &Limits::depth(6));
/// assert_eq!(report.best_move.map(|column| column.to_string()).as_deref(), Some("e"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn connect_four() -> Catalog<ConnectFour, PlainEvaluator<ConnectFour>> {
    Catalog::for_tactical_games()
}

/// The strategies for tic-tac-toe.
#[must_use]
pub fn tic_tac_toe() -> Catalog<TicTacToe, PlainEvaluator<TicTacToe>> {
    Catalog::for_keyed_games()
}

/// The strategies for trees that are written down, such as `((3 12 8) (2 4 6) (14 5 2))`.
#[must_use]
pub fn written_tree() -> Catalog<Tree, PlainEvaluator<Tree>> {
    Catalog::for_tactical_games()
}
