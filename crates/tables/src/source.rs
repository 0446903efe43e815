//! A table's file, read in pieces.
//!
//! Mapping files into memory would need `unsafe`, and a file that changes while it is mapped ends the
//! process. So small files are read whole, and of large ones the blocks are read when they are needed.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::table_error::{Damage, TableError};

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
        let file = File::open(path).map_err(read)?;
        let length = file.metadata().map_err(read)?.len();
        // Everything is aligned to 64 bytes but the checksum at the end, which has 16.
        if length % 64 != 16 {
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

    /// The first bytes of the file, as many as there are but at most `count`.
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
