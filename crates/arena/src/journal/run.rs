//! [`Work`]: numbered items that do not depend on each other; and [`Run`], which has them done.

use crate::crew::Crew;
use crate::journal::Shard;
use crate::journal::file::{Journal, Lines};
use crate::journal::lines::{Item, Job, JournalError};
use plywood_console::Failure;
use plywood_search::{StopHandle, catch_panic};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Work of numbered items that do not depend on each other: the games of a match, the positions of a suite. Beside its number, an
/// item may need a task, such as its position.
pub struct Work<T, I> {
    job: Job,
    count: usize,
    /// Items of the same unit belong to the same shard.
    unit: Box<dyn Fn(usize) -> usize>,
    /// Returns false for items that are not needed any more.
    is_needed: Box<dyn Fn(usize) -> bool>,
    item: Arc<DoItem<T, I>>,
}

/// Does the item with a number, on any thread. A failure ends the run.
type DoItem<T, I> = dyn Fn(usize, T) -> Result<I, Failure> + Send + Sync;

impl<T, I> Work<T, I> {
    /// The work of a command: the settings are everything that decides the items but their number. The count is that of all items,
    /// those of other shards included.
    pub fn new(
        command: &str,
        settings: &impl Serialize,
        count: usize,
        item: impl Fn(usize, T) -> Result<I, Failure> + Send + Sync + 'static,
    ) -> Self {
        Self {
            job: Job::new(command, settings),
            count,
            unit: Box::new(|number| number),
            is_needed: Box::new(|_| true),
            item: Arc::new(item),
        }
    }

    /// The same, and items whose numbers have the same unit belong to the same shard.
    #[must_use]
    pub fn in_units(self, unit: impl Fn(usize) -> usize + 'static) -> Self {
        let unit = Box::new(unit);
        Self { unit, ..self }
    }

    /// Leaves out the items that are not needed when it is their turn.
    #[must_use]
    pub fn as_needed(self, is_needed: impl Fn(usize) -> bool + 'static) -> Self {
        let is_needed = Box::new(is_needed);
        Self { is_needed, ..self }
    }
}

impl<T, I> fmt::Debug for Work<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Work").field(&self.job).finish()
    }
}

/// An item of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done<T> {
    /// The journal had it before.
    Before(T),
    /// It was done now.
    Now(T),
}

impl<T> Done<T> {
    /// The item.
    pub const fn get(&self) -> &T {
        match self {
            Self::Before(item) | Self::Now(item) => item,
        }
    }

    /// The item itself.
    pub fn into_inner(self) -> T {
        match self {
            Self::Before(item) | Self::Now(item) => item,
        }
    }
}

/// What is done with each item, in the order of the numbers whatever the number of threads; it may decide that no more are
/// needed.
type Each<'a, T> = dyn FnMut(Done<T>) -> Result<ControlFlow<()>, Failure> + 'a;

/// A run of some work: the items of a shard that the journal does not have yet.
#[derive(Debug)]
pub struct Run<T, I> {
    work: Work<T, I>,
    journal: Option<Journal<I>>,
    shard: Shard,
    stop: StopHandle,
}

/// A run that is stopped ends within this time, whatever its threads are doing.
const STOP_DELAY: Duration = Duration::from_millis(50);
/// What is known already is handed over for this long after a stop.
const LAST_DELAY: Duration = Duration::from_millis(50);
/// So many items may wait for one with a lower number. It bounds the memory.
const MOST_WAITING: usize = 1_024;

