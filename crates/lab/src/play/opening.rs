//! Openings: from files and books, or random ones that are balanced.

mod files;

use crate::checksum::Checksum;
use crate::seed;
use fastrand::Rng;
use plywood_console::random_game;
use plywood_core::{History, Move, Position};
use plywood_eval::Classical;
use plywood_notation::polyglot::Book;
use plywood_search::{AlphaBeta, Captures, Limits, Score, Strategy};
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

pub use files::{OpeningError, read_openings};

/// A start position and the moves that are played before the players take over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Opening {
    start: Position,
    moves: Vec<Move>,
}

impl Opening {
    /// An opening of no moves.
    #[must_use]
    pub const fn position(start: Position) -> Self {
        Self {
            start,
            moves: Vec::new(),
        }
    }

    /// An opening that plays these moves, up to the first that is not legal.
    #[must_use]
    pub fn line(start: Position, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut history = History::new(start.clone());
        let legal = moves.into_iter().take_while(|mv| history.play(*mv).is_ok());
        let moves = legal.collect();
        Self { start, moves }
    }

    /// The game at the point where the players take over.
    #[must_use]
    pub fn history(&self) -> History {
        let mut history = History::new(self.start.clone());
        for &mv in &self.moves {
            let played = history.play(mv);
            debug_assert!(played.is_ok(), "only legal moves are taken into an opening");
        }
        history
    }

    /// The start position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether there is a game to play after it.
    fn goes_on(&self) -> bool {
        self.history().outcome().is_none()
    }

    /// The key of the position in which the players take over.
    fn key(&self) -> u64 {
        self.moves
            .iter()
            .fold(self.start.clone(), |position, mv| {
                position.play_unchecked(*mv)
            })
            .key()
    }
}

/// The openings of a match, by number. Random lines and lines of a book are made when they are asked for, and each number
/// has the same opening however many are asked for.
///
/// ```
/// use plywood_lab::{Openings, random_openings};
///
/// let openings = Openings::random(8, 1);
/// assert_eq!(openings.get(70_000).moves().len(), 8);
/// assert_eq!(openings.get(3), openings.clone().get(3));
///
/// let listed = Openings::from(random_openings(4, 2, 1));
/// assert_eq!(listed.get(0), listed.get(2), "a list starts again from the first");
/// ```
#[derive(Clone)]
pub struct Openings {
    source: Source,
    description: String,
}

#[derive(Clone)]
enum Source {
    List(Arc<Vec<Opening>>),
    Random { plies: usize, seed: u64 },
    Book(Arc<Mutex<BookLines>>),
}

/// The different lines of a book, as far as they were drawn.
struct BookLines {
    book: Book,
    plies: usize,
    seed: u64,
    attempts: u64,
    keys: HashSet<u64>,
    lines: Vec<Opening>,
    is_exhausted: bool,
}

/// After this many draws without a new line, a book is taken to have no more.
const USELESS_DRAWS: u64 = 2_000;

impl Openings {
    /// Random lines of this length, after which neither side is much better.
    #[must_use]
    pub fn random(plies: usize, seed: u64) -> Self {
        let source = Source::Random { plies, seed };
        let description = format!("random lines of {plies} plies");
        Self {
            source,
            description,
        }
    }

    /// Lines of a Polyglot book, drawn by weight.
    fn book(book: Book, bytes: &[u8], plies: usize, seed: u64) -> Self {
        let checksum = Checksum::new().with(bytes).text();
        let lines = BookLines {
            book,
            plies,
            seed,
            attempts: 0,
            keys: HashSet::new(),
            lines: Vec::new(),
            is_exhausted: false,
        };
        Self {
            source: Source::Book(Arc::new(Mutex::new(lines))),
            description: format!("a book with checksum {checksum}, {plies} plies"),
        }
    }

    /// The opening with this number. A list, or a book that has no more lines, starts again from the first.
    ///
    /// # Panics
    /// If there are no openings.
    #[must_use]
    pub fn get(&self, number: usize) -> Opening {
        match &self.source {
            Source::List(openings) => openings[number % openings.len()].clone(),
            Source::Random { plies, seed } => {
                balanced_line(*plies, seed::derived(*seed, number as u64))
            }
            Source::Book(lines) => {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.draw(number + 1);
                lines.lines[number % lines.lines.len()].clone()
            }
        }
    }

