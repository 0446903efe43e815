//! The file with the games of a match: PGN for chess, and text with tags like those of PGN for other games.
//!
//! Games are appended in the order of their numbers, whatever the order in which they end, so that the same match writes the
//! same file. Games that the file held before stay. When a match resumes, the games that its journal has and the file already
//! ends with are not written again.

use crate::journal::{Journal, JournalError};
use crate::play::entry::Entry;
use plywood_console::{Failure, files};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    /// The numbers of the games that are not written yet, in order.
    left: Box<dyn Iterator<Item = usize>>,
    next: Option<usize>,
    /// Games that ended before one with a lower number.
    waiting: BTreeMap<usize, String>,
}

impl GamesFile {
    /// Opens the file for a match with games of these numbers, some of which were played already.
    pub(super) fn open(
        path: &Path,
        numbers: impl Iterator<Item = usize> + 'static,
        played: &Journal<Entry>,
    ) -> Result<Self, Failure> {
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

        let mut waiting = BTreeMap::new();
        played.in_order(&mut |entry| {
            waiting.insert(entry.game, text(&entry));
            Ok::<(), JournalError>(())
        })?;
        let all: String = waiting.values().cloned().collect();
        let written = overlap(&held, all.as_bytes());
        let mut games = Self {
            path: path.to_owned(),
            file,
            left: Box::new(numbers),
            next: None,
            waiting,
        };
        games.next = games.left.next();
        if written == 0 {
            games.write(separator(&held))?;
        }
        games.skip(written)?;
        games.write_those_in_order()?;
        Ok(games)
    }

    /// Leaves out the first bytes of the games, which the file has already.
    fn skip(&mut self, mut written: usize) -> Result<(), Failure> {
        while written > 0 {
            let Some((number, text)) = self.waiting.pop_first() else {
                return Ok(());
            };
            self.write(text.get(written..).unwrap_or_default())?;
            written = written.saturating_sub(text.len());
            if self.next == Some(number) {
                self.next = self.left.next();
            }
        }
        Ok(())
    }

    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.waiting.insert(entry.game, text(entry));
        self.write_those_in_order()
    }

    fn write_those_in_order(&mut self) -> Result<(), Failure> {
        while let Some(text) = self.next.and_then(|next| self.waiting.remove(&next)) {
            self.write(&text)?;
            self.next = self.left.next();
        }
        Ok(())
    }

    /// Writes the games that wait for others, which will not come.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let rest: String = std::mem::take(&mut self.waiting).into_values().collect();
        self.write(&rest)
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
