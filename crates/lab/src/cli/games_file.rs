//! The file with the games of a match: PGN for chess, and text with tags like those of PGN for other games.
//!
//! Games are appended in the order of their numbers, so that the same match writes the same file. Games that the file held before
//! stay. When a match resumes, the games that its journal has and the file already ends with are not written again.

use crate::journal::{Journal, JournalError};
use crate::play::entry::Entry;
use plywood_console::{Failure, files};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    /// The file has so many of the first bytes already.
    written: usize,
}

impl GamesFile {
    /// Opens the file for a match of which a journal has some games.
    pub(super) fn open(path: &Path, played: Option<&Journal<Entry>>) -> Result<Self, Failure> {
        let wrong = |error| Failure::in_file(path, &error);
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(path);
        let file = file.map_err(wrong)?;
        let is_file = file.metadata().is_ok_and(|found| found.is_file());
        let held = if is_file {
            fs::read(path)
        } else {
            Ok(Vec::new())
        };
        let held = held.map_err(wrong)?;
        let mut known = String::new();
        if let Some(played) = played {
            played.in_order(&mut |entry| {
                known += &text(&entry);
                Ok::<(), JournalError>(())
            })?;
        }
        let mut games = Self {
            path: path.to_owned(),
            file,
            written: overlap(&held, known.as_bytes()),
        };
        if games.written == 0 {
            games.write(separator(&held))?;
        }
        Ok(games)
    }

    /// Adds the next game.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        let text = text(entry);
        let new = text.get(self.written..).unwrap_or_default();
        self.written = self.written.saturating_sub(text.len());
        self.write(new)
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::writing(&self.path, &error))?;
        files::still_at(&self.file, &self.path)
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

/// The empty line before the first game that is added.
fn separator(held: &[u8]) -> &'static str {
    if held.is_empty() || held.ends_with(b"\n\n") {
        ""
    } else if held.ends_with(b"\n") {
        "\n"
    } else {
        "\n\n"
    }
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
