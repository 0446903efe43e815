//! A UCI session: commands come in as lines, searches run on a thread of their own.
//!
//! Three threads share the work. One reads lines. One searches, and writes `info` lines while it does. The session itself
//! waits for what they send: it alone decides when `bestmove` is due, so there is exactly one for each `go`.

mod output;
mod event;
mod input;
mod allotment;
mod reporting;
mod people;
mod worker;
mod task;
mod state;

use self::output::Output;
use self::state::Session;
use std::io::{Read, Write};
use std::sync::mpsc::channel;
use std::thread;

/// Serves the protocol until `quit` or the end of the input. A search that is still running then is stopped.
///
/// ```
/// use plywood_uci::session;
///
/// let (mut reader, writer) = std::io::pipe()?;
/// session::run("uci\nposition startpos moves e2e4\ngo depth 2\n".as_bytes(), writer);
/// let mut lines = String::new();
/// std::io::Read::read_to_string(&mut reader, &mut lines)?;
/// assert!(lines.starts_with("id name plywood "));
/// assert!(lines.contains("\nuciok\n"));
/// assert!(lines.lines().last().is_some_and(|line| line.starts_with("bestmove ")));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send + 'static) {
    let (sender, events) = channel();
    let output = Output::new(output);
    let from_input = sender.clone();
    thread::spawn(move || input::read_lines(input, &from_input));
    Session::new(output, sender).serve(&events);
}
