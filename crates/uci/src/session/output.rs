//! [`Output`]: lines for the interface, from two threads.

use plywood_notation::uci_protocol::Info;
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Writes whole lines, each flushed at once. Clones write to the same place.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Box::new(output))))
    }

    /// Writes a line. If nobody reads any more, the line is lost, and the end of the input ends the session.
    pub(super) fn line(&self, line: impl fmt::Display) {
        let text = format!("{line}\n");
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush());
    }

    /// Writes a sentence for people, on an `info string` line.
    pub(super) fn say(&self, sentence: impl fmt::Display) {
        self.line(Info::text(&sentence.to_string()));
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}
