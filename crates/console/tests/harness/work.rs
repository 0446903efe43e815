//! The processor time of a program, which is the same on a busy machine.

use std::time::Duration;

/// Returns the processor time of a process.
#[cfg(target_os = "linux")]
pub(crate) fn work(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let ticks = stat.split(' ').skip(13).take(2);
    let ticks = ticks.map(|ticks| ticks.parse::<u64>().expect("it is a number"));
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// Returns the elapsed time, if the system does not report processor time.
#[cfg(not(target_os = "linux"))]
pub(crate) fn work(_process: u32) -> Duration {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    time.expect("it is later")
}
