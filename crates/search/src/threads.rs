//! Threads that help a search: deep stacks, a system that has no thread left, an end for all when one panics, and code that may.
//!
//! ```
//! use plywood_search::StopHandle;
//! use plywood_search::threads::{StopOnPanic, start_helper};
//!
//! let stop = StopHandle::new();
//! let answer = std::thread::scope(|scope| {
//!     let _guard = StopOnPanic(&stop);
//!     // Without the thread the search goes on alone.
//!     start_helper(scope, || while !stop.is_stopped() { std::thread::yield_now() });
//!     let answer = 6 * 7;
//!     stop.stop();
//!     answer
//! });
//! assert_eq!(answer, 42);
//! ```

use crate::limits::StopHandle;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{Builder, Scope, panicking};

/// Room for the recursion of any search, even in debug builds.
const STACK_BYTES: usize = 16 << 20;

/// Starts a thread that helps a search. Returns whether the system could start it; if not, nothing has been run.
pub fn start_helper<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce() + Send + 'scope,
) -> bool {
    start_boxed(scope, Box::new(run))
}

/// Starts a thread of any helper. Threads are much code, which is compiled once, and not for each search that has helpers.
fn start_boxed<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: Box<dyn FnOnce() + Send + 'scope>,
) -> bool {
    let thread = Builder::new().stack_size(STACK_BYTES);
    thread.spawn_scoped(scope, run).is_ok()
}

/// Stops the other threads of a search when this one panics, as in an evaluator or an observer. A scope of threads waits for
/// all of them before it passes the panic on, and without the guard they would search until their limits.
#[derive(Debug)]
pub struct StopOnPanic<'a>(pub &'a StopHandle);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stop();
        }
    }
}

/// Runs code that may be anybody's own, such as a strategy. What it says when it panics is put into one line.
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
/// It panicked, and said this. What it was changing may be half done, so it is not to be used again.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_else(|| "no message".to_owned());
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(", ")
    })
}