    /// Whether there are no openings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match &self.source {
            Source::List(openings) => openings.is_empty(),
            Source::Random { .. } => false,
            Source::Book(_) => self.known_count(1) == Some(0),
        }
    }

    /// The number of different openings if it is less than what is wanted.
    #[must_use]
    pub fn known_count(&self, wanted: usize) -> Option<usize> {
        let count = match &self.source {
            Source::List(openings) => openings.len(),
            Source::Random { plies: 0, .. } => 1,
            Source::Random { .. } => return None,
            Source::Book(lines) => {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.draw(wanted);
                lines.lines.len()
            }
        };
        (count < wanted).then_some(count)
    }

    /// The same openings in random order; only a list has an order.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        match self.source {
            Source::List(openings) => {
                let mut openings = openings.to_vec();
                fastrand::Rng::with_seed(seed).shuffle(&mut openings);
                openings.into()
            }
            Source::Random { .. } | Source::Book(_) => self,
        }
    }

    /// What decides the openings, beside the seed of the match.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }
}

impl BookLines {
    /// Draws until there are this many different lines, or no more are found.
    fn draw(&mut self, wanted: usize) {
        let mut useless = 0;
        while self.lines.len() < wanted && !self.is_exhausted {
            let seed = seed::derived(self.seed, self.attempts);
            self.attempts += 1;
            let line = line_of_book(&self.book, self.plies, seed);
            let is_new = line.goes_on() && !line.moves().is_empty() && self.keys.insert(line.key());
            if is_new {
                self.lines.push(line);
                useless = 0;
            } else {
                useless += 1;
            }
            self.is_exhausted = useless >= USELESS_DRAWS;
        }
    }
}

fn line_of_book(book: &Book, plies: usize, seed: u64) -> Opening {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = Position::START;
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(found) = book.moves(&position).choose(rng.u64(..)) else {
            break;
        };
        position = position.play_unchecked(found.mv);
        moves.push(found.mv);
    }
    Opening::line(Position::START, moves)
}

impl From<Vec<Opening>> for Openings {
    fn from(openings: Vec<Opening>) -> Self {
        let add = |sum: Checksum, opening: &Opening| sum.with(&opening.key().to_le_bytes());
        let checksum = openings.iter().fold(Checksum::new(), add).text();
        Self {
            description: format!("{} with checksum {checksum}", openings.len()),
            source: Source::List(Arc::new(openings)),
        }
    }
}

impl fmt::Debug for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Openings").field(&self.description).finish()
    }
}

/// Tries for a short list of random openings.
const MORE_TRIES: usize = 50;

/// Up to `count` different openings of this many random moves, after which neither side is much better.
///
/// ```
/// use plywood_lab::random_openings;
///
/// let openings = random_openings(6, 3, 42);
/// assert_eq!(openings, random_openings(6, 3, 42));
/// assert!(openings.iter().all(|opening| opening.moves().len() == 6));
/// ```
#[must_use]
pub fn random_openings(plies: usize, count: usize, seed: u64) -> Vec<Opening> {
    let openings = Openings::random(plies, seed);
    let mut keys = HashSet::new();
    // There may be fewer different lines, so the number of tries is limited.
    (0..MORE_TRIES + 4 * count)
        .map(|number| openings.get(number))
        .filter(|opening| keys.insert(opening.key()))
        .take(count)
        .collect()
}

/// The largest score of a shallow search, for either side, that counts as balanced.
const BALANCE: Score = Score::centipawns(40);
/// Deep enough to see hanging pieces on both sides, since quiescence plays out captures below it.
const DEPTH: u32 = 2;
/// About one random line in five is balanced. The number of tries is limited, since there may be none.
const ATTEMPTS: u64 = 200;

/// A line of this many random moves after which neither side is much better.
fn balanced_line(plies: usize, seed: u64) -> Opening {
    let lines = (0..ATTEMPTS).filter_map(|attempt| {
        let mut random = Rng::with_seed(seed::derived(seed, attempt));
        let game = random_game(&Position::START, plies, &mut random)?;
        Some(Opening::line(Position::START, game.moves().iter().copied()))
    });
    let mut lines = lines.peekable();
    let first = lines.peek().cloned();
    let balanced = lines.find(is_balanced);
    balanced
        .or(first)
        .unwrap_or_else(|| Opening::position(Position::START))
}

fn is_balanced(opening: &Opening) -> bool {
    let mut search = AlphaBeta::new(Classical::default())
        .quiescence()
        .ordering(Captures);
    let report = search.search(opening.history().position(), &Limits::depth(DEPTH));
    report
        .score
        .is_some_and(|score| -BALANCE <= score && score <= BALANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_different_and_may_run_out() {
        let openings = random_openings(1, 40, 7);
        assert!((2..=20).contains(&openings.len()), "{}", openings.len());
        assert_eq!(
            random_openings(0, 5, 7),
            [Opening::position(Position::START)]
        );
        assert_ne!(random_openings(8, 2, 1), random_openings(8, 2, 2));
        assert_eq!(Openings::random(0, 1).known_count(2), Some(1));
    }
}
