//! Plays one game: the referee asks the players for moves in turn, rolls the dice, keeps the clocks, and decides the result.

use crate::play::ending::{Adjudication, GameEnd};
use crate::play::opening::Opening;
use crate::play::record::{PlayedMove, Record};
use crate::play::watchdog::Watchdog;
use crate::players::lines::WrongLines;
use crate::players::player::{Player, TimeControl, Turn};
use crate::seed::{self, Seeds};
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

/// Plays a game from this opening. If a player loses on time while the machine was later than the player, the game is played again, once.
pub fn referee<G: Game>(
    of_game: GameRules<'_, G>,
    opening: &Opening<G>,
    mut seats: [Seat<G>; 2],
    rules: &Rules,
    seeds: impl Into<Seeds>,
) -> Record<G> {
    let has_time = |seat: &Seat<G>| seat.limits.max_time().is_some();
    let TimeControl { limits, clock } = &rules.time_control;
    let is_timed = clock.is_some() || limits.max_time().is_some() || seats.iter().any(has_time);
    let watchdog = is_timed.then(Watchdog::start).flatten();
    let watchdog = watchdog.as_ref();
    let delay = || watchdog.map_or(Duration::ZERO, Watchdog::take_delay);
    let conditions = Conditions {
        of_game,
        opening,
        rules,
        delay: &delay,
    };
    conditions.referee(&mut seats, seeds.into())
}

/// The conditions of a game.
struct Conditions<'a, G: Game> {
    of_game: GameRules<'a, G>,
    opening: &'a Opening<G>,
    rules: &'a Rules,
    /// Returns the sum of the machine's delays since the last call.
    delay: &'a dyn Fn() -> Duration,
}

impl<G: Game> Conditions<'_, G> {
    /// Plays a game, or a second one if the machine lost the first.
    fn referee(&self, seats: &mut [Seat<G>; 2], seeds: Seeds) -> Record<G> {
        let (mut record, is_machines_fault) = self.play(seats, seeds);
        if is_machines_fault {
            (record, _) = self.play(seats, seeds);
            record.replays = 1;
        }
        record
    }

    /// Plays a game. Returns true beside it if it was lost on time and the machine was later than the player.
    fn play(&self, seats: &mut [Seat<G>; 2], seeds: Seeds) -> (Record<G>, bool) {
        let game = self.opening.played();
        let clock = self.rules.time_control.clock;
        let mut referee = Referee {
            conditions: self,
            is_machines_fault: false,
            game,
            moves: Vec::new(),
            notes: Vec::new(),
            wrong_lines: Default::default(),
            clocks: clock.map(|clock| [clock.time; 2]),
        };
        let end = match referee.play(seats, seeds) {
            Ok(never) => match never {},
            Err(end) => end,
        };
        let record = Record {
            opening: self.opening.clone(),
            moves: referee.moves,
            said: seats.each_ref().map(|seat| seat.player.said()),
            notes: referee.notes,
            wrong_lines: referee.wrong_lines,
            replays: 0,
            end,
        };
        (record, referee.is_machines_fault)
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
    conditions: &'a Conditions<'a, G>,
    /// True if the machine was later than the player who lost on time.
    is_machines_fault: bool,
    game: Played<G>,
    moves: Vec<PlayedMove<G::Move>>,
    notes: Vec<(Side, String)>,
    wrong_lines: [WrongLines; 2],
    clocks: Option<[Duration; 2]>,
}

