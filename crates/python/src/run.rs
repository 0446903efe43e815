//! Work beside the interpreter: runs it on separate threads, ends it by Ctrl-C, passes on exceptions of Python parts, and reports progress.

use crate::values::wrong;
use plywood_search::threads::StopOnPanic;
use plywood_search::{StopHandle, catch_panic};
use pyo3::exceptions::{PyInterruptedError, PyRecursionError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder, Yield};
use std::cell::{Cell, OnceCell, RefCell};
use std::fmt::Display;
use std::mem;
use std::panic::resume_unwind;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, available_parallelism};
use std::time::{Duration, Instant};

/// One call into the library: its stop handle, its progress, and the first exception raised by a part written in Python.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) stop: StopHandle,
    /// The number of finished items.
    pub(crate) done: AtomicUsize,
    /// The current item, if it has a name.
    step: Mutex<String>,
    shown: OnceLock<Shown>,
    failure: Mutex<Option<PyErr>>,
    inside: Mutex<Inside>,
    /// The number of parts since the call began or a part ended that waited for long.
    short_parts: AtomicU32,
    /// Set if the last part was long; then the time of its thread is worth measuring.
    are_long: AtomicBool,
}

/// The threads that run a part written in Python at this moment.
#[derive(Debug, Default)]
struct Inside {
    count: usize,
    /// Those that have begun, by the number that Python gives them.
    numbers: Vec<u64>,
    /// The main thread, while it waits for the call.
    main: Option<Main>,
}

/// The main thread of Python, on which a signal ends whatever a part does, even if it sleeps or waits for a file. Taking a part there costs
/// as much as a hundred short parts, so only those that may wait go, one at a time. A part that computes can be ended on any thread.
#[derive(Debug, Clone)]
struct Main {
    wakes: Sender<Message>,
    thread: Arc<ThreadPool>,
}

impl Main {
    fn of(main: Option<&Arc<ThreadPool>>, messages: &Sender<Message>) -> Option<Self> {
        let (thread, wakes) = (main.cloned()?, messages.clone());
        Some(Self { wakes, thread })
    }
}

/// A message to the thread that waits for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Message {
    Part,
    Over,
}

/// The address of the run whose parts the main thread takes; `None` while it is inside a part.
static MAIN_TAKES: Mutex<Option<usize>> = Mutex::new(Some(0));
static MAIN_IS_FREE: Condvar = Condvar::new();

/// Sets whose parts the main thread takes, and returns whose it took before.
fn main_takes(run: Option<usize>) -> Option<usize> {
    let mut takes = MAIN_TAKES.lock().unwrap_or_else(PoisonError::into_inner);
    MAIN_IS_FREE.notify_all();
    mem::replace(&mut takes, run)
}

/// What the main thread takes again at the end of a part or a call.
struct TakesAgain(Option<usize>);

impl Drop for TakesAgain {
    fn drop(&mut self) {
        main_takes(self.0);
    }
}

/// Parts that wait this long go to the main thread, and so do the next ones and the first ones of a call.
const LONG_PART: Duration = Duration::from_millis(5);
const PARTS_ON_MAIN: u32 = 16;

/// A thread's visit to Python. No call ends before the visits that its threads have begun: a closing interpreter ends the process if another
/// thread comes back to it.
struct Visit<'a>(&'a Run);

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.0.inside().count -= 1;
    }
}

/// A Python function that receives a call's progress, as (done, total, step).
#[derive(Debug)]
struct Shown {
    function: Py<PyAny>,
    total: Option<usize>,
    told: AtomicUsize,
}

/// The most progress reports.
const MOST_TOLD: usize = 200;

thread_local! {
    /// The number of calls that wait for this thread, each inside a part of the previous one.
    static NESTED: Cell<u32> = const { Cell::new(0) };
    /// The stop handle of the call that runs a part on this thread.
    static AROUND: RefCell<Option<StopHandle>> = const { RefCell::new(None) };
}

