//! [`Match`]: players of any game meet.

use crate::crew::{Broken, Crew, Done, Ledger};
use crate::play::ending::{Adjudication, GameEnd};
use crate::play::opening::Opening;
use crate::play::record::Record;
use crate::play::referee::{GameRules, Rules, Seat, referee};
use crate::play::results::MatchResult;
use crate::play::schedule::{CountedGame, Format, Schedule};
use crate::play::tally::Tally;
use crate::players::lines::WrongLines;
use crate::players::player::Player;
use crate::players::strategy_player::StrategyPlayer;
use crate::seed;
use crate::statistics::Sprt;
use plywood_eval::Side;
use plywood_search::threads::MachineFault;
use plywood_search::{
    Ending, Game, GameOver, Keyed, Limits, Played, StopHandle, Strategy, WithHistory,
};
use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;
use thiserror::Error;

/// Declares the setters of a match's options, for [`Match`] and for other types that play one.
#[doc(hidden)]
#[macro_export]
macro_rules! match_setters {
    ($self:ident: $options:expr) => { $crate::match_setters! { $self: $options;
        /// Sets the number of games for each pair of opponents. An odd one is rounded up, since each opening is played by both sides.
        games: usize => rounds = games.div_ceil(2);
        /// Sets who plays whom.
        format: $crate::Format => format = format;
        /// Sets the limits for each move of the players without their own.
        limits: ::plywood_search::Limits => rules.time_control.limits = limits;
        /// Sets other rules: limits, clock, margin and adjudication.
        rules: $crate::Rules => rules = rules;
        /// Makes a player resign when both players agree that it is lost.
        resign: $crate::ResignRule => rules.adjudication.resign = Some(resign);
        /// Ends a game as a draw when both players agree on it.
        agree_on_draws: $crate::DrawRule => rules.adjudication.draw = Some(agree_on_draws);
        /// Ends a game as a draw after this many moves by each side; 500 by default.
        max_moves: u32 => rules.adjudication.max_moves = Some(max_moves);
        /// Gives each player a clock. A strategy searches for a fair share of it, and a player that exceeds it loses.
        clock: $crate::Clock => rules.time_control.clock = Some(clock);
        /// Ends the match once a test decides whether the first of two players is stronger; with
        /// [`Challengers`]($crate::Format::Challengers) each has a test, and stops playing once it is decided. Games count in the order of
        /// their numbers up to the decision, so it does not depend on the threads. A shard can't decide it.
        sprt: impl Into<Option<$crate::statistics::Sprt>> => sprt = sprt.into();
        /// Sets the seed of all random choices.
        seed: u64 => seed = seed;
        /// Sets the number of games played at once.
        threads: impl Into<Option<::std::num::NonZeroUsize>> => threads = threads.into();
        /// Ends the match early when the handle is used. Unfinished games then do not count.
        stopped_by: &::plywood_search::StopHandle => stop = stopped_by.clone();
    }};
    ($self:ident: $options:expr; $($(#[$about:meta])* $name:ident: $Value:ty => $($place:ident).+ = $value:expr;)*) => {
        $($(#[$about])*
        #[must_use]
        pub fn $name(mut $self, $name: $Value) -> Self {
            $options.$($place).+ = $value;
            $self
        })*
    };
}

/// A match between two or more players of any game. Build it by chaining and play it with [`run`](Self::run).
///
/// By default every player meets every other in 100 games, from random openings of eight plies, each played by both sides, and one game at a
/// time for each processor. Everything random follows from the seed, so the result doesn't depend on the number of threads, unless time
/// limits the players. A strategy that panics or plays an illegal move loses the game, and the result reports it.
///
/// ```
/// use plywood_arena::{Entrant, Match};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits};
///
/// let deep = Entrant::new("deep", |_seed| AlphaBeta::new(ConnectFour::estimate));
/// let shallow = Entrant::new("shallow", |_seed| AlphaBeta::new(ConnectFour::estimate))
///     .limits(Limits::depth(1));
/// let result = Match::new(ConnectFour::new(), [deep, shallow], Limits::depth(4))
///     .games(40)
///     .run()?;
/// println!("{result}");
/// assert!(result.elo.is_some_and(|elo| elo.low > 0.0), "the deeper search is stronger");
/// # Ok::<(), plywood_arena::MatchError>(())
/// ```
#[derive(Clone)]
pub struct Match<G: Game> {
    start: G,
    entrants: Vec<Entrant<G>>,
    openings: Openings<G>,
    over: Arc<Over<G>>,
    side_to_move: fn(&Played<G>) -> Side,
    options: MatchOptions,
}

/// The options of a match that don't depend on its game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MatchOptions {
    /// Who plays whom.
    pub format: Format,
    /// The number of pairs of games for each pair of opponents.
    pub rounds: usize,
    /// The rules of every game.
    pub rules: Rules,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of games at once; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
    /// The handle that ends the match early.
    pub stop: StopHandle,
}

impl MatchOptions {
    /// Returns the number of games at once.
    #[must_use]
    pub fn threads(&self) -> usize {
        let threads = self.threads.or_else(|| available_parallelism().ok());
        threads.map_or(1, NonZeroUsize::get)
    }
}

/// The reason a match was not played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// There are too few players.
    #[error("a match needs at least two players, found {0}")]
    Players(usize),
    /// Two players have the same name.
    #[error("two players are called {0:?}; give one of them a label, as in mine={0}")]
    SameName(String),
    /// The sequential test needs exactly two players, or challengers.
    #[error(
        "the sequential test compares two players, found {0}; to test several players against the first, use the format challengers"
    )]
    Sprt(usize),
    /// A player searches to a fixed depth and has none.
    #[error(
        "{0:?} searches to a fixed depth, and has no move when nodes or time run out; give it a depth, such as depth=4, or add \
         +deepening (`IterativeDeepening`)"
    )]
    NoDepth(String),
    /// A game was broken off: its rules panicked, or memory or threads are missing.
    #[error("the match was broken off: {0}")]
    Broken(#[from] Broken),
}

