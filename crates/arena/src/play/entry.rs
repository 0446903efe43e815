//! [`Entry`]: a game of a match as its journal records it.

use crate::journal::Item;
use crate::play::ending::result_of;
use crate::play::game::over;
use crate::play::record::text::{checksum_of, read_text};
use crate::play::record::{Record, Spent};
use crate::play::standing::CountedGame;
use crate::players::player::{Fault, TimeControl};
use plywood_catalog::{Catalog, Playable, Played};
use plywood_core::Position;
use plywood_eval::Side;
use plywood_notation::pgn::{GameResult, Leave, MoveToken, Reader, Tag, Visitor};
use plywood_report::Checksum;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Duration;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the schedule.
    pub game: usize,
    /// `1-0` if the first side has won, `0-1` or `1/2-1/2`.
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
    /// What the first side and the second spent.
    pub spent: [Spent; 2],
    /// A checksum of the start position and all moves. Games that repeat each other have the same one.
    pub moves: String,
    /// What else should be known, such as a limit that a program does not keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The game as text, which for chess is PGN.
    #[serde(rename = "pgn")]
    pub record: String,
}

impl Entry {
    /// The entry of a scheduled game between players with these names. With limits of time, the record has the time of each
    /// move.
    pub(crate) fn new<G: Playable>(
        catalog: &Catalog<G>,
        (game, names): (usize, [&str; 2]),
        record: &Record<G>,
        time: Option<&TimeControl>,
        elapsed: Duration,
    ) -> Self {
        let round = format!("{}.{}", game / 2 + 1, game % 2 + 1);
        let spent = Side::BOTH.map(|side| record.spent(side));
        let note = |(side, note): &(Side, String)| format!("{} {note}", names[*side as usize]);
        Self {
            game,
            result: record.end.result().to_owned(),
            end: record.end.kind().to_owned(),
            reason: record.reason(),
            plies: record.moves.len(),
            thinking: spent.iter().map(|spent| spent.seconds).sum(),
            spent,
            moves: record.checksum(catalog),
            notes: record.notes.iter().map(note).collect(),
            record: record.to_text(catalog, names, &round, time),
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// Twice the points of the player of the first side.
    #[must_use]
    pub fn steps_of_first(&self) -> usize {
        match self.result.as_str() {
            "1-0" => 2,
            "0-1" => 0,
            _ => 1,
        }
    }

    /// The game as a match counts it.
    pub(crate) fn counted(&self) -> CountedGame<'_> {
        CountedGame {
            number: self.game,
            steps_of_first: self.steps_of_first(),
            end: &self.end,
            is_fault: self.is_fault(),
            spent: self.spent,
            moves: u64::from_str_radix(&self.moves, 16).ok(),
        }
    }

    fn other_result(&self, written: &str) -> String {
        format!(
            "its result is {}, and that of its PGN {written}",
            self.result
        )
    }

    /// Whether a player failed; it lost.
    pub fn is_fault(&self) -> bool {
        Fault::KINDS.contains(&self.end.as_str())
    }

    /// Whether its end is one that the moves do not show, and gives such a result.
    fn is_end_without_rules(&self) -> bool {
        let is_draw = self.steps_of_first() == 1;
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
        // Of other games than chess the rules are not known here; their text must agree with itself.
        if self.record.starts_with(OTHER_GAME) {
            return match read_text(&self.record) {
                None => Some("its text is not whole".to_owned()),
                Some((moves, _)) if moves != self.moves => Some(OTHER_CHECKSUM.to_owned()),
                Some((_, found)) => (found != self.result).then(|| self.other_result(found)),
            };
        }
        let mut replay = Replay::new(self);
        let read = Reader::new(self.record.as_bytes()).read_game(&mut replay);
        let Replay { game, problem, .. } = replay;
        match (problem, read) {
            (Some(problem), _) => return Some(problem),
            (None, Ok(Some(_))) => {}
            (None, Ok(None)) => return Some("its PGN is empty".to_owned()),
            (None, Err(error)) => return Some(error.to_string()),
        }
        let moves = game.moves().map(|mv| mv.to_string());
        if checksum_of(&game.start().to_string(), moves) != self.moves {
            return Some(OTHER_CHECKSUM.to_owned());
        }
        let (by_rules, is_possible) = match over(&game, true) {
            // A program may fail before the first look at the board.
            _ if self.is_fault() && self.plies == 0 => return None,
            None => ("no end", self.is_end_without_rules()),
            Some(found) => (
                found.kind,
                found.kind == self.end && result_of(found.winner) == self.result,
            ),
        };
        let Self { result, end, .. } = self;
        let contradiction =
            || format!("it ends by {end} with {result}, and its moves show {by_rules}");
        (!is_possible).then(contradiction)
    }
}

/// How the text of a game begins that is not chess.
const OTHER_GAME: &str = "[Event \"plywood-lab match\"]\n[Game ";
const OTHER_CHECKSUM: &str = "its checksum is not that of its moves";

/// The moves of a PGN, replayed as they are read. Comments are skipped, which is several times as fast as keeping them.
struct Replay<'a> {
    /// The entry that the PGN must agree with.
    entry: &'a Entry,
    game: Played<Position>,
    problem: Option<String>,
}

