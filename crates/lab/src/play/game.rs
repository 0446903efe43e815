//! Plays one game: the referee asks the players for moves in turn, keeps the clocks, and decides how the game ended.

mod record;

use crate::play::adjudication::Adjudication;
use crate::play::ending::GameEnd;
use crate::play::opening::Opening;
use crate::players::move_limits::MoveLimits;
use crate::players::player::{Choice, Fault, Player};
use crate::players::time_control::{TimeControl, Turn};
use crate::seed;
use plywood_core::{ByColor, Color, History};
use plywood_eval::Score;
use std::convert::Infallible;
use std::fmt;
use std::time::{Duration, Instant};

pub(crate) use record::checksum_of;
pub use record::{PlayedMove, Record, Spent};

/// The rules of every game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The limits and the clock.
    pub time_control: TimeControl,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How late a move may come before the game is lost on time.
    pub margin: Duration,
}

impl Default for Rules {
    /// No limits, no adjudication, and a margin of a tenth of a second.
    fn default() -> Self {
        Self {
            time_control: TimeControl::default(),
            adjudication: Adjudication::default(),
            margin: Duration::from_millis(100),
        }
    }
}

impl Rules {
    /// These limits for each move, without a clock.
    #[must_use]
    pub fn within(limits: MoveLimits) -> Self {
        let clock = None;
        Self {
            time_control: TimeControl { limits, clock },
            ..Self::default()
        }
    }
}

/// The player of one side, with its limits.
pub struct Seat<'a> {
    /// The player.
    pub player: &'a mut dyn Player,
    /// Its own limits; if it has none, those of the match apply.
    pub limits: MoveLimits,
}

impl<'a> Seat<'a> {
    /// This player with limits of its own, if it has any.
    pub fn new(player: &'a mut dyn Player, limits: MoveLimits) -> Self {
        Self { player, limits }
    }
}

impl fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Plays a game. Every random choice is decided by the seed.
///
/// ```
/// use plywood_core::{ByColor, Position};
/// use plywood_lab::{PlayerSpec, MoveLimits, Opening, Rules, Seat, play};
///
/// let spec: PlayerSpec = "random".parse()?;
/// let (mut white, mut black) = (spec.player(), spec.player());
/// let seats = ByColor {
///     white: Seat::new(&mut *white, MoveLimits::default()),
///     black: Seat::new(&mut *black, MoveLimits::default()),
/// };
/// let record = play(&Opening::position(Position::START), seats, &Rules::default(), 1);
/// println!("{} after {} plies", record.end, record.moves.len());
/// assert_ne!(record.end.result().as_str(), "*");
/// # Ok::<(), plywood_lab::PlayerSpecError>(())
/// ```
#[must_use]
pub fn play(opening: &Opening, mut seats: ByColor<Seat<'_>>, rules: &Rules, seed: u64) -> Record {
    let mut referee = Referee {
        rules,
        game: opening.history(),
        moves: Vec::new(),
        scores: Vec::new(),
        notes: Vec::new(),
        clocks: rules
            .time_control
            .clock
            .map(|clock| ByColor::from_fn(|_| clock.time)),
    };
    let end = match referee.play(&mut seats, seed) {
        Ok(never) => match never {},
        Err(end) => end,
    };
    Record {
        opening: opening.clone(),
        moves: referee.moves,
        notes: referee.notes,
        end,
    }
}

struct Referee<'a> {
    rules: &'a Rules,
    game: History,
    moves: Vec<PlayedMove>,
    scores: Vec<Option<Score>>,
    notes: Vec<(Color, String)>,
    clocks: Option<ByColor<Duration>>,
}

impl Referee<'_> {
    /// Asks for moves until the game ends.
    fn play(&mut self, seats: &mut ByColor<Seat<'_>>, seed: u64) -> Result<Infallible, GameEnd> {
        for (number, color) in (0..).zip(Color::ALL) {
            let begun = seats[color].player.begin(seed::derived(seed, number));
            begun.map_err(|fault| GameEnd::Fault(color, fault))?;
        }
        loop {
            self.check_end()?;
            let color = self.game.position().side_to_move();
            self.turn(color, &mut seats[color])?;
        }
    }

    fn check_end(&self) -> Result<(), GameEnd> {
        if let Some(end) = GameEnd::by_rules(&self.game) {
            return Err(end);
        }
        let to_move = self.game.position().side_to_move();
        let early = self.rules.adjudication.ruling(to_move, &self.scores);
        early.map_or(Ok(()), Err)
    }

    fn turn(&mut self, color: Color, seat: &mut Seat<'_>) -> Result<(), GameEnd> {
        let TimeControl { limits, clock } = self.rules.time_control;
        let clocks = self
            .clocks
            .zip(clock)
            .map(|(left, clock)| (left, clock.increment));
        let turn = Turn {
            limits: seat.limits.or(limits),
            clocks,
            margin: self.rules.margin,
        };
        let started = Instant::now();
        let choice = seat.player.choose(&self.game, &turn);
        let elapsed = started.elapsed();
        let note = seat
            .player
            .note()
            .filter(|note| !self.notes.contains(&(color, note.clone())));
        self.notes.extend(note.map(|note| (color, note)));
        let Choice {
            mv,
            score,
            depth,
            nodes,
        } = choice.map_err(|fault| GameEnd::Fault(color, fault))?;
        if turn
            .deadline(color)
            .is_some_and(|deadline| elapsed > deadline + self.rules.margin)
        {
            return Err(GameEnd::Time(color));
        }
        let illegal = |_| GameEnd::Fault(color, Fault::IllegalMove(mv.to_string()));
        self.game.play(mv).map_err(illegal)?;
        let clock = self.press_clock(color, elapsed);
        self.scores.push(score);
        self.moves.push(PlayedMove {
            mv,
            score,
            depth,
            nodes,
            elapsed,
            clock,
        });
        Ok(())
    }

    /// Subtracts the time from the clock and adds the increment. Returns what is left.
    fn press_clock(&mut self, color: Color, elapsed: Duration) -> Option<Duration> {
        let increment = self.rules.time_control.clock?.increment;
        let left = &mut self.clocks.as_mut()?[color];
        *left = left.saturating_sub(elapsed) + increment;
        Some(*left)
    }
}

#[cfg(test)]
mod tests;