/// Returns the end of a game, if it has ended.
type Over<G> = dyn Fn(&Played<G>) -> Option<GameEnd> + Send + Sync;

/// The openings of a match, one for each pair of games.
#[derive(Clone)]
enum Openings<G: Game> {
    /// Random moves from the start, this many.
    Random(usize),
    /// The one with a number.
    Numbered(Arc<dyn Fn(usize) -> Opening<G> + Send + Sync>),
}

/// A player of a [`Match`]: a name, and a way to make a new player for each game.
///
/// ```
/// use plywood_arena::{Entrant, Match};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits, Random};
///
/// let entrants = [
///     Entrant::new("alpha-beta", |_seed| AlphaBeta::new(ConnectFour::estimate)),
///     // Its limits replace those of the match.
///     Entrant::new("random", |_seed| Random).limits(Limits::depth(1)),
/// ];
/// let result = Match::new(ConnectFour::new(), entrants, Limits::depth(3)).games(4).run()?;
/// assert_eq!(result.players[0].name, "alpha-beta");
/// # Ok::<(), plywood_arena::MatchError>(())
/// ```
#[derive(Clone)]
pub struct Entrant<G: Game> {
    name: String,
    limits: Limits,
    make: Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
}

impl<G: Game + 'static> Entrant<G> {
    /// Makes an entrant from a strategy, created for each game from a seed, which only strategies with random choices need.
    pub fn new<S, F>(name: &str, make: F) -> Self
    where
        S: Strategy<G> + 'static,
        F: Fn(u64) -> S + Clone + Send + Sync + 'static,
    {
        let position = |game: &Played<G>| game.position().clone();
        Self::player(name, move || {
            Box::new(StrategyPlayer::new(make.clone(), position))
        })
    }

    /// Makes an entrant from a strategy that sees the earlier positions of the game, and so knows a repetition when it comes.
    pub fn with_history<S, F>(name: &str, make: F) -> Self
    where
        G: Keyed,
        S: Strategy<WithHistory<G>> + 'static,
        F: Fn(u64) -> S + Clone + Send + Sync + 'static,
    {
        Self::player(name, move || {
            Box::new(StrategyPlayer::new(make.clone(), Played::with_history))
        })
    }

    /// Makes an entrant from a player that isn't a strategy, created for each game.
    pub fn player<F>(name: &str, make: F) -> Self
    where
        F: Fn() -> Box<dyn Player<G>> + Send + Sync + 'static,
    {
        Self {
            name: name.to_owned(),
            limits: Limits::default(),
            make: Arc::new(make),
        }
    }

    /// Sets limits for each move, which replace those of the match.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// A finished game of a [`Match`].
