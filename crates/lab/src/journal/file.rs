//! [`JournalFile`]: the file of a journal, which is written line by line.
//!
//! A result counts as soon as its line is written. The process can be killed at any moment: at most the last line is then
//! incomplete, and it is cut off when the work goes on.

use crate::journal::Job;
use crate::journal::lines::must_be_file;
use crate::journal::lines::{Found, Header, Item, ItemLine, JournalError, Reader};
use plywood_console::files;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A journal on the disk, which this process alone writes. Only which results are there is kept in memory, so that a file may
/// have any number of lines.
#[derive(Debug)]
pub(crate) struct JournalFile {
    pub(super) path: PathBuf,
    file: File,
    hash: String,
    is_done: Vec<bool>,
}

impl JournalFile {
    /// Opens the journal of work with this number of results, or creates it, and reports every result that it has. A journal
    /// of the same work with fewer results is extended.
    pub(crate) fn open<T: Item>(
        path: &Path,
        job: &Job,
        count: usize,
        each: &mut dyn FnMut(T),
    ) -> Result<Self, JournalError> {
        must_be_file(path)?;
        let failed = |error| JournalError::file(path, error);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        match lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            // Some systems and shared disks know no locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let header = Header::new(job, count);
        let (found, is_done) = read(path, BufReader::new(&file), &header, each)?;
        file.set_len(found.whole)
            .and_then(|()| file.seek(SeekFrom::Start(found.whole)))
            .map_err(failed)?;
        let mut journal = Self {
            path: path.to_owned(),
            file,
            hash: header.hash.clone(),
            is_done,
        };
        if found.count != Some(count) {
            journal.write(&header)?;
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
        written.map_err(|error| JournalError::file(&self.path, error))?;
        // What is written to a file that was removed is lost with the process.
        if files::is_at(&self.file, &self.path) {
            Ok(())
        } else {
            Err(JournalError::Gone(self.path.clone()))
        }
    }
}

/// Locks the file. A child process that was just started holds the locks of this one until its own program runs, so a lock that was
/// given back may seem to be taken for a moment.
fn lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
            result => return result,
        }
    }
    file.try_lock()
}

/// Reads the journal of this work. Returns what was found, and which results are there.
pub(super) fn read<T: Item>(
    path: &Path,
    reader: impl BufRead,
    wanted: &Header,
    each: &mut dyn FnMut(T),
) -> Result<(Found, Vec<bool>), JournalError> {
    let mut is_done = vec![false; wanted.count];
    let most = wanted.count;
    let reading = Reader { path, wanted, most };
    let found = reading.read(reader, &mut |result: T, _| {
        let number = result.number();
        if std::mem::replace(&mut is_done[number], true) {
            let [one, _] = T::NAMES;
            return Err(format!("{one} {number} is recorded twice"));
        }
        each(result);
        Ok(())
    })?;
    Ok((found, is_done))
}
