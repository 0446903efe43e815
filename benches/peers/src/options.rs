//! The command line.

use std::path::PathBuf;

/// The part to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Perft,
    Operations,
    /// Games replayed from a file, or random games.
    Pgn(Option<PathBuf>),
    Search,
    /// One search of a game by a crate with so many rounds, whose memory is printed.
    Rounds {
        game: String,
        name: String,
        rounds: u32,
    },
    Help,
}

/// The options of a run.
#[derive(Debug, Clone)]
pub struct Options {
    pub command: Command,
    pub quick: bool,
    filter: Option<String>,
}

pub const USAGE: &str = "\
Measures plywood beside other chess crates, by processor time.

usage: cargo run --release --manifest-path benches/peers/Cargo.toml -- COMMAND [OPTIONS]

commands:
  perft        perft, with leaves counted, and with every move made
  ops          one operation at a time
  pgn [FILE]   games replayed from a PGN file, or random games
  search       what the traits of the search cost, and other libraries
  rounds GAME CRATE COUNT
               the bytes that one search of so many rounds takes

options:
  --quick          less depth and fewer repeats: a smoke test
  --filter WORD    only rows whose name contains the word
  --help           print this help

Native build, with the peers' own PEXT code:
  RUSTFLAGS=-Ctarget-cpu=native cargo run --release --features native --manifest-path benches/peers/Cargo.toml -- perft";

impl Options {
    /// Reads the arguments after the program's name.
    pub fn read(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments.peekable();
        let command = match arguments.next().as_deref() {
            Some("perft") => Command::Perft,
            Some("ops") => Command::Operations,
            Some("pgn") => Command::Pgn(
                arguments
                    .next_if(|word| !word.starts_with('-'))
                    .map(PathBuf::from),
            ),
            Some("search") => Command::Search,
            Some("rounds") => {
                let mut word = || arguments.next().ok_or("rounds needs GAME CRATE COUNT");
                Command::Rounds {
                    game: word()?,
                    name: word()?,
                    rounds: word()?.parse().map_err(|_| "rounds needs a count")?,
                }
            }
            Some("help" | "-h" | "--help") => Command::Help,
            Some(other) => return Err(format!("there is no command {other:?}")),
            None => return Err("no command was given".to_owned()),
        };
        let mut options = Self {
            command,
            quick: false,
            filter: None,
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "-h" | "--help" => options.command = Command::Help,
                "--quick" => options.quick = true,
                "--filter" => {
                    let word = arguments.next().ok_or("--filter needs a word")?;
                    options.filter = Some(word);
                }
                other => return Err(format!("there is no option {other:?}")),
            }
        }
        Ok(options)
    }

    /// Returns `true` if to measure something with that name.
    pub fn selects(&self, name: &str) -> bool {
        self.filter.as_ref().is_none_or(|word| name.contains(word))
    }
}
