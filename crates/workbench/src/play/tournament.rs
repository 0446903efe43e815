//! [`Tournament`]: games between two or more players of a catalog, several at a time, with every game recorded in the journal.

use crate::journal::{Done, Job, Journal, JournalError, MOST_ITEMS, Shard, Work, WorkError};
use crate::play::entry::GameEntry;
use crate::play::game::{by_rules, by_tables, side_to_move};
use crate::play::openings::Openings;
use crate::play::summary::{MatchResults, MatchSettings, Summary};
use crate::players::plan::table_files;
use crate::players::player_spec::{PlayerSpec, UnfitPlayer};
use crate::players::player_text::PlayerSpecError;
use crate::processors::{PinError, Processors};
use plywood_arena::{Match, MatchError, Schedule, WrongLines, match_setters};
use plywood_catalog::{Catalog, Playable, Played, SpecError};
use plywood_core::Position;
use plywood_search::Limits;
use plywood_tables::{TableError, Tables};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use thiserror::Error;

/// A match between two or more players of a catalog. Build it by chaining and play it with [`run`](Self::run).
///
/// By default it has 100 games, random openings of eight plies, each played by both sides, and one game at a time for each processor. The
/// result has Elo with intervals for every player.
///
/// ```
/// use plywood_workbench::{PlayerSpec, Tournament};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits, PositionOnly};
///
/// let four = plywood_catalog::Catalog::connect_four();
/// let result = Tournament::new(&four, ["alpha-beta:depth=4", "random"])?.games(20).run()?;
/// assert_eq!(
///     (result.games, result.players[0].name.as_str()),
///     (20, "alpha-beta:depth=4")
/// );
/// println!("{result}");
///
/// // Your own strategy, against one from the catalog.
/// let mine = PlayerSpec::from_strategy("mine", |_seed| {
///     Box::new(AlphaBeta::new(PositionOnly(ConnectFour::estimate)))
/// });
/// let result = Tournament::new(&four, ["random"])?
///     .player(mine.with_limits(Limits::depth(2)))
///     .games(4)
///     .run()?;
/// println!("{result}");
///
/// let blind =
///     Tournament::new(&plywood_catalog::Catalog::chess(), ["minimax", "minmax"]).unwrap_err();
/// assert!(blind.to_string().contains("there is no strategy \"minmax\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one option of a match"
)]
pub struct Tournament<G: Playable = Position> {
    catalog: Catalog<G>,
    players: Vec<PlayerSpec<G>>,
    /// The match without its players and openings.
    game_match: Match<G>,
    openings: Option<Openings<G>>,
    plies: usize,
    tables: Option<Arc<dyn Tables>>,
    checks_mates: bool,
    is_pinned: bool,
    allows_fixed_depth: bool,
    journal: Option<PathBuf>,
    replays_failed: bool,
    shard: Option<Shard>,
}

