//! The log: lines on standard error, written by a separate thread, so that no request waits for a disk or a pipe.

use clap::ValueEnum;
use std::fmt::{Arguments, Display};
use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The lines to log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
#[non_exhaustive]
pub enum LogLevel {
    /// None.
    Off,
    /// Errors of the server, of a game or of a strategy.
    Error,
    /// Possible errors as well.
    Warn,
    /// A line for each request as well.
    #[value(aliases = ["debug", "trace"])]
    Info,
}

/// The most lines that wait to be written; more are lost.
const LINES: usize = 4_096;
/// The longest line; the rest is lost, since waiting lines take memory.
const LINE_BYTES: usize = 4 << 10;
/// The time that the program waits at its end for unwritten lines.
const PATIENCE: Duration = Duration::from_secs(5);

/// The log of the program. A server inside another program has none.
static LOG: OnceLock<(LogLevel, SyncSender<Item>)> = OnceLock::new();

enum Item {
    Line(String),
    /// Dropped when everything before it has been written.
    End(Sender<()>),
}

/// Starts the writing thread.
pub(crate) fn start(level: LogLevel) {
    let (sender, items) = sync_channel(LINES);
    if LOG.set((level, sender)).is_ok() {
        thread::spawn(move || write(&items));
    }
}

fn write(items: &Receiver<Item>) {
    for item in items {
        match item {
            Item::Line(line) => drop(io::stderr().write_all(line.as_bytes())),
            Item::End(written) => drop(written),
        }
    }
}

/// Writes a line if this level is logged.
pub(crate) fn log(level: LogLevel, text: Arguments<'_>) {
    if LOG.get().is_some_and(|(highest, _)| level <= *highest) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.map_or(0, |now| now.as_secs());
        let [hours, minutes] = [seconds / 3_600 % 24, seconds / 60 % 60];
        let seconds = seconds % 60;
        let level = format!("{level:?}").to_uppercase();
        put(format!(
            "{hours:02}:{minutes:02}:{seconds:02}Z {level:<5} {text}"
        ));
    }
}

/// Writes a line of the program itself, at any level.
pub(crate) fn say(text: &dyn Display) {
    put(format!("plywood-web: {text}"));
}

fn put(line: String) {
    if let Some((_, lines)) = LOG.get() {
        // A line that cannot be written is lost, and nothing waits for it.
        drop(lines.try_send(Item::Line(shortened(line))));
    }
}

fn shortened(mut line: String) -> String {
    line.truncate(line.floor_char_boundary(LINE_BYTES - 1));
    line.push('\n');
    line.shrink_to_fit();
    line
}

/// Waits a moment until the lines are written.
pub(crate) fn finish() {
    let (written, wait) = channel();
    if let Some((_, lines)) = LOG.get()
        && lines.try_send(Item::End(written)).is_ok()
    {
        let _ = wait.recv_timeout(PATIENCE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_waits_takes_little_memory() {
        let line = shortened("x".repeat(1 << 20));
        assert!(line.ends_with("x\n") && line.capacity() == LINE_BYTES);
        assert_eq!(shortened("a line".to_owned()), "a line\n");
    }
}
