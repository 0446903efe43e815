//! [`Tournament`]: a match of two or more players, several games at a time, with every game recorded in the journal.

use crate::journal::{Job, Journal, JournalError, MOST_RESULTS, Shard};
use crate::play::ending::GameEnd;
use crate::play::entry::Entry;
use crate::play::game::{Rules, Seat, play};
use crate::play::opening::Openings;
use crate::play::schedule::{Fixture, Format, Schedule};
use crate::play::standing::Standing;
use crate::players::player::Player;
use crate::players::player_spec::{PlayerSpec, UnfitPlayer};
use crate::statistics::Sprt;
use plywood_catalog::{Catalog, Playable};
use plywood_core::Position;
use plywood_eval::Side;
use plywood_search::StopHandle;
use std::collections::HashSet;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How a match is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Terms {
    /// Which players meet.
    pub format: Format,
    /// The number of pairs of games that two players play against each other.
    pub rounds: usize,
    /// The rules of every game.
    pub rules: Rules,
    /// A test that ends the match as soon as it is decided whether the first of two players is stronger.
    pub sprt: Option<Sprt>,
    /// The seed of everything random.
    pub seed: u64,
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

/// Why a match cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// There are too few players.
    #[error("a match needs at least two players, found {0}")]
    Players(usize),
    /// Two players have the same name.
    #[error("two players are called {0:?}; give one of them a label, as in mine={0}")]
    SameName(String),
    /// There is no opening.
    #[error("a match needs an opening")]
    NoOpening,
    /// There are more games than a journal records.
    #[error("a match has at most {MOST_RESULTS} games; ask for fewer")]
    Games,
    /// The sequential test needs exactly two players.
    #[error("the sequential test compares two players, found {0}")]
    Sprt(usize),
    /// A player cannot take part.
    #[error(transparent)]
    Player(#[from] UnfitPlayer),
}

/// A match of two or more players.
///
/// ```
/// use plywood_lab::{Journal, Openings, PlayerSpec, Rules, Terms, Tournament};
/// use plywood_search::MoveLimits;
///
/// let four = plywood_catalog::connect_four();
/// let players = ["alpha-beta", "random"].map(|text| PlayerSpec::read(&four, text));
/// let players = players.into_iter().collect::<Result<Vec<_>, _>>()?;
/// let terms = Terms {
///     rounds: 2,
///     rules: Rules::within(MoveLimits::depth(4)),
///     ..Terms::default()
/// };
/// let tournament =
///     Tournament::new(&four, players, Openings::random(&four, 2, 1), terms)?;
///
/// let standing = tournament.run(&mut Journal::in_memory(), 2, &mut |_, _| ())?;
/// assert_eq!(standing.games(), 4);
/// assert_eq!(standing.table()[0].player, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tournament<G: Playable = Position> {
    catalog: Catalog<G>,
    players: Vec<PlayerSpec<G>>,
    openings: Openings<G>,
    terms: Terms,
    schedule: Schedule,
    shard: Shard,
    stop: StopHandle,
}

/// A match that is stopped ends within this time.
const STOP_DELAY: Duration = Duration::from_millis(50);

impl<G: Playable> Tournament<G> {
    /// Prepares a match. Every pair of games has an opening of its own, as far as there are enough.
    ///
    /// # Errors
    /// [`TournamentError`], for example if a program cannot be started.
    pub fn new(
        catalog: &Catalog<G>,
        players: Vec<PlayerSpec<G>>,
        openings: impl Into<Openings<G>>,
        terms: Terms,
    ) -> Result<Self, TournamentError> {
        let openings = openings.into();
        let count = players.len();
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
        for spec in &players {
            if !names.insert(spec.name()) {
                return Err(TournamentError::SameName(spec.name().to_owned()));
            }
            spec.check(&terms.rules.time_control)?;
        }
        let schedule = Schedule::new(terms.format, count, terms.rounds, terms.seed);
        let pairs = schedule.head_to_heads().len();
        let games = pairs
            .checked_mul(2)
            .and_then(|games| games.checked_mul(terms.rounds));
        if games.is_none_or(|games| games > MOST_RESULTS) {
            return Err(TournamentError::Games);
        }
        Ok(Self {
            catalog: catalog.clone(),
            players,
            openings,
            terms,
            schedule,
            shard: Shard::WHOLE,
            stop: StopHandle::new(),
        })
    }

