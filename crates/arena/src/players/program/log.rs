//! [`Log`]: a file of everything that programs read and write.

use plywood_console::output::{AppendedFile, Kind, held};
use plywood_console::{Failure, OutputPath};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file that several programs write to; each line has the time, the program, and who wrote it.
#[derive(Debug, Clone)]
pub struct Log {
    file: Arc<Mutex<LogFile>>,
    started: Instant,
}

#[derive(Debug)]
struct LogFile {
    file: AppendedFile,
    /// The first failure. A log that cannot be written does not disturb the match.
    outcome: Result<(), Failure>,
}

/// Whether a text begins as a log does, with a line that has the seconds, the program, and who wrote it.
fn is_log(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let line = text.lines().next().and_then(|line| line.split_once(' '));
    let is_line = |(seconds, rest): (&str, &str)| {
        let has_sign = [" > ", " < ", " ! "].iter().any(|sign| rest.contains(sign));
        has_sign && seconds.contains('.') && seconds.parse::<f64>().is_ok()
    };
    text.is_empty() || line.is_some_and(is_line)
}

/// Where a line comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Lab,
    Output,
    Errors,
    /// The lab, about an answer.
    Warning,
}

impl Log {
    /// Adds to this file.
    ///
    /// # Errors
    /// The file cannot be written, or holds something else.
    pub fn open(path: &OutputPath) -> Result<Self, Failure> {
        held(path, 0, Kind::Is(is_log, "the log of a match"))?;
        let file = LogFile {
            file: AppendedFile::open(path)?,
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
            Source::Warning => "?",
        };
        let seconds = self.started.elapsed().as_secs_f64();
        let text = format!("{seconds:.3} {program} {sign} {}\n", line.trim_end());
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if log.outcome.is_ok() {
            log.outcome = log.file.append(&text);
        }
    }

    /// Whether everything was written and is there.
    ///
    /// # Errors
    /// Lines are missing; the error says which file, and why.
    pub fn outcome(&self) -> Result<(), Failure> {
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        mem::replace(&mut log.outcome, Ok(()))?;
        log.file.append("")
    }
}
