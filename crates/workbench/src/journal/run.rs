//! [`Work`]: numbered items that do not depend on each other, done by a crew whose ledger is the journal.

use crate::journal::Shard;
use crate::journal::file::{Journal, Lines};
use crate::journal::lines::{Item, Job, JournalError};
use plywood_arena::{Broken, Crew, Done, Ledger};
use plywood_search::StopHandle;
use serde::Serialize;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// Work made of numbered items that do not depend on each other: the games of a match, the positions of a suite. Besides its number, an
/// item may need a task, such as its position. An item that fails ends the work with its error, which also holds a [`WorkError`].
pub struct Work<T, I, E> {
    job: Job,
    count: usize,
    /// Items of the same unit belong to the same shard.
    unit: Box<dyn Fn(usize) -> usize>,
    /// Returns `false` for items that are no longer needed.
    is_needed: Box<dyn Fn(usize) -> bool>,
    item: Arc<DoItem<T, I, E>>,
    journal: Option<Journal<I>>,
    /// The files of the journal, once an item was read again.
    lines: Option<Lines>,
    shard: Shard,
    stop: StopHandle,
}

/// Does the item with a number, on any thread. An error ends the run.
type DoItem<T, I, E> = dyn Fn(usize, T) -> Result<I, E> + Send + Sync;

/// The reason a run ended before its work was done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An item was broken off.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The machine failed as it did in the last run.
    #[error(
        "{0}, for the second time in a row; if memory is short, use smaller tables (hash), or fewer games at once (--threads)"
    )]
    MachineAgain(String),
    /// The tasks are not those that were counted.
    #[error("the input changed while it was being read, or can only be read once, like a pipe")]
    Changed,
}

/// Receives each item in the order of the numbers, on any number of threads; it may decide that no more are needed.
type Each<'a, T, E> = dyn FnMut(Done<T>) -> Result<ControlFlow<()>, E> + 'a;

impl<T, I, E> Work<T, I, E>
where
    T: Send + 'static,
    I: Item,
    E: From<WorkError> + Send + 'static,
{
    /// Makes the work of a command: the settings are everything that decides the items except their number. The count includes the items of
    /// other shards.
    pub fn new(
        command: &str,
        settings: &impl Serialize,
        count: usize,
        item: impl Fn(usize, T) -> Result<I, E> + Send + Sync + 'static,
    ) -> Self {
        Self {
            job: Job::new(command, settings),
            count,
            unit: Box::new(|number| number),
            is_needed: Box::new(|_| true),
            item: Arc::new(item),
            journal: None,
            lines: None,
            shard: Shard::WHOLE,
            stop: StopHandle::new(),
        }
    }

    /// Groups items into units: items with the same unit belong to the same shard.
    #[must_use]
    pub fn in_units(self, unit: impl Fn(usize) -> usize + 'static) -> Self {
        let unit = Box::new(unit);
        Self { unit, ..self }
    }

    /// Skips the items that are not needed when it is their turn.
    #[must_use]
    pub fn as_needed(self, is_needed: impl Fn(usize) -> bool + 'static) -> Self {
        let is_needed = Box::new(is_needed);
        Self { is_needed, ..self }
    }

    /// Does only the items of this shard.
    #[must_use]
    pub fn shard(self, shard: Option<Shard>) -> Self {
        let shard = shard.unwrap_or(Shard::WHOLE);
        Self { shard, ..self }
    }

    /// Ends its runs early when the handle is used.
    #[must_use]
    pub fn stopped_by(self, stop: &StopHandle) -> Self {
        let stop = stop.clone();
        Self { stop, ..self }
    }

    /// Opens its journal, if there is one: items that it has are not done again.
    ///
    /// # Errors
    /// [`JournalError`] if the journal cannot be used.
    pub fn journal(self, path: Option<&Path>) -> Result<Self, JournalError> {
        let open = |path| Journal::open(path, self.job.clone(), self.count);
        let journal = path.map(open).transpose()?;
        Ok(Self { journal, ..self })
    }

    /// Repeats the items in which a player failed.
    pub fn replay_failed(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.forget_failed();
        }
    }

    /// Returns `true` if it was stopped before its end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Returns `true` if the item belongs to the shard and is needed.
    fn is_here(&self, number: usize) -> bool {
        self.shard.contains((self.unit)(number)) && (self.is_needed)(number)
    }

    /// Does items on this many threads, and delivers those in a range, together with those that the journal had before. There is a task for
    /// each number of the range, in order. After a stop, unfinished items do not count.
    ///
    /// # Errors
    /// If a task or an item fails, or the journal cannot be written. Items recorded until then still count.
    pub fn run(
        &mut self,
        range: Range<usize>,
        tasks: impl IntoIterator<Item = Result<(usize, T), E>>,
        threads: usize,
        each: &mut Each<'_, I, E>,
    ) -> Result<(), E> {
        let item = Arc::clone(&self.item);
        let crew = Crew::start(threads, &self.stop, move |number, task| item(number, task));
        let tasks = one_each(range.clone(), tasks);
        crew.run(range, tasks, self, &mut |_, item| each(item))
    }
}

