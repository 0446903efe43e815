//! The interface to JavaScript: three functions that it offers, and three that it calls. Texts are pairs of an address in memory and a
//! length.
//!
//! Nothing here dereferences a pointer: JavaScript reads and writes the memory.
#![expect(unsafe_code, reason = "functions have names outside of Rust")]

use crate::answer::answer as answer_request;
use plywood_search::{StopHandle, clock};
use plywood_service::{Service, ServiceLimits, games};
use std::mem;
use std::panic;
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

static SERVICE: OnceLock<Service> = OnceLock::new();
/// More than any search reaches in its time.
const MOST_NODES: u64 = 1_000_000_000_000;

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static STOP: LazyLock<Mutex<StopHandle>> = LazyLock::new(Mutex::default);

// SAFETY: these are the signatures in `npm/instance.js`.
#[link(wasm_import_module = "plywood")]
unsafe extern "C" {
    /// Returns milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Returns a number other than 0 if the search should stop.
    safe fn is_stopped() -> u32;
    /// Receives an event, the answer, a problem, or the message of a panic.
    safe fn send(name: *const u8, name_length: usize, data: *const u8, data_length: usize);
}

/// Prepares for requests. Call it once, before anything else, with the milliseconds of the longest search, and of the longest live one.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(time_ms: u32, live_ms: u32) {
    clock::install(read_clock);
    panic::set_hook(Box::new(|panic| {
        send_text("panic", panic.to_string().as_bytes());
    }));
    let [time, live] = [time_ms, live_ms].map(|ms| Duration::from_millis(ms.into()));
    let mut limits = ServiceLimits::default().with_times(time, live);
    // This processor has no other users.
    limits.nodes = MOST_NODES;
    let service = Service::new(&games(), None, limits);
    SERVICE.get_or_init(|| service.expect("no two games have the same name"));
}

/// Returns the address at which to write a request of this length.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    *request = vec![0; length];
    request.as_mut_ptr()
}

/// Answers the request.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() {
    let request = mem::take(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner));
    let stop = StopHandle::new();
    *stop_handle() = stop.clone();
    let service = SERVICE.get().expect("`start` is called first");
    answer_request(service, &request, &stop, &send_text);
}

/// Reads the clock, and passes on a request to stop: a search calls it a few thousand times a second.
fn read_clock() -> Duration {
    if is_stopped() != 0 {
        stop_handle().stop();
    }
    Duration::from_secs_f64(now() / 1e3)
}

fn stop_handle() -> MutexGuard<'static, StopHandle> {
    STOP.lock().unwrap_or_else(PoisonError::into_inner)
}

fn send_text(name: &str, data: &[u8]) {
    send(name.as_ptr(), name.len(), data.as_ptr(), data.len());
}
