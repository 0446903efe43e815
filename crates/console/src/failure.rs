//! [`Failure`]: why a command failed.

use crate::signals;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;
use thiserror::Error;

/// Why a command failed.
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
    /// A signal interrupted the work, as Ctrl-C does; the exit code is 128 and its number, as shells expect it.
    #[error("{0}")]
    Interrupted(String),
}

impl Failure {
    /// A file that the command line names is wrong.
    #[must_use]
    pub fn in_file(path: &Path, error: &impl Display) -> Self {
        Self::Usage(format!("{}: {error}", path.display()))
    }

    /// A result could not be written to a file.
    #[must_use]
    pub fn writing(path: &Path, error: &impl Display) -> Self {
        Self::Work(format!("{}: cannot write: {error}", path.display()))
    }

    /// A file for a result cannot be opened, and the command line names it.
    #[must_use]
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        match (Self::writing(path, error), error.kind()) {
            // A full disk is no mistake of the command line.
            (full, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => full,
            (wrong, _) => Self::Usage(wrong.to_string()),
        }
    }

    /// The exit code of the program.
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
