//! Threads that help a search, with deep stacks, on systems without a spare thread, and all ending when one panics; [`MachineFault`], a
//! failure of the machine alone.
//!
//! ```
//! use plywood_search::StopHandle;
//! use plywood_search::threads::{StopOnPanic, start_helper};
//!
//! let stop = StopHandle::new();
//! let answer = std::thread::scope(|scope| {
//!     let _guard = StopOnPanic(&stop);
//!     // Without the thread the search continues alone.
//!     start_helper(scope, || while !stop.is_stopped() { std::thread::yield_now() });
//!     let answer = 6 * 7;
//!     stop.stop();
//!     answer
//! });
//! assert_eq!(answer, 42);
//! ```

use crate::limits::StopHandle;
use std::any::Any;
use std::cell::Cell;
use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope, panicking};
use thiserror::Error;

/// Room for the recursion of any search, even in debug builds.
const STACK_BYTES: usize = 16 << 20;

/// Starts a thread that helps a search. Returns `false` if the system has no thread left; then nothing has been run.
pub fn start_helper<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce() + Send + 'scope,
) -> bool {
    start_boxed(scope, Box::new(run))
}

/// Starts a thread for any helper. Thread code is large; it is compiled once, not for each search that has helpers.
fn start_boxed<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: Box<dyn FnOnce() + Send + 'scope>,
) -> bool {
    let thread = Builder::new().stack_size(STACK_BYTES);
    thread.spawn_scoped(scope, run).is_ok()
}

/// Stops the other threads of a search when this one panics, for example in an evaluator or an observer. A thread scope waits for all of
/// them before it passes the panic on, and without the guard they would search until their limits.
#[derive(Debug)]
pub struct StopOnPanic<'a>(pub &'a StopHandle);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stop();
        }
    }
}

/// The first panic of the helpers of a search, which is passed on with its message. A thread scope alone would only say that a thread
/// panicked.
///
/// ```
/// use plywood_search::threads::{FirstPanic, start_helper};
/// use plywood_search::{StopHandle, catch_panic};
///
/// let (stop, panic) = (StopHandle::new(), FirstPanic::default());
/// let search = || {
///     std::thread::scope(|scope| {
///         start_helper(scope, || panic.keep(&stop, || panic!("no king on {}", "e1")));
///     });
///     panic.raise();
/// };
/// assert_eq!(catch_panic(search), Err("no king on e1".to_owned()));
/// assert!(stop.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct FirstPanic(Mutex<Option<Box<dyn Any + Send>>>);

impl FirstPanic {
    /// Runs a helper. If it panics, keeps the panic and stops the other threads.
    pub fn keep(&self, stop: &StopHandle, helper: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(helper)) {
            let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(panic);
            stop.stop();
        }
    }

    /// Passes the panic on, if there was one. Call it once all helpers have ended.
    pub fn raise(&self) {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(panic) = first.take() {
            drop(first);
            resume_unwind(panic);
        }
    }
}

/// Runs foreign code, such as your strategy, and catches its panic, whose message is put into one line.
///
/// ```
/// use plywood_search::catch_panic;
///
/// assert_eq!(catch_panic(|| 7), Ok(7));
/// assert_eq!(
///     catch_panic(|| panic!("no {}", "king")),
///     Err::<(), _>("no king".to_owned())
/// );
/// assert_eq!(
///     catch_panic(|| panic!("two\n  lines")),
///     Err::<(), _>("two, lines".to_owned())
/// );
/// ```
///
/// # Errors
/// The panic's message. Values that it was changing may be incomplete; don't use them again.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    caught(work).map_err(|panic| message(&*panic))
}

thread_local! {
    /// `true` while a caller on this thread catches panics.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs code and catches its panic.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    let before = IS_CAUGHT.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(before);
    result
}

/// Returns a panic's message in one line.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.or_else(|| panic.downcast_ref().map(MachineFault::to_string));
    let text = text.unwrap_or_else(|| "no message".to_owned());
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(", ")
}

/// A failure of the machine, not of the code that ran on it: it is out of memory, threads or file handles.
///
/// Code that runs a strategy ([`Fault::caught`](crate::Fault::caught)) passes it on, so that the strategy is not blamed, and the work ends.
///
/// ```
/// use plywood_search::Fault;
/// use plywood_search::threads::MachineFault;
///
/// let work = || Fault::caught(|| MachineFault::new("no memory is left").raise());
/// let ended: Result<Result<(), Fault>, MachineFault> = MachineFault::caught(work);
/// assert_eq!(ended.unwrap_err().to_string(), "the machine failed: no memory is left");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the machine failed: {0}")]
pub struct MachineFault(String);

impl MachineFault {
    /// Makes a fault with this reason.
    #[must_use]
    pub fn new(why: impl Display) -> Self {
        Self(why.to_string())
    }

    /// Raises a fault if the error means that no memory, thread or open file is left.
    pub fn check(error: &io::Error) {
        // There are two limits on files: the process's and the system's.
        const NO_FILES: [i32; 2] = [24, 23];
        let is_short = [io::ErrorKind::OutOfMemory, io::ErrorKind::WouldBlock];
        let has_no_files = error
            .raw_os_error()
            .is_some_and(|of| NO_FILES.contains(&of));
        if is_short.contains(&error.kind()) || cfg!(unix) && has_no_files {
            Self::new(error).raise()
        }
    }

    /// Ends the work by a panic, up to the code that catches it.
    ///
    /// # Panics
    /// Always.
    pub fn raise(self) -> ! {
        if IS_CAUGHT.get() {
            resume_unwind(Box::new(self))
        }
        panic!("{self}")
    }

    /// Runs work that such a fault may end.
    ///
    /// # Errors
    /// The machine failed.
    pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Self> {
        caught(work).map_err(|panic| match panic.downcast::<Self>() {
            Ok(fault) => *fault,
            Err(panic) => resume_unwind(panic),
        })
    }
}
