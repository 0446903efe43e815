//! [`GameSoFar`]: the `position` command, a game up to the position to search.

use std::fmt::Write as _;

use plywood_core::{History, Position, Repair};

use crate::uci::{self, CastlingForm};
use crate::uci_protocol::command_error::CommandError;

/// The game that a `position` command describes. Every move in it is legal.
///
/// ```
/// use plywood_notation::uci_protocol::{Command, write_position};
/// use plywood_notation::uci::CastlingForm;
///
/// let line = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7";
/// let Ok(Command::Position(game)) = line.parse() else { panic!() };
/// assert_eq!(write_position(&game.history, CastlingForm::Landing), line);
///
/// let error = "position startpos moves e2e4 e2e4".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), r#"position: move 2: no legal move here is "e2e4""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSoFar {
    /// The positions and moves.
    pub history: History,
    /// What had to be dropped from the FEN to make it legal, such as an impossible castling right.
    pub repairs: Vec<Repair>,
}

impl GameSoFar {
    /// Reads the words after `position`.
    pub(super) fn read(words: &[&str]) -> Result<Self, CommandError> {
        let moves_at = words.iter().position(|&word| word == "moves");
        let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
        let (start, repairs) = match start {
            ["startpos", ..] => (Position::START, Vec::new()),
            ["fen", fields @ ..] => Position::from_fen_lenient(&fields.join(" "))?,
            _ => return Err(CommandError::NoPosition),
        };
        let mut history = History::new(start);
        for (index, text) in moves.iter().skip(1).enumerate() {
            let illegal = |error| CommandError::Move {
                number: index + 1,
                error,
            };
            let mv = uci::parse(history.position(), text).map_err(illegal)?;
            history
                .play(mv)
                .map_err(|_| illegal(uci::UciError::NullMove))?;
        }
        Ok(Self { history, repairs })
    }
}

/// The `position` command for a game.
#[must_use]
pub fn write_position(game: &History, castling: CastlingForm) -> String {
    let start = game.positions().next().unwrap_or(game.position());
    let mut line = if *start == Position::START {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    for (index, &mv) in game.moves().iter().enumerate() {
        let separator = if index == 0 { " moves" } else { "" };
        let _ = write!(line, "{separator} {}", uci::write(mv, castling));
    }
    line
}
