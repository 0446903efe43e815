//! Any bytes as a PGN file, read at once and in small pieces, as a stream and as trees.
#![no_main]

use std::io::{self, Read};
use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use plywood_notation::pgn::{
    GameResult, Games, Leave, MoveToken, Nag, PgnError, PgnGame, Problem, ReadLimits, Reader, Tag,
    Text, Visitor,
};

fuzz_target!(|bytes: &[u8]| {
    let (&first, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let limits = if first & 1 == 0 {
        ReadLimits::default()
    } else {
        ReadLimits::default()
            .tag_bytes(40)
            .tags(4)
            .comment_bytes(20)
            .nesting(3)
            .game_bytes(200)
    };
    let skips = usize::from(first >> 1 & 7);
    let whole = log(bytes, limits, skips);
    for step in [1, 7] {
        assert_eq!(log(Pieces { bytes, step }, limits, skips), whole);
    }
    for game in Games::with_reader(Reader::with_limits(bytes, limits)) {
        check_tree(&game.expect("bytes in memory can be read"));
    }
    check_skipping(bytes);
});

/// Skipping a game must find the same end as reading it, if the game has no errors.
fn check_skipping(bytes: &[u8]) {
    let (mut reader, mut skipper) = (Reader::new(bytes), Reader::new(bytes));
    let (mut read, mut skipped) = (Log::default(), Log::default());
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

/// Everything that a reader reports, errors included, in order.
fn log(source: impl Read, limits: ReadLimits, skips: usize) -> Vec<String> {
    let mut reader = Reader::with_limits(source, limits);
    let mut log = Log {
        lines: Vec::new(),
        skips,
    };
    loop {
        match reader.read_game(&mut log) {
            Ok(Some(number)) => log.lines.push(format!("game {number}")),
            Ok(None) => return log.lines,
            Err(error) => {
                let error = error.to_string();
                assert!(error.len() < 1_000);
                log.lines.push(error);
            }
        }
    }
}

#[derive(Default)]
struct Log {
    lines: Vec<String>,
    /// Decides which parts are skipped; 0 for none.
    skips: usize,
}

impl Log {
    fn flow(&self) -> ControlFlow<Leave> {
        if self.skips > 0 && self.lines.len() % 8 == self.skips {
            ControlFlow::Break(Leave::Line)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Visitor for Log {
    fn begin_game(&mut self) {
        self.lines.push("begin".into());
    }

    fn tag(&mut self, tag: Tag<'_>) {
        let line = tag.place().line();
        self.lines
            .push(format!("{line} [{} {}]", tag.name().to_str(), tag.value()));
    }

    fn begin_movetext(&mut self) -> ControlFlow<Leave> {
        self.lines.push("moves".into());
        self.flow()
    }

    fn mv(&mut self, token: MoveToken<'_>) -> ControlFlow<Leave> {
        let line = token.place().line();
        self.lines.push(format!("{line} {}", token.text().to_str()));
        self.flow()
    }

    fn comment(&mut self, text: Text<'_>) {
        self.lines.push(format!("{{{}}}", text.to_str()));
    }

    fn nag(&mut self, nag: Nag) {
        self.lines.push(format!("${}", nag.0));
    }

    fn begin_variation(&mut self) -> ControlFlow<Leave> {
        self.lines.push("(".into());
        self.flow()
    }

    fn end_variation(&mut self) {
        self.lines.push(")".into());
    }

    fn result(&mut self, result: GameResult) {
        self.lines.push(result.as_str().into());
    }

    fn end_game(&mut self) {
        self.lines.push("end".into());
    }
}
