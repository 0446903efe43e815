//! The file with the games of a match: PGN for chess, and text with tags like those of PGN for other games.
//!
//! Games are appended in the order of their numbers, so that the same match writes the same file. Games that the file held before
//! stay. When a match resumes or is merged again, the games that its journal has and the file already ends with are not written again.

use crate::journal::{Journal, JournalError};
use crate::play::entry::Entry;
use clap::Args;
use plywood_console::output::{AppendedFile, OutputFile, game_separator, held_games};
use plywood_console::{Failure, OutputPath};
use std::collections::HashSet;

#[derive(Debug, Args)]
pub(super) struct PgnOptions {
    /// Add every game that counts to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<OutputPath>,

    /// Put the games in the place of those that the file has, once they are played.
    #[arg(long, requires = "pgn")]
    replace: bool,
}

impl PgnOptions {
    /// Opens the file, if there is one, for a match of which a journal has some games.
    pub(super) fn open(
        &self,
        played: Option<&Journal<Entry>>,
    ) -> Result<Option<GamesFile>, Failure> {
        let open = |path| {
            if self.replace {
                OutputFile::open(path).map(GamesFile::Replaced)
            } else {
                GamesFile::append(path, played)
            }
        };
        self.pgn.as_ref().map(open).transpose()
    }
}

pub(super) enum GamesFile {
    Replaced(OutputFile),
    Appended {
        file: AppendedFile,
        /// The file has so many of the first bytes already.
        written: usize,
    },
}

impl GamesFile {
    fn append(path: &OutputPath, played: Option<&Journal<Entry>>) -> Result<Self, Failure> {
        held_games(path, 0)?;
        let mut file = AppendedFile::open(path)?;
        let mut known = String::new();
        if let Some(played) = played {
            played.in_order(&mut |entry| {
                known += &text(&entry);
                Ok::<(), JournalError>(())
            })?;
        }
        let held = held_games(path, known.len() as u64 + 2)?;
        let written = overlap(&held, known.as_bytes());
        if written == 0 {
            let known: HashSet<&str> = games(&known).collect();
            if games(&String::from_utf8_lossy(&held)).any(|game| known.contains(game)) {
                let problem = "it has some games of this match, but does not end with its first ones; name another \
                    file, or put all games in the place of those that it has with --replace";
                return Err(Failure::in_file(path, &problem));
            }
            file.append(game_separator(&held))?;
        }
        Ok(Self::Appended { file, written })
    }

    /// Adds the next game.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        let text = text(entry);
        match self {
            Self::Replaced(file) => file.append(text),
            Self::Appended { file, written } => {
                let new = text.get(*written..).unwrap_or_default();
                *written = written.saturating_sub(text.len());
                file.append(new)
            }
        }
    }

    /// Waits until all games are on the disk.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Replaced(file) => file.finish(),
            Self::Appended { file, .. } => file.finish(),
        }
    }
}

fn text(entry: &Entry) -> String {
    format!("{}\n", entry.record)
}

/// How many of the first bytes of `games` are the last ones of a file.
fn overlap(held: &[u8], games: &[u8]) -> usize {
    let starts_a_line = |place: usize| place == 0 || held[place - 1] == b'\n';
    let mut places = (0..held.len()).filter(|&place| held[place] == b'[' && starts_a_line(place));
    let first = places.find(|&place| games.starts_with(&held[place..]));
    first.map_or(0, |place| held.len() - place)
}

/// The games of a text, each without its first bracket.
fn games(text: &str) -> impl Iterator<Item = &str> {
    let games = text.split("\n\n[").map(str::trim);
    let games = games.map(|game| game.trim_start_matches('['));
    games.filter(|game| !game.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_the_file_ends_with_are_found_wherever_it_was_cut() {
        let (other, games) = (
            "[Event \"x\"]\n\n*\n\n",
            "[Event \"y\"]\n\n*\n\n[Event \"z\"]\n\n*\n\n",
        );
        for length in 1..=games.len() {
            let held = format!("{other}{}", &games[..length]);
            assert_eq!(overlap(held.as_bytes(), games.as_bytes()), length);
        }
        assert_eq!(overlap(other.as_bytes(), games.as_bytes()), 0);
        assert_eq!(overlap(games.as_bytes(), b""), 0);
    }
}
