//! A book searched in its file.

use std::io::{self, Read, Seek, SeekFrom};

use plywood_core::Position;

use crate::polyglot::book::BookError;
use crate::polyglot::entry::{ENTRY_BYTES, Entry};
use crate::polyglot::key::key;
use crate::polyglot::moves::BookMoves;

/// The size of an entry as a file offset.
const STEP: u64 = ENTRY_BYTES as u64;

/// The most entries read for one position, which has far fewer moves: a file could repeat one key
/// without end.
const MOST_ENTRIES: usize = 1024;

/// A book in a file, which is not loaded: a search reads some dozen entries.
///
/// ```
/// use std::io::Cursor;
///
/// use plywood_core::Position;
/// use plywood_notation::polyglot::BookFile;
///
/// let bytes = [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 3, 0x1C, 0, 2, 0, 0, 0, 0];
/// let mut book = BookFile::new(Cursor::new(bytes))?;
/// assert_eq!(book.moves(&Position::START)?[0].mv.to_string(), "e2e4");
/// # Ok::<(), plywood_notation::polyglot::BookError>(())
/// ```
#[derive(Debug)]
pub struct BookFile<R> {
    source: R,
    entries: u64,
}

impl<R: Read + Seek> BookFile<R> {
    /// A book in a file, or any other source with [`Seek`].
    ///
    /// # Errors
    /// [`BookError::Length`] if the last entry is incomplete, [`BookError::Read`] if the file
    /// cannot be read.
    pub fn new(mut source: R) -> Result<Self, BookError> {
        let length = source.seek(SeekFrom::End(0))?;
        match length % STEP {
            0 => Ok(Self {
                source,
                entries: length / STEP,
            }),
            over => Err(BookError::Length { length, over }),
        }
    }

    /// The number of entries.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.entries
    }

    /// Whether there are no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The legal moves of the book in a position.
    ///
    /// # Errors
    /// [`BookError::Read`] if the file cannot be read.
    pub fn moves(&mut self, position: &Position) -> Result<BookMoves, BookError> {
        let key = key(position);
        let first = self.first_not_below(key)?;
        let mut moves = BookMoves::default();
        if first < self.entries {
            self.source.seek(SeekFrom::Start(first * STEP))?;
            let left = usize::try_from(self.entries - first).unwrap_or(MOST_ENTRIES);
            for _ in 0..left.min(MOST_ENTRIES) {
                let entry = self.next_entry()?;
                if entry.key != key {
                    break;
                }
                moves.add(position, entry);
            }
        }
        Ok(moves)
    }

    /// The number of the first entry whose key is at least this.
    fn first_not_below(&mut self, key: u64) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            self.source.seek(SeekFrom::Start(middle * STEP))?;
            if self.next_entry()?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn next_entry(&mut self) -> io::Result<Entry> {
        let mut bytes = [0; ENTRY_BYTES];
        self.source.read_exact(&mut bytes)?;
        Ok(Entry::from_bytes(bytes))
    }
}