/// The deepest nesting of searches: a part in Python may search again, and so may a part of that search. Each has a thread.
const DEEPEST_NESTING: u32 = 50;

/// The longest wait of a signal: well below the 100 ms in which a person sees no delay.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// The time that a part has to end by itself after a stop.
const PATIENCE: Duration = Duration::from_millis(300);

/// A search calls itself once for each ply; the system allocates only the used part of this.
const STACK_BYTES: usize = 256 << 20;

impl Run {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Reports the call's progress to this function, on the thread of the call.
    pub(crate) fn show(&self, function: Option<Bound<'_, PyAny>>, total: Option<usize>) {
        if let Some(function) = function {
            self.shown.get_or_init(|| Shown {
                function: function.unbind(),
                total,
                told: AtomicUsize::new(0),
            });
        }
    }

    /// Sets the current item.
    pub(crate) fn step(&self, name: &str) {
        name.clone_into(&mut self.step.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Reports the call's progress, if it has changed much or the call is over.
    fn tell(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let Some(shown) = self.shown.get() else {
            return Ok(());
        };
        let (done, told) = (self.done.load(Relaxed), shown.told.load(Relaxed));
        let least = shown.total.map_or(0, |total| total / MOST_TOLD);
        if done > told + least || is_over && done > told {
            shown.told.store(done, Relaxed);
            let step = self.step.lock().map(|step| step.clone());
            let step = step.unwrap_or_default();
            shown.function.call1(py, (done, shown.total, step))?;
        }
        Ok(())
    }

    /// Records an exception and stops the work. Only the first one is kept: later ones are its consequences.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        self.stop.stop();
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a visit to Python, unless the work is stopped.
    fn visit(&self) -> Option<Visit<'_>> {
        let mut inside = self.inside();
        (!self.stop.is_stopped()).then(|| {
            inside.count += 1;
            Visit(self)
        })
    }

    /// The value of a Python part, unless it raises an exception. Once the work is stopped, Python is not called any more.
    pub(crate) fn ask<T: Send>(
        &self,
        part: impl FnOnce(Python<'_>) -> PyResult<T> + Send,
    ) -> Option<T> {
        let _visit = self.visit()?;
        // A part of a part stays on its thread, which has the interpreter.
        let is_inside = AROUND.with_borrow(Option::is_some);
        let may_be_long = !is_inside && self.short_parts.load(Relaxed) < PARTS_ON_MAIN;
        let Some((main, _busy)) = may_be_long.then(|| self.main_thread()).flatten() else {
            return self.ask_here(part);
        };
        if self.stop.is_stopped() {
            return None;
        }
        let nested = NESTED.get();
        // It waits for this.
        let _ = main.wakes.send(Message::Part);
        let there = || {
            main.thread.install(|| {
                let before = NESTED.replace(nested);
                let answer = self.ask_here(part);
                NESTED.set(before);
                answer
            })
        };
        if rayon::current_thread_index().is_none() {
            return there();
        }
        // A thread of a pool that waits for another pool would begin other work.
        let answer = thread::scope(|scope| scope.spawn(there).join());
        answer.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// The main thread, once it is free for a part; `None` if it isn't waiting for this call, but for one that a part of this one has made.
    fn main_thread(&self) -> Option<(Main, TakesAgain)> {
        let main = self.inside().main.clone()?;
        let takes = MAIN_TAKES.lock().unwrap_or_else(PoisonError::into_inner);
        let takes = MAIN_IS_FREE.wait_while(takes, |takes| takes.is_none());
        let mut takes = takes.unwrap_or_else(PoisonError::into_inner);
        takes
            .take_if(|run| *run == self.address())
            .map(|run| (main, TakesAgain(Some(run))))
    }

    /// Makes the main thread take the parts of this call until it ends.
    fn taken(&self) -> TakesAgain {
        TakesAgain(main_takes(Some(self.address())))
    }

    fn address(&self) -> usize {
        ptr::from_ref(self).addr()
    }

    /// Like `ask`, for a part that may wait for a long time at any call, such as one that reads a file.
    pub(crate) fn ask_long<T: Send>(
        &self,
        part: impl FnOnce(Python<'_>) -> PyResult<T> + Send,
    ) -> Option<T> {
        self.short_parts.store(0, Relaxed);
        self.ask(part)
    }

    fn ask_here<T>(&self, part: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        let is_measured =
            self.short_parts.load(Relaxed) < PARTS_ON_MAIN || self.are_long.load(Relaxed);
        let (began, mut worked) = (Instant::now(), Duration::ZERO);
        let around = AROUND.replace(Some(self.stop.clone()));
        let answer = Python::attach(|py| {
            let number = thread_number(py).map_err(|error| self.fail(error)).ok()?;
            self.inside().numbers.push(number);
            let before = is_measured.then(|| thread_time(py));
            let answer = part(py);
            worked = before.map_or(worked, |before| thread_time(py).saturating_sub(before));
            self.inside().numbers.retain(|other| *other != number);
            // Exceptions after a stop are its consequences.
            let failed = |error| {
                if !self.stop.is_stopped() {
                    self.fail(error);
                }
            };
            answer.map_err(failed).ok()
        });
        AROUND.set(around);
        let took = began.elapsed();
        self.are_long.store(took >= LONG_PART, Relaxed);
        if took.saturating_sub(worked) < LONG_PART {
            self.short_parts.fetch_add(1, Relaxed);
        } else {
            self.short_parts.store(0, Relaxed);
        }
        answer
    }

    /// Raises KeyboardInterrupt in all parts that have not ended by themselves some time after the stop.
    fn interrupt(&self, py: Python<'_>, stopped: &mut Option<Instant>) -> PyResult<()> {
        if !self.stop.is_stopped() || stopped.get_or_insert_with(Instant::now).elapsed() < PATIENCE
        {
            return Ok(());
        }
        let numbers = self.inside().numbers.clone();
        let stopping = py.import("plywood.stopping")?;
        stopping.call_method1("interrupt", (numbers,)).map(|_| ())
    }

    /// The exception that was raised, if any.
    pub(crate) fn result(&self) -> PyResult<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    /// Does work on a separate thread, while this one checks for signals and for the events of `stopped_by`, and reports progress. A signal
    /// handler that raises, like that of Ctrl-C, stops the work. So does an event, and the work returns its results so far.
    pub(crate) fn watch<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let nested = may_begin(py)?;
        let events = Events::here(py)?;
        let around = AROUND.with_borrow(Clone::clone);
        let look = |py: Python<'_>| {
            if events.is_set(py)? || around.as_ref().is_some_and(StopHandle::is_stopped) {
                self.stop.stop();
            }
            self.tell(py, false)
        };
        look(py)?;
        let mut stopped = None;
        let mut look = || {
            let looked = Python::attach(|py| {
                py.check_signals()?;
                look(py).and_then(|()| self.interrupt(py, &mut stopped))
            });
            looked.unwrap_or_else(|error| self.fail(error));
        };
        let (messages, waiting) = channel();
        let main = main_thread(py)?;
        let _takes = main.is_some().then(|| self.taken());
        let here = Main::of(main.as_ref(), &messages);
        // A file's own method `read` may ask for the next game.
        let outside = self.inside().enter(here);
        self.short_parts.store(0, Relaxed);
        let result = py.detach(move || {
            thread::scope(|scope| {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                let worker = thread.spawn_scoped(scope, move || {
                    NESTED.set(nested + 1);
                    // A thread that stays attached once attaches quickly ever after.
                    let result = Python::attach(|py| py.detach(|| catch_panic(work)));
                    let _ = messages.send(Message::Over);
                    result
                })?;
                let mut looked = Instant::now();
                let mut wait = || {
                    let message = waiting.recv_timeout(BETWEEN_LOOKS);
                    if message == Ok(Message::Part) {
                        take_part(main.as_deref());
                    }
                    if message.is_err() || looked.elapsed() > BETWEEN_LOOKS {
                        look();
                        looked = Instant::now();
                    }
                    message != Ok(Message::Over)
                };
                while wait() {}
                let result = worker.join();
                if !matches!(result, Ok(Ok(_))) {
                    self.stop.stop();
                }
                // A match that has ended early leaves its threads to themselves.
                while !self.inside().leave(&outside) {
                    wait();
                }
                Ok::<_, PyErr>(result)
            })
        })?;
        let result = result.unwrap_or_else(|_| Err("the search has panicked".to_owned()));
        let result = self.ended(result)?;
        self.tell(py, true)?;
        Ok(result)
    }

    /// Does very short work on this thread: starting another one would take longer.
    pub(crate) fn at_once<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        self.ended(py.detach(|| catch_panic(work)))
    }

    /// The result of work, unless a part written in Python has failed, or the work has panicked.
    fn ended<T>(&self, result: Result<T, String>) -> PyResult<T> {
        self.result()?;
        result.map_err(PyRuntimeError::new_err)
    }

    /// Does work whose result is useless unless complete: stopping it is an exception.
    pub(crate) fn watch_to_the_end<T: Send, E: Display + Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let work = || work().inspect_err(|_| self.stop.stop());
        let result = self.watch(py, work)?.map_err(wrong)?;
        if self.stop.is_stopped() {
            return Err(stopped());
        }
        Ok(result)
    }
}

