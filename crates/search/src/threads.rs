//! Threads that help a search: deep stacks, a system that has no thread left, and an end for all when one panics.
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
use std::thread::{Builder, Scope, panicking};

/// Room for the recursion of any search, even in debug builds.
const STACK_BYTES: usize = 16 << 20;

/// Starts a thread that helps a search. Returns whether the system could start it; if not, nothing has been run.
pub fn start_helper<'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: impl FnOnce() + Send + 'scope,
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
