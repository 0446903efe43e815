//! The UCI protocol: the lines between a user interface and an engine, as types.
//!
//! A [`Command`] is a line from the interface, an [`Info`] a line that an engine writes while it searches. Both are parsed as the protocol
//! requires: unknown words are skipped, so that newer programs work with older ones. A mistake in a known word is an error that names it.
//!
//! ```
//! use plywood_notation::uci_protocol::{Command, Info, InfoScore};
//!
//! let Command::Position(game) = "position startpos moves e2e4 e7e5".parse()? else {
//!     panic!()
//! };
//! assert_eq!(game.history.moves().len(), 2);
//!
//! let Command::Go(go) = "go wtime 60000 btime 58000 winc 1000 binc 1000".parse()?
//! else {
//!     panic!()
//! };
//! assert_eq!(go.increment.white.as_secs(), 1);
//!
//! let info: Info = "depth 9 score mate -2 pv g8h8 f1f8".parse()?;
//! assert_eq!((info.depth, info.score), (Some(9), Some(InfoScore::Mate(-2))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod info;

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::time::Duration;

use plywood_core::{ByColor, Excerpt, FenError, History, Position, Repair};

use crate::uci::{self, CastlingForm, UciError};

pub use info::{Info, InfoBound, InfoScore};

/// A line sent to an engine. The last five aren't part of the protocol, but are handy to type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Nothing,
    /// `uci`: identify yourself and list your options.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer when everything before is done.
    IsReady,
    /// `setoption`.
    SetOption(SetOption),
    /// `register`: plywood needs no registration.
    Register,
    /// `ucinewgame`: another game follows.
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
    /// `bench`, or `bench N`: search fixed positions, perhaps to this depth.
    Bench(Option<u32>),
    /// `perft N`: count positions, like `go perft N`.
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
        let mut commands =
            (0..words.len()).filter_map(|at| read(line, words[at], &words[at + 1..]));
        match commands.next() {
            Some(command) => command,
            None if words.is_empty() => Ok(Self::Nothing),
            None => Err(CommandError::Unknown(Excerpt::new(line.trim()))),
        }
    }
}

/// Reads the command that a word of a line begins; `None` if the word is unknown.
fn read(line: &str, word: &str, rest: &[&str]) -> Option<Result<Command, CommandError>> {
    Some(match word {
        "setoption" => SetOption::read(line, rest).map(Command::SetOption),
        "position" => GameSoFar::read(rest).map(Command::Position),
        "go" => Go::read(rest).map(Command::Go),
        "perft" => small_limit(word, rest.first().copied())
            .map(Command::Perft)
            .map_err(CommandError::Perft),
        "bench" => match rest.first() {
            None => Ok(Command::Bench(None)),
            depth => small_limit(word, depth.copied())
                .map(|depth| Command::Bench(Some(depth)))
                .map_err(CommandError::Bench),
        },
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
        "help" => Command::Help,
        _ => return None,
    })
}

