//! Why a command did not do what it was asked.

use thiserror::Error;

/// What went wrong, and whose turn it is to mend it.
#[derive(Debug, Error)]
pub enum Failure {
    /// The command line or a file it names is wrong; the program ends with code 2.
    #[error("{0}")]
    Usage(String),
    /// The work itself failed; the program ends with code 1.
    #[error("{0}")]
    Work(String),
}

impl Failure {
    /// The code the program ends with.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Work(_) => 1,
        }
    }
}