impl<T, I: Item, E: From<WorkError>> Ledger<I, E> for Work<T, I, E>
where
    T: Send + 'static,
    E: Send + 'static,
{
    fn is_left(&self, number: usize) -> bool {
        let is_known = |journal: &Journal<I>| journal.has(number);
        self.is_here(number) && !self.journal.as_ref().is_some_and(is_known)
    }

    fn recorded(&mut self, numbers: Range<usize>) -> Result<Option<(usize, I)>, E> {
        let Some(journal) = &self.journal else {
            return Ok(None);
        };
        let first = journal.first_from(numbers.start);
        let Some(number) = first.filter(|first| *first < numbers.end) else {
            return Ok(None);
        };
        let lines = match &mut self.lines {
            Some(lines) => lines,
            closed @ None => closed.insert(journal.lines().map_err(WorkError::from)?),
        };
        let item = lines.item(journal, number).map_err(WorkError::from)?;
        Ok(Some((number, item)))
    }

    fn record(&mut self, item: &I) -> Result<(), E> {
        let added = self.journal.as_mut().map(|journal| journal.add(item));
        Ok(added.transpose().map_err(WorkError::from).map(drop)?)
    }

    fn sync(&mut self) -> Result<(), E> {
        let synced = self.journal.as_mut().map(Journal::sync);
        Ok(synced.transpose().map_err(WorkError::from).map(drop)?)
    }

    fn broken(&mut self, how: Broken) -> E {
        let added = match (&how, &mut self.journal) {
            (Broken::Machine(fault), Some(journal)) => journal.add_fault(fault),
            _ => Ok(false),
        };
        let error = match (added, how) {
            (Err(error), _) => error.into(),
            (Ok(true), how) => WorkError::MachineAgain(how.to_string()),
            (Ok(false), how) => how.into(),
        };
        error.into()
    }
}

impl<T, I, E> fmt::Debug for Work<T, I, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Work").field(&self.job).finish()
    }
}

/// Returns the tasks, one for each of these numbers unless the file they are read from changed since they were counted.
fn one_each<T, E: From<WorkError>>(
    mut numbers: Range<usize>,
    tasks: impl IntoIterator<Item = Result<(usize, T), E>>,
) -> impl Iterator<Item = Result<(usize, T), E>> {
    let changed = || Some(Err(WorkError::Changed.into()));
    let tasks = tasks.into_iter().map(Some).chain([None]);
    tasks.filter_map(move |task| match task {
        Some(Ok((number, _))) if numbers.next() != Some(number) => changed(),
        None if numbers.next().is_some() => changed(),
        task => task,
    })
}
