//! [`Work`]: numbered items that do not depend on each other; and [`Run`], which does them.

use crate::journal::Shard;
use crate::journal::file::{Journal, Lines};
use crate::journal::lines::{Item, Job, JournalError};
use plywood_arena::Crew;
use plywood_search::threads::MachineFault;
use plywood_search::{StopHandle, catch_panic};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
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
    /// An item panicked.
    #[error("{0}")]
    Panicked(String),
    /// The machine failed, as by ending a program.
    #[error("{0}")]
    Machine(String),
    /// The machine failed as it did in the last run.
    #[error(
        "{0}, for the second time in a row; use less memory: smaller tables (hash), or fewer games at once (--threads)"
    )]
    MachineAgain(String),
    /// The tasks are not those that were counted.
    #[error("the input changed while it was being read, or can only be read once, like a pipe")]
    Changed,
}

impl<T, I, E> Work<T, I, E> {
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
}

impl<T, I, E> fmt::Debug for Work<T, I, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Work").field(&self.job).finish()
    }
}

/// An item of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done<T> {
    /// The journal already had it.
    Before(T),
    /// It was done in this run.
    Now(T),
}

impl<T> Done<T> {
    /// Returns the item.
    pub const fn get(&self) -> &T {
        match self {
            Self::Before(item) | Self::Now(item) => item,
        }
    }

    /// Returns the item, owned.
    pub fn into_inner(self) -> T {
        match self {
            Self::Before(item) | Self::Now(item) => item,
        }
    }
}

/// Receives each item in the order of the numbers, on any number of threads; it may decide that no more are needed.
type Each<'a, T, E> = dyn FnMut(Done<T>) -> Result<ControlFlow<()>, E> + 'a;

/// A run of some work: the items of a shard that the journal does not have yet.
#[derive(Debug)]
pub struct Run<T, I, E> {
    work: Work<T, I, E>,
    journal: Option<Journal<I>>,
    shard: Shard,
    stop: StopHandle,
}

/// The time within which a stopped run ends, no matter what its threads are doing.
const STOP_DELAY: Duration = Duration::from_millis(50);
/// The time after a stop during which finished results are still delivered.
const LAST_DELAY: Duration = Duration::from_millis(50);
/// The most items that may wait for one with a lower number. It bounds the memory.
const MOST_WAITING: usize = 1_024;

