//! [`Journal`]: the results of a piece of work, on the disk or in memory.

use crate::journal::Job;
use crate::journal::file::{self, JournalFile};
use crate::journal::lines::{Header, Item, JournalError, open};
use crate::journal::merge::Merge;
use std::collections::BTreeMap;
use std::path::Path;
use std::slice;

/// The results of a piece of work. Totals, tables and PGN are computed from them.
///
/// If there is a file, the results are only there: the memory does not depend on how many there are.
#[derive(Debug)]
pub struct Journal<T>(Kept<T>);

#[derive(Debug)]
enum Kept<T> {
    InMemory(BTreeMap<usize, T>),
    OnDisk(JournalFile),
}

impl<T: Item + Clone> Journal<T> {
    /// A journal in memory, without a file.
    #[must_use]
    pub const fn in_memory() -> Self {
        Self(Kept::InMemory(BTreeMap::new()))
    }

    /// Opens the journal of work with this number of results, or creates it. A journal of the same work with fewer results
    /// is extended.
    ///
    /// # Errors
    /// The file cannot be used, is in use, belongs to other work, or was changed by hand.
    pub fn open(path: &Path, job: &Job, count: usize) -> Result<Self, JournalError> {
        let file = JournalFile::open(path, job, count, &mut |_: T| ())?;
        Ok(Self(Kept::OnDisk(file)))
    }

    /// Which results a file has of work with this number of them. The file is not changed, and may be in use.
    ///
    /// # Errors
    /// The file cannot be read, belongs to other work, or was changed by hand.
    pub fn done_in(path: &Path, job: &Job, count: usize) -> Result<Vec<bool>, JournalError> {
        let header = Header::new(job, count);
        let (_, is_done) = file::read(path, open(path)?, &header, &mut |_: T| ())?;
        Ok(is_done)
    }

    /// Whether it has the result with this number.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        match &self.0 {
            Kept::InMemory(results) => results.contains_key(&number),
            Kept::OnDisk(file) => file.is_done(number),
        }
    }

    /// Reports the results in the order of their numbers.
    ///
    /// # Errors
    /// The file cannot be read again, or `each` fails.
    pub fn in_order<E: From<JournalError>>(
        &self,
        each: &mut dyn FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self.0 {
            Kept::InMemory(results) => results.values().cloned().try_for_each(each),
            Kept::OnDisk(file) => {
                let merge = Merge::read(slice::from_ref(&file.path), &mut |_| ())?;
                merge.in_order(each)
            }
        }
    }

    /// Records a result, on the disk if there is a file.
    ///
    /// # Errors
    /// The file cannot be written, or is not there any more.
    pub fn add(&mut self, result: &T) -> Result<(), JournalError> {
        match &mut self.0 {
            Kept::InMemory(results) => {
                results.insert(result.number(), result.clone());
                Ok(())
            }
            Kept::OnDisk(file) => {
                file.add(result)?;
                file.sync()
            }
        }
    }
}