#[derive(Debug)]
#[non_exhaustive]
pub struct MatchGame<'a, G: Game> {
    /// Its number, from 0. Games 0 and 1 are a pair with one opening, and so on.
    pub number: usize,
    /// The names of the players: the first one moved first.
    pub players: [&'a str; 2],
    /// The moves, and the end.
    pub record: &'a Record<G>,
}

/// The default number of moves after which a game is a draw: many games between weak players never end.
const MOST_MOVES: u32 = 500;
/// The tries to find a random opening that does not end the game, before a shorter one is used.
const ATTEMPTS: u64 = 100;

impl<G> Match<G>
where
    G: Game<Move: Send + Sync> + Send + Sync + 'static,
{
    /// Makes a match from this position, with limits for each move of the entrants without their own.
    #[must_use]
    pub fn new(start: G, entrants: impl IntoIterator<Item = Entrant<G>>, limits: Limits) -> Self {
        let adjudication = Adjudication {
            max_moves: Some(MOST_MOVES),
            ..Adjudication::default()
        };
        Self {
            start,
            entrants: entrants.into_iter().collect(),
            openings: Openings::Random(8),
            over: Arc::new(|game| over(game).map(GameEnd::Rules)),
            side_to_move,
            options: MatchOptions {
                format: Format::default(),
                rounds: 50,
                rules: Rules {
                    adjudication,
                    ..Rules::within(limits)
                },
                sprt: None,
                seed: 1,
                threads: None,
                stop: StopHandle::new(),
            },
        }
    }

    /// Returns the options that don't depend on the game.
    #[must_use]
    pub const fn options(&self) -> &MatchOptions {
        &self.options
    }

    /// Returns the options, to change them.
    pub const fn options_mut(&mut self) -> &mut MatchOptions {
        &mut self.options
    }

    match_setters!(self: self.options);

    /// Adds a player.
    #[must_use]
    pub fn player(mut self, player: Entrant<G>) -> Self {
        self.entrants.push(player);
        self
    }

    /// Sets the length of the random openings, in plies.
    #[must_use]
    pub fn plies(self, plies: usize) -> Self {
        let openings = Openings::Random(plies);
        Self { openings, ..self }
    }

    /// Plays from these positions in turn instead of random openings. If the list is empty, every game starts from the match's start
    /// position.
    #[must_use]
    pub fn positions(self, positions: impl IntoIterator<Item = G>) -> Self {
        let mut listed: Vec<_> = positions.into_iter().map(Opening::position).collect();
        if listed.is_empty() {
            listed.push(Opening::position(self.start.clone()));
        }
        self.openings(move |number| listed[number % listed.len()].clone())
    }

    /// Plays the opening that this function returns for a number; the games of a pair share it.
    #[must_use]
    pub fn openings(self, opening: impl Fn(usize) -> Opening<G> + Send + Sync + 'static) -> Self {
        let openings = Openings::Numbered(Arc::new(opening));
        Self { openings, ..self }
    }

    /// Ends games by these rules instead of the game's own, and asks this function for the side to move, which alternates by default.
    #[must_use]
    pub fn ended_by(
        self,
        over: impl Fn(&Played<G>) -> Option<GameEnd> + Send + Sync + 'static,
        side_to_move: fn(&Played<G>) -> Side,
    ) -> Self {
        Self {
            over: Arc::new(over),
            side_to_move,
            ..self
        }
    }

    /// Makes threefold repetition a draw, and the limit of a move count such as the fifty-move rule's.
    #[must_use]
    pub fn repetition_draws(self) -> Self
    where
        G: Keyed,
    {
        let by_rules = self.over;
        let repeated = |game: &Played<G>| game.repetition().map(GameEnd::Rules);
        let over = move |game: &Played<G>| by_rules(game).or_else(|| repeated(game));
        Self {
            over: Arc::new(over),
            ..self
        }
    }

    /// Checks that the players can meet.
    ///
    /// # Errors
    /// [`MatchError`] if they cannot.
    pub fn check(&self) -> Result<(), MatchError> {
        let count = self.entrants.len();
        if count < 2 {
            return Err(MatchError::Players(count));
        }
        let is_of_two = match self.options.format {
            Format::RoundRobin | Format::Gauntlet => count == 2,
            Format::Challengers => true,
        };
        if self.options.sprt.is_some() && !is_of_two {
            return Err(MatchError::Sprt(count));
        }
        let mut names = HashSet::new();
        let twice = self.entrants.iter().find(|it| !names.insert(&it.name));
        twice.map_or(Ok(()), |it| Err(MatchError::SameName(it.name.clone())))
    }

    /// Plays the match.
    ///
    /// # Errors
    /// [`MatchError`] if the players cannot meet, or a game was broken off. A strategy that panics loses the game.
    pub fn run(self) -> Result<MatchResult, MatchError> {
        self.run_with(&mut |_| ())
    }

    /// Plays the match, and passes on the games in the order of their numbers.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn run_with(
        self,
        news: &mut dyn FnMut(&MatchGame<'_, G>),
    ) -> Result<MatchResult, MatchError> {
        MachineFault::caught(|| self.played(news))
            .unwrap_or_else(|fault| Err(Broken::Machine(fault.to_string()).into()))
    }

    fn played(self, news: &mut dyn FnMut(&MatchGame<'_, G>)) -> Result<MatchResult, MatchError> {
        self.check()?;
        let control = &self.options.rules.time_control;
        let short = |it: &&Entrant<G>| control.is_short_of_depth(&it.limits);
        let mut short = self.entrants.iter().filter(short);
        if let Some(entrant) = short.find(|it| (it.make)().needs_depth()) {
            return Err(MatchError::NoDepth(entrant.name.clone()));
        }
        let games = self.schedule().games();
        let names = self.entrants.iter().map(|it| it.name.clone());
        let control = control.clone();
        let tally = Tally::new(names.collect(), self.schedule(), self.options.sprt, control);
        let tally = RefCell::new(tally);
        let (threads, stop) = (self.options.threads(), self.options.stop.clone());
        let crew = Crew::start(threads, &stop, move |number, ()| Ok(self.game(number)));
        let tasks = (0..games).map(|number| Ok((number, ())));
        let mut each = |number, record: Done<Record<G>>| {
            // The caller, who sees each game, may have stopped the match.
            if stop.is_stopped() {
                return Ok(ControlFlow::Break(()));
            }
            let mut tally = tally.borrow_mut();
            count(number, record.get(), &mut tally, news);
            Ok(tally.flow())
        };
        crew.run(0..games, tasks, &mut Unrecorded(&tally), &mut each)?;
        Ok(tally.into_inner().result())
    }

    /// Returns the schedule of the games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(
            self.options.format,
            self.entrants.len(),
            self.options.rounds,
            self.options.seed,
        )
    }

    /// Plays the game with this number.
    #[must_use]
    pub fn game(&self, number: usize) -> Record<G> {
        self.game_until(number, &*self.over)
    }

    /// Plays the game with this number, with another rule for its end.
    #[must_use]
    pub fn game_until(
        &self,
        number: usize,
        over: &dyn Fn(&Played<G>) -> Option<GameEnd>,
    ) -> Record<G> {
        let fixture = self.schedule().fixture(number);
        let seats = fixture.players.map(|player| Seat {
            player: (self.entrants[player].make)(),
            limits: self.entrants[player].limits.clone(),
        });
        // A stopped game ends at the next move, and does not count.
        let stopped = || GameEnd::Rules(GameOver::drawn("stopped", "the match was stopped"));
        let over = |game: &Played<G>| {
            let is_stopped = self.options.stop.is_stopped();
            is_stopped.then(stopped).or_else(|| over(game))
        };
        let of_game = GameRules {
            over: &over,
            side_to_move: self.side_to_move,
        };
        let opening = self.opening(fixture.opening);
        referee(of_game, &opening, seats, &self.options.rules, fixture.seeds)
    }

    /// Returns the opening with this number.
    fn opening(&self, number: usize) -> Opening<G> {
        let plies = match &self.openings {
            Openings::Numbered(opening) => return opening(number),
            Openings::Random(plies) => *plies,
        };
        let seed = seed::derived(self.options.seed, number as u64);
        let seeds = || (0..ATTEMPTS).map(|attempt| seed::derived(seed, attempt));
        let random = |plies| seeds().find_map(|seed| Opening::random(&self.start, plies, seed));
        let longest = (0..=plies).rev().find_map(random);
        longest.unwrap_or_else(|| Opening::position(self.start.clone()))
    }
}