impl<T, I, E> Run<T, I, E>
where
    T: Send + 'static,
    I: Item,
    E: From<WorkError> + Send + 'static,
{
    /// Makes a run, opening its journal if there is one.
    ///
    /// # Errors
    /// [`JournalError`] if the journal cannot be used.
    pub fn new(
        work: Work<T, I, E>,
        journal: Option<&Path>,
        shard: Option<Shard>,
        stop: &StopHandle,
    ) -> Result<Self, JournalError> {
        let open = |path| Journal::open(path, work.job.clone(), work.count);
        Ok(Self {
            journal: journal.map(open).transpose()?,
            work,
            shard: shard.unwrap_or(Shard::WHOLE),
            stop: stop.clone(),
        })
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

    /// Returns the number of this shard's items that the journal has. Missing items cost no time, even a billion of them.
    pub fn known(&self) -> usize {
        let numbers = self.journal.iter().flat_map(Journal::numbers);
        numbers.filter(|number| self.is_here(*number)).count()
    }

    /// Returns `true` if the item belongs to the shard and is needed.
    fn is_here(&self, number: usize) -> bool {
        self.shard.contains((self.work.unit)(number)) && (self.work.is_needed)(number)
    }

    /// Returns `true` if the item is still to do in this shard.
    fn is_left(&self, number: usize) -> bool {
        let is_known = |journal: &Journal<I>| journal.has(number);
        self.is_here(number) && !self.journal.as_ref().is_some_and(is_known)
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
        let item = Arc::clone(&self.work.item);
        let crew = Crew::start(threads, move |number, task| {
            let item = catch_panic(|| MachineFault::caught(|| item(number, task)));
            item.unwrap_or_else(|text| Ok(Err(WorkError::Panicked(text).into())))
        });
        let mut tasks = one_each(range.clone(), tasks).peekable();
        let mut order = InOrder::from(range.start, &self.stop);
        let mut at_work = BTreeSet::new();
        while !self.stop.is_stopped() {
            let is_known = |task: &Result<_, _>| matches!(task, Ok((n, _)) if !self.is_left(*n));
            while !self.stop.is_stopped() && tasks.next_if(is_known).is_some() {}
            let next_task = match tasks.peek() {
                Some(Ok((number, _))) => *number,
                Some(Err(_)) => range.start,
                None => range.end,
            };
            let unknown = at_work.first().copied().unwrap_or(next_task);
            order.hand_over(unknown, self.journal.as_ref(), each)?;
            if order.is_over {
                crew.end();
            }
            // A delivered item may have decided that the next one is not needed.
            if tasks.peek().is_some_and(is_known) {
                continue;
            }
            let has_room = at_work.len() < 2 * threads && order.waiting.len() < MOST_WAITING;
            if has_room
                && !order.is_over
                && let Some(task) = tasks.next()
            {
                let (number, task) = task?;
                at_work.insert(number);
                crew.add(number, task);
            } else if at_work.is_empty() {
                crew.join();
                return Ok(self.sync()?);
            } else if let Some((number, item)) = crew.next(STOP_DELAY) {
                // Players that were stopped as well have ended their games with moves that no search chose.
                if self.stop.is_stopped() {
                    break;
                }
                at_work.remove(&number);
                let Some(item) = item else { continue };
                let item =
                    item.map_err(|fault| machine_failed(self.journal.as_mut(), &fault))??;
                if let Some(journal) = &mut self.journal {
                    journal.add(&item).map_err(WorkError::from)?;
                }
                order.waiting.insert(number, item);
            }
        }
        // Some may wait for others that will not come.
        order.hand_over(range.end, self.journal.as_ref(), each)?;
        Ok(self.sync()?)
    }

    fn sync(&mut self) -> Result<(), WorkError> {
        Ok(self.journal.as_mut().map_or(Ok(()), Journal::sync)?)
    }
}

/// Returns the failure of a run that the machine ended.
fn machine_failed<I: Item>(journal: Option<&mut Journal<I>>, fault: &MachineFault) -> WorkError {
    let fault = fault.to_string();
    match journal.map(|journal| journal.add_fault(&fault)) {
        Some(Err(error)) => error.into(),
        Some(Ok(true)) => WorkError::MachineAgain(fault),
        Some(Ok(false)) | None => WorkError::Machine(fault),
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

/// Items on their way to a caller who wants them in order.
struct InOrder<'a, T> {
    /// The lowest number not delivered yet.
    next: usize,
    /// Finished items that wait for a lower number.
    waiting: BTreeMap<usize, T>,
    lines: Option<Lines>,
    /// `true` if no more are wanted.
    is_over: bool,
    stop: &'a StopHandle,
    /// The time when the stop was first noticed.
    stopped: Option<Instant>,
}

impl<'a, T: Item> InOrder<'a, T> {
    const fn from(next: usize, stop: &'a StopHandle) -> Self {
        Self {
            next,
            waiting: BTreeMap::new(),
            lines: None,
            is_over: false,
            stop,
            stopped: None,
        }
    }

    /// Returns `true` if it is time to end after a stop; a long journal is then not read to its end.
    fn is_late(&mut self) -> bool {
        let is_stopped = self.stop.is_stopped();
        is_stopped && self.stopped.get_or_insert_with(Instant::now).elapsed() > LAST_DELAY
    }

    /// Delivers all items below a number.
    fn hand_over<E: From<WorkError>>(
        &mut self,
        end: usize,
        journal: Option<&Journal<T>>,
        each: &mut Each<'_, T, E>,
    ) -> Result<(), E> {
        while !self.is_over && !self.is_late() {
            let known = journal.and_then(|journal| journal.first_from(self.next));
            let new = self.waiting.keys().next().copied();
            let Some(number) = [known, new]
                .into_iter()
                .flatten()
                .min()
                .filter(|first| *first < end)
            else {
                break;
            };
            self.next = number + 1;
            let done = match (self.waiting.remove(&number), journal) {
                (Some(item), _) => Done::Now(item),
                (None, None) => break,
                (None, Some(journal)) => {
                    let lines = match &mut self.lines {
                        Some(lines) => lines,
                        closed @ None => closed.insert(journal.lines().map_err(WorkError::from)?),
                    };
                    Done::Before(lines.item(journal, number).map_err(WorkError::from)?)
                }
            };
            self.is_over = each(done)?.is_break();
        }
        Ok(())
    }
}