impl<T: Send + 'static, I: Item> Run<T, I> {
    /// Opens the journal, if there is one.
    ///
    /// # Errors
    /// The journal cannot be used.
    pub fn new(
        work: Work<T, I>,
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

    /// Does the items again in which a player failed.
    pub fn replay_failed(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.forget_failed();
        }
    }

    /// Whether it was stopped before its end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// How many of the items that are to be done here the journal has. Of a billion that it has not, none is looked at.
    pub fn known(&self) -> usize {
        let numbers = self.journal.iter().flat_map(Journal::numbers);
        numbers.filter(|number| self.is_here(*number)).count()
    }

    /// Returns true if the item belongs to the shard, and is needed.
    fn is_here(&self, number: usize) -> bool {
        self.shard.contains((self.work.unit)(number)) && (self.work.is_needed)(number)
    }

    /// Whether the item is still to be done here.
    fn is_left(&self, number: usize) -> bool {
        let is_known = |journal: &Journal<I>| journal.has(number);
        self.is_here(number) && !self.journal.as_ref().is_some_and(is_known)
    }

    /// Has items done on this many threads, and hands over those in a range, together with those that the journal had before.
    /// There is a task for each number of the range, in order. After a stop, what is not finished does not count.
    ///
    /// # Errors
    /// A task or an item fails, or the journal cannot be written. What was recorded so far still counts.
    pub fn run(
        &mut self,
        range: Range<usize>,
        tasks: impl IntoIterator<Item = Result<(usize, T), Failure>>,
        threads: usize,
        each: &mut Each<'_, I>,
    ) -> Result<(), Failure> {
        let item = Arc::clone(&self.work.item);
        let crew = Crew::start(threads, move |number, task| {
            let item = catch_panic(|| item(number, task));
            item.unwrap_or_else(|text| Err(Failure::Work(text)))
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
            // An item that was handed over may have decided that the next one is not needed.
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
                return self.sync();
            } else if let Some((number, item)) = crew.next(STOP_DELAY) {
                // Players that were stopped, too, have ended their games by moves of no search.
                if self.stop.is_stopped() {
                    break;
                }
                at_work.remove(&number);
                let Some(item) = item.transpose()? else {
                    continue;
                };
                if let Some(journal) = &mut self.journal {
                    journal.add(&item)?;
                }
                order.waiting.insert(number, item);
            }
        }
        // Some may wait for others, which will not come.
        order.hand_over(range.end, self.journal.as_ref(), each)?;
        self.sync()
    }

    fn sync(&mut self) -> Result<(), Failure> {
        Ok(self.journal.as_mut().map_or(Ok(()), Journal::sync)?)
    }
}

/// The tasks, which are one for each of these numbers unless the file that they are read from was changed since they were counted.
fn one_each<T>(
    mut numbers: Range<usize>,
    tasks: impl IntoIterator<Item = Result<(usize, T), Failure>>,
) -> impl Iterator<Item = Result<(usize, T), Failure>> {
    let changed = || {
        let why = "the input was changed while it was read, or can be read only once, as a pipe";
        Some(Err(Failure::Usage(why.to_owned())))
    };
    let tasks = tasks.into_iter().map(Some).chain([None]);
    tasks.filter_map(move |task| match task {
        Some(Ok((number, _))) if numbers.next() != Some(number) => changed(),
        None if numbers.next().is_some() => changed(),
        task => task,
    })
}

/// Items on their way to those who want them in order.
struct InOrder<'a, T> {
    /// Those below are handed over.
    next: usize,
    /// Done, but after one that is not.
    waiting: BTreeMap<usize, T>,
    lines: Option<Lines>,
    /// Whether no more are wanted.
    is_over: bool,
    stop: &'a StopHandle,
    /// When it was first seen that the run is stopped.
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

    /// Whether it is time to end, since the run was stopped; a long journal is not read to its end then.
    fn is_late(&mut self) -> bool {
        let is_stopped = self.stop.is_stopped();
        is_stopped && self.stopped.get_or_insert_with(Instant::now).elapsed() > LAST_DELAY
    }

    /// Hands over all items below a number.
    fn hand_over(
        &mut self,
        end: usize,
        journal: Option<&Journal<T>>,
        each: &mut Each<'_, T>,
    ) -> Result<(), Failure> {
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
                        closed @ None => closed.insert(journal.lines()?),
                    };
                    Done::Before(lines.item(journal, number)?)
                }
            };
            self.is_over = each(done)?.is_break();
        }
        Ok(())
    }
}
