//! [`Match`]: two strategies of any game play each other.

use crate::crew::Crew;
use crate::play::ending::{Adjudication, DrawRule, EndKind, GameEnd, ResignRule};
use crate::play::head_to_head::{HeadToHeadSummary, TestSummary, notes};
use crate::play::opening::Opening;
use crate::play::record::Record;
use crate::play::referee::{GameRules, Rules, Seat, referee};
use crate::play::standing::{CountedGame, Format, Schedule, Standing, counts};
use crate::players::lines::WrongLines;
use crate::players::player::{Clock, Player, TimeControl};
use crate::players::strategy_player::StrategyPlayer;
use crate::seed;
use crate::statistics::{Estimate, Sprt};
use plywood_eval::Side;
use plywood_report::Checksum;
use plywood_search::{
    Ending, Game, GameOver, Keyed, Limits, Played, StopHandle, Strategy, WithHistory, catch_panic,
};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

/// A match between two strategies of any game. Build it by chaining and play it with [`run`](Self::run).
///
/// By default it has 100 games, random openings of four plies, each played by both sides, and one game at a time for each processor.
/// Everything random follows from the seed, so the result doesn't depend on the number of threads, unless time limits the players. A
/// strategy that panics or plays an illegal move loses the game, and the result reports it.
///
/// ```
/// use plywood_arena::{Entrant, Match};
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{AlphaBeta, Limits};
///
/// let deep = Entrant::new("deep", |_seed| AlphaBeta::new(ConnectFour::estimate));
/// let shallow = Entrant::new("shallow", |_seed| AlphaBeta::new(ConnectFour::estimate))
///     .limits(Limits::depth(1));
/// let result = Match::new(ConnectFour::new(), deep, shallow, Limits::depth(4))
///     .games(40)
///     .run();
/// println!("{result}");
/// assert!(result.elo().low > 0.0, "the deeper search is stronger");
/// ```
#[derive(Clone)]
pub struct Match<G: Game> {
    start: G,
    entrants: [Entrant<G>; 2],
    openings: Openings<G>,
    /// The number of pairs of games.
    pairs: usize,
    rules: Rules,
    over: Arc<Over<G>>,
    sprt: Option<Sprt>,
    seed: u64,
    threads: Option<NonZeroUsize>,
    stop: StopHandle,
}

/// Returns the end of a game by its moves, if it has ended.
type Over<G> = dyn Fn(&Played<G>) -> Option<GameOver> + Send + Sync;

/// The openings of a match, one for each pair of games.
#[derive(Clone)]
enum Openings<G: Game> {
    /// Random moves from the start, this many.
    Random(usize),
    /// These, repeated in turn.
    Listed(Vec<Opening<G>>),
}

/// A participant in a [`Match`]: a name, and a way to make a new player for each game.
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

/// The result of a [`Match`], from the point of view of the first entrant.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MatchResult {
    /// The statistics of the games, the Elo difference first.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub both: HeadToHeadSummary,
    /// The sequential test, if there is one.
    pub test: Option<TestSummary>,
    /// The number of games that ended in each way.
    pub ends: BTreeMap<EndKind, usize>,
    /// The number of games that repeat an earlier game move for move.
    pub repeats: usize,
    /// The games that a player lost because it failed, each in a sentence.
    pub failures: Vec<String>,
    /// The wrong lines of players, each kind in a sentence.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub warnings: Vec<String>,
}

impl MatchResult {
    /// Returns the Elo difference between the first entrant and the second, with its interval; above 0 if the first is stronger.
    #[must_use]
    pub const fn elo(&self) -> Estimate {
        self.both.elo
    }

    /// Returns the number of games that the first entrant won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.both.games.0[2]
    }

    /// Returns the number of drawn games.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.both.games.0[1]
    }

    /// Returns the number of games that the first entrant lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.both.games.0[0]
    }
}