    /// The same match of which only a shard is played. The two games of a pair belong to the same shard.
    #[must_use]
    pub fn shard(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// The same match, which ends early when the handle is used. Games that have not ended then do not count.
    #[must_use]
    pub fn stopped_by(self, stop: &StopHandle) -> Self {
        let stop = stop.clone();
        Self { stop, ..self }
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> &[PlayerSpec<G>] {
        &self.players
    }

    /// The schedule of the games.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The terms of the match.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The numbers of the games that are to be played here.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + use<G> {
        let shard = self.shard;
        (0..self.schedule.len()).filter(move |number| shard.contains(number / 2))
    }

    /// The number of games that are to be played here.
    #[must_use]
    pub fn games(&self) -> usize {
        2 * self.shard.size_of(self.schedule.len() / 2)
    }

    /// Everything that decides which games the match has but their number, for its [`Journal`].
    #[must_use]
    pub fn job(&self) -> Job {
        let Terms {
            format,
            rounds: _,
            rules,
            sprt,
            seed,
        } = &self.terms;
        let test = sprt.map_or_else(|| "none".to_owned(), |sprt| sprt.to_string());
        let game = self.catalog.name();
        let terms = [
            ("format", format.to_string()),
            ("time control", rules.time_control.to_string()),
            ("adjudication", rules.adjudication.to_string()),
            ("margin", format!("{:?}", rules.margin)),
            ("test", test),
            ("seed", seed.to_string()),
            ("openings", self.openings.description().to_owned()),
        ];
        // Matches of chess have been recorded before there were other games.
        let game = (game != "chess").then(|| ("game", game.to_owned()));
        let players = self.players.iter().map(PlayerSpec::description);
        Job::new("match", players, terms.into_iter().chain(game))
    }

    /// The results of the games in a journal.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn standing(&self, journal: &Journal<Entry>) -> Result<Standing, JournalError> {
        let mut standing = Standing::new(self.players.len(), &self.schedule);
        journal.in_order(&mut |entry| {
            standing.count(&self.schedule.fixture(entry.game), &entry);
            Ok::<(), JournalError>(())
        })?;
        Ok(standing)
    }

    /// Plays the games that the journal does not have yet, this many at a time, and reports every game once it is recorded.
    ///
    /// # Errors
    /// The journal cannot be written. The games recorded so far still count.
    pub fn run(
        &self,
        journal: &mut Journal<Entry>,
        threads: usize,
        news: &mut dyn FnMut(&Entry, &Standing),
    ) -> Result<Standing, JournalError> {
        let mut standing = self.standing(journal)?;
        let played: HashSet<usize> = self.numbers().filter(|game| journal.has(*game)).collect();
        let left = self
            .numbers()
            .filter(move |number| !played.contains(number));
        let queue = Arc::new(Queue::new(left));
        if self.is_decided(&standing) {
            queue.close();
        }
        let (games, workers) = self.start(&queue, threads);
        while let Some(game) = self.next_game(&games) {
            journal.add(&game).inspect_err(|_| queue.close())?;
            standing.count(&self.schedule.fixture(game.game), &game);
            news(&game, &standing);
            if self.is_decided(&standing) {
                queue.close();
            }
        }
        queue.close();
        // After a stop, threads may still be playing; their games do not count.
        let finished = workers.into_iter().filter(|_| !self.stop.is_stopped());
        for worker in finished {
            worker
                .join()
                .unwrap_or_else(|cause| panic::resume_unwind(cause));
        }
        Ok(standing)
    }

