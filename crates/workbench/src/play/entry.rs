//! [`GameEntry`]: a game of a match as its journal records it.

use crate::journal::{Item, is_default};
use crate::play::text::record_text;
use plywood_arena::{
    CountedGame, EndKind, Record, Spent, TimeControl, WrongLines, result_of, steps_of,
};
use plywood_catalog::{Catalog, Playable};
use plywood_eval::Side;
use plywood_report::Checksum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
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
            record: record_text(record, catalog, names, &round, time),
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// Twice the points of the player of the first side.
    #[must_use]
    pub fn steps_of_first(&self) -> usize {
        steps_of(self.winner)
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

    /// Returns `true` if a player failed; it lost.
    #[must_use]
    pub const fn is_fault(&self) -> bool {
        self.end.is_fault()
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::{by_rules, play};
    use crate::players::player_spec::PlayerSpec;
    use plywood_arena::{Opening, Rules, checksum_of};
    use plywood_catalog::Played;
    use plywood_core::Position;
    use plywood_notation::pgn::{Node, PgnGame};

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
    fn the_text_of_a_game_of_chess_shows_its_moves_and_its_end() {
        let chess960 = "bqnr1k1r/pppppppp/8/8/8/8/PPPPPPPP/BQNR1K1R w HDhd - 0 1";
        let late = "8/8/4k3/8/8/3QK3/8/8 b - - 93 90";
        for start in [&Position::START.to_string(), chess960, late] {
            for seed in 0..20 {
                let entry = entry(start, seed);
                let pgn: PgnGame = entry.record.parse().unwrap();
                let mut game = Played::new(pgn.start().clone());
                let moves = pgn.main_line().filter_map(Node::mv);
                moves.for_each(|mv| game.play(mv));
                let moves = game.moves().map(|mv| mv.to_string());
                let checksum = checksum_of(&pgn.start().to_string(), moves);
                assert_eq!(checksum.text(), entry.moves, "{}", entry.record);
                let end = by_rules(&Catalog::chess(), &game).unwrap();
                assert_eq!(
                    (end.kind(), end.winner()),
                    (entry.end.clone(), entry.winner)
                );
                assert_eq!(pgn.result().as_str(), entry.result());
            }
        }
    }

    #[test]
    fn the_text_of_another_game_shows_its_moves_and_its_result() {
        fn check<G: Playable>(catalog: &Catalog<G>) {
            for seed in 0..20 {
                let entry = entry_of(catalog, catalog.start().clone(), seed);
                let (_, moves) = entry.record.split_once("\n\n").unwrap();
                let moves = moves.lines().map(|line| line.split(" { ").next().unwrap());
                let mut moves: Vec<&str> = moves.collect();
                assert_eq!(moves.pop(), Some(entry.result()));
                let checksum = checksum_of(&catalog.start().to_string(), moves);
                assert_eq!(checksum.text(), entry.moves, "{}", entry.record);
            }
        }
        check(&Catalog::connect_four());
        check(&Catalog::einstein());
    }
}
