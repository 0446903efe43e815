//! [`Tactical`]: which moves are noisy, and what a capture wins.

use crate::game::Game;
use plywood_eval::Score;

/// A game that knows which of its moves are noisy, so that quiescence can play them out at the horizon.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{Game, Tactical};
///
/// // In a written tree the noisy moves are marked with an exclamation mark.
/// let tree: Tree = "(3 !(8 1) !2)".parse().unwrap();
/// assert_eq!(tree.legal_moves().len(), 3);
/// assert_eq!(tree.noisy_moves().len(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which moves are noisy",
    label = "this needs `Tactical`",
    note = "implement `plywood_search::Tactical` for `{Self}`: `noisy_moves` and `capture_rank`; or leave quiescence and capture ordering out"
)]
pub trait Tactical: Game {
    /// The legal moves that change the material or the threats at once, in a fixed order: in chess, captures and
    /// promotions to a queen. For speed they should be generated directly, not picked from all moves.
    fn noisy_moves(&self) -> Self::Moves;

    /// Whether the side to move must answer a threat, as in check, so that it may not stand pat.
    fn is_check(&self) -> bool {
        false
    }

    /// 0 for a quiet move; for a noisy one a number from 1 to 10,000, higher for one that is likely to win more.
    ///
    /// In chess the victim counts before the attacker: pawn takes queen comes first, queen takes pawn last.
    fn capture_rank(&self, mv: Self::Move) -> i32;

    /// What the move wins if both sides go on exchanging on its square. The default is 0: no move loses by exchange.
    fn exchange(&self, _mv: Self::Move) -> Score {
        Score::DRAW
    }
}
