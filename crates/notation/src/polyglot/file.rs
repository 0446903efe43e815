//! A book searched where it lies.

use std::io::{self, Read, Seek, SeekFrom};

use plywood_core::Position;

use crate::polyglot::book::BookError;
use crate::polyglot::entry::{ENTRY_BYTES, Entry};
use crate::polyglot::key::key;
use crate::polyglot::moves::BookMoves;

/// The bytes of an entry, as a file counts.
const STEP: u64 = ENTRY_BYTES as u64;

/// No position has so many moves; a file that repeats one key without end is read no further.
const MOST_ENTRIES: usize = 1024;

/// A book searched in its file, of which only some dozen entries are read for each question.
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
    /// Takes a file, or anything else that can be searched.
    ///
    /// # Errors
    /// [`BookError::Length`] if the last entry is not whole, [`BookError::Read`] if the file
    /// cannot be read.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use plywood_notation::polyglot::BookFile;
    ///
    /// assert!(BookFile::new(Cursor::new([0; 17])).is_err());
    /// ```
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

    /// How many entries there are.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use plywood_notation::polyglot::BookFile;
    ///
    /// assert_eq!(BookFile::new(Cursor::new([0; 32]))?.len(), 2);
    /// # Ok::<(), plywood_notation::polyglot::BookError>(())
    /// ```
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.entries
    }

    /// Whether there are none.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use plywood_notation::polyglot::BookFile;
    ///
    /// assert!(BookFile::new(Cursor::new([]))?.is_empty());
    /// # Ok::<(), plywood_notation::polyglot::BookError>(())
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The legal moves the book knows in a position.
    ///
    /// # Errors
    /// [`BookError::Read`] if the file cannot be read.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use plywood_core::Position;
    /// use plywood_notation::polyglot::BookFile;
    ///
    /// let mut book = BookFile::new(Cursor::new([0; 32]))?;
    /// assert!(book.moves(&Position::START)?.is_empty());
    /// # Ok::<(), plywood_notation::polyglot::BookError>(())
    /// ```
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
