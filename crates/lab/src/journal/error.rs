//! [`JournalError`]: why a journal cannot be used.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("the journal {path:?}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is empty.
    #[error("the journal {0:?} is empty")]
    Empty(PathBuf),
    /// A file is given twice.
    #[error("the journal {0:?} is given twice")]
    Twice(PathBuf),
    /// Another process is writing it.
    #[error("the journal {0:?} is being written by a run that has not ended")]
    InUse(PathBuf),
    /// A line is wrong.
    #[error("the journal {path:?}, line {line}: {problem}; move the file away to start again")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// It is the journal of other work.
    #[error(
        "the journal {path:?} belongs to other work: {difference}; run the command it was made by, or name another file"
    )]
    OtherWork {
        /// The file.
        path: PathBuf,
        /// What is different.
        difference: String,
    },
    /// It has more results than are wanted.
    #[error(
        "the journal {path:?} is of {found} results, and only {wanted} are wanted; ask for {found} or more, or name another file"
    )]
    Longer {
        /// The file.
        path: PathBuf,
        /// The number of results it is of.
        found: usize,
        /// The number of results that are wanted.
        wanted: usize,
    },
}

impl JournalError {
    pub(super) fn file(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::File { path, error }
    }

    pub(super) fn line(path: &Path, line: usize, problem: String) -> Self {
        let path = path.to_owned();
        Self::Line {
            path,
            line,
            problem,
        }
    }
}
