//! [`JournalFile`]: the file of a journal. A result counts as soon as its line is written.
//!
//! The process can be killed at any moment: at most the last line is then incomplete, and it is cut off when the work goes
//! on. Only which results are there is kept in memory, so that a file may have any number of lines.

use crate::journal::{Charter, Header, Item, ItemLine, JournalError};
use crate::system;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A journal on the disk, which this process alone writes.
#[derive(Debug)]
pub(crate) struct JournalFile {
    path: PathBuf,
    file: File,
    hash: String,
    is_done: Vec<bool>,
}

impl JournalFile {
    /// Opens the journal of work with this number of results, or creates it, and reports every result that it has. A journal
    /// of the same work with fewer results is extended.
    pub(crate) fn open<T: Item>(
        path: &Path,
        charter: &Charter,
        count: usize,
        each: &mut dyn FnMut(T),
    ) -> Result<Self, JournalError> {
        let failed = |error| JournalError::file(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        if !system::lock(&file) {
            return Err(JournalError::InUse(path.to_owned()));
        }
        let mut reading = Reading::new(path, charter, count);
        let whole = reading.read(&file, each)?;
        file.set_len(whole)
            .and_then(|()| file.seek(SeekFrom::Start(whole)))
            .map_err(failed)?;
        let known_count = reading.known_count;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            hash: charter.hash(),
            is_done: reading.seen,
        };
        if known_count != Some(count) {
            journal.write(&Header::new(charter, count))?;
        }
        Ok(journal)
    }

    /// The number of results that are recorded.
    pub(crate) fn done(&self) -> usize {
        self.is_done.iter().filter(|is_done| **is_done).count()
    }

    /// Whether the result with this number is recorded.
    pub(crate) fn is_done(&self, number: usize) -> bool {
        self.is_done.get(number).is_some_and(|is_done| *is_done)
    }

    /// Writes a result. It survives the end of this process, and that of the machine after [`sync`](Self::sync).
    pub(crate) fn add<T: Item>(&mut self, result: &T) -> Result<(), JournalError> {
        let of = self.hash.clone();
        self.write(&ItemLine { of, result })?;
        if let Some(is_done) = self.is_done.get_mut(result.number()) {
            *is_done = true;
        }
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), JournalError> {
        let synced = self.file.sync_data();
        synced.map_err(|error| JournalError::file(&self.path, error))
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_string(line)
            .map_err(io::Error::from)
            // The line and its end in one call: an incomplete line has no end, and is cut off when it is read.
            .and_then(|line| self.file.write_all(format!("{line}\n").as_bytes()));
        written.map_err(|error| JournalError::file(&self.path, error))
    }
}

/// A journal that is being read.
struct Reading<'a> {
    path: &'a Path,
    wanted: Header,
    /// The number of results in the last header.
    known_count: Option<usize>,
    seen: Vec<bool>,
}

impl<'a> Reading<'a> {
    fn new(path: &'a Path, charter: &Charter, count: usize) -> Self {
        Self {
            path,
            wanted: Header::new(charter, count),
            known_count: None,
            seen: vec![false; count],
        }
    }

    /// Reads every whole line, and returns the number of their bytes. What follows the last line end was being written when
    /// the process was killed.
    fn read<T: Item>(&mut self, file: &File, each: &mut dyn FnMut(T)) -> Result<u64, JournalError> {
        let failed = |error| JournalError::file(self.path, error);
        let (mut reader, mut bytes, mut whole) = (BufReader::new(file), Vec::new(), 0);
        for line in 1.. {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes).map_err(failed)?;
            if !bytes.ends_with(b"\n") {
                break;
            }
            let found = self.line::<T>(line, &String::from_utf8_lossy(&bytes))?;
            found.into_iter().for_each(&mut *each);
            whole += length as u64;
        }
        Ok(whole)
    }

    /// The result in a line, unless the line says what was asked.
    fn line<T: Item>(&mut self, line: usize, text: &str) -> Result<Option<T>, JournalError> {
        let wrong = |problem: String| JournalError::line(self.path, line, problem);
        if let Some(header) = Header::read(text) {
            return self.header(&header).map(|()| None);
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
        Ok(Some(found.result))
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
