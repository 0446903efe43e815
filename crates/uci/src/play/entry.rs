//! [`Entry`]: what a player types.

use plywood_core::{Move, Position};
use plywood_notation::san::{self, SanError};

/// A line that a player typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// A move.
    Move(Move),
    /// Nothing: the board is drawn again.
    Board,
    /// Take back the last move of the player, and the reply.
    TakeBack,
    /// Suggest a move.
    Hint,
    /// List the legal moves.
    Moves,
    /// Explain the evaluation.
    Eval,
    /// Turn the board around.
    Flip,
    /// Print the position.
    Fen,
    /// Print the game.
    Pgn,
    /// Claim a draw.
    Draw,
    /// Give up.
    Resign,
    /// List what can be typed.
    Help,
    /// Leave.
    Quit,
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
Type a move: e4, Nf3, O-O, exd8=Q, or by its squares: e2e4, e7e8q.
  back    take your last move back, and the reply
  hint    suggest a move
  moves   list the legal moves
  eval    explain the evaluation of the position
  flip    turn the board around
  fen     print the position
  pgn     print the game
  draw    claim a draw by repetition or the fifty-move rule
  resign  give up
  quit    leave";

impl Entry {
    /// Reads a line.
    pub(super) fn read(line: &str, position: &Position) -> Result<Self, SanError> {
        let line = line.trim();
        Ok(match line.to_ascii_lowercase().as_str() {
            "" | "board" | "d" => Self::Board,
            "back" | "undo" | "takeback" => Self::TakeBack,
            "hint" => Self::Hint,
            "moves" => Self::Moves,
            "eval" => Self::Eval,
            "flip" => Self::Flip,
            "fen" => Self::Fen,
            "pgn" => Self::Pgn,
            "draw" => Self::Draw,
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => Self::Move(san::parse(position, line)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_distinguished() {
        let start = Position::START;
        assert_eq!(Entry::read(" Undo\n", &start), Ok(Entry::TakeBack));
        assert_eq!(
            Entry::read("b4", &start),
            Ok(Entry::Move(san::parse(&start, "b2b4").unwrap()))
        );
        let error = Entry::read("Ke2", &start).unwrap_err().to_string();
        assert_eq!(error, r#"no legal move here is "Ke2""#);
    }
}
