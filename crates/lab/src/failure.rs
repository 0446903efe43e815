//! [`Failure`]: why a command failed.

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
    /// The work was interrupted, as by Ctrl-C; the exit code is 130, as shells expect it.
    #[error("{0}")]
    Interrupted(String),
}

impl Failure {
    /// The exit code of the program.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Work(_) => 1,
            Self::Interrupted(_) => 130,
        }
    }
}
