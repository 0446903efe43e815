//! Work beside the interpreter: on a thread of its own, ended by Ctrl-C, with the exceptions of Python parts.

use crate::values::wrong;
use plywood_search::{StopHandle, catch_panic};
use pyo3::exceptions::{PyInterruptedError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use std::fmt::Display;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// One call into the library: how it is stopped, and the first exception that a part written in Python raised.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) stop: StopHandle,
    /// How many of many items are done, for those who wait.
    pub(crate) done: AtomicUsize,
    failure: Mutex<Option<PyErr>>,
}

/// How long a signal waits at most: well below the 100 ms in which a person sees no delay.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A search calls itself once for each ply; the system takes only as much of this as is used.
const STACK_BYTES: usize = 256 << 20;

impl Run {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Notes an exception and stops the work. Only the first one is kept: those that follow are its consequences.
    pub(crate) fn fail(&self, error: PyErr) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(error);
        self.stop.stop();
    }

    /// The value of a Python part, unless it raises an exception. Once the work is stopped, as by one, nothing more is asked of Python.
    pub(crate) fn ask<T>(&self, part: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.stop.is_stopped() {
            return None;
        }
        Python::attach(|py| part(py).map_err(|error| self.fail(error)).ok())
    }

    /// The exception that was raised, if one was.
    pub(crate) fn result(&self) -> PyResult<()> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take().map_or(Ok(()), Err)
    }

    /// Does work on a thread of its own, while this one looks for signals and for the events of `stopped_by`. A signal handler that
    /// raises, as that of Ctrl-C does, stops the work. So does an event, and the work returns what it has.
    pub(crate) fn watch<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        self.watch_and(py, |_| Ok(()), work)
    }

    /// The same, and `look` is called at every look for signals. If it fails, the work is stopped.
    pub(crate) fn watch_and<T: Send>(
        &self,
        py: Python<'_>,
        mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let events = Events::here(py)?;
        let mut look = move |py: Python<'_>| {
            if events.is_set(py)? {
                self.stop.stop();
            }
            look(py)
        };
        look(py)?;
        let (done, waiting) = channel();
        let result = py.detach(move || {
            thread::scope(|scope| {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                let worker = thread.spawn_scoped(scope, move || {
                    // A thread that stays attached once is attached quickly ever after.
                    let result = Python::attach(|py| py.detach(|| catch_panic(work)));
                    let _ = done.send(());
                    result
                })?;
                while waiting.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                    let looked = Python::attach(|py| py.check_signals().and_then(|()| look(py)));
                    if let Err(error) = looked {
                        self.fail(error);
                    }
                }
                Ok::<_, PyErr>(worker.join())
            })
        })?;
        self.ended(result.unwrap_or_else(|_| Err("the search has panicked".to_owned())))
    }

    /// Does work that is over at once on this thread: it would take longer to start another one.
    pub(crate) fn at_once<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        self.ended(py.detach(|| catch_panic(work)))
    }

    /// What work has returned, unless a part written in Python has failed, or the work has panicked.
    fn ended<T>(&self, result: Result<T, String>) -> PyResult<T> {
        self.result()?;
        result.map_err(PyRuntimeError::new_err)
    }

    /// The same for work whose result is worth nothing unless it is whole: if it was stopped, that is an exception.
    pub(crate) fn watch_to_the_end<T: Send, E: Display + Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let result = self.watch(py, work)?.map_err(wrong)?;
        if self.stop.is_stopped() {
            let text = "the call was stopped before its end";
            return Err(PyInterruptedError::new_err(text));
        }
        Ok(result)
    }
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