impl<G: Game> Referee<'_, G> {
    /// Asks for moves until the game ends.
    fn play(&mut self, seats: &mut [Seat<G>; 2], seeds: Seeds) -> Result<Infallible, GameEnd> {
        for (number, side) in (0..).zip(Side::BOTH) {
            let seed = seed::derived(seeds.players, number);
            let begun = seats[side as usize].ask(|player| player.begin(seed));
            begun.map_err(|fault| GameEnd::Fault(side, fault))?;
        }
        let mut rolls = 0..;
        loop {
            self.check_end()?;
            let position = self.game.position();
            if position.waits_for_chance() {
                let outcome = seeds.outcome(position, rolls.next().unwrap_or_default());
                self.moves.push(PlayedMove::rolled(outcome));
                self.game.play(outcome);
                continue;
            }
            let side = self.side_to_move();
            self.turn(side, &mut seats[side as usize])?;
        }
    }

    fn side_to_move(&self) -> Side {
        (self.conditions.of_game.side_to_move)(&self.game)
    }

    fn check_end(&self) -> Result<(), GameEnd> {
        if let Some(end) = (self.conditions.of_game.over)(&self.game) {
            return Err(end);
        }
        let adjudication = &self.conditions.rules.adjudication;
        let by_players = self.moves.iter().filter(|played| played.side.is_some());
        let scores: Vec<_> = by_players.map(|played| played.score).collect();
        let early = adjudication.ruling(self.side_to_move(), &scores);
        early.map_or(Ok(()), Err)
    }

    fn turn(&mut self, side: Side, seat: &mut Seat<G>) -> Result<(), GameEnd> {
        let TimeControl { limits, clock } = &self.conditions.rules.time_control;
        let clocks = self.clocks.zip(*clock);
        let turn = Turn {
            side,
            limits: seat.limits.inherit(limits),
            clocks: clocks.map(|(left, clock)| (left, clock.increment)),
            margin: self.conditions.rules.margin,
        };
        (self.conditions.delay)();
        let started = Instant::now();
        let report = seat.ask(|player| player.choose(&self.game, &turn));
        let elapsed = started.elapsed();
        let delay = (self.conditions.delay)();
        let note = seat
            .player
            .note()
            .filter(|note| !self.notes.contains(&(side, note.clone())));
        self.notes.extend(note.map(|note| (side, note)));
        let failed = |fault| GameEnd::Fault(side, fault);
        let report = report.map_err(failed)?;
        let over = |deadline| elapsed.checked_sub(deadline);
        let over = turn.deadline().and_then(over);
        if let Some(over) = over.filter(|over| *over > self.conditions.rules.margin) {
            self.is_machines_fault = delay >= over;
            return Err(GameEnd::Time(side));
        }
        let mv = report.legal_move(self.game.position()).map_err(failed)?;
        let wrong = seat.ask(|player| Ok(player.wrong_lines(&self.game, &report)));
        let place = format!("move {}: ", self.game.plies() / 2 + 1);
        self.wrong_lines[side as usize].add_all(&wrong.map_err(failed)?, &place);
        self.game.play(mv);
        let clock = self.press_clock(side, elapsed);
        self.moves.push(PlayedMove {
            mv,
            side: Some(side),
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
        let increment = self.conditions.rules.time_control.clock?.increment;
        let left = &mut self.clocks.as_mut()?[side as usize];
        *left = left.saturating_sub(elapsed) + increment;
        Some(*left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Report;
    use plywood_search::games::TicTacToe;
    use std::thread;

    /// Plays the first move, and is late with it.
    struct Late;

    /// The limit of each move.
    const LIMIT: Duration = Duration::from_millis(1);

    impl Player<TicTacToe> for Late {
        fn begin(&mut self, _: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(
            &mut self,
            game: &Played<TicTacToe>,
            _: &Turn,
        ) -> Result<Report<<TicTacToe as Game>::Move>, Fault> {
            thread::sleep(2 * LIMIT);
            let moves = game.position().legal_moves();
            Ok(Report::from(moves[0]))
        }
    }

    #[test]
    fn a_game_that_the_machine_lost_is_played_again_once() {
        for (delay, replays) in [(Duration::ZERO, 0), (LIMIT / 2, 0), (Duration::MAX, 1)] {
            let opening = Opening::position(TicTacToe::new());
            let conditions = Conditions {
                of_game: GameRules {
                    over: &|_| None,
                    side_to_move: |_| Side::First,
                },
                opening: &opening,
                rules: &Rules {
                    margin: Duration::ZERO,
                    ..Rules::within(Limits::time(LIMIT))
                },
                delay: &|| delay,
            };
            let seat = || Seat::<TicTacToe> {
                player: Box::new(Late),
                limits: Limits::none(),
            };
            let record = conditions.referee(&mut [seat(), seat()], 1.into());
            assert_eq!(
                (record.end, record.replays),
                (GameEnd::Time(Side::First), replays)
            );
        }
    }
}
