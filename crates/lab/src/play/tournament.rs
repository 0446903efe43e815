//! [`Tournament`]: a match of two or more players, several games at a time, with every game recorded in the journal.

mod queue;
mod terms;
mod work;

use crate::play::journal::{Charter, Entry, Journal, JournalError};
use crate::play::opening::Opening;
use crate::play::schedule::Schedule;
use crate::play::standing::Standing;
use crate::players::player_spec::PlayerSpec;
use crate::seed;
use queue::Queue;
use std::collections::HashSet;
use std::fmt;
use std::sync::mpsc::channel;
use std::thread;

pub use terms::{Terms, TournamentError};

/// A match of two or more players.
///
/// ```
/// use plywood_core::Position;
/// use plywood_lab::{PlayerSpec, MoveLimits, Journal, Opening, Rules, Terms, TimeControl, Tournament};
///
/// let players: Vec<PlayerSpec> = vec!["alpha-beta-captures".parse()?, "random".parse()?];
/// let limits = MoveLimits { depth: Some(2), ..MoveLimits::default() };
/// let rules = Rules { time_control: TimeControl { limits, clock: None }, ..Rules::default() };
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
    players: Vec<PlayerSpec>,
    openings: Vec<Opening>,
    terms: Terms,
    schedule: Schedule,
}

impl Tournament {
    /// Prepares a match. Openings are used in order, starting again from the first if there are too few.
    ///
    /// # Errors
    /// [`TournamentError`], for example if a program cannot be started.
    pub fn new(
        players: Vec<PlayerSpec>,
        openings: Vec<Opening>,
        terms: Terms,
    ) -> Result<Self, TournamentError> {
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
            let name = spec.name().to_owned();
            if !names.insert(name.clone()) {
                return Err(TournamentError::SameName(name));
            }
            let control = terms.rules.time_control;
            if spec.limits().or(control.limits).is_unlimited() && control.clock.is_none() {
                return Err(TournamentError::Unlimited(name));
            }
            spec.check()
                .map_err(|fault| TournamentError::Fault { name, fault })?;
        }
        let schedule = Schedule::new(terms.format, count, terms.rounds, terms.seed);
        Ok(Self {
            players,
            openings,
            terms,
            schedule,
        })
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> &[PlayerSpec] {
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

    /// Everything that decides which games the match has, for its [`Journal`].
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
                .players
                .iter()
                .map(|spec| spec.description().to_owned())
                .collect(),
            terms: terms
                .map(|(name, term)| (name.to_owned(), term.to_string()))
                .to_vec(),
        }
    }

    /// The results of the games in a journal.
    #[must_use]
    pub fn standing(&self, entries: &[Entry]) -> Standing {
        let mut standing = Standing::new(self.players.len(), &self.schedule);
        for entry in entries {
            standing.count(&self.schedule.fixture(entry.game), entry);
        }
        standing
    }

    /// Plays the games that the journal does not have yet, this many at a time, and reports every game once it is recorded.
    ///
    /// # Errors
    /// The journal cannot be written. The games recorded so far still count.
    pub fn run(
        &self,
        journal: &mut Journal,
        threads: usize,
        news: &mut dyn FnMut(&Entry, &Standing),
    ) -> Result<Standing, JournalError> {
        let mut standing = self.standing(journal.entries());
        let played: HashSet<usize> = journal.entries().iter().map(|entry| entry.game).collect();
        let left = (0..self.schedule.len()).filter(|number| !played.contains(number));
        let queue = Queue::new(left);
        if self.is_decided(&standing) {
            queue.close();
        }
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
}

#[cfg(test)]
mod tests;