/// The error for a line that is not a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command: {0}")]
    Unknown(Excerpt),
    /// `debug` without `on` or `off`.
    #[error("debug: expected \"on\" or \"off\"")]
    Debug,
    /// `position` lacks `startpos` and a FEN.
    #[error("position: expected \"startpos\" or \"fen\" and a FEN")]
    NoPosition,
    /// The FEN of a position is wrong.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move of the game is not legal.
    #[error("position: move {number}: {error}")]
    Move {
        /// The number of the move in the line, from 1.
        number: usize,
        /// The mistake.
        error: UciError,
    },
    /// A move follows a position without `moves` before it.
    #[error("position: expected \"moves\", found {0}")]
    Moves(Excerpt),
    /// A limit of `go` is not a number.
    #[error("go: {0}")]
    Go(#[from] NumberError),
    /// `go` gives a limit twice.
    #[error("go: {0} is given twice")]
    Twice(Excerpt),
    /// The depth of `perft` is not a number.
    #[error("perft: {0}")]
    Perft(#[source] NumberError),
    /// The depth of `bench` is not a number.
    #[error("bench: {0}")]
    Bench(#[source] NumberError),
    /// `setoption` does not begin with `name` and a name.
    #[error("setoption: expected \"name\", the name of an option, \"value\" and its value")]
    NoOptionName,
}

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
/// assert_eq!(error.to_string(), r#"position: move 2: "e2e4" is not a legal move here"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameSoFar {
    /// The positions and moves.
    pub history: History,
    /// The parts dropped from the FEN to make it legal, such as an impossible castling right.
    pub repairs: Vec<Repair>,
}

impl GameSoFar {
    /// Reads the words after `position`.
    fn read(words: &[&str]) -> Result<Self, CommandError> {
        let moves_at = words.iter().position(|&word| word == "moves");
        let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
        let (start, repairs) = match start {
            ["startpos"] => (Position::START, Vec::new()),
            ["startpos", other, ..] => return Err(CommandError::Moves(Excerpt::new(other))),
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
            history.play(mv).map_err(|_| illegal(UciError::NullMove))?;
        }
        Ok(Self { history, repairs })
    }
}

/// Returns the `position` command for a game.
#[must_use]
pub fn write_position(game: &History, castling: CastlingForm) -> String {
    let start = game.start();
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

/// A `setoption` command. Names and values may contain spaces.
///
/// ```
/// use plywood_notation::uci_protocol::{Command, SetOption};
///
/// let Ok(Command::SetOption(set)) = "setoption name Move Overhead value 50".parse()
/// else {
///     panic!()
/// };
/// assert_eq!((set.name.as_str(), set.value.as_deref()), ("Move Overhead", Some("50")));
/// let Ok(Command::SetOption(set)) = "setoption name EvalFile value /a,  b.net\r".parse()
/// else {
///     panic!()
/// };
/// assert_eq!(set.value.as_deref(), Some("/a,  b.net"));
/// assert!("setoption Hash 16".parse::<Command>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetOption {
    /// The name, as written; names are compared without regard to case.
    pub name: String,
    /// The value; buttons have none.
    pub value: Option<String>,
}

impl SetOption {
    /// Reads the words after `setoption` in a line. The value is kept as written, since it may be a file with spaces in its name.
    fn read(line: &str, words: &[&str]) -> Result<Self, CommandError> {
        let Some((&"name", rest)) = words.split_first() else {
            return Err(CommandError::NoOptionName);
        };
        let value_at = rest.iter().position(|&word| word == "value");
        let (name, value) = rest.split_at(value_at.unwrap_or(rest.len()));
        if name.is_empty() {
            return Err(CommandError::NoOptionName);
        }
        Ok(Self {
            name: name.join(" "),
            value: value.split_first().map(|(_, words)| {
                let from = |word: &&str| &line[word.as_ptr().addr() - line.as_ptr().addr()..];
                words.first().map_or("", from).trim_end().to_owned()
            }),
        })
    }
}

/// Writes the line that sets the option.
impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        match &self.value {
            Some(value) => write!(f, " value {value}"),
            None => Ok(()),
        }
    }
}

/// The request of a `go` command. Every part is optional.
///
/// ```
/// use plywood_notation::uci_protocol::{Command, Go};
///
/// let go = Go { depth: Some(6), nodes: Some(10_000), ..Go::default() };
/// assert_eq!(go.to_string(), "go depth 6 nodes 10000");
/// assert_eq!(go.to_string().parse(), Ok(Command::Go(go)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Go {
    /// The root moves to search, as written, since reading them needs the position; all if it is empty.
    pub search_moves: Vec<String>,
    /// The time on each side's clock.
    pub clock: ByColor<Option<Duration>>,
    /// The time that each move adds to a side's clock.
    pub increment: ByColor<Duration>,
    /// The number of moves until time is added to the clocks.
    pub moves_to_go: Option<u32>,
    /// Search to this depth, in plies.
    pub depth: Option<u32>,
    /// Search this number of nodes.
    pub nodes: Option<u64>,
    /// Play this many rounds of a best-first search: a word of ours, which other engines skip.
    pub rounds: Option<u64>,
    /// Search for a mate in this number of moves.
    pub mate: Option<u32>,
    /// Search for exactly this time.
    pub move_time: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Ponder: search on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Counts the positions at this depth, instead of searching.
    pub perft: Option<u32>,
    /// Unknown words that were skipped, except numbers.
    pub skipped: Vec<String>,
}

