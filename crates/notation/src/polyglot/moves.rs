//! What a book says of one position.

use std::ops::Deref;

use plywood_core::{Move, Position};

use crate::polyglot::entry::{Entry, decode_move};

/// A move a book knows, legal in the position that was asked for.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::polyglot::Book;
///
/// let bytes = [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 3, 0x1C, 0, 2, 0, 0, 0, 0];
/// let best = Book::from_bytes(&bytes)?.moves(&Position::START).best().expect("the book knows one");
/// assert_eq!((best.mv.to_string().as_str(), best.weight), ("e2e4", 2));
/// # Ok::<(), plywood_notation::polyglot::BookError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How often to play it, against the other moves.
    pub weight: u16,
    /// What a program has learned; most leave it 0.
    pub learn: u32,
}

/// The moves a book knows in one position, each once, in the book's order.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::polyglot::Book;
///
/// let bytes = [0x46, 0x3B, 0x96, 0x18, 0x16, 0x91, 0xFC, 0x9C, 3, 0x1C, 0, 2, 0, 0, 0, 0];
/// let moves = Book::from_bytes(&bytes)?.moves(&Position::START);
/// assert_eq!(moves.iter().map(|known| known.weight).sum::<u16>(), 2);
/// # Ok::<(), plywood_notation::polyglot::BookError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BookMoves(Vec<BookMove>);

impl BookMoves {
    /// Adds the move of an entry if it is legal and new.
    pub(super) fn add(&mut self, position: &Position, entry: Entry) {
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

    /// The move with the greatest weight, the first of equals.
    ///
    /// ```
    /// use plywood_core::Position;
    /// use plywood_notation::polyglot::Book;
    ///
    /// assert_eq!(Book::new().moves(&Position::START).best(), None);
    /// ```
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

    /// A move chosen by weight with a number of the caller's, such as a random one: every move
    /// answers to as many remainders of the number as it has weight. `None` if no move has any.
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
    /// let english = (0..4000).filter_map(|number| moves.choose(number)).filter(|found| found.weight == 100);
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
