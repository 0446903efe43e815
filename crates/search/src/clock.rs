//! [`Moment`]: the clock of every search; [`install`], for systems without one, such as `wasm32-unknown-unknown`.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// True if the standard library has a clock here.
const SYSTEM_HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

static INSTALLED: OnceLock<fn() -> Duration> = OnceLock::new();

/// Makes every search read this clock, which returns the time since any fixed moment. It replaces the system's clock, if there is one.
///
/// ```
/// use plywood_search::clock::{Moment, has_clock, install};
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// /// Advances by a second whenever it is read.
/// fn counter() -> Duration {
///     static READINGS: AtomicU64 = AtomicU64::new(0);
///     Duration::from_secs(READINGS.fetch_add(1, Ordering::Relaxed))
/// }
///
/// install(counter);
/// assert!(has_clock());
/// let start = Moment::now();
/// assert_eq!(start.elapsed(), Duration::from_secs(1));
/// assert_eq!(start.elapsed(), Duration::from_secs(2));
/// ```
///
/// # Panics
/// If a clock is already installed.
pub fn install(now: fn() -> Duration) {
    assert!(INSTALLED.set(now).is_ok(), "a clock is installed once");
}

/// Returns true if the system has a clock or one has been [installed](install). Without a clock every search takes no time,
/// [`Limits`](crate::Limits) of time are refused, and everything else works.
#[must_use]
pub fn has_clock() -> bool {
    SYSTEM_HAS_CLOCK || INSTALLED.get().is_some()
}

/// A point in time to measure from.
#[derive(Debug, Clone, Copy)]
pub struct Moment(Reading);

#[derive(Debug, Clone, Copy)]
enum Reading {
    Absent,
    System(Instant),
    Installed(fn() -> Duration, Duration),
}

impl Moment {
    /// Returns the present moment.
    #[must_use]
    pub fn now() -> Self {
        Self(match INSTALLED.get() {
            Some(now) => Reading::Installed(*now, now()),
            None if SYSTEM_HAS_CLOCK => Reading::System(Instant::now()),
            None => Reading::Absent,
        })
    }

    /// Returns the time since this moment; zero without a clock.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        match self.0 {
            Reading::Absent => Duration::ZERO,
            Reading::System(start) => start.elapsed(),
            Reading::Installed(now, start) => now().saturating_sub(start),
        }
    }
}