/// The ledger of a match without a journal.
struct Unrecorded<'a>(&'a RefCell<Tally>);

impl<I> Ledger<I, Broken> for Unrecorded<'_> {
    fn is_left(&self, number: usize) -> bool {
        self.0.borrow().needs(number)
    }

    fn broken(&mut self, how: Broken) -> Broken {
        how
    }
}

/// Counts a game and passes it on, unless a test no longer needs it.
fn count<G: Game>(
    number: usize,
    record: &Record<G>,
    tally: &mut Tally,
    news: &mut dyn FnMut(&MatchGame<'_, G>),
) {
    let counts = tally.count(CountedGame {
        number,
        steps_of_first: record.end.steps_of_first(),
        points_of_first: record.points_of_first(),
        end: record.end.kind(),
        reason: record.reason(["first", "second"]),
        spent: Side::BOTH.map(|side| record.spent(side)),
        moves: Some(record.checksum("", ToString::to_string).number()),
        wrong_lines: record.wrong_lines.clone().map(WrongLines::of_moves),
        replays: record.replays,
    });
    if counts {
        let players = tally.players_of(number);
        news(&MatchGame {
            number,
            players,
            record,
        });
    }
}

/// Returns the side to move: the first side moves first, and then the sides alternate.
fn side_to_move<G: Game>(game: &Played<G>) -> Side {
    Side::BOTH[game.plies() % 2]
}

/// Returns the end of a game by the rules alone, if it has ended.
fn over<G: Game>(game: &Played<G>) -> Option<GameOver> {
    let moves = game.position().legal_moves();
    // Searches also score a position with neither moves nor an ending as a draw.
    let stuck = moves.is_empty().then_some(Ending::Drawn);
    let ending = game.position().ending(&moves).or(stuck)?;
    Some(GameOver::of(ending, side_to_move(game)))
}

impl<G: Game> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("entrants", &self.entrants)
            .field("rounds", &self.options.rounds)
            .finish_non_exhaustive()
    }
}
