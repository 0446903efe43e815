//! The work of each thread of a match.

use crate::play::entry::Entry;
use crate::play::game::{GameEnd, Seat, play};
use crate::play::schedule::Fixture;
use crate::play::tournament::Tournament;
use crate::play::tournament::queue::Queue;
use crate::players::move_limits::MoveLimits;
use crate::players::player::Player;
use plywood_core::{ByColor, Color};
use std::sync::mpsc::Sender;
use std::time::Instant;

impl Tournament {
    /// Plays games until none are left, with its own players. A player that failed is replaced by a new one.
    pub(super) fn play_games(&self, queue: &Queue, games: &Sender<Entry>) {
        let mut players: Vec<Option<Box<dyn Player>>> = self.players.iter().map(|_| None).collect();
        while let Some(number) = queue.take() {
            let fixture = self.schedule.fixture(number);
            let numbers = ByColor {
                white: fixture.white,
                black: fixture.black,
            };
            let mut seated = ByColor::from_fn(|color| {
                let number = numbers[color];
                players[number]
                    .take()
                    .unwrap_or_else(|| self.players[number].player())
            });
            let (entry, failed) = self.play_game(&fixture, &mut seated);
            let ByColor { white, black } = seated;
            for (color, player) in [(Color::White, white), (Color::Black, black)] {
                players[numbers[color]] = Some(player).filter(|_| failed != Some(color));
            }
            if games.send(entry).is_err() {
                return;
            }
        }
    }

    /// Plays a game. Returns its entry for the journal, and the players that failed.
    fn play_game(
        &self,
        fixture: &Fixture,
        seated: &mut ByColor<Box<dyn Player>>,
    ) -> (Entry, Option<Color>) {
        let started = Instant::now();
        let rules = &self.terms.rules;
        let [white, black] = [fixture.white, fixture.black].map(|player| &self.players[player]);
        let seats = ByColor {
            white: Seat {
                player: &mut *seated.white,
                limits: white.limits(),
            },
            black: Seat {
                player: &mut *seated.black,
                limits: black.limits(),
            },
        };
        let opening = self.openings.get(fixture.opening);
        let record = play(&opening, seats, rules, fixture.seed);
        let names = ByColor {
            white: white.name(),
            black: black.name(),
        };
        let round = format!("{}.{}", fixture.pair + 1, fixture.number % 2 + 1);
        let control = &rules.time_control;
        let is_timed = |limits: MoveLimits| limits.or(control.limits).time.is_some();
        let has_times =
            control.clock.is_some() || is_timed(white.limits()) || is_timed(black.limits());
        let pgn = record.to_pgn(names, &round, has_times.then_some(control));
        let failed = if let GameEnd::Fault(color, _) = &record.end {
            Some(*color)
        } else {
            None
        };
        let entry = Entry {
            game: fixture.number,
            result: record.end.result().to_string(),
            end: record.end.kind().to_owned(),
            reason: record.end.to_string(),
            plies: record.moves.len(),
            thinking: record.thinking().as_secs_f64(),
            spent: [Color::White, Color::Black].map(|color| record.spent(color)),
            moves: record.checksum(),
            notes: record
                .notes
                .iter()
                .map(|(color, note)| format!("{} {note}", names[*color]))
                .collect(),
            pgn: pgn.to_string(),
            seconds: started.elapsed().as_secs_f64(),
        };
        (entry, failed)
    }
}