impl Go {
    /// The words of a `go` command.
    pub const WORDS: [&str; 14] = [
        "searchmoves",
        "ponder",
        "infinite",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "rounds",
        "mate",
        "movetime",
        "perft",
    ];

    /// Reads the words after `go`, in any order. Unknown ones are skipped.
    fn read(words: &[&str]) -> Result<Self, CommandError> {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        let mut given = Vec::new();
        while let Some(word) = words.next() {
            if Self::WORDS.contains(&word) {
                if given.contains(&word) {
                    return Err(CommandError::Twice(Excerpt::new(word)));
                }
                given.push(word);
            }
            match word {
                // A mistake in a move must not make it a word to skip, or all moves would be searched.
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !Self::WORDS.contains(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" => go.clock.white = Some(time(word, words.next())?),
                "btime" => go.clock.black = Some(time(word, words.next())?),
                "winc" => go.increment.white = time(word, words.next())?,
                "binc" => go.increment.black = time(word, words.next())?,
                // Some programs send 0, or less, when the rest of the game has to be played in the remaining time.
                "movestogo" => {
                    let moves = words.next();
                    let is_one = number(word, moves)? > 0;
                    go.moves_to_go = is_one.then(|| small_limit(word, moves)).transpose()?;
                }
                "depth" => go.depth = Some(small_limit(word, words.next())?),
                "nodes" => go.nodes = Some(limit(word, words.next())?),
                "rounds" => go.rounds = Some(limit(word, words.next())?),
                "mate" => go.mate = Some(small_limit(word, words.next())?),
                "movetime" => go.move_time = Some(time(word, words.next())?),
                "perft" => go.perft = Some(small_limit(word, words.next())?),
                // The number of a skipped word.
                _ if word.starts_with(|first: char| first.is_ascii_digit() || first == '-') => {}
                _ => go.skipped.push(word.to_owned()),
            }
        }
        Ok(go)
    }
}

/// Writes the line that asks an engine for this search.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        let increment = |time: Duration| Some(millis(time)).filter(|&millis| millis > 0);
        for (word, value) in [
            ("wtime", self.clock.white.map(millis)),
            ("btime", self.clock.black.map(millis)),
            ("winc", increment(self.increment.white)),
            ("binc", increment(self.increment.black)),
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("rounds", self.rounds),
            ("mate", self.mate.map(u64::from)),
            ("movetime", self.move_time.map(millis)),
            ("perft", self.perft.map(u64::from)),
        ] {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

/// The error for an unusable number after a word of a line.
///
/// ```
/// use plywood_notation::uci_protocol::Command;
///
/// let error = |line: &str| line.parse::<Command>().unwrap_err().to_string();
/// assert_eq!(
///     error("go depth six"),
///     r#"go: expected a whole number after "depth", found "six""#
/// );
/// assert_eq!(
///     error("go nodes -1"),
///     r#"go: the number after "nodes" is out of range: "-1""#
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// The word is followed by something else, or nothing.
    #[error("expected a whole number after {word}, found {found}")]
    NotANumber {
        /// The word that needs a number.
        word: Excerpt,
        /// The text after it.
        found: Excerpt,
    },
    /// The number is below zero, or has more than 64 bits.
    #[error("the number after {word} is out of range: {found}")]
    OutOfRange {
        /// The word that needs a number.
        word: Excerpt,
        /// The number.
        found: Excerpt,
    },
}

/// Reads the whole number after a word. Beyond 128 bits it becomes the nearest number that fits.
fn number(word: &str, text: Option<&str>) -> Result<i128, NumberError> {
    let found = text.unwrap_or_default();
    let (digits, farthest) = found
        .strip_prefix('-')
        .map_or((found, i128::MAX), |digits| (digits, i128::MIN));
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(found.parse().unwrap_or(farthest))
    } else {
        Err(NumberError::NotANumber {
            word: Excerpt::new(word),
            found: Excerpt::new(found),
        })
    }
}

