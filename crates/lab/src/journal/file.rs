//! [`Journal`]: the results of a piece of work, in memory and in a file. Totals, tables and PGN are computed from them.

use crate::journal::disk::JournalFile;
use crate::journal::{Charter, Item, JournalError};
use std::path::Path;

/// The results of a piece of work, kept in a file or only in memory.
#[derive(Debug)]
pub struct Journal<T> {
    file: Option<JournalFile>,
    entries: Vec<T>,
}

impl<T: Item> Journal<T> {
    /// A journal in memory, without a file.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self {
            file: None,
            entries: Vec::new(),
        }
    }

    /// Opens the journal of work with this number of results, or creates it. A journal of the same work with fewer results
    /// is extended.
    ///
    /// # Errors
    /// The file cannot be used, is in use, belongs to other work, or was changed by hand.
    pub fn open(path: &Path, charter: &Charter, count: usize) -> Result<Self, JournalError> {
        let mut entries = Vec::new();
        let file = JournalFile::open(path, charter, count, &mut |entry| entries.push(entry))?;
        let file = Some(file);
        Ok(Self { file, entries })
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
        if let Some(file) = &mut self.file {
            file.add(&result)?;
            file.sync()?;
        }
        self.entries.push(result);
        Ok(&self.entries[self.entries.len() - 1])
    }
}

#[cfg(test)]
mod tests;
