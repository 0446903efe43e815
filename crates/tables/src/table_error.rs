//! What can be wrong with a table's file.

use std::io;
use std::path::{Path, PathBuf};

/// Why the file of a table cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be read.
    #[error("the endgame table {} could not be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file has an impossible length, so it was not copied or downloaded to its end.
    #[error("the endgame table {} is incomplete with its {length} bytes: download it again", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The number of bytes.
        length: u64,
    },
    /// The contents contradict themselves.
    #[error("the endgame table {} is damaged: {damage}; download it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: Damage,
    },
}

impl TableError {
    pub(crate) fn read(path: &Path, source: io::Error) -> Self {
        Self::Read {
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn damaged(path: &Path, damage: Damage) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            damage,
        }
    }
}

/// What is wrong with the contents of a table's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The first four bytes are those of another format.
    #[error("it does not start like a Syzygy table of this kind")]
    Magic,
    /// The header does not end within the file.
    #[error("it ends within its header")]
    Header,
    /// The flags contradict the endgame that the file's name gives.
    #[error("its flags do not fit the pieces in its name")]
    Flags,
    /// The list of pieces contradicts the file's name.
    #[error("its list of pieces does not fit the pieces in its name")]
    Pieces,
    /// The lengths of codes are impossible.
    #[error("the lengths of its codes are out of range")]
    Codes,
    /// A symbol consists of symbols that do not exist, or of itself, or of too many.
    #[error("symbol {symbol} of its code is impossible")]
    Symbol {
        /// The number of the symbol.
        symbol: u16,
    },
    /// The header describes more bytes than the file has.
    #[error("it should have {needed} bytes but has {length}")]
    Length {
        /// How many bytes the header describes.
        needed: u64,
        /// How many there are.
        length: u64,
    },
    /// The value of a position could not be decoded.
    #[error("the value of position {index} cannot be decoded")]
    Value {
        /// The number of the position within the table.
        index: u64,
    },
}
