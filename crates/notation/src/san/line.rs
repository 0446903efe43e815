//! A line of moves with their numbers, as books print it.

use std::fmt::Write as _;

use plywood_core::{Color, Move, Position};

use crate::san::write::write;

/// Writes a line of moves from a position, with their numbers.
///
/// The text ends before the first move that is not legal where it stands.
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
