//! A book in memory.

use std::io::{self, Write};

use plywood_core::{Move, Position};

use crate::polyglot::entry::{ENTRY_BYTES, Entry, encode_move};
use crate::polyglot::key::key;
use crate::polyglot::moves::BookMoves;

/// Why a book could not be read, written or added to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The last entry is incomplete.
    #[error("a book has 16 bytes an entry, but these {length} bytes end {over} bytes into one")]
    Length {
        /// The number of bytes.
        length: u64,
        /// The bytes of the incomplete entry.
        over: u64,
    },
    /// The move is not legal in its position.
    #[error("{mv} is not legal in the position that it was added for")]
    IllegalMove {
        /// The move.
        mv: Move,
    },
    /// The file could not be read.
    #[error("the book could not be read")]
    Read(#[from] io::Error),
}

/// A whole book in memory, sorted by key.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::polyglot::Book;
///
/// // An entry that says 1. e4 with weight 2.
/// let bytes = [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 3, 0x1C, 0, 2, 0, 0, 0, 0];
/// let book = Book::from_bytes(&bytes)?;
/// assert_eq!(book.moves(&Position::START)[0].mv.to_string(), "e2e4");
///
/// let error = Book::from_bytes(&bytes[..10]).unwrap_err();
/// assert_eq!(error.to_string(), "a book has 16 bytes an entry, but these 10 bytes end 10 bytes into one");
/// # Ok::<(), plywood_notation::polyglot::BookError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Book {
    /// Sorted by key; entries of one position keep their order.
    entries: Vec<Entry>,
}

impl Book {
    /// A book without entries.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// Reads a book. Entries that are out of order are sorted.
    ///
    /// # Errors
    /// [`BookError::Length`] if the last entry is incomplete.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let (whole, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            return Err(BookError::Length {
                length: bytes.len() as u64,
                over: rest.len() as u64,
            });
        }
        Ok(whole.iter().copied().map(Entry::from_bytes).collect())
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, sorted by key.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The legal moves of the book in a position.
    #[must_use]
    pub fn moves(&self, position: &Position) -> BookMoves {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let mut moves = BookMoves::default();
        for &entry in self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key)
        {
            moves.add(position, entry);
        }
        moves
    }

    /// Adds a move in a position, or adds to its weight if the book has it. Weights stop at 65,535.
    ///
    /// # Errors
    /// [`BookError::IllegalMove`] if the move is not legal in the position.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    /// use plywood_notation::polyglot::Book;
    ///
    /// let mut book = Book::new();
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Normal);
    /// book.add(&Position::START, mv, 3)?;
    /// book.add(&Position::START, mv, 2)?;
    /// assert_eq!(book.entries()[0].weight, 5);
    /// # Ok::<(), plywood_notation::polyglot::BookError>(())
    /// ```
    pub fn add(&mut self, position: &Position, mv: Move, weight: u16) -> Result<(), BookError> {
        if !position.is_legal(mv) {
            return Err(BookError::IllegalMove { mv });
        }
        let (key, code) = (key(position), encode_move(mv));
        let first = self.entries.partition_point(|entry| entry.key < key);
        let end = first + self.entries[first..].partition_point(|entry| entry.key == key);
        let known = self.entries[first..end]
            .iter_mut()
            .find(|entry| entry.code == code);
        match known {
            Some(entry) => entry.weight = entry.weight.saturating_add(weight),
            None => self.entries.insert(
                end,
                Entry {
                    key,
                    code,
                    weight,
                    learn: 0,
                },
            ),
        }
        Ok(())
    }

    /// The bytes of the book in a file. Moves of one position are sorted by falling weight, as most
    /// programs expect.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut sorted = self.entries.clone();
        sorted.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight));
        sorted.into_iter().flat_map(Entry::to_bytes).collect()
    }

    /// Writes the bytes of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// The error of the writer.
    pub fn write(&self, mut writer: impl Write) -> io::Result<()> {
        writer.write_all(&self.to_bytes())
    }
}

/// A book of entries in any order.
impl FromIterator<Entry> for Book {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by_key(|entry| entry.key);
        Self { entries }
    }
}
