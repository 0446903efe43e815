//! Any bytes as a PGN file: read at once and in small pieces, as a stream and as trees.
#![no_main]

use std::io::{self, Read};
use std::mem::discriminant;

use libfuzzer_sys::fuzz_target;
use plywood_core::Excerpt;
use plywood_notation::pgn::{
    Game, GameResult, Games, Interest, Limits, MoveToken, Nag, Part, PgnError, Problem, Reader,
    Tag, Text, Visitor,
};

fuzz_target!(|bytes: &[u8]| {
    let (&first, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    // A lone carriage return is known to be read in two ways: see fuzz_findings.rs of the reader.
    let lines = bytes
        .split(|&byte| byte == b'\r')
        .collect::<Vec<_>>()
        .join(&b"\r\n"[..]);
    let bytes = &lines[..];
    let limits = if first & 1 == 0 {
        Limits::default()
    } else {
        Limits::default()
            .tag_bytes(40)
            .comment_bytes(20)
            .nesting(3)
            .game_bytes(200)
    };
    let skips = usize::from(first >> 1 & 7);
    let whole = log(bytes, limits, skips);
    for step in [1, 7] {
        let pieces = log(Pieces { bytes, step }, limits, skips);
        // Where a limit is met may depend on the bytes at hand; what is read below it may not.
        assert!(
            pieces == whole || limits != Limits::default(),
            "{pieces:?} {whole:?}"
        );
    }
    for game in Games::with_reader(Reader::with_limits(bytes, limits)) {
        check_tree(&game.expect("bytes in memory can be read"));
    }
    let mut reader = Reader::with_limits(bytes, limits);
    while !matches!(reader.skip_game(), Ok(None)) {}
});

/// What is written is read without fault as the same game, unless its rules are not known.
fn check_tree(game: &Game) {
    let is_unknown = |error: &PgnError| matches!(error.problem, Problem::Variant(_));
    if game.errors().iter().any(is_unknown) {
        return;
    }
    let written = game.to_string();
    let back: Game = written
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(back.to_string(), written);
    assert_eq!(back.len(), game.len());
    assert_eq!(back.final_position(), game.final_position());
    assert_eq!(back.result(), game.result());
}

/// A source that hands out a few bytes at a time, and interrupts.
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

/// All that a reader tells, and what was wrong, in order.
fn log(source: impl Read, limits: Limits, skips: usize) -> Vec<String> {
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
                assert!(error.to_string().len() < 1_000);
                let (game, line) = (error.game, error.line);
                // What a message quotes may end where the bytes at hand did, and a broken tag that
                // is too long as well is said to be either.
                let kind = match error.problem {
                    Problem::TooLong(Part::Tag, _) => discriminant(&Problem::Tag(Excerpt::new(""))),
                    problem => discriminant(&problem),
                };
                log.lines.push(format!("error {game} {line} {kind:?}"));
            }
        }
    }
}

struct Log {
    lines: Vec<String>,
    /// Every so many things are skipped, 0 for none.
    skips: usize,
}

impl Log {
    fn interest(&self) -> Interest {
        if self.skips > 0 && self.lines.len() % 8 == self.skips {
            Interest::Skip
        } else {
            Interest::Read
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

    fn begin_movetext(&mut self) -> Interest {
        self.lines.push("moves".into());
        self.interest()
    }

    fn mv(&mut self, token: MoveToken<'_>) -> Interest {
        let line = token.place().line();
        self.lines.push(format!("{line} {}", token.text().to_str()));
        self.interest()
    }

    fn comment(&mut self, text: Text<'_>) {
        self.lines.push(format!("{{{}}}", text.to_str()));
    }

    fn nag(&mut self, nag: Nag) {
        self.lines.push(format!("${}", nag.0));
    }

    fn begin_variation(&mut self) -> Interest {
        self.lines.push("(".into());
        self.interest()
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
