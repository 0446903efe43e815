//! Long algebraic notation, with both squares of a move: `Ng1-f3`, `e7xd8=Q+`.

use plywood_core::{Move, PieceKind, Position};

use crate::san::{self, SanError};
use crate::text::{MoveText, Pen};
use crate::uci::{self, CastlingForm};

/// Reads a legal move in long form: as [`san::parse`], but a text without both squares is no move,
/// unless it is castling.
///
/// # Errors
/// As [`san::parse`]; a long form is never ambiguous.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::lan;
///
/// assert_eq!(lan::parse(&Position::START, "Ng1-f3").unwrap().to_string(), "g1f3");
/// assert!(lan::parse(&Position::START, "Nf3").is_err());
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    san::parse_long(position, text.as_bytes())
}

/// Writes a move in long form. `None` is written as `--`, and a move that is not legal here as its two
/// squares, as [`uci::write`] does with [`CastlingForm::TakesRook`].
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::lan;
///
/// let position: Position = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1".parse()?;
/// let mv = Move::new(Square::E7, Square::D8, MoveKind::PromoteQueen);
/// assert_eq!(lan::write(&position, mv), "e7xd8=Q+");
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn write(position: &Position, mv: impl Into<Option<Move>>) -> MoveText {
    let Some(mv) = mv.into() else {
        return san::no_move();
    };
    let Some(context) = position.move_context(mv) else {
        return uci::write(mv, CastlingForm::TakesRook);
    };
    let mut pen = Pen::new();
    if let Some(castling_side) = mv.castling_side() {
        san::write_castling(&mut pen, castling_side);
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
    san::write_check(&mut pen, position, mv, context);
    pen.finish()
}
