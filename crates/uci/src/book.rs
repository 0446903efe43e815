//! [`OpeningBook`]: moves from a Polyglot file.

use plywood_core::{Move, Position};
use plywood_notation::polyglot::{BookError, BookFile};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A Polyglot book on the disk. Moves are chosen by chance, by their weights.
#[derive(Debug)]
pub(crate) struct OpeningBook {
    path: PathBuf,
    file: BookFile<File>,
}

/// Why a book cannot be used.
#[derive(Debug, Error)]
pub(crate) enum OpeningBookError {
    /// The file cannot be opened.
    #[error("BookFile {}: {error}", path.display())]
    Open { path: PathBuf, error: io::Error },
    /// The file is not a book, or cannot be read.
    #[error("BookFile {}: {error}", path.display())]
    Read { path: PathBuf, error: BookError },
}

impl OpeningBook {
    pub(crate) fn open(path: &Path) -> Result<Self, OpeningBookError> {
        let file = File::open(path).map_err(|error| OpeningBookError::Open {
            path: path.to_owned(),
            error,
        })?;
        let file = BookFile::new(file).map_err(|error| OpeningBookError::Read {
            path: path.to_owned(),
            error,
        })?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// A move of the book, if it has the position.
    pub(crate) fn choose(&mut self, position: &Position) -> Result<Option<Move>, OpeningBookError> {
        let moves = self
            .file
            .moves(position)
            .map_err(|error| OpeningBookError::Read {
                path: self.path.clone(),
                error,
            })?;
        Ok(moves.choose(fastrand::u64(..)).map(|found| found.mv))
    }
}