/// The reason a match was not played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// The players cannot meet.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// There is no opening.
    #[error("a match needs an opening")]
    NoOpening,
    /// There are more games than a journal records.
    #[error("a match has at most {MOST_ITEMS} games; ask for fewer")]
    Games,
    /// There are endgame tables, but the game is not chess.
    #[error("endgame tables are for chess, not {0}")]
    Tables(&'static str),
    /// Games cannot be pinned to processors.
    #[error(transparent)]
    Pin(#[from] PinError),
    /// The game contains something that searches cannot play, or an unusable name.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A player cannot take part.
    #[error(transparent)]
    Player(#[from] UnfitPlayer),
    /// Its games cannot be recorded.
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl<G: Playable> Tournament<G> {
    /// Makes a match between the players that these strings describe. Add more with [`player`](Self::player).
    ///
    /// # Errors
    /// [`PlayerSpecError`] with the mistake in a string.
    pub fn new<T: AsRef<str>>(
        catalog: &Catalog<G>,
        players: impl IntoIterator<Item = T>,
    ) -> Result<Self, PlayerSpecError> {
        let players = players.into_iter();
        let players = players.map(|text| PlayerSpec::read(catalog, text.as_ref()));
        Ok(Self::between(catalog, players.collect::<Result<_, _>>()?))
    }

    /// Makes a match between these players.
    #[must_use]
    pub fn between(catalog: &Catalog<G>, players: Vec<PlayerSpec<G>>) -> Self {
        let (start, of_game) = (catalog.start().clone(), catalog.clone());
        let game_match = Match::new(start, [], Limits::default())
            .ended_by(move |game| by_rules(&of_game, game), side_to_move);
        let empty = Self {
            catalog: catalog.clone(),
            players: Vec::new(),
            game_match,
            openings: None,
            plies: 8,
            tables: None,
            checks_mates: false,
            is_pinned: false,
            allows_fixed_depth: false,
            journal: None,
            replays_failed: false,
            shard: None,
        };
        players.into_iter().fold(empty, Self::player)
    }

    /// Adds a player, such as a strategy that isn't in the catalog.
    #[must_use]
    pub fn player(mut self, player: impl Into<PlayerSpec<G>>) -> Self {
        let spec: PlayerSpec<G> = player.into();
        self.players.push(spec.clone());
        self.game_match = self.game_match.player(spec.into());
        self
    }

    match_setters!(self: self.game_match.options_mut());

    /// Adds endgame tables, which end a game of chess once they know its result.
    #[must_use]
    pub fn tables(self, tables: impl Into<Option<Arc<dyn Tables>>>) -> Self {
        let tables = tables.into();
        Self { tables, ..self }
    }

    /// Warns if the line of a mate score does not mate. Searches with tables often end their lines early. Every match checks that lines are
    /// legal.
    #[must_use]
    pub fn check_mates(mut self) -> Self {
        self.checks_mates = true;
        self
    }

    /// Uses random openings of this length.
    #[must_use]
    pub fn plies(self, plies: usize) -> Self {
        Self { plies, ..self }
    }

    /// Sets the openings. Each pair of games has a different one, if there are enough.
    #[must_use]
    pub fn openings(self, openings: impl Into<Openings<G>>) -> Self {
        let openings = Some(openings.into());
        Self { openings, ..self }
    }

    /// Pins each game, with the programs that play it, to its own processor. There must be a processor for each simultaneous game.
    #[must_use]
    pub fn pinned(mut self) -> Self {
        self.is_pinned = true;
        self
    }

    /// Also plays searches to a fixed depth by nodes or time: an ablation measures what deepening is worth.
    #[must_use]
    pub(crate) fn allow_fixed_depth(mut self) -> Self {
        self.allows_fixed_depth = true;
        self
    }

    /// Records every game in this file. Games that it already has are not played again. It has only the names of players written in Rust:
    /// begin a new one after changing them.
    #[must_use]
    pub fn journal(self, path: impl AsRef<Path>) -> Self {
        let journal = Some(path.as_ref().to_owned());
        Self { journal, ..self }
    }

    /// Repeats the games of the journal in which a player failed.
    #[must_use]
    pub fn replay_failed(mut self) -> Self {
        self.replays_failed = true;
        self
    }

    /// Plays only a shard of the match. The two games of a pair belong to the same shard.
    #[must_use]
    pub fn shard(self, shard: impl Into<Option<Shard>>) -> Self {
        let shard = shard.into();
        Self { shard, ..self }
    }

    /// Returns the schedule of the games.
    pub fn schedule(&self) -> Schedule {
        self.game_match.schedule()
    }

    /// Returns the number of games to play in this shard.
    #[must_use]
    pub fn scheduled(&self) -> usize {
        let pairs = self.schedule().games() / 2;
        2 * self.shard.unwrap_or(Shard::WHOLE).size_of(pairs)
    }

    /// Returns the given openings, or random ones.
    fn drawn_openings(&self) -> Openings<G> {
        let random = || Openings::random(&self.catalog, self.plies, self.game_match.options().seed);
        self.openings.clone().unwrap_or_else(random)
    }

    /// Prepares the openings once the match is known to be playable.
    ///
    /// # Errors
    /// [`TournamentError`] if it cannot be played, for example because a program doesn't start.
    pub fn checked(self) -> Result<Self, TournamentError> {
        self.catalog.check()?;
        self.game_match.check()?;
        let pairs = self.schedule().head_to_heads.len();
        let games = pairs.checked_mul(2 * self.game_match.options().rounds);
        if games.is_none_or(|games| games > MOST_ITEMS) {
            return Err(TournamentError::Games);
        }
        if self.tables.is_some() && self.catalog.start().as_chess().is_none() {
            return Err(TournamentError::Tables(self.catalog.name()));
        }
        let openings = self.drawn_openings();
        if openings.is_empty() {
            return Err(TournamentError::NoOpening);
        }
        let control = &self.game_match.options().rules.time_control;
        for player in &self.players {
            if !self.allows_fixed_depth {
                player.check_depth(control)?;
            }
            player.check(control)?;
        }
        let numbered = openings.clone();
        let game_match = self.game_match;
        Ok(Self {
            game_match: game_match.openings(move |number| numbered.get(number)),
            openings: Some(openings),
            ..self
        })
    }

    /// Plays the match, or the rest of it.
    ///
    /// # Errors
    /// [`TournamentError`] if it cannot be played or recorded. A player that fails in a game loses it; see [`failures`](plywood_arena::MatchResult::failures).
    pub fn run(self) -> Result<Summary, TournamentError> {
        self.run_with(&mut |_, _| ())
    }

    /// Plays the match, or the rest of it, and reports the games in the order of their numbers.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn run_with(
        self,
        news: &mut dyn FnMut(&Done<GameEntry>, &MatchResults),
    ) -> Result<Summary, TournamentError> {
        let checked = self.checked()?;
        let options = checked.game_match.options().clone();
        let threads = options.threads();
        let pinned = checked.is_pinned.then(|| Processors::for_games(threads));
        let processors = pinned.transpose()?;
        let games = checked.schedule().games();
        let results = Rc::new(RefCell::new(checked.results()));
        let (this, needs) = (checked.clone(), Rc::clone(&results));
        let work = Work::new(COMMAND, &checked.settings(), games, move |number, ()| {
            let taken = processors.as_ref().map(Processors::take).transpose()?;
            let entry = this.game(number);
            drop(taken);
            Ok::<_, TournamentError>(entry)
        });
        let work = work
            .in_units(pair)
            .as_needed(move |game| needs.borrow().needs(game))
            .shard(checked.shard)
            .stopped_by(&options.stop)
            .journal(checked.journal.as_deref());
        let mut work = work.map_err(WorkError::from)?;
        if checked.replays_failed {
            work.replay_failed();
        }
        let tasks = (0..games).map(|number| Ok((number, ())));
        work.run(0..games, tasks, threads, &mut |game| {
            let counts = results.borrow_mut().count(game.get());
            if counts {
                news(&game, &results.borrow());
            }
            Ok(results.borrow().flow())
        })?;
        let summary = results.borrow().summary();
        Ok(summary)
    }

    /// Plays the game with this number.
    pub fn game(&self, number: usize) -> GameEntry {
        let started = Instant::now();
        let fixture = self.schedule().fixture(number);
        let players = fixture.players.map(|player| &self.players[player]);
        let unread_tables = RefCell::new(BTreeMap::new());
        let unread = |error: &TableError| {
            let file = error.path.display().to_string();
            let mut tables = unread_tables.borrow_mut();
            tables.entry(file).or_insert_with(|| error.to_string());
        };
        let over = |game: &Played<G>| {
            let tables = self.tables.as_deref();
            let by_rules = by_rules(&self.catalog, game);
            by_rules.or_else(|| by_tables(tables?, game, &unread))
        };
        let mut record = self.game_match.game_until(number, &over);
        if !self.checks_mates {
            record.wrong_lines = record.wrong_lines.map(WrongLines::of_moves);
        }
        let control = &self.game_match.options().rules.time_control;
        let has_time = |player: &PlayerSpec<G>| {
            let limits = player.limits().inherit(&control.limits);
            limits.max_time().is_some()
        };
        let is_timed = control.clock.is_some() || players.into_iter().any(has_time);
        let time = is_timed.then_some(control);
        let game = (number, players.map(PlayerSpec::name));
        GameEntry {
            unread_tables: unread_tables.take(),
            ..GameEntry::new(&self.catalog, game, &record, time, started.elapsed())
        }
    }

    /// Returns the settings that decide the games except their number.
    fn settings(&self) -> MatchSettings {
        let options = self.game_match.options();
        MatchSettings {
            game: self.catalog.name().to_owned(),
            players: self.players.iter().map(PlayerSpec::plan).collect(),
            format: options.format,
            rules: options.rules.clone(),
            tables: self.tables.as_ref().map(|tables| tables.most_men()),
            table_files: self.tables.as_deref().and_then(table_files),
            checks_mates: self.checks_mates,
            test: options.sprt,
            seed: options.seed,
            openings: self.drawn_openings().description().to_owned(),
        }
    }

    /// Makes the results before any game was played.
    pub fn results(&self) -> MatchResults {
        let settings = self.settings();
        let job = Job::new(COMMAND, &settings);
        let results = MatchResults::new(job, &settings, self.schedule().games());
        match self.shard {
            Some(shard) if !shard.is_whole() => results.without_test(),
            Some(_) | None => results,
        }
    }

    /// Reads the journal as it is before the match, if there is one, without changing it.
    ///
    /// # Errors
    /// [`JournalError`] if the journal cannot be read, or is that of another match.
    pub fn played(&self) -> Result<Option<Journal<GameEntry>>, JournalError> {
        let path = self.journal.as_deref();
        let path = path.filter(|path| !matches!(path.try_exists(), Ok(false)));
        let job = || Job::new(COMMAND, &self.settings());
        let look = |path| Journal::look(path, job(), self.schedule().games());
        path.map(look).transpose()
    }

    /// Returns the number of games to play in this shard that the journal does not have; 0 once a test is decided.
    ///
    /// # Errors
    /// [`JournalError`] if the journal cannot be read, or is that of another match.
    pub fn missing(&self) -> Result<usize, JournalError> {
        let (played, shard) = (self.played()?, self.shard.unwrap_or(Shard::WHOLE));
        let mut results = self.results();
        if let (Some(played), Some(_)) = (&played, self.game_match.options().sprt) {
            played.in_order(&mut |entry| {
                results.count(&entry);
                Ok::<(), JournalError>(())
            })?;
        }
        let known = played.iter().flat_map(Journal::numbers);
        let known = known.filter(|game| shard.contains(pair(*game)) && results.needs(*game));
        Ok(results.needed(self.scheduled()) - known.count())
    }
}

/// The command whose journals record matches.
const COMMAND: &str = "match";

/// Returns the pair to which a game belongs; both its games are played in the same shard.
#[must_use]
pub fn pair(game: usize) -> usize {
    game / 2
}

#[cfg(test)]
mod tests;
