//! Openings: from files and books, or random ones that are balanced.

mod files;

use fastrand::Rng;
use plywood_arena::{Opening, seed};
use plywood_catalog::{Catalog, Contender, Playable};
use plywood_core::Position;
use plywood_notation::polyglot::Book;
use plywood_report::Checksum;
use plywood_search::{Limits, Score};
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

pub use files::read_openings;

/// The openings of a match, by number. Random lines and book lines are made when requested, and each number always has the same opening.
///
/// ```
/// use plywood_workbench::Openings;
///
/// let openings = Openings::random(&plywood_catalog::Catalog::chess(), 8, 1);
/// assert_eq!(openings.get(70_000).moves.len(), 8);
/// assert_eq!(openings.get(3), openings.clone().get(3));
///
/// let few = Openings::random(&plywood_catalog::Catalog::connect_four(), 1, 1);
/// assert_eq!(few.known_count(100), Some(7), "there are no more columns");
/// assert_eq!(few.get(2), few.get(9), "and so the first one comes again");
/// ```
#[derive(Clone)]
pub struct Openings<G: Playable = Position> {
    source: Source<G>,
    description: String,
}

#[derive(Clone)]
enum Source<G: Playable> {
    List(Arc<Vec<Opening<G>>>),
    /// Enough lines that two numbers hardly ever get the same one.
    Many(Arc<RandomLines<G>>, u64),
    Few(Arc<Mutex<DifferentLines<G>>>),
}

/// The different lines drawn so far from a book, or from the first plies of a game.
struct DifferentLines<G: Playable> {
    /// Draws a line by a seed, if there is one.
    line: Box<dyn Fn(u64) -> Option<Opening<G>> + Send>,
    seed: u64,
    attempts: u64,
    keys: HashSet<u64>,
    lines: Vec<Opening<G>>,
    /// The number of draws without a new line, and its multiple of the known lines, after which there are no more.
    useless_draws: [usize; 2],
    is_exhausted: bool,
}

/// Lines of a book have different weights, and the least likely take many draws.
const DRAWS_FROM_BOOK: [usize; 2] = [2_000, 0];
const RANDOM_DRAWS: [usize; 2] = [50, 8];

/// The number of random lines to draw, to find out if only few of them differ.
const SAMPLE: u64 = 500;
/// The number of different lines below which there are few.
const MANY: usize = 475;

impl<G: Playable> Openings<G> {
    /// Draws random lines of this length from the start of the game, after which neither side is much better. While there are others, none
    /// is repeated.
    #[must_use]
    pub fn random(catalog: &Catalog<G>, plies: usize, seed: u64) -> Self {
        let random = RandomLines::new(catalog, plies);
        let sample = (0..SAMPLE).filter_map(|number| random.draw(seed::derived(seed, number)));
        let keys: HashSet<u64> = sample.map(|line| line.end().key()).collect();
        let source = if keys.len() < MANY {
            let line = Box::new(move |seed| Some(random.balanced(seed)));
            Source::different(line, seed, RANDOM_DRAWS)
        } else {
            Source::Many(Arc::new(random), seed)
        };
        Self {
            source,
            description: format!("random lines of {plies} plies from {}", catalog.start()),
        }
    }

    /// Returns the opening with this number. A list, or a source that has no more lines, starts again from the first.
    ///
    /// # Panics
    /// If there are no openings.
    #[must_use]
    pub fn get(&self, number: usize) -> Opening<G> {
        match &self.source {
            Source::List(openings) => openings[number % openings.len()].clone(),
            Source::Many(random, seed) => random.balanced(seed::derived(*seed, number as u64)),
            Source::Few(lines) => {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.draw(number + 1);
                lines.lines[number % lines.lines.len()].clone()
            }
        }
    }

    /// Returns `true` if there are no openings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known_count(1) == Some(0)
    }

    /// Returns the number of different openings if it is less than wanted.
    #[must_use]
    pub fn known_count(&self, wanted: usize) -> Option<usize> {
        let count = match &self.source {
            Source::List(openings) => openings.len(),
            Source::Many(..) => return None,
            Source::Few(lines) => {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.draw(wanted);
                lines.lines.len()
            }
        };
        (count < wanted).then_some(count)
    }

    /// Shuffles the openings; only a list has an order.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        match self.source {
            Source::List(openings) => {
                let mut openings = openings.to_vec();
                Rng::with_seed(seed).shuffle(&mut openings);
                openings.into()
            }
            Source::Many(..) | Source::Few(_) => self,
        }
    }

    /// Returns a description of the settings that decide the openings, besides the match's seed.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }
}

impl Openings {
    /// Lines of a Polyglot book, drawn by weight.
    fn book(book: Book, bytes: &[u8], plies: usize, seed: u64) -> Self {
        let checksum = Checksum::new().with(bytes).text();
        let line = move |seed| {
            let line = line_of_book(&book, plies, seed);
            Some(line).filter(|line| line.goes_on() && !line.moves.is_empty())
        };
        Self {
            source: Source::different(Box::new(line), seed, DRAWS_FROM_BOOK),
            description: format!("a book with checksum {checksum}, {plies} plies"),
        }
    }
}

