//! [`Failure`]: the reason a command failed.

use crate::signals;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use thiserror::Error;

/// The reason a command failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The command line, or a file it names, is wrong; the exit code is 2.
    #[error("{0}")]
    Usage(String),
    /// The work itself failed; the exit code is 1.
    #[error("{0}")]
    Work(String),
    /// The work is done and its results are written, but something within it failed, such as a program in a game; the exit code
    /// is 3.
    #[error("{0}")]
    Within(String),
    /// A signal such as Ctrl-C interrupted the work; the exit code is 128 plus the signal's number, as shells expect.
    #[error("{0}")]
    Interrupted(String),
}

impl Failure {
    /// Makes the failure for a wrong file on the command line.
    #[must_use]
    pub fn in_file(path: &Path, error: &impl Display) -> Self {
        Self::Usage(format!("{}: {error}", path.display()))
    }

    /// Makes the failure for a result that could not be written to a file.
    #[must_use]
    pub fn writing(path: &Path, error: &impl Display) -> Self {
        Self::Work(format!("{}: cannot write: {error}", path.display()))
    }

    /// Makes the failure for a result file, named on the command line, that cannot be opened.
    #[must_use]
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        match (Self::writing(path, error), error.kind()) {
            // A full disk is not a mistake of the command line.
            (full, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => full,
            (wrong, _) => Self::Usage(wrong.to_string()),
        }
    }

    /// Returns the exit code of the program.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Work(_) => 1,
            Self::Within(_) => 3,
            Self::Interrupted(_) => signals::exit_code(),
        }
    }
}
