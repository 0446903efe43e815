//! [`Journal`]: the file that records a match. A game counts as soon as its line is on the disk.
//!
//! The first line describes the match; the journal of another match is refused. Every other line is a game with its
//! PGN. The process can be killed at any moment: at most the last line is then incomplete, and it is cut off when the match
//! resumes. Totals, tables and PGN are all computed from the journal.

use crate::system;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Everything that decides which games a match has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charter {
    /// The players, with their settings.
    pub players: Vec<String>,
    /// All other settings, by name.
    pub terms: Vec<(String, String)>,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule.
    pub game: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended, in a word or two.
    pub end: String,
    /// Why it ended, in a sentence.
    pub reason: String,
    /// Half moves that the players made.
    pub plies: usize,
    /// Seconds from its beginning to its end.
    pub seconds: f64,
    /// Seconds that the players spent on their moves.
    pub thinking: f64,
    /// The game as PGN.
    pub pgn: String,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("the journal {path:?}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing it.
    #[error("the journal {0:?} is being written by a match that is still running")]
    InUse(PathBuf),
    /// A line is wrong.
    #[error("the journal {path:?}, line {line}: {problem}; move the file away to start again")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// It is the journal of another match.
    #[error(
        "the journal {path:?} belongs to another match: {difference}; run the command of that match, or name another file"
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What is different.
        difference: String,
    },
}

/// The games of a match, kept in a file or only in memory.
#[derive(Debug)]
pub struct Journal {
    file: Option<(PathBuf, File)>,
    entries: Vec<Entry>,
}

impl Journal {
    /// A journal in memory, without a file.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self {
            file: None,
            entries: Vec::new(),
        }
    }

    /// Opens the journal of a match with this number of games, or creates it.
    ///
    /// # Errors
    /// The file cannot be used, is in use, belongs to another match, or was changed by hand.
    pub fn open(path: &Path, charter: &Charter, games: usize) -> Result<Self, JournalError> {
        let failed = |error| JournalError::File {
            path: path.to_owned(),
            error,
        };
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        if !system::lock(&file) {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        // Whatever follows the last line end was being written when the process was killed.
        let whole = text
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |end| end + 1);
        let entries = read(
            path,
            &String::from_utf8_lossy(&text[..whole]),
            charter,
            games,
        )?;
        file.set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(failed)?;
        let mut journal = Self {
            file: Some((path.to_owned(), file)),
            entries,
        };
        if whole == 0 {
            journal.write(charter)?;
        }
        Ok(journal)
    }

    /// The recorded games, in the order in which they ended.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Records a game on the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, entry: Entry) -> Result<&Entry, JournalError> {
        self.write(&entry)?;
        self.entries.push(entry);
        Ok(&self.entries[self.entries.len() - 1])
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), JournalError> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let written = serde_json::to_string(line)
            .map_err(io::Error::from)
            .and_then(|line| {
                // The line and its end in one call: an incomplete line has no end, and is cut off when it is read.
                file.write_all(format!("{line}\n").as_bytes())?;
                file.sync_data()
            });
        written.map_err(|error| JournalError::File {
            path: path.clone(),
            error,
        })
    }
}

fn read(
    path: &Path,
    text: &str,
    charter: &Charter,
    games: usize,
) -> Result<Vec<Entry>, JournalError> {
    let wrong = |line, problem: String| JournalError::Line {
        path: path.to_owned(),
        line,
        problem,
    };
    let mut lines = (1..).zip(text.lines());
    if let Some((line, first)) = lines.next() {
        let found: Charter = serde_json::from_str(first)
            .map_err(|_| wrong(line, "expected the settings of a match".to_owned()))?;
        if let Some(difference) = difference(&found, charter) {
            return Err(JournalError::OtherMatch {
                path: path.to_owned(),
                difference,
            });
        }
    }
    let mut seen = vec![false; games];
    let mut entries = Vec::new();
    for (line, text) in lines {
        let entry: Entry = serde_json::from_str(text)
            .map_err(|error| wrong(line, format!("expected a game ({error})")))?;
        match seen.get_mut(entry.game) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => {
                return Err(wrong(
                    line,
                    format!("game {} is recorded twice", entry.game),
                ));
            }
            None => {
                return Err(wrong(
                    line,
                    format!("game {}, but the match has only {games}", entry.game),
                ));
            }
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// The first difference between two matches.
fn difference(found: &Charter, wanted: &Charter) -> Option<String> {
    if found.players != wanted.players {
        return Some(format!("its players are {}", found.players.join(" ")));
    }
    let pairs = found.terms.iter().zip(&wanted.terms);
    let different = pairs
        .filter(|(found, wanted)| found != wanted)
        .map(|(found, _)| format!("its {} is {:?}", found.0, found.1));
    let missing = (found.terms.len() != wanted.terms.len())
        .then(|| "it was written by another version".to_owned());
    different.into_iter().next().or(missing)
}

#[cfg(test)]
mod tests;
