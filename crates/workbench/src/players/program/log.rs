//! [`Log`]: a file with everything that programs read and write.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use std::{fmt, mem};

/// A file for several programs; each line has the time, the program, and the writer.
#[derive(Debug, Clone)]
pub struct Log {
    file: Arc<Mutex<LogFile>>,
    started: Instant,
}

struct LogFile {
    file: Box<dyn Write + Send>,
    /// The first error. A log that cannot be written does not disturb the match.
    outcome: io::Result<()>,
}

impl LogFile {
    fn append(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

impl fmt::Debug for LogFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LogFile").field(&self.outcome).finish()
    }
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
    /// Writes to the end of this file, which is flushed after each line.
    pub fn to(file: impl Write + Send + 'static) -> Self {
        let file = LogFile {
            file: Box::new(file),
            outcome: Ok(()),
        };
        Self {
            file: Arc::new(Mutex::new(file)),
            started: Instant::now(),
        }
    }

    /// Returns `true` if a file begins like a log, with a line that has the seconds, the program, and the writer.
    #[must_use]
    pub fn is_one(text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        let line = text.lines().next().and_then(|line| line.split_once(' '));
        let is_line = |(seconds, rest): (&str, &str)| {
            let has_sign = [" > ", " < ", " ! "].iter().any(|sign| rest.contains(sign));
            has_sign && seconds.contains('.') && seconds.parse::<f64>().is_ok()
        };
        text.is_empty() || line.is_some_and(is_line)
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
            log.outcome = log.append(&text);
        }
    }

    /// Checks that everything was written and is still there.
    ///
    /// # Errors
    /// If lines are missing: the first error.
    pub fn outcome(&self) -> io::Result<()> {
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        mem::replace(&mut log.outcome, Ok(()))?;
        log.file.flush()
    }
}