impl<G: Playable> Source<G> {
    fn different(
        line: Box<dyn Fn(u64) -> Option<Opening<G>> + Send>,
        seed: u64,
        useless_draws: [usize; 2],
    ) -> Self {
        Self::Few(Arc::new(Mutex::new(DifferentLines {
            line,
            seed,
            attempts: 0,
            keys: HashSet::new(),
            lines: Vec::new(),
            useless_draws,
            is_exhausted: false,
        })))
    }
}

impl<G: Playable> DifferentLines<G> {
    /// Draws until there are this many different lines, or no more are found.
    fn draw(&mut self, wanted: usize) {
        let [at_least, for_each] = self.useless_draws;
        let mut useless = 0;
        while self.lines.len() < wanted && !self.is_exhausted {
            let line = (self.line)(seed::derived(self.seed, self.attempts));
            self.attempts += 1;
            match line.filter(|line| self.keys.insert(line.end().key())) {
                Some(line) => {
                    self.lines.push(line);
                    useless = 0;
                }
                None => useless += 1,
            }
            self.is_exhausted = useless >= at_least + for_each * self.lines.len();
        }
    }
}

fn line_of_book(book: &Book, plies: usize, seed: u64) -> Opening<Position> {
    let mut rng = Rng::with_seed(seed);
    let mut position = Position::START;
    let mut line = Opening::position(Position::START);
    while line.moves.len() < plies {
        let Some(found) = book.moves(&position).choose(rng.u64(..)) else {
            break;
        };
        position = position.play_unchecked(found.mv);
        line.moves.push(found.mv);
    }
    line
}

impl<G: Playable> From<Vec<Opening<G>>> for Openings<G> {
    fn from(openings: Vec<Opening<G>>) -> Self {
        let add =
            |sum: Checksum, opening: &Opening<G>| sum.with(&opening.end().key().to_le_bytes());
        let checksum = openings.iter().fold(Checksum::new(), add).text();
        Self {
            description: format!("{} with checksum {checksum}", openings.len()),
            source: Source::List(Arc::new(openings)),
        }
    }
}

impl<G: Playable> fmt::Debug for Openings<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Openings").field(&self.description).finish()
    }
}

/// Lines of random moves from the start of a game.
struct RandomLines<G: Playable> {
    start: G,
    plies: usize,
    /// Decides whether a line is balanced. It sees hanging pieces on both sides, because quiescence plays out captures below it.
    search: Option<Contender<G>>,
}

/// About one random line of chess in five is balanced. The number of tries is limited, since there may be none.
const ATTEMPTS: u64 = 200;

impl<G: Playable> RandomLines<G> {
    /// The largest score of a shallow search, for either side, that counts as balanced, and the depth of the search: with chance a twentieth
    /// of a win, and one ply, which is many positions.
    const BALANCE: (Score, u32) = match G::STAKES {
        Some(stakes) => (Score::centipawns(stakes.win() / 20), 1),
        None => (Score::centipawns(40), 2),
    };

    fn new(catalog: &Catalog<G>, plies: usize) -> Self {
        let names = ["alpha-beta+quiescence+captures", "alpha-beta", "star1"];
        Self {
            start: catalog.start().clone(),
            plies,
            search: names.iter().find_map(|name| catalog.contender(name).ok()),
        }
    }

    /// Draws a line after which neither side is much better, or else the most balanced one found.
    fn balanced(&self, seed: u64) -> Opening<G> {
        let mut best: Option<(Score, Opening<G>)> = None;
        let seeds = (0..ATTEMPTS).map(|attempt| seed::derived(seed, attempt));
        for line in seeds.filter_map(|seed| self.draw(seed)) {
            let imbalance = self.imbalance(&line);
            if imbalance <= Self::BALANCE.0 {
                return line;
            }
            if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
                best = Some((imbalance, line));
            }
        }
        best.map_or_else(|| Opening::position(self.start.clone()), |(_, line)| line)
    }

    /// Draws a line; `None` if the game is over before its end.
    fn draw(&self, seed: u64) -> Option<Opening<G>> {
        Opening::random(&self.start, self.plies, seed)
    }

    /// Returns the advantage of either side after the line.
    fn imbalance(&self, line: &Opening<G>) -> Score {
        let score = self.search.as_ref().and_then(|search| {
            let report = search
                .strategy(0)
                .search(&line.end(), &Limits::depth(Self::BALANCE.1));
            report.score
        });
        score.map_or(Score::DRAW, |score| score.max(-score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Game;
    use plywood_search::games::ConnectFour;

    #[test]
    fn openings_are_different_and_may_run_out() {
        let chess = Catalog::chess();
        let first = |plies, seed| Openings::random(&chess, plies, seed).get(0);
        assert_eq!(first(0, 5), Opening::position(Position::START));
        assert_ne!(first(8, 1), first(8, 2));
        let count = |plies| Openings::random(&chess, plies, 1).known_count(40);
        assert_eq!((count(0), count(8)), (Some(1), None));
        assert!(count(1).is_some_and(|count| count > 10), "{:?}", count(1));

        let four = Openings::random(&Catalog::connect_four(), 2, 1);
        let positions: HashSet<_> = (0..20).map(|number| four.get(number).end()).collect();
        assert_eq!(positions.len(), 20);
        let other = ConnectFour::new().after(ConnectFour::new().legal_moves()[0]);
        let other = Openings::random(&Catalog::tactical("connect-four", other), 2, 1);
        assert_ne!(other.description(), four.description());
    }
}