    /// Starts the threads that play the games.
    fn start(&self, queue: &Arc<Queue>, threads: usize) -> (Receiver<Entry>, Vec<JoinHandle<()>>) {
        // Games that are played faster than they are written wait in their threads.
        let (sender, games) = sync_channel(threads);
        let tournament = Arc::new(self.clone());
        let start = |number| {
            let (tournament, queue, sender) = (tournament.clone(), queue.clone(), sender.clone());
            let work = move || tournament.play_games(&queue, &sender);
            match number {
                0 => Some(thread::spawn(work)),
                // Where the system starts no more threads, fewer games are played at once.
                _ => thread::Builder::new().spawn(work).ok(),
            }
        };
        let workers = (0..threads.max(1)).map_while(start).collect();
        (games, workers)
    }

    /// The next game that ends, unless all have ended or the match is stopped.
    fn next_game(&self, games: &Receiver<Entry>) -> Option<Entry> {
        while !self.stop.is_stopped() {
            match games.recv_timeout(STOP_DELAY) {
                Ok(game) => return Some(game),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    fn is_decided(&self, standing: &Standing) -> bool {
        let test = self.terms.sprt.and_then(|sprt| standing.test(&sprt));
        test.is_some_and(|(_, decision)| decision.is_some())
    }

    /// Plays games until none are left, with its own players. A player that failed is replaced by a new one.
    fn play_games(&self, queue: &Queue, games: &SyncSender<Entry>) {
        let mut players: Vec<Option<Box<dyn Player<G>>>> =
            self.players.iter().map(|_| None).collect();
        while let Some(number) = queue.take() {
            let fixture = self.schedule.fixture(number);
            let mut seated = fixture.players.map(|number| {
                let player = players[number].take();
                player.unwrap_or_else(|| self.players[number].player())
            });
            let (entry, failed) = self.play_game(&fixture, &mut seated);
            let sides = Side::BOTH.into_iter().zip(fixture.players);
            for ((side, number), player) in sides.zip(seated) {
                players[number] = Some(player).filter(|_| failed != Some(side));
            }
            if games.send(entry).is_err() {
                return;
            }
        }
    }

    /// Plays a game. Returns its entry for the journal, and the side whose player failed.
    fn play_game(
        &self,
        fixture: &Fixture,
        [first, second]: &mut [Box<dyn Player<G>>; 2],
    ) -> (Entry, Option<Side>) {
        let started = Instant::now();
        let rules = &self.terms.rules;
        let specs = fixture.players.map(|player| &self.players[player]);
        let seats = [
            Seat::new(&mut **first, specs[0].limits()),
            Seat::new(&mut **second, specs[1].limits()),
        ];
        let opening = self.openings.get(fixture.pair);
        let record = play(&self.catalog, &opening, seats, rules, fixture.seed);
        let control = &rules.time_control;
        let is_timed = control.clock.is_some()
            || specs
                .iter()
                .any(|spec| spec.limits().or(control.limits).time.is_some());
        let time = is_timed.then_some(control);
        let failed = if let GameEnd::Fault(side, _) = &record.end {
            Some(*side)
        } else {
            None
        };
        let game = (fixture, specs.map(PlayerSpec::name));
        let entry = Entry::new(&self.catalog, game, &record, time, started.elapsed());
        (entry, failed)
    }
}

/// The games still to be played; each is taken by one thread.
struct Queue {
    numbers: Mutex<Box<dyn Iterator<Item = usize> + Send>>,
    is_closed: AtomicBool,
}

impl Queue {
    fn new(numbers: impl Iterator<Item = usize> + Send + 'static) -> Self {
        Self {
            numbers: Mutex::new(Box::new(numbers)),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Takes the number of the next game.
    fn take(&self) -> Option<usize> {
        if self.is_closed.load(Ordering::Relaxed) {
            return None;
        }
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.next()
    }

    /// Hands out no more games.
    fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
