//! [`Log`]: a file with everything that programs read and write.

use plywood_console::output::{AppendedFile, Kind, held};
use plywood_console::{Failure, OutputPath};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file for several programs; each line has the time, the program, and the writer.
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

/// Returns `true` if a file begins like a log, with a line that has the seconds, the program, and the writer.
fn is_log(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let line = text.lines().next().and_then(|line| line.split_once(' '));
    let is_line = |(seconds, rest): (&str, &str)| {
        let has_sign = [" > ", " < ", " ! "].iter().any(|sign| rest.contains(sign));
        has_sign && seconds.contains('.') && seconds.parse::<f64>().is_ok()
    };
    text.is_empty() || line.is_some_and(is_line)
}

/// The source of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Lab,
    Output,
    Errors,
    /// The lab, about an answer.
    Warning,
}

impl Log {
    /// Appends to this file.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be written, or contains something else.
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

    /// Checks that everything was written and is still there.
    ///
    /// # Errors
    /// [`Failure`] if lines are missing, with the file and the reason.
    pub fn outcome(&self) -> Result<(), Failure> {
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        mem::replace(&mut log.outcome, Ok(()))?;
        log.file.append("")
    }
}
