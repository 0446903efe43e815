//! A table's file: its bytes, and what can be wrong with them.
//!
//! Mapping files into memory would need `unsafe`, and a file that changes while it is mapped ends the
//! process. So small files are read whole, and of large ones the blocks are read when they are needed.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::checksum::{CHECKSUM, Checksum, PIECE};

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
    /// It is a folder, a pipe or a device.
    #[error("the endgame table {} is not a regular file", path.display())]
    NotAFile {
        /// Where.
        path: PathBuf,
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
    /// A symbol consists of itself, of too many symbols, or of symbols that do not exist.
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
    /// The contents are not those that the checksum at the end was computed from.
    #[error("its contents do not match its checksum")]
    Checksum,
    /// The value of a position could not be decoded.
    #[error("the value of position {index} cannot be decoded")]
    Value {
        /// The number of the position within the table.
        index: u64,
    },
}

/// Files up to this size are kept in memory once they have been used: all tables of five men. A block
/// costs 0.2 to 0.4 microseconds more when it is read from its file.
const WHOLE: u64 = 32 << 20;

/// A file that is open.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    file: Arc<File>,
    path: PathBuf,
    length: u64,
}

impl Source {
    /// Opens the file of a table and checks its length.
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let read = |error| TableError::read(path, error);
        // A pipe would wait for its other end when it is opened.
        if !fs::metadata(path).map_err(read)?.is_file() {
            let path = path.to_owned();
            return Err(TableError::NotAFile { path });
        }
        let file = File::open(path).map_err(read)?;
        let length = file.metadata().map_err(read)?.len();
        // Everything is aligned to 64 bytes but the checksum at the end.
        if length % 64 != CHECKSUM {
            let path = path.to_owned();
            return Err(TableError::Incomplete { path, length });
        }
        Ok(Self {
            file: Arc::new(file),
            path: path.to_owned(),
            length,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The first `count` bytes of the file, or all of them if there are fewer.
    pub(crate) fn start(&self, count: u64) -> Result<Vec<u8>, TableError> {
        self.read(0..count.min(self.length))
    }

    /// The bytes of a range.
    pub(crate) fn read(&self, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        if range.end > self.length || range.start > range.end {
            let damage = Damage::Length {
                needed: range.end,
                length: self.length,
            };
            return Err(TableError::damaged(&self.path, damage));
        }
        let mut bytes = vec![0; (range.end - range.start) as usize];
        read_exact_at(&self.file, &mut bytes, range.start)
            .map_err(|error| TableError::read(&self.path, error))?;
        Ok(bytes)
    }

    /// Compares the contents with the checksum at the end. `progress` gets the number of bytes after each piece.
    pub(crate) fn verify(&self, mut progress: impl FnMut(u64)) -> Result<(), TableError> {
        let end = self.length - CHECKSUM;
        let mut checksum = Checksum::default();
        for start in (0..end).step_by(PIECE) {
            let piece = start..end.min(start + PIECE as u64);
            progress(piece.end);
            checksum.add(&self.read(piece)?);
        }
        if self.read(end..self.length)? == checksum.finish() {
            Ok(())
        } else {
            Err(TableError::damaged(&self.path, Damage::Checksum))
        }
    }

    /// The bytes of a range, which are read later if the file is large.
    pub(crate) fn blocks(&self, range: Range<u64>) -> Result<Blocks, TableError> {
        if self.length <= WHOLE {
            return Ok(Blocks::Memory(self.read(range)?.into()));
        }
        // An empty read checks the range.
        self.read(range.end..range.end)?;
        Ok(Blocks::File {
            source: self.clone(),
            range,
        })
    }
}

/// The compressed part of a table.
#[derive(Debug, Clone)]
pub(crate) enum Blocks {
    /// In memory.
    Memory(Box<[u8]>),
    /// In a large file.
    File {
        /// The file.
        source: Source,
        /// Where.
        range: Range<u64>,
    },
}

impl Blocks {
    /// The bytes of one block; `None` if there is no such block or the file can no longer be read.
    pub(crate) fn block(&self, number: u32, size: u32) -> Option<Cow<'_, [u8]>> {
        let start = u64::from(number) * u64::from(size);
        let end = start + u64::from(size);
        match self {
            Self::Memory(bytes) => {
                let bytes = bytes.get(start as usize..end as usize)?;
                Some(Cow::Borrowed(bytes))
            }
            Self::File { source, range } => {
                let (start, end) = (range.start + start, range.start + end);
                let is_inside = end <= range.end;
                let bytes = is_inside.then(|| source.read(start..end).ok())??;
                Some(Cow::Owned(bytes))
            }
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                bytes = &mut bytes[count..];
                at += count as u64;
            }
        }
    }
    Ok(())
}

/// Elsewhere a file has one position for all threads, so they take turns.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let turn = TURN.lock();
    file.seek(SeekFrom::Start(at))?;
    let result = file.read_exact(bytes);
    drop(turn);
    result
}

/// The bytes of a header and how far they have been read.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes have been read.
    pub(crate) const fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let end = self.at.checked_add(count).ok_or(Damage::Header)?;
        let taken = self.bytes.get(self.at..end).ok_or(Damage::Header)?;
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Damage> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Damage> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    /// Skips a byte if the number of bytes read is odd.
    pub(crate) fn align_to_two(&mut self) -> Result<(), Damage> {
        self.take(self.at % 2).map(drop)
    }
}
