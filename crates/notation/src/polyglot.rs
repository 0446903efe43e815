//! Opening books in the Polyglot format: read from memory or searched in a file, built and written.
//!
//! A book is a list of 16-byte entries (key of a position, move, weight, learning data), sorted by
//! key. Only legal moves are returned, so a faulty book, or two positions with the same key, do no
//! harm.
//!
//! ```
//! use plywood_core::{Move, MoveKind, Position, Square};
//! use plywood_notation::polyglot::Book;
//!
//! let start = Position::START;
//! let mut book = Book::new();
//! book.add(&start, Move::new(Square::E2, Square::E4, MoveKind::DoublePush), 3)?;
//! book.add(&start, Move::new(Square::D2, Square::D4, MoveKind::DoublePush), 1)?;
//!
//! let moves = book.moves(&start);
//! assert_eq!(moves.best().map(|found| found.mv.to_string()).as_deref(), Some("e2e4"));
//! // A number that you choose, such as a random one, makes a weighted choice: one in four gives d2d4.
//! assert_eq!(
//!     moves.choose(3).map(|found| found.mv.to_string()).as_deref(),
//!     Some("d2d4")
//! );
//!
//! let bytes = book.to_bytes();
//! assert_eq!(Book::from_bytes(&bytes)?.len(), 2);
//! # Ok::<(), plywood_notation::polyglot::BookError>(())
//! ```

mod key;

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Deref;
use std::path::Path;

use plywood_core::{Move, MoveFilter, MoveKind, PieceKind, Position, Square};

pub use key::key;

/// The size of an entry.
const ENTRY_BYTES: usize = 16;

/// An entry of a book: 16 bytes, not checked in any way.
///
/// ```
/// use plywood_notation::polyglot::BookEntry;
///
/// let entry = BookEntry { key: 0x463B_9618_1691_FC9C, code: 0x031C, weight: 1, learn: 0 };
/// assert_eq!(BookEntry::from_bytes(entry.to_bytes()), entry);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookEntry {
    /// The [key](key()) of the position.
    pub key: u64,
    /// The move; [`decode_move`] decodes it.
    pub code: u16,
    /// The weight, relative to the other moves of the position.
    pub weight: u16,
    /// Learning data of a program, usually 0.
    pub learn: u32,
}

impl BookEntry {
    /// Reads an entry; any bytes are valid.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; ENTRY_BYTES]) -> Self {
        let number = u128::from_be_bytes(bytes);
        Self {
            key: (number >> 64) as u64,
            code: (number >> 48 & 0xFFFF) as u16,
            weight: (number >> 32 & 0xFFFF) as u16,
            learn: (number & 0xFFFF_FFFF) as u32,
        }
    }

    /// Returns the bytes of the entry in a book.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let number = (self.key as u128) << 64
            | (self.code as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        number.to_be_bytes()
    }
}

/// Encodes a move for a book; castling is the king taking its own rook.
#[must_use]
pub fn encode_move(mv: Move) -> u16 {
    // The format numbers the kinds as we do: the knight is 1, the queen 4.
    let promotion = mv.promotion().map_or(0, |kind| kind as u16);
    mv.to() as u16 | (mv.from() as u16) << 6 | promotion << 12
}

/// Decodes a move of a book; `None` if it is not legal in the position.
///
/// Castling is read in both forms: the king taking its rook, as the format defines it, and `e1g1`, as in some books.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::polyglot::decode_move;
///
/// assert_eq!(
///     decode_move(&Position::START, 0x031C).map(|mv| mv.to_string()).as_deref(),
///     Some("e2e4")
/// );
/// assert_eq!(decode_move(&Position::START, 0), None);
/// ```
#[must_use]
pub fn decode_move(position: &Position, code: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(code & 63))?;
    let from = Square::from_index(usize::from(code >> 6 & 63))?;
    let promotion = match usize::from(code >> 12) {
        0 => None,
        number @ 1..=4 => Some(PieceKind::ALL[number]),
        _ => return None,
    };
    let moves = position.moves(MoveFilter::ALL.from(from));
    let exact = |mv: &&Move| mv.to() == to && mv.promotion() == promotion;
    let castling = |mv: &&Move| {
        mv.kind() == MoveKind::Castling
            && promotion.is_none()
            && mv.destination() == to
            && from.distance(to) > 1
    };
    let found = moves.iter().find(exact);
    found.or_else(|| moves.iter().find(castling)).copied()
}

/// A legal move from a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The weight, relative to the other moves.
    pub weight: u16,
    /// Learning data of a program, usually 0.
    pub learn: u32,
}

/// The legal moves of a book in one position, each once, in the order of the book.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BookMoves(Vec<BookMove>);

impl BookMoves {
    /// Adds the move of an entry if it is legal and new.
    fn add(&mut self, position: &Position, entry: BookEntry) {
        let Some(mv) = decode_move(position, entry.code) else {
            return;
        };
        if self.0.iter().all(|known| known.mv != mv) {
            self.0.push(BookMove {
                mv,
                weight: entry.weight,
                learn: entry.learn,
            });
        }
    }

    /// Returns the move with the greatest weight, the first of equals.
    #[must_use]
    pub fn best(&self) -> Option<BookMove> {
        let mut best: Option<BookMove> = None;
        for &candidate in &self.0 {
            if best.is_none_or(|best| candidate.weight > best.weight) {
                best = Some(candidate);
            }
        }
        best
    }

