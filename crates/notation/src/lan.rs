//! Long algebraic notation, with both squares of a move: `Ng1-f3`, `e7xd8=Q+`. [`san::parse`] reads it.

use plywood_core::{Move, PieceKind, Position};

use crate::san;
use crate::text::{MoveText, Pen};
use crate::uci::{self, CastlingForm};

/// Writes a move in long form. `None` is written as `--`, and a move that is not legal here as its two squares, like [`uci::write`] with
/// [`CastlingForm::TakesRook`].
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
