//! [`Match`]: a match in a few lines.

use crate::journal::{Journal, JournalError};
use crate::play::game::Rules;
use crate::play::opening::Openings;
use crate::play::schedule::Format;
use crate::play::summary::Summary;
use crate::play::tournament::{Terms, Tournament, TournamentError};
use crate::players::player_spec::{PlayerSpec, PlayerSpecError};
use crate::statistics::Sprt;
use plywood_catalog::{Catalog, Playable};
use plywood_core::Position;
use plywood_search::MoveLimits;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use thiserror::Error;

/// A match between strategies of any game, which is built by chaining and played by [`run`](Self::run).
///
/// Unless something else is asked for it has 100 games, random openings of eight plies, each played by both sides, and a game at
/// once for each processor. The result has Elo with intervals for every player.
///
/// ```
/// use plywood_lab::Match;
/// use plywood_search::MoveLimits;
///
/// let four = plywood_catalog::connect_four();
/// let result = Match::new(&four, ["alpha-beta:depth=4", "random"])?.games(20).run()?;
/// assert_eq!(
///     (result.games, result.players[0].name.as_str()),
///     (20, "alpha-beta:depth=4")
/// );
/// println!("{result}");
///
/// let blind =
///     Match::new(&plywood_catalog::chess(), ["minimax", "minmax"]).unwrap_err();
/// assert!(blind.to_string().contains("there is no strategy \"minmax\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Match<G: Playable = Position> {
    catalog: Catalog<G>,
    players: Vec<PlayerSpec<G>>,
    openings: Option<Openings<G>>,
    plies: usize,
    terms: Terms,
    threads: Option<NonZeroUsize>,
    journal: Option<PathBuf>,
}

/// Why a [`Match`] was not played to its end.
#[derive(Debug, Error)]
pub enum MatchError {
    /// It cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// Its games cannot be recorded.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The pairs of games unless another number is asked for.
const ROUNDS: usize = 50;
const PLIES: usize = 8;

impl<G: Playable> Match<G> {
    /// A match between the players that these texts describe. More can be added by [`player`](Self::player).
    ///
    /// # Errors
    /// Says what is wrong with a text.
    pub fn new<T: AsRef<str>>(
        catalog: &Catalog<G>,
        players: impl IntoIterator<Item = T>,
    ) -> Result<Self, PlayerSpecError> {
        let players = players.into_iter();
        let players = players.map(|text| PlayerSpec::read(catalog, text.as_ref()));
        Ok(Self {
            catalog: catalog.clone(),
            players: players.collect::<Result<_, _>>()?,
            openings: None,
            plies: PLIES,
            terms: Terms {
                rounds: ROUNDS,
                seed: 1,
                ..Terms::default()
            },
            threads: None,
            journal: None,
        })
    }

    /// The same with one more player, such as a strategy that has no name.
    #[must_use]
    pub fn player(mut self, player: impl Into<PlayerSpec<G>>) -> Self {
        self.players.push(player.into());
        self
    }

    /// The same with this number of games for every two players who meet; an odd one is rounded up, since each opening is played
    /// by both sides.
    #[must_use]
    pub const fn games(mut self, games: usize) -> Self {
        self.terms.rounds = games.div_ceil(2);
        self
    }

    /// The same with these limits for each move of the players that have none of their own.
    #[must_use]
    pub const fn limits(mut self, limits: MoveLimits) -> Self {
        self.terms.rules.time_control.limits = limits;
        self
    }

    /// The same with other rules: a clock, or games that are ended early.
    #[must_use]
    pub const fn rules(mut self, rules: Rules) -> Self {
        self.terms.rules = rules;
        self
    }

    /// The same with another choice of who meets.
    #[must_use]
    pub const fn format(mut self, format: Format) -> Self {
        self.terms.format = format;
        self
    }

    /// The same with a test that ends the match as soon as it is decided whether the first of two players is stronger.
    #[must_use]
    pub const fn sprt(mut self, sprt: Sprt) -> Self {
        self.terms.sprt = Some(sprt);
        self
    }

    /// The same with another seed of everything random.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.terms.seed = seed;
        self
    }

    /// The same with random openings of this length.
    #[must_use]
    pub const fn plies(mut self, plies: usize) -> Self {
        self.plies = plies;
        self
    }

    /// The same with these openings.
    #[must_use]
    pub fn openings(mut self, openings: impl Into<Openings<G>>) -> Self {
        self.openings = Some(openings.into());
        self
    }

    /// The same with this number of games at once.
    #[must_use]
    pub const fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The same with every game recorded in this file. If it is there already, the games that it has are not played again.
    #[must_use]
    pub fn journal(mut self, path: impl AsRef<Path>) -> Self {
        self.journal = Some(path.as_ref().to_owned());
        self
    }

    /// Plays the match, or the rest of it.
    ///
    /// # Errors
    /// It cannot be played or recorded. A player that fails in a game loses it; see [`Summary::failures`].
    pub fn run(self) -> Result<Summary, MatchError> {
        let seed = self.terms.seed;
        let random = || Openings::random(&self.catalog, self.plies, seed);
        let openings = self.openings.clone().unwrap_or_else(random);
        for player in &self.players {
            let checked = player.check_depth(&self.terms.rules.time_control);
            checked.map_err(TournamentError::from)?;
        }
        let tournament = Tournament::new(&self.catalog, self.players, openings, self.terms)?;
        let (job, games) = (tournament.job(), tournament.schedule().len());
        let mut journal = match &self.journal {
            Some(path) => Journal::open(path, &job, games)?,
            None => Journal::in_memory(),
        };
        let threads = self.threads.or(available_parallelism().ok());
        let threads = threads.map_or(1, NonZeroUsize::get);
        let standing = tournament.run(&mut journal, threads, &mut |_, _| ())?;
        Ok(Summary::new(&tournament, &standing))
    }
}