    /// Maps a number, such as a random one, to a move by weight: evenly spread numbers give each move its share of the weights. `None` if
    /// all weights are 0.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    /// use plywood_notation::polyglot::Book;
    ///
    /// let mut book = Book::new();
    /// let (start, push) = (Position::START, MoveKind::DoublePush);
    /// book.add(&start, Move::new(Square::E2, Square::E4, push), 300)?;
    /// book.add(&start, Move::new(Square::C2, Square::C4, push), 100)?;
    /// let moves = book.moves(&start);
    /// let english = (0..4000)
    ///     .filter_map(|number| moves.choose(number))
    ///     .filter(|found| found.weight == 100);
    /// assert_eq!(english.count(), 1000);
    /// # Ok::<(), plywood_notation::polyglot::BookError>(())
    /// ```
    #[must_use]
    pub fn choose(&self, number: u64) -> Option<BookMove> {
        let total: u64 = self.0.iter().map(|known| u64::from(known.weight)).sum();
        let mut left = number.checked_rem(total)?;
        for &known in &self.0 {
            match left.checked_sub(u64::from(known.weight)) {
                Some(rest) => left = rest,
                None => return Some(known),
            }
        }
        None
    }
}

impl Deref for BookMoves {
    type Target = [BookMove];

    fn deref(&self) -> &[BookMove] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a BookMoves {
    type Item = &'a BookMove;
    type IntoIter = std::slice::Iter<'a, BookMove>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The error for a book that could not be read, written or added to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The last entry is incomplete.
    #[error("a book has 16 bytes per entry, but these {length} bytes end {over} bytes into one")]
    Length {
        /// The number of bytes.
        length: u64,
        /// The bytes of the incomplete entry.
        over: u64,
    },
    /// The move is not legal in its position.
    #[error("{mv} is not legal in the position it was added for")]
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
/// let bytes =
///     [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 3, 0x1C, 0, 2, 0, 0, 0, 0];
/// let book = Book::from_bytes(&bytes)?;
/// assert_eq!(book.moves(&Position::START)[0].mv.to_string(), "e2e4");
///
/// let error = Book::from_bytes(&bytes[..10]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "a book has 16 bytes per entry, but these 10 bytes end 10 bytes into one"
/// );
/// # Ok::<(), plywood_notation::polyglot::BookError>(())
/// ```
#[doc(alias = "PolyglotBook")]
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Book {
    /// The entries, sorted by key; those of one position keep their order.
    entries: Vec<BookEntry>,
}

impl Book {
    /// Makes an empty book.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
        }
    }

    /// Reads the book of a file, such as `openings.bin`. [`BookFile`] searches a large one without reading it.
    ///
    /// # Errors
    /// [`BookError::Read`] if the file cannot be read, [`BookError::Length`] if its last entry is incomplete.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        Self::from_bytes(&std::fs::read(path)?)
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
        Ok(whole.iter().copied().map(BookEntry::from_bytes).collect())
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns all entries, sorted by key.
    #[must_use]
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// Returns the legal moves of the book in a position.
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

    /// Adds a move in a position, or increases its weight if the book has it. Weights stop at 65,535.
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
                BookEntry {
                    key,
                    code,
                    weight,
                    learn: 0,
                },
            ),
        }
        Ok(())
    }

    /// Returns the bytes of the book in a file. Moves of one position are sorted by descending weight, as most programs expect.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut sorted = self.entries.clone();
        sorted.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight));
        sorted.into_iter().flat_map(BookEntry::to_bytes).collect()
    }
}

/// Makes a book from entries in any order.
impl FromIterator<BookEntry> for Book {
    fn from_iter<I: IntoIterator<Item = BookEntry>>(entries: I) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by_key(|entry| entry.key);
        Self { entries }
    }
}

/// The size of an entry as a file offset.
const STEP: u64 = ENTRY_BYTES as u64;

/// The most entries read for one position, which has far fewer moves: a file could repeat one key forever.
const MOST_ENTRIES: usize = 1024;

/// A book in a file that stays on disk: a lookup reads a few dozen entries.
///
/// ```
/// use std::io::Cursor;
///
/// use plywood_core::Position;
/// use plywood_notation::polyglot::BookFile;
///
/// let bytes =
///     [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 3, 0x1C, 0, 2, 0, 0, 0, 0];
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
    /// Opens a book in a file, or any other source with [`Seek`].
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

    /// Returns the number of entries.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.entries
    }

    /// Returns `true` if there are no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Returns the legal moves of the book in a position.
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

    /// Returns the number of the first entry whose key is at least this.
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

    fn next_entry(&mut self) -> io::Result<BookEntry> {
        let mut bytes = [0; ENTRY_BYTES];
        self.source.read_exact(&mut bytes)?;
        Ok(BookEntry::from_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_move_is_found_again() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "1r6/P6k/8/3pP3/8/8/8/K7 w - d6 0 2",
            "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                assert_eq!(decode_move(&position, encode_move(mv)), Some(mv), "{fen}");
            }
        }
    }

    #[test]
    fn castling_is_read_in_both_ways() {
        let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
        let onto_rook = |mv: Move| mv.kind() == MoveKind::Castling && mv.to() == Square::H1;
        for to in [Square::H1, Square::G1] {
            let code = to as u16 | (Square::E1 as u16) << 6;
            assert!(decode_move(&position, code).is_some_and(onto_rook));
        }
    }

    #[test]
    fn no_number_panics() {
        let position: Position = "1r6/P5k1/8/3pP3/8/8/8/R3K2R w KQ d6 0 2".parse().unwrap();
        let found = (0..=u16::MAX).filter_map(|code| decode_move(&position, code));
        assert!(found.clone().all(|mv| position.is_legal(mv)));
        // Both castlings have two numbers.
        assert_eq!(found.count(), position.legal_moves().len() + 2);
    }
}
