//! [`Entry`]: a game of a match as its journal records it.

use crate::checksum::Checksum;
use crate::journal::Item;
use crate::play::ending::GameEnd;
use crate::play::game::{Record, Spent, checksum_of};
use crate::play::schedule::Fixture;
use crate::players::player::Fault;
use crate::players::time_control::TimeControl;
use plywood_core::{ByColor, Color, History};
use plywood_notation::pgn::{GameResult, Leave, MoveToken, Reader, Tag, Visitor};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Duration;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule.
    pub game: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended, in a word or two.
    pub end: String,
    /// Why it ended, in a sentence.
    pub reason: String,
    /// Half moves that the players made.
    pub plies: usize,
    /// Seconds from its beginning to its end.
    pub seconds: f64,
    /// Seconds that the players spent on their moves.
    pub thinking: f64,
    /// What White and Black spent.
    pub spent: [Spent; 2],
    /// A checksum of the start position and all moves. Games that repeat each other have the same one.
    pub moves: String,
    /// What else should be known, such as a limit that a program does not keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The game as PGN.
    pub pgn: String,
}

impl Entry {
    /// The entry of a scheduled game between players with these names. With limits of time, the PGN has the time of each move.
    pub(crate) fn new(
        fixture: &Fixture,
        record: &Record,
        names: ByColor<&str>,
        time: Option<&TimeControl>,
        elapsed: Duration,
    ) -> Self {
        let round = format!("{}.{}", fixture.pair + 1, fixture.number % 2 + 1);
        let note = |(color, note): &(Color, String)| format!("{} {note}", names[*color]);
        Self {
            game: fixture.number,
            result: record.end.result().to_string(),
            end: record.end.kind().to_owned(),
            reason: record.end.to_string(),
            plies: record.moves.len(),
            thinking: record.thinking().as_secs_f64(),
            spent: [Color::White, Color::Black].map(|color| record.spent(color)),
            moves: record.checksum(),
            notes: record.notes.iter().map(note).collect(),
            pgn: record.to_pgn(names, &round, time).to_string(),
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// Twice the points of the player with White.
    #[must_use]
    pub fn white_steps(&self) -> usize {
        match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }

    /// Whether a player failed; it lost.
    pub(crate) fn is_fault(&self) -> bool {
        Fault::KINDS.contains(&self.end.as_str())
    }

    /// Whether its end is one that the moves do not show, and gives such a result.
    fn is_end_without_rules(&self) -> bool {
        let is_draw = self.white_steps() == 1;
        match self.end.as_str() {
            "draw agreed" | "too long" => is_draw,
            "time" | "resignation" => !is_draw,
            _ => self.is_fault() && !is_draw,
        }
    }
}

impl Item for Entry {
    const NAMES: [&'static str; 2] = ["game", "games"];

    fn number(&self) -> usize {
        self.game
    }

    fn fingerprint(&self) -> u64 {
        let texts = [&self.result, &self.end, &self.moves];
        let add = |sum: Checksum, text: &String| sum.with(text.as_bytes());
        texts.into_iter().fold(Checksum::new(), add).number()
    }

    fn contradiction(&self) -> Option<String> {
        let Self { result, end, .. } = self;
        let mut replay = Replay::new(result);
        let read = Reader::new(self.pgn.as_bytes()).read_game(&mut replay);
        let Replay { game, problem, .. } = replay;
        match (problem, read) {
            (Some(problem), _) => return Some(problem),
            (None, Ok(Some(_))) => {}
            (None, Ok(None)) => return Some("its PGN is empty".to_owned()),
            (None, Err(error)) => return Some(error.to_string()),
        }
        let start = game.positions().next().cloned().unwrap_or_default();
        if checksum_of(&start, game.moves().iter().copied()) != self.moves {
            return Some("its checksum is not that of its moves".to_owned());
        }
        let (by_rules, is_possible) = match GameEnd::by_rules(&game) {
            // A program may fail before the first look at the board.
            _ if self.is_fault() && self.plies == 0 => return None,
            None => ("no end", self.is_end_without_rules()),
            Some(found) => (
                found.kind(),
                found.kind() == end && found.result().as_str() == result,
            ),
        };
        let contradiction =
            || format!("it ends by {end} with {result}, and its moves show {by_rules}");
        (!is_possible).then(contradiction)
    }
}

/// The moves of a PGN, replayed as they are read. Comments are skipped, which is several times as fast as keeping them.
struct Replay<'a> {
    /// The result that the PGN must have.
    result: &'a str,
    game: History,
    problem: Option<String>,
}

impl<'a> Replay<'a> {
    fn new(result: &'a str) -> Self {
        Self {
            result,
            game: History::default(),
            problem: None,
        }
    }

    fn compare(&mut self, written: &str) {
        let expected = self.result;
        if written != expected {
            let problem = format!("its result is {expected}, and that of its PGN {written}");
            self.problem.get_or_insert(problem);
        }
    }
}

impl Visitor for Replay<'_> {
    fn tag(&mut self, tag: Tag<'_>) {
        match tag.name().as_bytes() {
            b"FEN" => match tag.value().parse() {
                Ok(start) => self.game = History::new(start),
                Err(error) => self.problem = Some(format!("its start: {error}")),
            },
            b"Result" => self.compare(&tag.value()),
            _ => {}
        }
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        let problem = match token.find(self.game.position()) {
            Ok(Some(mv)) if self.game.play(mv).is_ok() => return ControlFlow::Continue(()),
            Ok(_) => "a null move is no move of a game".to_owned(),
            Err(error) => error.to_string(),
        };
        self.problem.get_or_insert(problem);
        ControlFlow::Break(Leave::Game)
    }

    fn result(&mut self, result: GameResult) {
        self.compare(result.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::{Rules, Seat, play};
    use crate::play::opening::Opening;
    use crate::play::schedule::{Format, Schedule};
    use crate::players::move_limits::MoveLimits;
    use crate::players::player_spec::PlayerSpec;
    use plywood_core::Position;

    /// A game of random moves from this position.
    fn entry(start: &str, seed: u64) -> Entry {
        let spec: PlayerSpec = "random".parse().unwrap();
        let mut players = ByColor::from_fn(|_| spec.player());
        let limits = MoveLimits::default();
        let ByColor { white, black } = &mut players;
        let seats = ByColor {
            white: Seat::new(&mut **white, limits),
            black: Seat::new(&mut **black, limits),
        };
        let opening = Opening::position(start.parse().unwrap());
        let record = play(&opening, seats, &Rules::default(), seed);
        let fixture = Schedule::new(Format::RoundRobin, 2, 1, seed).fixture(0);
        let names = ByColor {
            white: "a {b} %",
            black: "b; \"c\" \\",
        };
        Entry::new(&fixture, &record, names, None, Duration::ZERO)
    }

    #[test]
    fn games_that_were_played_agree_with_themselves() {
        let chess960 = "bqnr1k1r/pppppppp/8/8/8/8/PPPPPPPP/BQNR1K1R w HDhd - 0 1";
        let late = "8/8/4k3/8/8/3QK3/8/8 b - - 93 90";
        for start in [&Position::START.to_string(), chess960, late] {
            for seed in 0..20 {
                let entry = entry(start, seed);
                assert_eq!(entry.contradiction(), None, "{}", entry.pgn);
            }
        }
    }

    #[test]
    fn what_contradicts_the_moves_is_found() {
        let mate = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
        let entries = (0..).map(|seed| entry(mate, seed));
        let won = entries
            .into_iter()
            .find(|entry| entry.end == "checkmate")
            .unwrap();
        let changed = |change: &dyn Fn(&mut Entry)| {
            let mut entry = won.clone();
            change(&mut entry);
            entry.contradiction().expect("it is a contradiction")
        };
        let lost = changed(&|entry| entry.result = "0-1".to_owned());
        assert_eq!(lost, "its result is 0-1, and that of its PGN 1-0");
        let both = changed(&|entry| {
            entry.result = "0-1".to_owned();
            entry.pgn = entry.pgn.replace("1-0", "0-1");
        });
        assert_eq!(
            both,
            "it ends by checkmate with 0-1, and its moves show checkmate"
        );
        let other = changed(&|entry| entry.end = "time".to_owned());
        assert_eq!(
            other,
            "it ends by time with 1-0, and its moves show checkmate"
        );
        changed(&|entry| entry.moves = "0".to_owned());
        changed(&|entry| entry.pgn = entry.pgn.replace('Q', "R"));
    }
}
