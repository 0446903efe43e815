//! [`Journal`]: the file in which results are recorded. A result counts as soon as its line is on the disk.
//!
//! The process can be killed at any moment: at most the last line is then incomplete, and it is cut off when the work goes
//! on. Totals, tables and PGN are all computed from the lines.

use crate::journal::{Charter, Header, Item, ItemLine, JournalError};
use crate::system;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The results of a piece of work, kept in a file or only in memory.
#[derive(Debug)]
pub struct Journal<T> {
    file: Option<(PathBuf, File)>,
    hash: String,
    entries: Vec<T>,
}

impl<T: Item> Journal<T> {
    /// A journal in memory, without a file.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self {
            file: None,
            hash: String::new(),
            entries: Vec::new(),
        }
    }

    /// Opens the journal of work with this number of results, or creates it. A journal of the same work with fewer results
    /// is extended.
    ///
    /// # Errors
    /// The file cannot be used, is in use, belongs to other work, or was changed by hand.
    pub fn open(path: &Path, charter: &Charter, count: usize) -> Result<Self, JournalError> {
        let failed = |error| JournalError::file(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if !system::lock(&file) {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let mut reading = Reading::new(path, charter, count);
        let whole = reading.read(&file)?;
        file.set_len(whole)
            .and_then(|()| file.seek(SeekFrom::Start(whole)))
            .map_err(failed)?;
        let mut journal = Self {
            file: Some((path.to_owned(), file)),
            hash: charter.hash(),
            entries: reading.entries,
        };
        if reading.known_count != Some(count) {
            journal.write(&Header::new(charter, count))?;
        }
        Ok(journal)
    }

    /// The recorded results, in the order in which they were recorded.
    #[must_use]
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Records a result on the disk.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, result: T) -> Result<&T, JournalError> {
        let of = self.hash.clone();
        let line = ItemLine { of, result };
        self.write(&line)?;
        self.entries.push(line.result);
        Ok(&self.entries[self.entries.len() - 1])
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), JournalError> {
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
        written.map_err(|error| JournalError::file(path, error))
    }
}

/// A journal that is being read.
struct Reading<'a, T> {
    path: &'a Path,
    wanted: Header,
    /// The number of results in the last header.
    known_count: Option<usize>,
    seen: Vec<bool>,
    entries: Vec<T>,
}

impl<'a, T: Item> Reading<'a, T> {
    fn new(path: &'a Path, charter: &Charter, count: usize) -> Self {
        Self {
            path,
            wanted: Header::new(charter, count),
            known_count: None,
            seen: vec![false; count],
            entries: Vec::new(),
        }
    }

    /// Reads every whole line, and returns the number of their bytes. What follows the last line end was being written when
    /// the process was killed.
    fn read(&mut self, file: &File) -> Result<u64, JournalError> {
        let failed = |error| JournalError::file(self.path, error);
        let (mut reader, mut bytes, mut whole) = (BufReader::new(file), Vec::new(), 0);
        for line in 1.. {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
            if !bytes.ends_with(b"\n") {
                break;
            }
            self.line(line, &String::from_utf8_lossy(&bytes))?;
            whole += length as u64;
        }
        Ok(whole)
    }

    fn line(&mut self, line: usize, text: &str) -> Result<(), JournalError> {
        let wrong = |problem: String| JournalError::line(self.path, line, problem);
        if let Some(header) = Header::read(text) {
            return self.header(&header);
        }
        if self.known_count.is_none() {
            return Err(wrong("expected the settings of the work".to_owned()));
        }
        let [one, _] = T::NAMES;
        let found: ItemLine<T> = serde_json::from_str(text)
            .map_err(|error| wrong(format!("expected a {one} ({error})")))?;
        if found.of != self.wanted.hash {
            return Err(wrong(format!("this {one} is of other work")));
        }
        let number = found.result.number();
        match self.seen.get_mut(number) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return Err(wrong(format!("{one} {number} is recorded twice"))),
            None => {
                let count = self.wanted.count;
                return Err(wrong(format!("{one} {number}, but there are only {count}")));
            }
        }
        self.entries.push(found.result);
        Ok(())
    }

    fn header(&mut self, found: &Header) -> Result<(), JournalError> {
        let path = self.path.to_owned();
        if let Some(difference) = found.charter.difference(&self.wanted.charter) {
            return Err(JournalError::OtherWork { path, difference });
        }
        let (found, wanted) = (found.count, self.wanted.count);
        if found > wanted {
            return Err(JournalError::Longer {
                path,
                found,
                wanted,
            });
        }
        self.known_count = Some(found);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
