//! The moves of a book in one position.

use std::ops::Deref;

use plywood_core::{Move, Position};

use crate::polyglot::entry::{Entry, decode_move};

/// A legal move from a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How often to play it, relative to the other moves.
    pub weight: u16,
    /// Learning data of a program, mostly 0.
    pub learn: u32,
}

/// The legal moves of a book in one position, each once, in the order of the book.
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

    /// The move with the greatest weight; of equal ones the first.
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

    /// A move chosen by weight with a number of yours, such as a random one: with numbers spread
    /// evenly, each move comes as often as its share of the weights. `None` if all weights are 0.
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
