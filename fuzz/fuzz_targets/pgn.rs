//! Any bytes as a PGN file, read at once and in small pieces, as a stream and as trees.
#![no_main]

#[path = "../../crates/notation/tests/notation/pgn/log.rs"]
mod log;

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use log::{Log, log};
use plywood_notation::pgn::{Games, PgnError, PgnGame, Problem, ReadLimits, Reader};

fuzz_target!(|bytes: &[u8]| {
    let (&first, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let limits = if first & 1 == 0 {
        ReadLimits::default()
    } else {
        ReadLimits {
            tag_bytes: 40,
            tags: 4,
            comment_bytes: 20,
            nesting: 3,
            game_bytes: 200,
        }
    };
    let skips = usize::from(first >> 1 & 7);
    let whole = log(Reader::with_limits(bytes, limits), skips);
    for step in [1, 7] {
        let pieces = Reader::with_limits(Pieces { bytes, step }, limits);
        assert_eq!(log(pieces, skips), whole);
    }
    for game in Games::with_reader(Reader::with_limits(bytes, limits)) {
        check_tree(&game.expect("bytes in memory can be read"));
    }
    check_skipping(bytes);
});

/// Skipping a game must find the same end as reading it, if the game has no errors.
fn check_skipping(bytes: &[u8]) {
    let (mut reader, mut skipper) = (Reader::new(bytes), Reader::new(bytes));
    let nothing = |_: &[String]| false;
    let (mut read, mut skipped) = (Log::new(nothing), Log::new(nothing));
    while let Ok(Some(number)) = reader.read_game(&mut read) {
        skipped.lines.clear();
        let mut twin = Reader::new(bytes);
        for _ in 1..number {
            let _ = twin.skip_game();
        }
        let there = twin.read_game(&mut skipped);
        assert_eq!(there.ok(), Some(Some(number)));
        assert!(read.lines.ends_with(&skipped.lines));
        assert_eq!(skipper.skip_game().ok(), Some(Some(number)));
    }
}

/// A written game must be read without errors as the same game, unless its variant is unknown.
fn check_tree(game: &PgnGame) {
    for error in game.errors() {
        assert!(error.to_string().len() < 1_000);
    }
    let is_unknown = |error: &PgnError| matches!(error.problem, Problem::Variant(_));
    if game.errors().iter().any(is_unknown) {
        return;
    }
    let written = game.to_string();
    let back: PgnGame = written
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(back.to_string(), written);
    assert_eq!(back.len(), game.len());
    assert_eq!(back.final_position(), game.final_position());
    assert_eq!(back.result(), game.result());
}

/// A source that gives a few bytes at a time and is sometimes interrupted.
struct Pieces<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.len() % 5 == 3 && self.step == 7 {
            self.step = 6;
            return Err(io::ErrorKind::Interrupted.into());
        }
        let step = self.step.min(self.bytes.len()).min(buffer.len());
        let (now, later) = self.bytes.split_at(step);
        buffer[..step].copy_from_slice(now);
        self.bytes = later;
        Ok(step)
    }
}
