//! Plays one game: the referee asks the players for moves in turn, keeps the clocks, and decides how the game ended.

mod record;

use crate::play::adjudication::Adjudication;
use crate::play::ending::{GameEnd, over};
use crate::play::opening::Opening;
use crate::players::player::{Fault, Player, caught, legal_move};
use crate::players::time_control::{TimeControl, Turn};
use crate::seed;
use plywood_catalog::{Catalog, Playable, Played};
use plywood_core::Position;
use plywood_eval::{Score, Side};
use plywood_search::MoveLimits;
use std::convert::Infallible;
use std::fmt;
use std::time::{Duration, Instant};

pub use record::{PlayedMove, Record, Spent};
pub(crate) use record::{checksum_of, read_text};

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
pub struct Seat<'a, G: Playable = Position> {
    /// The player.
    pub player: &'a mut dyn Player<G>,
    /// Its own limits; if it has none, those of the match apply.
    pub limits: MoveLimits,
}

impl<'a, G: Playable> Seat<'a, G> {
    /// This player with limits of its own, if it has any.
    pub fn new(player: &'a mut dyn Player<G>, limits: MoveLimits) -> Self {
        Self { player, limits }
    }

    /// What the player answers. If it panics, that is its fault.
    fn ask<T>(
        &mut self,
        what: impl FnOnce(&mut dyn Player<G>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        // A player that failed is not asked again, so nobody sees what a panic left half done.
        caught(|| what(self.player))?
    }
}

impl<G: Playable> fmt::Debug for Seat<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Plays a game between the first side's player and the second side's. Every random choice is decided by the seed.
///
/// ```
/// use plywood_lab::{Opening, PlayerSpec, Rules, Seat, play};
/// use plywood_search::MoveLimits;
///
/// let four = plywood_catalog::connect_four();
/// let spec = PlayerSpec::read(&four, "random")?;
/// let (mut first, mut second) = (spec.player(), spec.player());
/// let limits = MoveLimits::default();
/// let seats = [Seat::new(&mut *first, limits), Seat::new(&mut *second, limits)];
/// let record =
///     play(&four, &Opening::position(*four.start()), seats, &Rules::default(), 1);
/// println!("{} after {} plies", record.end.sentence(["X", "O"]), record.moves.len());
/// assert!(record.moves.len() >= 7);
/// # Ok::<(), plywood_lab::PlayerSpecError>(())
/// ```
#[must_use]
pub fn play<G: Playable>(
    catalog: &Catalog<G>,
    opening: &Opening<G>,
    mut seats: [Seat<'_, G>; 2],
    rules: &Rules,
    seed: u64,
) -> Record<G> {
    let game = opening.played();
    let first = game.position().side_to_move(game.moves().len());
    let mut referee = Referee {
        catalog,
        rules,
        game,
        moves: Vec::new(),
        scores: Vec::new(),
        notes: Vec::new(),
        clocks: rules.time_control.clock.map(|clock| [clock.time; 2]),
    };
    let end = match referee.play(&mut seats, seed) {
        Ok(never) => match never {},
        Err(end) => end,
    };
    Record {
        opening: opening.clone(),
        first,
        moves: referee.moves,
        notes: referee.notes,
        end,
    }
}

struct Referee<'a, G: Playable> {
    catalog: &'a Catalog<G>,
    rules: &'a Rules,
    game: Played<G>,
    moves: Vec<PlayedMove<G::Move>>,
    scores: Vec<Option<Score>>,
    notes: Vec<(Side, String)>,
    clocks: Option<[Duration; 2]>,
}

impl<G: Playable> Referee<'_, G> {
    /// Asks for moves until the game ends.
    fn play(&mut self, seats: &mut [Seat<'_, G>; 2], seed: u64) -> Result<Infallible, GameEnd> {
        for (number, side) in (0..).zip(Side::BOTH) {
            let seed = seed::derived(seed, number);
            let begun = seats[side as usize].ask(|player| player.begin(seed));
            begun.map_err(|fault| GameEnd::Fault(side, fault))?;
        }
        loop {
            self.check_end()?;
            let side = self.side_to_move();
            self.turn(side, &mut seats[side as usize])?;
        }
    }

    fn side_to_move(&self) -> Side {
        let plies = self.game.moves().len();
        self.game.position().side_to_move(plies)
    }

    fn check_end(&self) -> Result<(), GameEnd> {
        if let Some(end) = over(&self.game, self.catalog.repeats()) {
            return Err(GameEnd::Rules(end));
        }
        let adjudication = &self.rules.adjudication;
        let early = adjudication.ruling(self.side_to_move(), &self.scores);
        early.map_or(Ok(()), Err)
    }

    fn turn(&mut self, side: Side, seat: &mut Seat<'_, G>) -> Result<(), GameEnd> {
        let TimeControl { limits, clock } = self.rules.time_control;
        let clocks = self.clocks.zip(clock);
        let turn = Turn {
            side,
            limits: seat.limits.or(limits),
            clocks: clocks.map(|(left, clock)| (left, clock.increment)),
            margin: self.rules.margin,
        };
        let started = Instant::now();
        let report = seat.ask(|player| player.choose(&self.game, &turn));
        let elapsed = started.elapsed();
        let note = seat
            .player
            .note()
            .filter(|note| !self.notes.contains(&(side, note.clone())));
        self.notes.extend(note.map(|note| (side, note)));
        let failed = |fault| GameEnd::Fault(side, fault);
        let report = report.map_err(failed)?;
        if turn
            .deadline()
            .is_some_and(|deadline| elapsed > deadline + self.rules.margin)
        {
            return Err(GameEnd::Time(side));
        }
        let mv = legal_move(self.game.position(), &report).map_err(failed)?;
        self.game.play(mv);
        let clock = self.press_clock(side, elapsed);
        self.scores.push(report.score);
        self.moves.push(PlayedMove {
            mv,
            score: report.score,
            depth: Some(report.depth).filter(|depth| *depth > 0),
            nodes: Some(report.stats.explored).filter(|nodes| *nodes > 0),
            elapsed,
            clock,
        });
        Ok(())
    }

    /// Subtracts the time from the clock and adds the increment. Returns what is left.
    fn press_clock(&mut self, side: Side, elapsed: Duration) -> Option<Duration> {
        let increment = self.rules.time_control.clock?.increment;
        let left = &mut self.clocks.as_mut()?[side as usize];
        *left = left.saturating_sub(elapsed) + increment;
        Some(*left)
    }
}

#[cfg(test)]
mod tests;