impl Inside {
    /// Begins a call, and returns the state around it.
    fn enter(&mut self, main: Option<Main>) -> (usize, Option<Main>) {
        (self.count, mem::replace(&mut self.main, main))
    }

    /// Ends a call, if none of its threads is inside. Returns true if so.
    fn leave(&mut self, (count, main): &(usize, Option<Main>)) -> bool {
        let is_left = self.count <= *count;
        if is_left {
            self.main.clone_from(main);
        }
        is_left
    }
}

/// The main thread of Python as a pool, if this is it.
fn main_thread(py: Python<'_>) -> PyResult<Option<Arc<ThreadPool>>> {
    thread_local! {
        static POOL: OnceCell<Option<Arc<ThreadPool>>> = const { OnceCell::new() };
    }
    if let Some(known) = POOL.with(|pool| pool.get().cloned()) {
        return Ok(known);
    }
    let main = py.import("threading")?.call_method0("main_thread")?;
    let is_main = main.getattr("ident")?.extract::<u64>()? == thread_number(py)?;
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    let pool = is_main.then(|| pool.build().ok().map(Arc::new)).flatten();
    Ok(POOL.with(|known| known.get_or_init(|| pool).clone()))
}

/// The number of calls around one that begins, unless it may not.
fn may_begin(py: Python<'_>) -> PyResult<u32> {
    let nested = NESTED.get();
    if nested >= DEEPEST_NESTING {
        let text = format!("{nested} calls of plywood run inside each other");
        return Err(PyRecursionError::new_err(text));
    }
    // A closing interpreter lets no other thread in, and waiting for one would never end.
    if is_finalizing(py) {
        return Err(PyRuntimeError::new_err("the interpreter is closing"));
    }
    Ok(nested)
}