/// Writes the difference with its interval and the counts on the first line, then the notes.
impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.both)?;
        if let Some(test) = &self.test {
            write!(f, "\n{test}")?;
        }
        write!(f, "\nEnds: {}", counts(&self.ends))?;
        for failure in &self.failures {
            write!(f, "\nFailed: {failure}")?;
        }
        for warning in &self.warnings {
            write!(f, "\nWarning: {warning}")?;
        }
        for note in notes(
            self.both.pairs.total(),
            self.repeats,
            self.both.games.total(),
        ) {
            write!(f, "\nNote: {note}")?;
        }
        Ok(())
    }
}

/// The default number of moves after which a game is a draw: many games between weak players never end.
const MOST_MOVES: u32 = 500;
/// The tries to find a random opening that does not end the game, before a shorter one is used.
const ATTEMPTS: u64 = 100;
/// The time within which a stopped match ends, no matter what its threads are doing.
const STOP_DELAY: Duration = Duration::from_millis(50);

impl<G> Match<G>
where
    G: Game<Move: Send + Sync> + Send + Sync + 'static,
{
    /// Makes a match from this position, with limits for each move of the entrants without their own.
    #[must_use]
    pub fn new(start: G, first: Entrant<G>, second: Entrant<G>, limits: Limits) -> Self {
        let adjudication = Adjudication {
            max_moves: Some(MOST_MOVES),
            ..Adjudication::default()
        };
        Self {
            start,
            entrants: [first, second],
            openings: Openings::Random(4),
            pairs: 50,
            rules: Rules {
                adjudication,
                ..Rules::within(limits)
            },
            over: Arc::new(over),
            sprt: None,
            seed: 1,
            threads: None,
            stop: StopHandle::new(),
        }
    }

    /// Sets the number of games. An odd one is rounded up, since each opening is played by both sides.
    #[must_use]
    pub fn games(self, games: usize) -> Self {
        let pairs = games.div_ceil(2);
        Self { pairs, ..self }
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
        let openings = Openings::Listed(listed);
        Self { openings, ..self }
    }

    /// Makes threefold repetition a draw, and the limit of a move count such as the fifty-move rule's.
    #[must_use]
    pub fn repetition_draws(self) -> Self
    where
        G: Keyed,
    {
        let by_rules = self.over;
        let over = move |game: &Played<G>| by_rules(game).or_else(|| game.repetition());
        Self {
            over: Arc::new(over),
            ..self
        }
    }

    /// Makes a player resign when both players agree that it is lost.
    #[must_use]
    pub fn resign(mut self, rule: ResignRule) -> Self {
        self.rules.adjudication.resign = Some(rule);
        self
    }

    /// Ends a game as a draw when both players agree on it.
    #[must_use]
    pub fn agree_on_draws(mut self, rule: DrawRule) -> Self {
        self.rules.adjudication.draw = Some(rule);
        self
    }

    /// Ends a game as a draw after this many moves by each side; 500 by default.
    #[must_use]
    pub fn max_moves(mut self, moves: u32) -> Self {
        self.rules.adjudication.max_moves = Some(moves);
        self
    }

    /// Gives each player a clock. A strategy searches for a fair share of it, and a player that exceeds it loses.
    #[must_use]
    pub fn clock(mut self, clock: Clock) -> Self {
        let TimeControl { limits, .. } = self.rules.time_control;
        let clock = Some(clock);
        self.rules.time_control = TimeControl { limits, clock };
        self
    }

    /// Ends the match once a sequential test is decided. Games count in the order of their numbers, on any number of threads.
    #[must_use]
    pub fn sprt(self, sprt: Sprt) -> Self {
        let sprt = Some(sprt);
        Self { sprt, ..self }
    }

    /// Sets the seed of all random choices.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of games played at once.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        let threads = Some(threads);
        Self { threads, ..self }
    }

    /// Ends the match early when the handle is used. Unfinished games then do not count.
    #[must_use]
    pub fn stopped_by(self, stop: &StopHandle) -> Self {
        let stop = stop.clone();
        Self { stop, ..self }
    }

    /// Plays the match.
    ///
    /// # Panics
    /// If the rules of the game panic, or a strategy that searches to a fixed depth has none. A strategy that panics loses the game.
    #[must_use]
    pub fn run(self) -> MatchResult {
        self.run_with(&mut |_| ())
    }

    /// Plays the match, and passes on the games in the order of their numbers.
    ///
    /// # Panics
    /// Those of [`run`](Self::run).
    #[must_use]
    pub fn run_with(self, news: &mut dyn FnMut(&MatchGame<'_, G>)) -> MatchResult {
        for entrant in &self.entrants {
            let is_short = self.rules.time_control.is_short_of_depth(&entrant.limits);
            assert!(
                !(is_short && (entrant.make)().needs_depth()),
                "{:?} searches to a fixed depth, and has no move when nodes or time run out; give it a depth, or `IterativeDeepening`, \
                 which is +deepening",
                entrant.name
            );
        }
        let threads = self.threads.or_else(|| available_parallelism().ok());
        let (count, stop) = (self.schedule().games(), self.stop.clone());
        let mut tally = Tally::new(&self, news);
        match threads.map_or(1, NonZeroUsize::get) {
            1 => {
                for number in 0..count {
                    let record = self.game(number);
                    if stop.is_stopped() || tally.count(number, &record).is_break() {
                        break;
                    }
                }
            }
            threads => self.run_at_once(threads, &mut tally),
        }
        tally.result()
    }

    /// Plays several games at once.
    fn run_at_once(&self, threads: usize, tally: &mut Tally<'_, G>) {
        let this = self.clone();
        let crew = Crew::start(threads, move |number, ()| catch_panic(|| this.game(number)));
        let (count, mut waiting) = (self.schedule().games(), BTreeMap::new());
        let (mut begun, mut next) = (0, 0);
        while next < count && !self.stop.is_stopped() {
            while begun < count.min(next + 4 * threads) {
                crew.add(begun, ());
                begun += 1;
            }
            let Some((number, Some(record))) = crew.next(STOP_DELAY) else {
                continue;
            };
            waiting.insert(number, record);
            while let Some(record) = waiting.remove(&next).filter(|_| !self.stop.is_stopped()) {
                let record =
                    record.unwrap_or_else(|text| panic!("a game ended by a panic: {text}"));
                if tally.count(next, &record).is_break() {
                    return crew.end();
                }
                next += 1;
            }
        }
        crew.end();
        if !self.stop.is_stopped() {
            crew.join();
        }
    }

    fn schedule(&self) -> Schedule {
        Schedule::new(Format::RoundRobin, 2, self.pairs, self.seed)
    }

    /// Plays the game with this number.
    fn game(&self, number: usize) -> Record<G> {
        let fixture = self.schedule().fixture(number);
        let seats = fixture.players.map(|player| Seat {
            player: (self.entrants[player].make)(),
            limits: self.entrants[player].limits.clone(),
        });
        // A stopped game ends at the next move, and does not count.
        let stopped = || GameOver::drawn("stopped", "the match was stopped");
        let over = |game: &Played<G>| {
            let is_stopped = self.stop.is_stopped();
            let end = is_stopped.then(stopped).or_else(|| (self.over)(game));
            end.map(GameEnd::Rules)
        };
        let of_game = GameRules {
            over: &over,
            side_to_move,
        };
        let opening = self.opening(fixture.opening);
        referee(of_game, &opening, seats, &self.rules, fixture.seed)
    }

    /// Returns the opening of a pair of games.
    fn opening(&self, pair: usize) -> Opening<G> {
        let plies = match &self.openings {
            Openings::Listed(listed) => return listed[pair % listed.len()].clone(),
            Openings::Random(plies) => *plies,
        };
        let seed = seed::derived(self.seed, pair as u64);
        let seeds = || (0..ATTEMPTS).map(|attempt| seed::derived(seed, attempt));
        let random = |plies| seeds().find_map(|seed| Opening::random(&self.start, plies, seed));
        let longest = (0..=plies).rev().find_map(random);
        longest.unwrap_or_else(|| Opening::position(self.start.clone()))
    }
}

