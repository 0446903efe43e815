//! Plays one game: the referee asks the players for moves in turn, keeps the clocks, and decides the result.

use crate::play::ending::{Adjudication, GameEnd};
use crate::play::opening::Opening;
use crate::play::record::{PlayedMove, Record};
use crate::players::lines::WrongLines;
use crate::players::player::{Player, TimeControl, Turn};
use crate::seed;
use plywood_eval::Side;
use plywood_search::{Fault, Game, Limits, Played};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// The rules of every game of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// The limits and the clock.
    pub time_control: TimeControl,
    /// The rules for ending games early.
    pub adjudication: Adjudication,
    /// The grace period before a late move loses the game on time.
    pub margin: Duration,
}

impl Default for Rules {
    /// Makes rules without limits and adjudication, and with a margin of a tenth of a second.
    fn default() -> Self {
        Self {
            time_control: TimeControl::default(),
            adjudication: Adjudication::default(),
            margin: Duration::from_millis(100),
        }
    }
}

impl Rules {
    /// Makes rules with these limits for each move, without a clock.
    #[must_use]
    pub fn within(limits: Limits) -> Self {
        let clock = None;
        Self {
            time_control: TimeControl { limits, clock },
            ..Self::default()
        }
    }
}

/// The rules of a game that a referee needs.
#[expect(missing_debug_implementations, reason = "it has a function")]
pub struct GameRules<'a, G: Game> {
    /// Returns the end of a game by its moves and position, if it has ended.
    pub over: &'a dyn Fn(&Played<G>) -> Option<GameEnd>,
    /// The side to move.
    pub side_to_move: fn(&Played<G>) -> Side,
}

/// Plays a game from this opening.
pub fn referee<G: Game>(
    of_game: GameRules<'_, G>,
    opening: &Opening<G>,
    mut seats: [Seat<G>; 2],
    rules: &Rules,
    seed: u64,
) -> Record<G> {
    let game = opening.played();
    let first = (of_game.side_to_move)(&game);
    let mut referee = Referee {
        of_game,
        rules,
        game,
        moves: Vec::new(),
        notes: Vec::new(),
        wrong_lines: Default::default(),
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
        said: seats.map(|seat| seat.player.said()),
        notes: referee.notes,
        wrong_lines: referee.wrong_lines,
        end,
    }
}

/// A player at the board, with any limits that replace those of the match.
#[expect(missing_debug_implementations, reason = "a player is any type")]
pub struct Seat<G: Game> {
    /// The player.
    pub player: Box<dyn Player<G>>,
    /// Its own limits.
    pub limits: Limits,
}

impl<G: Game> Seat<G> {
    /// Calls the player. A panic is its fault.
    fn ask<T>(
        &mut self,
        what: impl FnOnce(&mut dyn Player<G>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        // A player that failed is not called again, so values that a panic left incomplete are never used.
        Fault::caught(|| what(&mut *self.player))?
    }
}

struct Referee<'a, G: Game> {
    of_game: GameRules<'a, G>,
    rules: &'a Rules,
    game: Played<G>,
    moves: Vec<PlayedMove<G::Move>>,
    notes: Vec<(Side, String)>,
    wrong_lines: [WrongLines; 2],
    clocks: Option<[Duration; 2]>,
}

impl<G: Game> Referee<'_, G> {
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
        (self.of_game.side_to_move)(&self.game)
    }

    fn check_end(&self) -> Result<(), GameEnd> {
        if let Some(end) = (self.of_game.over)(&self.game) {
            return Err(end);
        }
        let adjudication = &self.rules.adjudication;
        let scores: Vec<_> = self.moves.iter().map(|played| played.score).collect();
        let early = adjudication.ruling(self.side_to_move(), &scores);
        early.map_or(Ok(()), Err)
    }

    fn turn(&mut self, side: Side, seat: &mut Seat<G>) -> Result<(), GameEnd> {
        let TimeControl { limits, clock } = &self.rules.time_control;
        let clocks = self.clocks.zip(*clock);
        let turn = Turn {
            side,
            limits: seat.limits.inherit(limits),
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
        let mv = report.legal_move(self.game.position()).map_err(failed)?;
        let wrong = seat.ask(|player| Ok(player.wrong_lines(&self.game, &report)));
        let place = format!("move {}: ", self.game.moves().len() / 2 + 1);
        self.wrong_lines[side as usize].add_all(&wrong.map_err(failed)?, &place);
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

    /// Subtracts the time from the clock and adds the increment. Returns the remaining time.
    fn press_clock(&mut self, side: Side, elapsed: Duration) -> Option<Duration> {
        let increment = self.rules.time_control.clock?.increment;
        let left = &mut self.clocks.as_mut()?[side as usize];
        *left = left.saturating_sub(elapsed) + increment;
        Some(*left)
    }
}
