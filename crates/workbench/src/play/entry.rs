//! [`GameEntry`]: a game of a match as its journal records it.

use crate::journal::{Item, is_default};
use crate::play::game::over;
use crate::play::text::{RecordText as _, read_text};
use plywood_arena::{
    CountedGame, EndKind, Record, Spent, TimeControl, WrongLines, checksum_of, result_of,
};
use plywood_catalog::{Catalog, Playable, Played};
use plywood_core::Position;
use plywood_eval::Side;
use plywood_notation::pgn::{GameResult, MoveToken, Reader, Tag, Visitor};
use plywood_report::Checksum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// A finished game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number in the schedule.
    pub game: usize,
    /// The winner; `None` for a draw. In the journal it is `result`: `1-0`, `0-1` or `1/2-1/2`.
    #[serde(rename = "result", with = "result_words")]
    pub winner: Option<Side>,
    /// The points of the first side, in a game where a win may be worth several: a gammon is 2.
    #[serde(rename = "points", default, skip_serializing_if = "Option::is_none")]
    pub points_of_first: Option<f64>,
    /// The kind of its ending.
    pub end: EndKind,
    /// The reason for its end, in a sentence.
    pub reason: String,
    /// The number of plies that the players made.
    pub plies: usize,
    /// The seconds from its beginning to its end.
    pub seconds: f64,
    /// The seconds that the players spent on their moves.
    pub thinking: f64,
    /// The resources that the first side and the second spent.
    pub spent: [Spent; 2],
    /// A checksum of the start position and all moves. Equal games have equal checksums.
    pub moves: String,
    /// Notes on the game, for example on a limit that a program does not keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The lines that the program of each side wrote before its first game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub said: [Vec<String>; 2],
    /// The endgame tables that could not be read, by file, with the error.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unread_tables: BTreeMap<String, String>,
    /// The number of times it was played before, and lost on time because the machine was late.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replays: usize,
    /// The wrong lines of the first side and of the second.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wrong_lines: [WrongLines; 2],
    /// The game as text; for chess it is PGN.
    #[serde(rename = "pgn")]
    pub record: String,
}

/// Serializes a winner as a PGN result, as in journals.
mod result_words {
    use plywood_arena::result_of;
    use plywood_eval::Side;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "the serializer passes a reference"
    )]
    pub(super) fn serialize<S: Serializer>(
        winner: &Option<Side>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(result_of(*winner))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Side>, D::Error> {
        let words = String::deserialize(deserializer)?;
        let mut known = [Some(Side::First), Some(Side::Second), None].into_iter();
        let winner = known.find(|winner| result_of(*winner) == words);
        winner.ok_or_else(|| D::Error::custom(format!("{words:?} is not the result of a game")))
    }
}

