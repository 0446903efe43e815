//! [`Tournament`]: a match of two or more contestants, several games at a time, with every game in the journal.

use crate::contestant::Contestant;
use crate::game::{GameEnd, Rules, Seat, play};
use crate::journal::{Charter, Entry, Journal, JournalError};
use crate::opening::Opening;
use crate::player::{Fault, Player};
use crate::schedule::{Fixture, Format, Schedule};
use crate::seed;
use crate::standing::Standing;
use crate::statistics::Sprt;
use plywood_core::{ByColor, Color};
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use thiserror::Error;

/// How a match is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Who meets whom.
    pub format: Format,
    /// How many pairs of games each two play who meet.
    pub rounds: usize,
    /// What every game is played by.
    pub rules: Rules,
    /// Ends the match as soon as it is decided whether the first of two players is stronger.
    pub sprt: Option<Sprt>,
    /// What everything random follows from.
    pub seed: u64,
}

/// A match of two or more contestants.
///
/// ```
/// use plywood_core::Position;
/// use plywood_lab::{Contestant, Effort, Journal, Opening, Rules, Terms, TimeControl, Tournament};
///
/// let players: Vec<Contestant> = vec!["alpha-beta-captures".parse()?, "random".parse()?];
/// let effort = Effort { depth: Some(2), ..Effort::default() };
/// let rules = Rules { time_control: TimeControl { effort, clock: None }, ..Rules::default() };
/// let terms = Terms { rounds: 2, rules, ..Terms::default() };
/// let tournament = Tournament::new(players, vec![Opening::position(Position::START)], terms)?;
///
/// let standing = tournament.run(&mut Journal::in_memory(), 2, &mut |_, _| ())?;
/// assert_eq!(standing.games(), 4);
/// assert_eq!(standing.table()[0].player, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tournament {
    contestants: Vec<Contestant>,
    openings: Vec<Opening>,
    terms: Terms,
    schedule: Schedule,
}

/// Why a match cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// Nobody to play against.
    #[error("a match needs two players or more, found {0}")]
    Players(usize),
    /// Tables could not tell two players apart.
    #[error("two players are called {0:?}; give one a label, as in mine={0}")]
    SameName(String),
    /// There is nothing to begin with.
    #[error("a match needs an opening")]
    NoOpening,
    /// The test is about two players.
    #[error("the sequential test compares two players, found {0}")]
    Sprt(usize),
    /// A player would think for ever.
    #[error("{0:?} has no limits; set a depth, nodes or a time for it, or for the match")]
    Unlimited(String),
    /// A player cannot play at all.
    #[error("{name:?} cannot play: {fault}")]
    Fault {
        /// The player.
        name: String,
        /// Why not.
        fault: Fault,
    },
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            format: Format::default(),
            rounds: 1,
            rules: Rules::default(),
            sprt: None,
            seed: 0,
        }
    }
}

/// The games of all threads, each taken by one of them.
struct Queue<'a> {
    numbers: Mutex<Box<dyn Iterator<Item = usize> + Send + 'a>>,
    is_closed: AtomicBool,
}

impl Tournament {
    /// Prepares a match. Openings are used one after the other, from the first again if there are too few.
    ///
    /// # Errors
    /// [`TournamentError`], also when a program cannot be started.
    pub fn new(
        contestants: Vec<Contestant>,
        openings: Vec<Opening>,
        terms: Terms,
    ) -> Result<Self, TournamentError> {
        let count = contestants.len();
        if count < 2 {
            return Err(TournamentError::Players(count));
        }
        if terms.sprt.is_some() && count != 2 {
            return Err(TournamentError::Sprt(count));
        }
        if openings.is_empty() {
            return Err(TournamentError::NoOpening);
        }
        let mut names = HashSet::new();
        for contestant in &contestants {
            let name = contestant.name().to_owned();
            if !names.insert(name.clone()) {
                return Err(TournamentError::SameName(name));
            }
            let control = terms.rules.time_control;
            if contestant.effort().or(control.effort).is_unlimited() && control.clock.is_none() {
                return Err(TournamentError::Unlimited(name));
            }
            contestant
                .check()
                .map_err(|fault| TournamentError::Fault { name, fault })?;
        }
        let schedule = Schedule::new(terms.format, count, terms.rounds, terms.seed);
        Ok(Self {
            contestants,
            openings,
            terms,
            schedule,
        })
    }