/// Runs the part that comes right after its message.
fn take_part(main: Option<&ThreadPool>) {
    while main.is_some_and(|main| main.yield_now() != Some(Yield::Executed)) {}
}

/// The error for a stopped call that has nothing to return.
pub(crate) fn stopped() -> PyErr {
    PyInterruptedError::new_err("the call was stopped before its end")
}

/// Processes all items on several threads, which make a state for each portion; the results are in the order of the items. The first
/// failure ends the work, unless failures are skipped. After a stop, items that were not begun have no result.
pub(crate) fn in_parallel<T, S, R>(
    items: Vec<T>,
    Batch {
        threads,
        skips_errors,
        run,
    }: Batch<'_>,
    state: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, usize, T) -> Result<R, String> + Send + Sync,
) -> Result<Vec<Option<R>>, String>
where
    T: Send,
    R: Send,
{
    let failure = OnceLock::new();
    let one = |state: &mut S, (number, item)| {
        let _guard = StopOnPanic(&run.stop);
        let found = (!run.stop.is_stopped()).then(|| work(state, number, item))?;
        run.done.fetch_add(1, Relaxed);
        let failed = |error| {
            if !skips_errors {
                failure.get_or_init(|| error);
                run.stop.stop();
            }
        };
        found.map_err(failed).ok()
    };
    let chunk = (items.len() / (4 * threads)).clamp(1, CHUNK);
    let nested = NESTED.get();
    let pool = ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.start_handler(move |_| NESTED.set(nested));
    let pool = pool.stack_size(POOL_STACK_BYTES).build();
    let pool = pool.map_err(|error| format!("{threads} threads cannot be started: {error}"))?;
    let items = items.into_par_iter().with_min_len(chunk).enumerate();
    let found = pool.install(|| items.map_init(state, one).collect());
    failure.into_inner().map_or(Ok(found), Err)
}

