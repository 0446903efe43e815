//! The file with the games of a match: PGN for chess, and text with tags like those of PGN for other games.
//!
//! Games are added in the order of their numbers, except those that are already anywhere in the file: a game of a match is identified by
//! its text, which includes its round. So the same match can be resumed or merged into the file any number of times.

use clap::Args;
use plywood_console::output::{Kind, OutputFile, game_separator, held};
use plywood_console::{Failure, OutputPath, files};
use plywood_report::Checksum;
use plywood_workbench::GameEntry;
use plywood_workbench::journal::{Journal, JournalError};
use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read};

#[derive(Debug, Args)]
pub(super) struct PgnOptions {
    /// Add every game that counts to this file, unless it already has the game from the journal.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<OutputPath>,
}

impl PgnOptions {
    /// Opens the file, if there is one, for a match whose journal may have some games.
    pub(super) fn open(
        &self,
        played: Option<&Journal<GameEntry>>,
    ) -> Result<Option<GamesFile>, Failure> {
        let path = self.pgn.as_ref();
        path.map(|path| GamesFile::append(path, played)).transpose()
    }
}

pub(super) struct GamesFile {
    file: OutputFile,
    /// The games that it had.
    held: Held,
}

impl GamesFile {
    fn append(path: &OutputPath, played: Option<&Journal<GameEntry>>) -> Result<Self, Failure> {
        let end = held(path, 2, Kind::GAMES)?;
        let mut file = OutputFile::appending(path)?;
        let (mut held, mut rest) = (Held::default(), None);
        if let (Some(played), false) = (played, end.is_empty()) {
            let read = held.read(BufReader::new(files::open(path)?));
            read.map_err(|error| Failure::in_file(path, &error))?;
            played.in_order(&mut |entry| {
                rest = rest.take().or_else(|| held.rest_of(&text(&entry)));
                Ok::<(), JournalError>(())
            })?;
        }
        file.append(rest.as_deref().unwrap_or(game_separator(&end)))?;
        Ok(Self { file, held })
    }

    /// Adds the next game.
    pub(super) fn add(&mut self, entry: &GameEntry) -> Result<(), Failure> {
        let text = text(entry);
        if self.held.is_new(text.as_bytes()) {
            self.file.append(&text)?;
        }
        Ok(())
    }

    /// Waits until all games are on the disk.
    pub(super) fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

fn text(entry: &GameEntry) -> String {
    format!("{}\n", entry.record)
}

/// Some editors put it at the start of a file.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// The longest text of a game that a match writes.
const LONGEST: u64 = 1 << 24;

/// The games of a file.
#[derive(Default)]
pub(super) struct Held {
    /// A checksum of each game.
    games: HashSet<String>,
    /// The last game, if no empty line follows: it may be incomplete.
    last: Vec<u8>,
}

impl Held {
    /// Reads the games of a file: paragraphs of tags, each with the moves that follow.
    fn read(&mut self, mut file: impl BufRead) -> io::Result<()> {
        let (mut game, mut line, mut is_between) = (Vec::new(), Vec::new(), true);
        while file.by_ref().take(LONGEST).read_until(b'\n', &mut line)? > 0 {
            if line.ends_with(b"\r\n") {
                line.remove(line.len() - 2);
            }
            if line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            let is_empty = line == b"\n";
            let is_first = is_between && line.starts_with(b"[");
            let is_whole = is_empty && game.windows(2).any(|end| end == b"\n\n");
            if is_whole {
                self.is_new(&game);
            }
            if is_first || is_whole || game.len() as u64 > LONGEST {
                game.clear();
            }
            if is_first || !game.is_empty() {
                game.append(&mut line);
            }
            is_between = is_empty;
            line.clear();
        }
        self.is_new(&game);
        self.last = game;
        Ok(())
    }

    /// Returns `true` if a game is not among them. It is added to them.
    fn is_new(&mut self, game: &[u8]) -> bool {
        let checksum = Checksum::new().with(game.trim_ascii_end()).text();
        self.games.insert(checksum)
    }

    /// Returns the missing part of a game, if the last one is its beginning. It then counts as complete.
    fn rest_of(&mut self, game: &str) -> Option<String> {
        let is_last = !self.last.is_empty() && game.as_bytes().starts_with(&self.last);
        let rest = is_last && self.is_new(game.as_bytes());
        rest.then(|| game[self.last.len()..].to_owned())
    }
}