    /// Who plays.
    #[must_use]
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// Which games there are.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// How it is played.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// All that decides which games the match has, for its [`Journal`].
    #[must_use]
    pub fn charter(&self) -> Charter {
        let Terms {
            format,
            rounds,
            rules,
            sprt,
            seed,
        } = &self.terms;
        let keys = self
            .openings
            .iter()
            .map(|opening| opening.history().position().key());
        let checksum = keys.fold(self.openings.len() as u64, seed::derived);
        let terms: [(&str, &dyn fmt::Display); 8] = [
            ("format", format),
            ("rounds", rounds),
            ("time control", &rules.time_control),
            ("adjudication", &rules.adjudication),
            ("margin", &format!("{:?}", rules.margin)),
            (
                "test",
                &sprt.map_or_else(|| "none".to_owned(), |sprt| sprt.to_string()),
            ),
            ("seed", seed),
            (
                "openings",
                &format!("{} with checksum {checksum:016x}", self.openings.len()),
            ),
        ];
        Charter {
            players: self
                .contestants
                .iter()
                .map(|contestant| contestant.description().to_owned())
                .collect(),
            terms: terms
                .map(|(name, term)| (name.to_owned(), term.to_string()))
                .to_vec(),
        }
    }

    /// What the games of a journal have come to.
    #[must_use]
    pub fn standing(&self, entries: &[Entry]) -> Standing {
        let mut standing = Standing::new(self.contestants.len(), &self.schedule);
        for entry in entries {
            standing.count(&self.schedule.fixture(entry.game), entry);
        }
        standing
    }

    /// Plays the games that the journal does not have yet, so many at a time, and tells of every game once it counts.
    ///
    /// # Errors
    /// When the journal cannot be written. What it holds then still counts.
    pub fn run(
        &self,
        journal: &mut Journal,
        threads: usize,
        news: &mut dyn FnMut(&Entry, &Standing),
    ) -> Result<Standing, JournalError> {
        let mut standing = self.standing(journal.entries());
        let played: HashSet<usize> = journal.entries().iter().map(|entry| entry.game).collect();
        let queue = Queue {
            numbers: Mutex::new(Box::new(
                (0..self.schedule.len()).filter(|number| !played.contains(number)),
            )),
            is_closed: AtomicBool::new(self.is_decided(&standing)),
        };
        thread::scope(|scope| {
            let (sender, games) = channel();
            for _ in 0..threads.max(1) {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || self.play_games(queue, &sender));
            }
            drop(sender);
            for game in games {
                let counted = journal.add(game).inspect_err(|_| queue.close())?;
                standing.count(&self.schedule.fixture(counted.game), counted);
                news(counted, &standing);
                if self.is_decided(&standing) {
                    queue.close();
                }
            }
            Ok(standing)
        })
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        let test = self.terms.sprt.and_then(|sprt| standing.test(&sprt));
        test.is_some_and(|(_, verdict)| verdict.is_some())
    }

    /// Plays games as long as there are any, with players of its own. One that failed is made anew.
    fn play_games(&self, queue: &Queue<'_>, games: &Sender<Entry>) {
        let mut players: Vec<Option<Box<dyn Player>>> =
            self.contestants.iter().map(|_| None).collect();
        while let Some(number) = queue.take() {
            let fixture = self.schedule.fixture(number);
            let numbers = ByColor {
                white: fixture.white,
                black: fixture.black,
            };
            let mut seated = ByColor::new(|color| {
                let number = numbers[color];
                players[number]
                    .take()
                    .unwrap_or_else(|| self.contestants[number].player())
            });
            let (entry, failed) = self.play_game(&fixture, &mut seated);
            let ByColor { white, black } = seated;
            for (color, player) in [(Color::White, white), (Color::Black, black)] {
                players[numbers[color]] = Some(player).filter(|_| failed != Some(color));
            }
            if games.send(entry).is_err() {
                return;
            }
        }
    }

    /// The game as the journal will have it, and who has failed in it.
    fn play_game(
        &self,
        fixture: &Fixture,
        seated: &mut ByColor<Box<dyn Player>>,
    ) -> (Entry, Option<Color>) {
        let started = Instant::now();
        let rules = &self.terms.rules;
        let [white, black] = [fixture.white, fixture.black].map(|player| &self.contestants[player]);
        let seats = ByColor {
            white: Seat {
                player: &mut *seated.white,
                effort: white.effort(),
            },
            black: Seat {
                player: &mut *seated.black,
                effort: black.effort(),
            },
        };
        let opening = &self.openings[fixture.opening % self.openings.len()];
        let record = play(opening, seats, rules, fixture.seed);
        let names = ByColor {
            white: white.name(),
            black: black.name(),
        };
        let round = format!("{}.{}", fixture.pair + 1, fixture.number % 2 + 1);
        let pgn = record.to_pgn(names, &round, &rules.time_control);
        let failed = if let GameEnd::Fault(color, _) = &record.end {
            Some(*color)
        } else {
            None
        };
        let entry = Entry {
            game: fixture.number,
            result: record.end.result().to_string(),
            end: record.end.kind().to_owned(),
            told: record.end.to_string(),
            plies: record.moves.len(),
            thinking: record.thinking().as_secs_f64(),
            pgn: pgn.to_string(),
            seconds: started.elapsed().as_secs_f64(),
        };
        (entry, failed)
    }
}

impl Queue<'_> {
    fn take(&self) -> Option<usize> {
        if self.is_closed.load(Ordering::Relaxed) {
            return None;
        }
        self.numbers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next()
    }

    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
