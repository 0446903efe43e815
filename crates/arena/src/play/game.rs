//! Plays one game: the referee asks the players for moves in turn, keeps the clocks, and decides how the game ended.

mod record;

use crate::play::ending::Adjudication;
use crate::play::ending::{GameEnd, over};
use crate::play::opening::Opening;
use crate::players::player::{Fault, Player, TimeControl, Turn, caught, legal_move};
use crate::players::player_spec::PlayerSpec;
use crate::seed;
use plywood_catalog::{Catalog, Playable, Played};
use plywood_eval::Side;
use plywood_search::MoveLimits;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::time::{Duration, Instant};

pub use record::{PlayedMove, Record, Spent};
pub(crate) use record::{checksum_of, read_text};

/// The rules of every game of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// Plays a game between the first side's player and the second side's. Every random choice is decided by the seed.
///
/// ```
/// use plywood_arena::{Opening, PlayerSpec, Rules, play};
///
/// let four = plywood_catalog::connect_four();
/// let random = PlayerSpec::read(&four, "random")?;
/// let opening = Opening::position(*four.start());
/// let record = play(&four, &opening, [&random; 2], &Rules::default(), 1);
/// println!("{} after {} plies", record.end.sentence(["X", "O"]), record.moves.len());
/// assert!(record.moves.len() >= 7);
/// # Ok::<(), plywood_arena::PlayerSpecError>(())
/// ```
#[must_use]
pub fn play<G: Playable>(
    catalog: &Catalog<G>,
    opening: &Opening<G>,
    players: [&PlayerSpec<G>; 2],
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
        notes: Vec::new(),
        clocks: rules.time_control.clock.map(|clock| [clock.time; 2]),
    };
    let mut seats = players.map(|spec| Seat {
        player: spec.player(),
        limits: spec.limits(),
    });
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

/// A player at the board, with the limits that replace those of the match.
struct Seat<G: Playable> {
    player: Box<dyn Player<G>>,
    limits: MoveLimits,
}

impl<G: Playable> Seat<G> {
    /// What the player answers. If it panics, that is its fault.
    fn ask<T>(
        &mut self,
        what: impl FnOnce(&mut dyn Player<G>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        // A player that failed is not asked again, so nobody sees what a panic left half done.
        caught(|| what(&mut *self.player))?
    }
}

struct Referee<'a, G: Playable> {
    catalog: &'a Catalog<G>,
    rules: &'a Rules,
    game: Played<G>,
    moves: Vec<PlayedMove<G::Move>>,
    notes: Vec<(Side, String)>,
    clocks: Option<[Duration; 2]>,
}

impl<G: Playable> Referee<'_, G> {
    /// Asks for moves until the game ends.
    fn play(&mut self, seats: &mut [Seat<G>; 2], seed: u64) -> Result<Infallible, GameEnd> {
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
        let scores: Vec<_> = self.moves.iter().map(|played| played.score).collect();
        let early = adjudication.ruling(self.side_to_move(), &scores);
        early.map_or(Ok(()), Err)
    }

    fn turn(&mut self, side: Side, seat: &mut Seat<G>) -> Result<(), GameEnd> {
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
        self.moves.push(PlayedMove {
            mv,
            score: report.score,
            depth: Some(report.depth).filter(|depth| *depth > 0),
            nodes: Some(report.stats.nodes).filter(|nodes| *nodes > 0),
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