impl<'a> Replay<'a> {
    const fn new(entry: &'a Entry) -> Self {
        Self {
            entry,
            game: Played::new(Position::START),
            problem: None,
        }
    }

    fn compare(&mut self, written: &str) {
        if written != self.entry.result {
            let problem = self.entry.other_result(written);
            self.problem.get_or_insert(problem);
        }
    }
}

impl Visitor for Replay<'_> {
    fn tag(&mut self, tag: Tag<'_>) {
        match tag.name().as_bytes() {
            b"FEN" => match tag.value().parse() {
                Ok(start) => self.game = Played::new(start),
                Err(error) => self.problem = Some(format!("its start: {error}")),
            },
            b"Result" => self.compare(&tag.value()),
            _ => {}
        }
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        let problem = match token.find(self.game.position()) {
            Ok(Some(mv)) => {
                self.game.play(mv);
                return ControlFlow::Continue(());
            }
            Ok(None) => "a null move is no move of a game".to_owned(),
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
    use crate::play::game::play;
    use crate::play::opening::Opening;
    use crate::play::referee::Rules;
    use crate::players::player_spec::PlayerSpec;
    use plywood_search::games::ConnectFour;

    /// A game of random moves from this position.
    fn entry(start: &str, seed: u64) -> Entry {
        entry_of(&plywood_catalog::chess(), start.parse().unwrap(), seed)
    }

    fn entry_of<G: Playable>(catalog: &Catalog<G>, start: G, seed: u64) -> Entry {
        let spec = PlayerSpec::read(catalog, "random").unwrap();
        let opening = Opening::position(start);
        let record = play(catalog, &opening, [&spec; 2], &Rules::default(), seed);
        let names = ["a {b} %", "b; \"c\" \\"];
        Entry::new(catalog, (0, names), &record, None, Duration::ZERO)
    }

    #[test]
    fn games_that_were_played_agree_with_themselves() {
        let chess960 = "bqnr1k1r/pppppppp/8/8/8/8/PPPPPPPP/BQNR1K1R w HDhd - 0 1";
        let late = "8/8/4k3/8/8/3QK3/8/8 b - - 93 90";
        for start in [&Position::START.to_string(), chess960, late] {
            for seed in 0..20 {
                let entry = entry(start, seed);
                assert_eq!(entry.contradiction(), None, "{}", entry.record);
            }
        }
    }

    #[test]
    fn games_of_other_kinds_agree_with_themselves() {
        for seed in 0..20 {
            let catalog = plywood_catalog::connect_four();
            let entry = entry_of(&catalog, ConnectFour::new(), seed);
            assert_eq!(entry.contradiction(), None, "{}", entry.record);
            let mut changed = entry.clone();
            changed.record = changed.record.replacen("\n\n", "\n\na\n", 1);
            assert_eq!(changed.contradiction().as_deref(), Some(OTHER_CHECKSUM));
            let result = if entry.result == "1-0" { "0-1" } else { "1-0" };
            let mut changed = entry.clone();
            changed.result = result.to_owned();
            assert!(changed.contradiction().is_some());
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
            entry.record = entry.record.replace("1-0", "0-1");
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
        changed(&|entry| entry.record = entry.record.replace('Q', "R"));
    }
}
