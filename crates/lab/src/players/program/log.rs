//! [`Log`]: a file of everything that programs read and write.

use plywood_console::files;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that several programs write to; each line has the time, the program, and who wrote it.
#[derive(Debug, Clone)]
pub(crate) struct Log {
    file: Arc<Mutex<LogFile>>,
    started: Instant,
}

#[derive(Debug)]
struct LogFile {
    path: PathBuf,
    file: File,
    /// The first failure. A log that cannot be written does not disturb the match.
    outcome: Result<(), String>,
}

/// Where a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Lab,
    Output,
    Errors,
}

impl Log {
    /// Writes to this file, which is emptied.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let file = LogFile {
            path: path.to_owned(),
            file: File::create(path)?,
            outcome: Ok(()),
        };
        Ok(Self {
            file: Arc::new(Mutex::new(file)),
            started: Instant::now(),
        })
    }

    /// Writes a line.
    pub(super) fn write(&self, program: &str, source: Source, line: &str) {
        let sign = match source {
            Source::Lab => ">",
            Source::Output => "<",
            Source::Errors => "!",
        };
        let seconds = self.started.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {program} {sign} {}\n", line.trim_end());
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if log.outcome.is_ok() {
            let written = log.file.write_all(text.as_bytes());
            log.outcome = written.map_err(|error| format!("{}: {error}", log.path.display()));
        }
    }

    /// Whether everything was written and is there.
    ///
    /// # Errors
    /// Lines are missing; the error says which file, and why.
    pub(crate) fn outcome(&self) -> Result<(), String> {
        let log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        log.outcome.clone()?;
        files::still_at(&log.file, &log.path).map_err(|failure| failure.to_string())
    }
}
