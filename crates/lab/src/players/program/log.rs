//! [`Log`]: a file of everything that programs read and write.

use std::fs::File;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that several programs write to; each line has the time, the program, and who wrote it.
#[derive(Debug, Clone)]
pub struct Log {
    file: Arc<Mutex<File>>,
    started: Instant,
}

/// Where a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Lab,
    Output,
    Errors,
}

impl Log {
    /// Writes to this file.
    #[must_use]
    pub fn new(file: File) -> Self {
        let file = Arc::new(Mutex::new(file));
        let started = Instant::now();
        Self { file, started }
    }

    /// Writes a line. A log that cannot be written does not disturb the match.
    pub(super) fn write(&self, program: &str, source: Source, line: &str) {
        let sign = match source {
            Source::Lab => ">",
            Source::Output => "<",
            Source::Errors => "!",
        };
        let seconds = self.started.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {program} {sign} {}\n", line.trim_end());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(text.as_bytes());
    }
}
