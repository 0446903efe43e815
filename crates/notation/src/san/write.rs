//! Writes SAN: a move, or a line of moves with their numbers.

use std::fmt::Write as _;

use plywood_core::{Bitboard, CastlingSide, Color, Move, MoveContext, PieceKind, Position, Square};

use crate::text::{MoveText, Pen};
use crate::uci::{self, CastlingForm};

/// Writes a move as the standard defines it: the shortest form that no other legal move shares, with `+` if the move gives check and `#` if
/// it mates.
///
/// Takes a `Move` or an `Option<Move>`, such as the best move of a search. `None` is written as `--`, PGN's null move. A move that is not
/// legal here has no SAN; it is written as its two squares, like [`uci::write`] with [`CastlingForm::TakesRook`].
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::san;
///
/// // Two knights reach e3, but the other one is pinned, so `Ne3` is enough.
/// let position: Position = "8/8/8/R2nkn2/8/8/2K5/8 b - - 0 1".parse()?;
/// let mv = Move::new(Square::F5, Square::E3, MoveKind::Normal);
/// assert_eq!(san::write(&position, mv), "Ne3+");
///
/// let illegal = Move::new(Square::F5, Square::F1, MoveKind::Normal);
/// assert_eq!(san::write(&position, illegal), "f5f1");
/// assert_eq!(san::write(&position, None), "--");
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
#[inline]
pub fn write(position: &Position, mv: impl Into<Option<Move>>) -> MoveText {
    match mv.into() {
        Some(mv) => write_move(position, mv),
        None => no_move(),
    }
}

fn write_move(position: &Position, mv: Move) -> MoveText {
    let Some(context) = position.move_context(mv) else {
        return uci::write(mv, CastlingForm::TakesRook);
    };
    let mut pen = Pen::new();
    match mv.castling_side() {
        Some(castling_side) => write_castling(&mut pen, castling_side),
        None => write_step(&mut pen, position, mv, context.rivals),
    }
    write_check(&mut pen, position, mv, context);
    pen.finish()
}

/// Returns the notation for no move.
pub(crate) const fn no_move() -> MoveText {
    let mut pen = Pen::new();
    pen.put(u32::from_le_bytes(*b"--\0\0"), 2);
    pen.finish()
}

/// Writes a move other than castling, without `+` and `#`.
#[inline]
fn write_step(pen: &mut Pen, position: &Position, mv: Move, rivals: Bitboard) {
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
                write_origin(pen, from, rivals);
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

/// Writes the file of the origin if no rival shares it, otherwise the rank if no rival shares that, otherwise both.
fn write_origin(pen: &mut Pen, from: Square, rivals: Bitboard) {
    if !rivals.intersects(from.file().into()) {
        pen.letter(from.file().letter());
    } else if !rivals.intersects(from.rank().into()) {
        pen.letter(from.rank().digit());
    } else {
        pen.square(from);
    }
}

/// Writes castling, without `+` and `#`.
pub(crate) fn write_castling(pen: &mut Pen, castling_side: CastlingSide) {
    pen.put(u32::from_le_bytes(*b"O-O\0"), 3);
    match castling_side {
        CastlingSide::Kingside => {}
        CastlingSide::Queenside => pen.put(u32::from_le_bytes(*b"-O\0\0"), 2),
    }
}

/// Writes `+` or `#` for a legal move that gives check or mates.
#[inline]
pub(crate) fn write_check(pen: &mut Pen, position: &Position, mv: Move, context: MoveContext) {
    if context.is_check {
        let is_mate = !position.play_unchecked(mv).has_legal_move();
        pen.letter(if is_mate { '#' } else { '+' });
    }
}

/// Writes a line of moves from a position, with their numbers.
///
/// The line ends before the first illegal move.
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
/// use plywood_notation::san;
///
/// let back_rank: Position = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 30".parse()?;
/// let moves = [
///     Move::new(Square::A2, Square::A8, MoveKind::Normal),
///     Move::new(Square::B1, Square::B8, MoveKind::Normal),
/// ];
/// assert_eq!(san::write_line(&back_rank, &moves[..1]), "30... Ra8");
/// assert_eq!(san::write_line(&back_rank, &moves), "30... Ra8 31. Rb8+");
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn write_line(start: &Position, moves: &[Move]) -> String {
    let mut line = String::new();
    let mut position = start.clone();
    for &mv in moves {
        let Ok(next) = position.play(mv) else { break };
        let number = position.fullmove_number();
        let mark = match (position.side_to_move(), line.is_empty()) {
            (Color::White, true) => format!("{number}. "),
            (Color::White, false) => format!(" {number}. "),
            (Color::Black, true) => format!("{number}... "),
            (Color::Black, false) => " ".to_owned(),
        };
        let _ = write!(line, "{mark}{}", write(&position, mv));
        position = next;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::uci;

    #[test]
    fn a_line_ends_before_a_move_that_is_not_legal() {
        let mut position = Position::START;
        let mut moves = Vec::new();
        for text in ["e2e4", "e7e5", "g1f3"] {
            moves.push(uci::parse(&position, text).unwrap());
            position = position.play_unchecked(moves[moves.len() - 1]);
        }
        assert_eq!(write_line(&Position::START, &moves), "1. e4 e5 2. Nf3");
        moves.push(moves[0]);
        assert_eq!(write_line(&Position::START, &moves), "1. e4 e5 2. Nf3");
        assert_eq!(write_line(&Position::START, &moves[1..]), "");
    }
}