/// The most items that a thread gets at once; fewer if there would be too few portions to share the work well.
const CHUNK: usize = 64;
/// Room for the recursion of any search, even in debug builds.
const POOL_STACK_BYTES: usize = 16 << 20;

/// The threads of a batch, its reaction to a wrong item (ending, or no result for the item), and its call.
#[derive(Clone, Copy)]
pub(crate) struct Batch<'a> {
    pub(crate) threads: usize,
    pub(crate) skips_errors: bool,
    pub(crate) run: &'a Run,
}

/// The requested number of threads, or one for each processor.
pub(crate) fn thread_count(asked: Option<usize>) -> PyResult<usize> {
    const MOST: usize = 1024;
    let processors = available_parallelism().map_or(1, usize::from);
    match asked.unwrap_or(processors) {
        threads @ 1..=MOST => Ok(threads),
        threads => Err(wrong(format!(
            "threads is a number from 1 to {MOST}, not {threads}"
        ))),
    }
}

/// The number that Python gives this thread.
fn thread_number(py: Python<'_>) -> PyResult<u64> {
    thread_local! {
        static NUMBER: Cell<Option<u64>> = const { Cell::new(None) };
    }
    if let Some(number) = NUMBER.get() {
        return Ok(number);
    }
    let number = py.import("threading")?.call_method0("get_ident")?;
    let number = number.extract()?;
    NUMBER.set(Some(number));
    Ok(number)
}

/// The processor time of this thread.
fn thread_time(py: Python<'_>) -> Duration {
    let time = || py.import("time")?.call_method0("thread_time")?.extract();
    Duration::from_secs_f64(time().unwrap_or_default())
}

/// Returns `true` if the interpreter is closing; then even the module to ask may be gone.
fn is_finalizing(py: Python<'_>) -> bool {
    static FUNCTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let import = || {
        py.import("sys")?
            .getattr("is_finalizing")
            .map(Bound::unbind)
    };
    let answer = FUNCTION.get_or_try_init(py, import);
    let answer = answer.and_then(|function| function.call0(py)?.is_truthy(py));
    answer.unwrap_or(true)
}

/// The events of `plywood.stopped_by` around a call.
struct Events(Py<PyTuple>);

impl Events {
    fn here(py: Python<'_>) -> PyResult<Self> {
        static EVENTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let import = || py.import("plywood.stopping")?.getattr("EVENTS");
        let events = EVENTS.get_or_try_init(py, || import().map(Bound::unbind))?;
        let events = events.bind(py).call_method0("get")?;
        Ok(Self(events.cast_into::<PyTuple>()?.unbind()))
    }

    fn is_set(&self, py: Python<'_>) -> PyResult<bool> {
        for event in self.0.bind(py) {
            if event.call_method0("is_set")?.is_truthy()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
