//! [`Keyed`]: positions and moves as numbers, for tables and for repetitions.

use crate::game::Game;

/// A game whose positions have a 64-bit key, which is what a transposition table needs.
///
/// ```
/// use plywood_search::Keyed;
/// use plywood_search::games::ConnectFour;
///
/// let start = ConnectFour::new();
/// let codes: Vec<u16> = [0, 3].map(|column| ConnectFour::move_code(column.into())).to_vec();
/// assert_eq!(codes, [0, 3]);
/// assert_ne!(start.key(), 0);
/// ```
///
/// A table for a game without keys does not compile, and the error says what is missing:
///
/// ```compile_fail
/// use plywood_search::{AlphaBeta, Ending, Game, Limits, Score, Strategy, Transpositions};
///
/// #[derive(Clone)]
/// struct Keyless;
/// impl Game for Keyless {
///     type Move = u8;
///     type Moves = Vec<u8>;
///     fn legal_moves(&self) -> Vec<u8> { Vec::new() }
///     fn after(&self, _: u8) -> Self { Keyless }
///     fn ending(&self, _: &[u8]) -> Option<Ending> { Some(Ending::Drawn) }
/// }
/// let mut search = AlphaBeta::new(|_: &Keyless| Score::DRAW).table(Transpositions::exact(1));
/// search.search(&Keyless, &Limits::none());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no key, so no table can hold it",
    label = "this needs `Keyed`",
    note = "implement `plywood_search::Keyed` for `{Self}`: `key` and `move_code`; or leave the table out"
)]
pub trait Keyed: Game {
    /// Whether the ending of a position may depend on how it was reached. A table is then not exact.
    const DEPENDS_ON_HISTORY: bool = false;

    /// A number that two different positions practically never share. Its low bits must be well mixed.
    ///
    /// It depends on everything that matters for what can be played from here, the side to move included.
    fn key(&self) -> u64;

    /// A number that no other move of the same position has.
    fn move_code(mv: Self::Move) -> u16;

    /// How many plies back the earliest position lies that could be repeated.
    ///
    /// In chess it is the halfmove clock. By default all earlier positions are compared.
    fn reversible_plies(&self) -> u32 {
        u32::MAX
    }

    /// Whether the game is drawn because nothing irreversible has happened for too long, as by the fifty-move rule.
    fn is_drawn_by_clock(&self) -> bool {
        false
    }
}
