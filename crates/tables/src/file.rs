//! A table's file: its bytes, and its possible errors.
//!
//! Mapping files into memory would need `unsafe`, and a file that changes while mapped ends the process. So small files are read
//! completely, and the blocks of large ones when they are needed.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A table's file that cannot be used, and the reason.
#[derive(Debug, thiserror::Error)]
#[error("the endgame table {} {problem}", path.display())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub problem: TableProblem,
}

/// The reason a table's file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// It could not be read.
    #[error("could not be read: {0}")]
    Read(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("is not a regular file")]
    NotAFile,
    /// It has an impossible number of bytes, so it was not copied or downloaded to its end.
    #[error("is incomplete, with only {0} bytes: download it again")]
    Incomplete(u64),
    /// Its contents contradict themselves.
    #[error("is damaged: {0}; download it again")]
    Damaged(#[from] Damage),
}

/// The damage to the contents of a table's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The first four bytes are those of another format.
    #[error("it does not begin like a Syzygy table of this kind")]
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
        /// The number of bytes that the header describes.
        needed: u64,
        /// The number of bytes in the file.
        length: u64,
    },
    /// The value of a position could not be decoded.
    #[error("the value of position {index} cannot be decoded")]
    Value {
        /// The number of the position within the table.
        index: u64,
    },
}

/// The bytes of the checksum that ends a file.
const CHECKSUM: u64 = 16;

/// Files up to this size are kept in memory once they have been used: all tables of five men. A block costs 0.2 to 0.4 microseconds more
/// when it is read from its file.
const WHOLE: u64 = 32 << 20;

/// An open file.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    file: Arc<File>,
    length: u64,
}

impl Source {
    /// Opens the file of a table and checks its length.
    pub(crate) fn open(path: &Path) -> Result<Self, TableProblem> {
        // A pipe would wait for its other end when opened.
        if !fs::metadata(path)?.is_file() {
            return Err(TableProblem::NotAFile);
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        // Everything is aligned to 64 bytes except the checksum at the end.
        if length % 64 != CHECKSUM {
            return Err(TableProblem::Incomplete(length));
        }
        let file = Arc::new(file);
        Ok(Self { file, length })
    }

    /// Returns the first `count` bytes of the file, or all of them if there are fewer.
    pub(crate) fn start(&self, count: u64) -> Result<Vec<u8>, TableProblem> {
        self.read(0..count.min(self.length))
    }

    /// Returns the length, and the checksum that its makers wrote at the end, as hexadecimal digits.
    pub(crate) fn checksum(&self) -> Result<(u64, String), TableProblem> {
        let bytes = self.read(self.length.saturating_sub(CHECKSUM)..self.length)?;
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        Ok((self.length, digits.collect()))
    }

    /// Returns the bytes of a range.
    pub(crate) fn read(&self, range: Range<u64>) -> Result<Vec<u8>, TableProblem> {
        let (needed, length) = (range.end, self.length);
        if needed > length || range.start > needed {
            return Err(Damage::Length { needed, length }.into());
        }
        let mut bytes = vec![0; (range.end - range.start) as usize];
        read_exact_at(&self.file, &mut bytes, range.start)?;
        Ok(bytes)
    }

    /// Returns the bytes of a range, reading them later if the file is large.
    pub(crate) fn blocks(&self, range: Range<u64>) -> Result<Blocks, TableProblem> {
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
        /// The range in the file.
        range: Range<u64>,
    },
}

impl Blocks {
    /// Returns the bytes of one block; `None` if there is no such block.
    pub(crate) fn block(
        &self,
        number: u32,
        size: u32,
    ) -> Result<Option<Cow<'_, [u8]>>, TableProblem> {
        let start = u64::from(number) * u64::from(size);
        let end = start + u64::from(size);
        match self {
            Self::Memory(bytes) => {
                let bytes = bytes.get(start as usize..end as usize);
                Ok(bytes.map(Cow::Borrowed))
            }
            Self::File { range, .. } if range.start + end > range.end => Ok(None),
            Self::File { source, range } => {
                let bytes = source.read(range.start + start..range.start + end)?;
                Ok(Some(Cow::Owned(bytes)))
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

/// On other systems a file has one position for all threads, so they take turns.
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

/// The bytes of a header and the place up to which they have been read.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the number of bytes read.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_large_files_are_read_when_they_are_needed() {
        let path = std::env::temp_dir().join(format!("plywood-blocks-{}", std::process::id()));
        let bytes: Vec<u8> = (0..208).collect();
        fs::write(&path, &bytes).expect("the temporary folder can be written");
        let source = Source::open(&path).expect("it has the length of a table");
        let memory = source.blocks(64..192).expect("the range is in the file");
        let range = 64..192;
        let file = Blocks::File { source, range };
        for number in 0..6 {
            let block = memory.block(number, 32).expect("it is in memory");
            assert_eq!(file.block(number, 32).expect("it can be read"), block);
            assert_eq!(block.is_some(), number < 4);
        }
        fs::write(&path, &bytes[..100]).expect("the temporary folder can be written");
        assert!(matches!(file.block(3, 32), Err(TableProblem::Read(_))));
        fs::remove_file(&path).expect("it is there");
    }
}