impl GameEntry {
    /// Makes the entry of a scheduled game between players with these names. With time limits, the record contains the time of each move.
    pub(crate) fn new<G: Playable>(
        catalog: &Catalog<G>,
        (game, names): (usize, [&str; 2]),
        record: &Record<G>,
        time: Option<&TimeControl>,
        elapsed: Duration,
    ) -> Self {
        let start = record.opening.start.to_string();
        let round = format!("{}.{}", game / 2 + 1, game % 2 + 1);
        let spent = Side::BOTH.map(|side| record.spent(side));
        let note = |(side, note): &(Side, String)| format!("{} {note}", names[*side as usize]);
        Self {
            game,
            winner: record.end.winner(),
            points_of_first: record.points_of_first(),
            end: record.end.kind(),
            reason: record.reason(G::PLAYERS),
            plies: record.plies(),
            thinking: spent.iter().map(|spent| spent.seconds).sum(),
            spent,
            moves: record.checksum(&start, |mv| catalog.move_text(*mv)).text(),
            notes: record.notes.iter().map(note).collect(),
            said: record.said.clone(),
            unread_tables: BTreeMap::new(),
            replays: record.replays,
            wrong_lines: record.wrong_lines.clone(),
            record: record.to_text(catalog, names, &round, time),
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// Twice the points of the player of the first side.
    #[must_use]
    pub fn steps_of_first(&self) -> usize {
        match self.winner {
            Some(Side::First) => 2,
            Some(Side::Second) => 0,
            None => 1,
        }
    }

    /// Returns the game as a match counts it.
    pub(crate) fn counted(&self) -> CountedGame {
        CountedGame {
            number: self.game,
            steps_of_first: self.steps_of_first(),
            points_of_first: self.points_of_first,
            end: self.end.clone(),
            reason: self.reason.clone(),
            spent: self.spent,
            moves: u64::from_str_radix(&self.moves, 16).ok(),
            wrong_lines: self.wrong_lines.clone(),
            replays: self.replays,
        }
    }

    /// Returns the result as PGN writes it.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        result_of(self.winner)
    }

    fn other_result(&self, written: &str) -> String {
        format!("its result is {}, but its PGN has {written}", self.result())
    }

    /// Returns `true` if a player failed; it lost.
    #[must_use]
    pub const fn is_fault(&self) -> bool {
        self.end.is_fault()
    }

    /// Returns `true` if its end is one that the moves do not show, and allows such a result.
    const fn is_end_without_rules(&self) -> bool {
        match self.end {
            EndKind::AgreedDraw | EndKind::TooLong => self.winner.is_none(),
            EndKind::Time | EndKind::Resigned | EndKind::Fault(_) => self.winner.is_some(),
            EndKind::Tables => true,
            EndKind::Rules(_) => false,
        }
    }
}

impl Item for GameEntry {
    const NAMES: [&'static str; 2] = ["game", "games"];

    fn number(&self) -> usize {
        self.game
    }

    fn has_failed(&self) -> bool {
        self.is_fault()
    }

    fn fingerprint(&self) -> u64 {
        let texts = [self.result(), self.end.name(), &self.moves];
        let add = |sum: Checksum, text: &str| sum.with(text.as_bytes());
        texts.into_iter().fold(Checksum::new(), add).number()
    }

    fn contradiction(&self) -> Option<String> {
        // The rules of other games than chess are not known here; their text must be consistent.
        let mut tags = self.record.lines().skip(1);
        if tags.next().is_some_and(|tag| tag.starts_with("[Game ")) {
            return match read_text(&self.record) {
                None => Some("its text is not whole".to_owned()),
                Some((moves, _)) if moves != self.moves => Some(OTHER_CHECKSUM.to_owned()),
                Some((_, found)) => (found != self.result()).then(|| self.other_result(found)),
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
        if checksum_of(&game.start().to_string(), moves).text() != self.moves {
            return Some(OTHER_CHECKSUM.to_owned());
        }
        let (by_rules, is_possible) = match over(&game, true) {
            // A program may fail before it first sees the board.
            _ if self.is_fault() && self.plies == 0 => return None,
            None => ("no end".to_owned(), self.is_end_without_rules()),
            Some(found) => (
                format!("{} with {}", found.kind, result_of(found.winner)),
                found.kind == self.end.name() && found.winner == self.winner,
            ),
        };
        let (end, result) = (&self.end, self.result());
        let contradiction =
            || format!("it ends by {end} with {result}, but its moves show {by_rules}");
        (!is_possible).then(contradiction)
    }
}

const OTHER_CHECKSUM: &str = "its checksum does not match its moves";

/// The moves of a PGN, replayed as they are read. Comments are skipped, which is several times as fast as keeping them.
struct Replay<'a> {
    /// The entry that the PGN must agree with.
    entry: &'a GameEntry,
    game: Played<Position>,
    problem: Option<String>,
}

impl<'a> Replay<'a> {
    const fn new(entry: &'a GameEntry) -> Self {
        Self {
            entry,
            game: Played::new(Position::START),
            problem: None,
        }
    }

    fn compare(&mut self, written: &str) {
        if written != self.entry.result() {
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

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<()> {
        let problem = match token.find(self.game.position()) {
            Ok(Some(mv)) => {
                self.game.play(mv);
                return ControlFlow::Continue(());
            }
            Ok(None) => "a null move cannot be played in a game".to_owned(),
            Err(error) => error.to_string(),
        };
        self.problem.get_or_insert(problem);
        ControlFlow::Break(())
    }

    fn result(&mut self, result: GameResult) {
        self.compare(result.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::play;
    use crate::players::player_spec::PlayerSpec;
    use plywood_arena::Opening;
    use plywood_arena::Rules;
    use plywood_search::games::ConnectFour;

    /// Returns a game of random moves from this position.
    fn entry(start: &str, seed: u64) -> GameEntry {
        entry_of(&Catalog::chess(), start.parse().unwrap(), seed)
    }

    fn entry_of<G: Playable>(catalog: &Catalog<G>, start: G, seed: u64) -> GameEntry {
        let spec = PlayerSpec::read(catalog, "random").unwrap();
        let opening = Opening::position(start);
        let record = play(catalog, &opening, [&spec; 2], &Rules::default(), seed);
        let names = ["a {b} %", "b; \"c\" \\"];
        GameEntry::new(catalog, (0, names), &record, None, Duration::ZERO)
    }

    #[test]
    fn entries_of_existing_journals_are_read_and_written_as_they_are() {
        for (result, end) in [
            ("1-0", "checkmate"),
            ("1/2-1/2", "repetition"),
            ("1/2-1/2", "draw agreed"),
            ("1/2-1/2", "too long"),
            ("1/2-1/2", "endgame tables"),
            ("0-1", "endgame tables"),
            ("0-1", "time"),
            ("0-1", "resignation"),
            ("1-0", "did not start"),
            ("1-0", "crash"),
            ("0-1", "illegal move"),
            ("0-1", "nodes"),
            ("1-0", "four in a row"),
        ] {
            let spent = r#"{"moves":4,"seconds":0.5,"depth":3.5,"nodes":7}"#;
            let line = format!(
                r#"{{"game":3,"result":"{result}","end":"{end}","reason":"some","plies":9,"seconds":1.5,"thinking":1.0,"spent":[{spent},{spent}],"moves":"a1","pgn":"1. e4"}}"#
            );
            let entry: GameEntry = serde_json::from_str(&line).unwrap();
            assert_eq!(serde_json::to_string(&entry).unwrap(), line);
            assert_eq!((entry.result(), entry.end.name()), (result, end));
            let is_fault = ["did not start", "crash", "illegal move", "nodes"].contains(&end);
            assert_eq!(entry.is_fault(), is_fault, "{end}");
        }
        let unfinished = r#"{"game":3,"result":"*","end":"time"}"#;
        let error = serde_json::from_str::<GameEntry>(unfinished)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("\"*\" is not the result of a game"),
            "{error}"
        );
    }

    #[test]
    fn a_replay_is_recorded_with_its_game_and_counted() {
        let mut entry = entry(&Position::START.to_string(), 1);
        assert!(!serde_json::to_string(&entry).unwrap().contains("replays"));
        entry.replays = 1;
        let text = serde_json::to_string(&entry).unwrap();
        let read: GameEntry = serde_json::from_str(&text).unwrap();
        assert_eq!((read.counted().replays, &read), (1, &entry));
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
        let catalog = Catalog::connect_four();
        let four = (0..20).map(|seed| entry_of(&catalog, ConnectFour::new(), seed));
        let catalog = Catalog::einstein();
        let dice = (0..20).map(|seed| entry_of(&catalog, *catalog.start(), seed));
        for entry in four.chain(dice) {
            assert_eq!(entry.contradiction(), None, "{}", entry.record);
            let mut changed = entry.clone();
            changed.record = changed.record.replacen("\n\n", "\n\na\n", 1);
            assert_eq!(changed.contradiction().as_deref(), Some(OTHER_CHECKSUM));
            let mut changed = entry.clone();
            changed.winner = Some(entry.winner.map_or(Side::First, |side| !side));
            assert!(changed.contradiction().is_some());
        }
    }

    #[test]
    fn what_contradicts_the_moves_is_found() {
        let mate = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
        let entries = (0..).map(|seed| entry(mate, seed));
        let won = entries
            .into_iter()
            .find(|entry| entry.end.name() == "checkmate")
            .unwrap();
        let changed = |change: &dyn Fn(&mut GameEntry)| {
            let mut entry = won.clone();
            change(&mut entry);
            entry.contradiction().expect("it is a contradiction")
        };
        let lost = changed(&|entry| entry.winner = Some(Side::Second));
        assert_eq!(lost, "its result is 0-1, but its PGN has 1-0");
        let both = changed(&|entry| {
            entry.winner = Some(Side::Second);
            entry.record = entry.record.replace("1-0", "0-1");
        });
        assert_eq!(
            both,
            "it ends by checkmate with 0-1, but its moves show checkmate with 1-0"
        );
        let other = changed(&|entry| entry.end = EndKind::Time);
        assert_eq!(
            other,
            "it ends by time with 1-0, but its moves show checkmate with 1-0"
        );
        changed(&|entry| entry.moves = "0".to_owned());
        changed(&|entry| entry.record = entry.record.replace('Q', "R"));
    }
}