/// Reads a limit of a search.
fn limit(word: &str, text: Option<&str>) -> Result<u64, NumberError> {
    u64::try_from(number(word, text)?).map_err(|_| NumberError::OutOfRange {
        word: Excerpt::new(word),
        found: Excerpt::new(text.unwrap_or_default()),
    })
}

/// Reads a limit such as a depth. Some programs send a huge one to mean none.
fn small_limit(word: &str, text: Option<&str>) -> Result<u32, NumberError> {
    limit(word, text).map(|limit| u32::try_from(limit).unwrap_or(u32::MAX))
}

/// Reads a time in milliseconds. Some programs send a negative one for a clock that has run out.
fn time(word: &str, text: Option<&str>) -> Result<Duration, NumberError> {
    if number(word, text)? < 0 {
        return Ok(Duration::ZERO);
    }
    limit(word, text).map(Duration::from_millis)
}

/// Returns a time in milliseconds, as the protocol counts it.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
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

    fn go(text: &str) -> Go {
        let words: Vec<&str> = text.split_whitespace().collect();
        Go::read(&words).unwrap()
    }

    #[test]
    fn words_come_in_any_order_and_unknown_ones_are_skipped() {
        let go = go("btime 5 searchmoves e2e4 d2d9 ponder fast winc 3 wtime -20 movestogo 0");
        assert_eq!(go.search_moves, ["e2e4", "d2d9"]);
        assert!(go.ponder && !go.infinite);
        assert_eq!(go.clock.white, Some(Duration::ZERO));
        assert_eq!(go.clock.black, Some(Duration::from_millis(5)));
        assert_eq!(go.increment.white, Duration::from_millis(3));
        assert_eq!(go.moves_to_go, None);
        assert_eq!(self::go("movestogo -3").moves_to_go, None);
    }

    #[test]
    fn written_commands_are_read_back() {
        for text in [
            "go",
            "go ponder wtime 100 btime 200 winc 1 binc 2 movestogo 40",
            "go infinite searchmoves e2e4 a7a8q",
            "go depth 3 nodes 4 rounds 8 mate 5 movetime 6 perft 7",
        ] {
            let go = go(text.trim_start_matches("go"));
            assert_eq!(go.to_string(), text);
        }
    }

    #[test]
    fn numbers_are_exact_or_refused() {
        assert_eq!(go("nodes 18446744073709551615").nodes, Some(u64::MAX));
        assert_eq!(go("depth 99999999999").depth, Some(u32::MAX));
        let endless = go("wtime 18446744073709551615");
        assert_eq!(endless.clock.white, Some(Duration::from_millis(u64::MAX)));
        let huge = "9".repeat(60);
        for (line, expected) in [
            (
                "go movetime 1.5",
                "go: expected a whole number after \"movetime\", found \"1.5\"",
            ),
            (
                "go wtime 18446744073709551616",
                "go: the number after \"wtime\" is out of range: \"18446744073709551616\"",
            ),
            (
                "go depth -1",
                "go: the number after \"depth\" is out of range: \"-1\"",
            ),
            (
                "go movetime depth 5",
                "go: expected a whole number after \"movetime\", found \"depth\"",
            ),
            ("go depth 5 depth 6", "go: \"depth\" is given twice"),
            (
                "position startpos e2e4",
                "position: expected \"moves\", found \"e2e4\"",
            ),
        ] {
            assert_eq!(error(line), expected);
        }
        assert!(error(&format!("go wtime {huge}")).contains("out of range"));
        assert_eq!(
            go(&format!("wtime -{huge}")).clock.white,
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn the_longest_time_is_written_and_read_back() {
        let go = Go {
            move_time: Some(Duration::MAX),
            ..Go::default()
        };
        assert!(go.to_string().parse::<Command>().is_ok());
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            None,
            Some(""),
            Some("-"),
            Some("+5"),
            Some("1e3"),
            Some("é"),
            Some("--1"),
        ] {
            assert!(number("wtime", text).is_err(), "{text:?}");
        }
    }
}
