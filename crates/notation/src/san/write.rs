//! SAN written.

use plywood_core::{Bitboard, Move, MoveContext, PieceKind, Position, Square, Wing};

use crate::text::{MoveText, Pen};
use crate::uci::{self, CastlingForm};

/// Writes a legal move as the standard has it: the least that tells it from all other legal moves,
/// `+` if it gives check and `#` if it mates.
///
/// A move that is not legal here has no SAN; it is written as its two squares, as
/// [`uci::write`] does with [`CastlingForm::TakesRook`].
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::san;
///
/// // Of the two knights that reach e3 one is pinned and need not be told apart.
/// let position: Position = "8/8/8/R2nkn2/8/8/2K5/8 b - - 0 1".parse()?;
/// let mv = Move::new(Square::F5, Square::E3, MoveKind::Normal);
/// assert_eq!(san::write(&position, mv), "Ne3+");
///
/// let illegal = Move::new(Square::F5, Square::F1, MoveKind::Normal);
/// assert_eq!(san::write(&position, illegal), "f5f1");
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn write(position: &Position, mv: Move) -> MoveText {
    let Some(context) = position.move_context(mv) else {
        return uci::write(mv, CastlingForm::TakesRook);
    };
    let mut pen = Pen::new();
    match mv.wing() {
        Some(wing) => castle(&mut pen, wing),
        None => go(&mut pen, position, mv, context.rivals),
    }
    suffix(&mut pen, position, mv, context);
    pen.finish()
}

/// Everything but castling, without the suffix.
#[inline]
fn go(pen: &mut Pen, position: &Position, mv: Move, rivals: Bitboard) {
    let (from, to) = (mv.from(), mv.to());
    let is_capture = position.is_capture(mv);
    match position.board().kind_at(from) {
        Some(PieceKind::Pawn) | None => {
            if is_capture {
                pen.letter(from.file().letter());
            }
        }
        Some(kind) => {
            pen.letter(kind.letter().to_ascii_uppercase());
            if !rivals.is_empty() {
                tell_apart(pen, from, rivals);
            }
        }
    }
    if is_capture {
        pen.letter('x');
    }
    pen.square(to);
    if let Some(kind) = mv.promotion() {
        pen.letter('=');
        pen.letter(kind.letter().to_ascii_uppercase());
    }
}

/// The file if it tells the piece from the others, else the rank if that does, else both.
fn tell_apart(pen: &mut Pen, from: Square, rivals: Bitboard) {
    if !rivals.intersects(from.file().into()) {
        pen.letter(from.file().letter());
    } else if !rivals.intersects(from.rank().into()) {
        pen.letter(from.rank().digit());
    } else {
        pen.square(from);
    }
}

/// Castling, without the suffix.
pub(crate) fn castle(pen: &mut Pen, wing: Wing) {
    pen.put(u32::from_le_bytes(*b"O-O\0"), 3);
    match wing {
        Wing::Kingside => {}
        Wing::Queenside => pen.put(u32::from_le_bytes(*b"-O\0\0"), 2),
    }
}

/// `+` or `#` for a legal move that gives check or mates.
#[inline]
pub(crate) fn suffix(pen: &mut Pen, position: &Position, mv: Move, context: MoveContext) {
    if context.is_check {
        let is_mate = !position.play_unchecked(mv).has_legal_move();
        pen.letter(if is_mate { '#' } else { '+' });
    }
}
