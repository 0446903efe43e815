//! A skipped game ends in the same place as when it is read.

use plywood_notation::pgn::Reader;
use proptest::prelude::*;

use crate::pgn::like::pgn_like;
use crate::pgn::log::{Log, log};

/// Returns the events of each game; `None` if it has an error.
fn games(bytes: &[u8]) -> Option<Vec<Vec<String>>> {
    let mut reader = Reader::new(bytes);
    let mut games = Vec::new();
    loop {
        let mut log = Log::new(|_: &[String]| false);
        match reader.read_game(&mut log) {
            Ok(Some(_)) => games.push(log.lines),
            Ok(None) => return Some(games),
            Err(_) => return None,
        }
    }
}

/// Skips an increasing number of games, and reads the following one.
#[track_caller]
fn same_when_skipped(bytes: &[u8]) {
    let Some(games) = games(bytes) else {
        return;
    };
    let shown = String::from_utf8_lossy(bytes);
    let mut reader = Reader::new(bytes);
    for number in 0..=games.len() {
        let rest = games[number..].concat();
        let reported = log_without_numbers(reader_at(bytes, number));
        assert_eq!(reported, rest, "after {number} games of {shown:?}");
        let is_there = reader.skip_game().expect("nothing is wrong").is_some();
        assert_eq!(is_there, number < games.len(), "{shown:?}");
    }
}

/// Returns a reader that has skipped some games.
fn reader_at(bytes: &[u8], games: usize) -> Reader<&[u8]> {
    let mut reader = Reader::new(bytes);
    for _ in 0..games {
        reader.skip_game().expect("nothing is wrong");
    }
    reader
}

fn log_without_numbers(reader: Reader<&[u8]>) -> Vec<String> {
    let mut lines = log(reader, 0);
    lines.retain(|line| !line.starts_with("game "));
    lines
}

/// Results, and texts that resemble them, after a first move.
#[rustfmt::skip]
const ENDS: [&str; 56] = [
    "1-0", "0-1", "1/2-1/2", "1/2", "*", "e4*", "e4!1-0", "e4.1-0", "1.1-0", "12...1-0", ".1/2", "{x}1/2", ";x\n1-0",
    "$1 1-0", "$1-0", "$$1-0", "$1.1-0", "$1/2", "11-0", "1-01", "1-0e4", "1/2-1/2x", "1/2-1", "1/2-", "1/20", "21/2",
    "1-0.", "1-0}", "1-0;x", "1-0(d4)", "e.p.1-0", "e.p1-0", "e.1-0", "exd6e.p.1/2", "-0", "/2", "0-0", "0-0-0",
    "1 - 0", "1:0", "½-½", "+-", "+/-", "a8/Q", "--", "\u{feff}1-0", "1.\u{feff}1-0", "x\u{feff}1-0", "\u{f000}1-0",
    "e4....................................1-0", "1111111111111111111111111111.1-0", "[1-0", "\n[1-0",
    "\n[ A \"b\"]", "\u{ef}1-0", "",
];

#[test]
fn results_and_what_looks_like_one() {
    for end in ENDS {
        for after in [
            "",
            " ",
            "\n",
            " e5 *",
            "\n\n[Event \"b\"]\n\n1. d4 1-0",
            "}",
            ".",
        ] {
            same_when_skipped(format!("1. e4 {end}{after}").as_bytes());
            same_when_skipped(format!("1. e4 (1. d4 {end} d5) {end}{after}").as_bytes());
        }
    }
    same_when_skipped(b"1. e4 \xEF1-0 *");
}

#[test]
fn half_a_result_ends_a_game() {
    let pgn = b"1. e4 1/2 1. d4 1/2-1/2 1. c4 {1/2} e4 1/2\n";
    assert_eq!(games(pgn).map(|games| games.len()), Some(3));
    same_when_skipped(pgn);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn skipping_finds_the_same_games(bytes in pgn_like()) {
        same_when_skipped(&bytes);
    }
}
