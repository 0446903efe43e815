//! How long a program works, which is the same on a busy machine.

use std::time::Duration;

/// How long processors have worked for a process.
#[cfg(target_os = "linux")]
pub(crate) fn work(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs");
    let ticks = stat.split(' ').skip(13).take(2);
    let ticks = ticks.map(|ticks| ticks.parse::<u64>().expect("it is a number"));
    Duration::from_millis(10 * ticks.sum::<u64>())
}

/// The same where the system does not tell: the time that passes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn work(_process: u32) -> Duration {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    time.expect("it is later")
}
