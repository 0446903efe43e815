//! [`Command`]: a line that a user interface, or a person, sends to an engine.

use std::str::FromStr;

use plywood_core::Excerpt;

use crate::uci_protocol::command_error::CommandError;
use crate::uci_protocol::game::GameSoFar;
use crate::uci_protocol::go::Go;
use crate::uci_protocol::numbers::small_count;
use crate::uci_protocol::set_option::SetOption;

/// A line for an engine. The last five are not part of the protocol, but people type them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Nothing,
    /// `uci`: say who you are and which options you have.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer when everything before is done.
    IsReady,
    /// `setoption`.
    SetOption(SetOption),
    /// `register`: plywood needs no registration.
    Register,
    /// `ucinewgame`: what follows is another game.
    NewGame,
    /// `position`.
    Position(GameSoFar),
    /// `go`: search.
    Go(Go),
    /// `stop`: end the search.
    Stop,
    /// `ponderhit`: the opponent played the expected move.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: draw the board.
    Draw,
    /// `eval`: explain the evaluation of the position.
    Eval,
    /// `bench`: search fixed positions.
    Bench,
    /// `perft N`: count positions; the same as `go perft N`.
    Perft(u32),
    /// `help`: list the commands.
    Help,
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads a line. Words before the first command are skipped, as the protocol demands.
    fn from_str(line: &str) -> Result<Self, CommandError> {
        let line = line.trim_start_matches('\u{feff}');
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut commands = (0..words.len()).filter_map(|at| read(words[at], &words[at + 1..]));
        match commands.next() {
            Some(command) => command,
            None if words.is_empty() => Ok(Self::Nothing),
            None => Err(CommandError::Unknown(Excerpt::new(line.trim()))),
        }
    }
}

/// The command that a word begins; `None` if the word is unknown.
fn read(word: &str, rest: &[&str]) -> Option<Result<Command, CommandError>> {
    Some(match word {
        "setoption" => SetOption::read(rest).map(Command::SetOption),
        "position" => GameSoFar::read(rest).map(Command::Position),
        "go" => Go::read(rest.iter().copied())
            .map(Command::Go)
            .map_err(CommandError::Go),
        "perft" => small_count(word, rest.first().copied())
            .map(Command::Perft)
            .map_err(CommandError::Perft),
        "debug" => match rest {
            ["on", ..] => Ok(Command::Debug(true)),
            ["off", ..] => Ok(Command::Debug(false)),
            _ => Err(CommandError::Debug),
        },
        _ => Ok(single_word(word)?),
    })
}

fn single_word(word: &str) -> Option<Command> {
    Some(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Draw,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        "help" => Command::Help,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        line.parse::<Command>().unwrap_err().to_string()
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!("joho debug on".parse(), Ok(Command::Debug(true)));
        assert_eq!(" \t ".parse(), Ok(Command::Nothing));
        assert_eq!("\u{feff}isready now".parse(), Ok(Command::IsReady));
        assert_eq!(error("joho"), "unknown command: \"joho\"");
    }

    #[test]
    fn errors_name_the_command_and_what_is_wrong() {
        assert_eq!(
            error("position start"),
            "position: expected \"startpos\" or \"fen\" and a FEN"
        );
        assert_eq!(
            error("position fen 8/8/8/8/8/8/8 w - - 0 1"),
            "position: board: expected 8 ranks, found 7 in \"8/8/8/8/8/8/8\""
        );
        assert_eq!(
            error("position startpos moves e2e4 e7e"),
            "position: move 2: expected two squares as in \"e2e4\" or \"e7e8q\", found \"e7e\""
        );
        assert_eq!(
            error("go movetime"),
            "go: expected a whole number after \"movetime\", found \"\""
        );
        assert_eq!(error("debug"), "debug: expected \"on\" or \"off\"");
        assert!(error("setoption name value 3").starts_with("setoption: expected \"name\""));
    }
}
