//! Moves with both squares told, as older books and some boards have them: `Ng1-f3`, `e7xd8=Q+`.

use plywood_core::{Move, PieceKind, Position};

use crate::san::{self, SanError};
use crate::text::{MoveText, Pen};
use crate::uci::{self, CastlingForm};

/// Reads a long form of a legal move: as [`san::parse`], but what does not tell both squares, and
/// is not castling, is no move.
///
/// # Errors
/// As [`san::parse`]; a long form is never ambiguous.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::long;
///
/// assert_eq!(long::parse(&Position::START, "Ng1-f3").unwrap().to_string(), "g1f3");
/// assert!(long::parse(&Position::START, "Nf3").is_err());
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    san::parse_long(position, text.as_bytes())
}

/// Writes the long form of a legal move. A move that is not legal here is written as its two
/// squares, as [`uci::write`] does with [`CastlingForm::TakesRook`].
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::long;
///
/// let position: Position = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1".parse()?;
/// let mv = Move::new(Square::E7, Square::D8, MoveKind::PromoteQueen);
/// assert_eq!(long::write(&position, mv), "e7xd8=Q+");
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn write(position: &Position, mv: Move) -> MoveText {
    let Some(context) = position.move_context(mv) else {
        return uci::write(mv, CastlingForm::TakesRook);
    };
    let mut pen = Pen::new();
    if let Some(wing) = mv.wing() {
        san::castle(&mut pen, wing);
    } else {
        match position.board().kind_at(mv.from()) {
            Some(PieceKind::Pawn) | None => {}
            Some(kind) => pen.letter(kind.letter().to_ascii_uppercase()),
        }
        pen.square(mv.from());
        pen.letter(if position.is_capture(mv) { 'x' } else { '-' });
        pen.square(mv.to());
        if let Some(kind) = mv.promotion() {
            pen.letter('=');
            pen.letter(kind.letter().to_ascii_uppercase());
        }
    }
    san::suffix(&mut pen, position, mv, context);
    pen.finish()
}