/// Returns the side to move: the first side moves first, and then the sides alternate.
fn side_to_move<G: Game>(game: &Played<G>) -> Side {
    Side::BOTH[game.moves().len() % 2]
}

/// Returns the end of a game by the rules alone, if it has ended.
fn over<G: Game>(game: &Played<G>) -> Option<GameOver> {
    let moves = game.position().legal_moves();
    // Searches also score a position with neither moves nor an ending as a draw.
    let stuck = moves.is_empty().then_some(Ending::Drawn);
    let ending = game.position().ending(&moves).or(stuck)?;
    Some(GameOver::of(ending, side_to_move(game)))
}

/// The games of a match, counted in the order of their numbers.
struct Tally<'a, G: Game> {
    names: [String; 2],
    sprt: Option<Sprt>,
    standing: Standing,
    failures: Vec<String>,
    news: &'a mut dyn FnMut(&MatchGame<'_, G>),
}

impl<'a, G> Tally<'a, G>
where
    G: Game<Move: Send + Sync> + Send + Sync + 'static,
{
    fn new(game_match: &Match<G>, news: &'a mut dyn FnMut(&MatchGame<'_, G>)) -> Self {
        Self {
            names: game_match
                .entrants
                .each_ref()
                .map(|entrant| entrant.name.clone()),
            sprt: game_match.sprt,
            standing: Standing::new(game_match.schedule()),
            failures: Vec::new(),
            news,
        }
    }

    /// Counts a game. Breaks once the test is decided.
    fn count(&mut self, number: usize, record: &Record<G>) -> ControlFlow<()> {
        let players = self.standing.schedule.fixture(number).players;
        let players = players.map(|player| self.names[player].as_str());
        if let GameEnd::Fault(side, fault) = &record.end {
            let (name, game) = (players[*side as usize], number + 1);
            let plies = record.opening.moves.len() + record.moves.len();
            let place = plies / 2 + 1;
            self.failures
                .push(format!("{name} in game {game}: {fault}, at move {place}"));
        }
        (self.news)(&MatchGame {
            number,
            players,
            record,
        });
        self.standing.count(CountedGame {
            number,
            steps_of_first: record.end.steps_of_first(),
            end: record.end.kind(),
            spent: Side::BOTH.map(|side| record.spent(side)),
            moves: Some(checksum(record)),
            wrong_lines: record.wrong_lines.clone().map(WrongLines::of_moves),
        });
        let decision = self.sprt.and_then(|sprt| self.standing.decision(&sprt, 0));
        match decision {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn result(self) -> MatchResult {
        let both = self.standing.head_to_heads[0];
        let named = self.names.iter().zip(&self.standing.wrong_lines);
        MatchResult {
            warnings: named
                .flat_map(|(name, lines)| lines.warnings(name))
                .collect(),
            both: HeadToHeadSummary::new(&both, self.names),
            test: self.sprt.map(|sprt| TestSummary::new(sprt, &both)),
            repeats: self.standing.repeats(),
            ends: self.standing.ends,
            failures: self.failures,
        }
    }
}

/// Returns a checksum of all moves.
fn checksum<G: Game>(record: &Record<G>) -> u64 {
    let played = record.moves.iter().map(|played| &played.mv);
    let moves = record.opening.moves.iter().chain(played);
    let add = |sum: Checksum, mv: &G::Move| sum.with(mv.to_string().as_bytes()).with(b" ");
    moves.fold(Checksum::new(), add).number()
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
            .field("pairs", &self.pairs)
            .finish_non_exhaustive()
    }
}
