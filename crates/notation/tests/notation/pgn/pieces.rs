//! A file is read as the same games in pieces of any size, and in little memory.

use std::io::{self, Read};

use plywood_notation::pgn::{ReadLimits, Reader};
use proptest::prelude::*;

use crate::pgn::like::pgn_like;
use crate::pgn::log::log;

/// A source that gives a few bytes at a time, so that every token is cut somewhere.
struct Pieces<'a> {
    bytes: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl<'a> Pieces<'a> {
    fn new(bytes: &'a [u8], sizes: &'a [usize]) -> Self {
        let sizes = sizes.iter().cycle();
        Self { bytes, sizes }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().copied().unwrap_or(1);
        let (now, later) = self
            .bytes
            .split_at(size.min(self.bytes.len()).min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.bytes = later;
        Ok(now.len())
    }
}

/// Limits that short texts exceed, or those that they do not.
fn limits() -> impl Strategy<Value = ReadLimits> {
    let small = (0..60_usize, 0..4_usize, 0..30_usize, 0..4_usize, 0..200_u64);
    let small =
        small.prop_map(
            |(tag_bytes, tags, comment_bytes, nesting, game_bytes)| ReadLimits {
                tag_bytes,
                tags,
                comment_bytes,
                nesting,
                game_bytes,
            },
        );
    let tight_game = (0..200_u64).prop_map(|game_bytes| ReadLimits {
        game_bytes,
        ..ReadLimits::default()
    });
    prop_oneof![small, tight_game, Just(ReadLimits::default())]
}

#[track_caller]
fn same_in_pieces(pgn: &[u8]) {
    let whole = log(Reader::new(pgn), 0);
    for size in 1..9 {
        assert_eq!(log(Reader::new(Pieces::new(pgn, &[size])), 0), whole);
    }
}

/// Found by fuzzing: a line began after a lone carriage return, but none ended before one; and the quotation in an error was cut where the
/// bytes in memory ended.
#[test]
fn broken_tags_in_pieces() {
    same_in_pieces(b"[\0)\r[l");
    same_in_pieces(b"[\0)\r[Event \"next\"]\r\r1. e4 *");
    same_in_pieces(format!("[{{x}} y{}z", " ".repeat(90)).as_bytes());
    same_in_pieces(format!("[{{x}} y{}z\n", "\x0c".repeat(90)).as_bytes());
}

/// Texts longer than the bytes the reader retains, or than a word may be.
#[test]
fn long_runs_in_pieces() {
    for run in [
        "1", "0", "!", "?!", " ", ".", "\t", "1.", "N", "$0", "\u{feff}", "%", "-", "/",
    ] {
        let run = run.repeat(400);
        for pgn in [
            format!("1. e4 {run} e5 1-0"),
            format!("1. e4 {run}1-0 c5 *"),
            format!("1. e4 $0{run} e5 *"),
            format!("[A \"b\"]\n{run}\n[C \"d\"]\n\n1. e4 *"),
            format!("{run}\n[A \"b\"] *"),
        ] {
            same_in_pieces(pgn.as_bytes());
        }
    }
}

/// The kind of line end changes neither the games nor the lines named in errors.
#[test]
fn every_kind_of_line_end() {
    let pgn = "% hidden\n[Event \"a\"]\n%[Event \"hidden\"]\n\n1. e4 ; comment\n%hidden\ne5 {two\nlines} *\n\n\
               [Event \"no moves\"]\n\n[Event \"broken\n\n[Event \"c\"]\n\n1. e4 {\n[Event \"d\"]\n\n1. e4 )\n*\n";
    let report = |pgn: &str| {
        let lines = log(Reader::new(pgn.as_bytes()), 0).into_iter();
        lines
            .map(|line| line.replace("\r\n", "\n").replace('\r', "\n"))
            .collect::<Vec<_>>()
    };
    let expected = report(pgn);
    let errors = expected
        .iter()
        .filter(|line| line.starts_with("game") && line.contains("line"))
        .collect::<Vec<_>>();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert_eq!(report(&pgn.replace('\n', "\r")), expected);
    assert_eq!(report(&pgn.replace('\n', "\r\n")), expected);
    same_in_pieces(pgn.replace('\n', "\r").as_bytes());
    same_in_pieces(pgn.replace('\n', "\r\n").as_bytes());
}

/// A file joined from several: each with its byte order mark, not all with a line end.
#[test]
fn joined_files() {
    for end in ["\n", "", " 1-0", " 1-0\n", " 1-0.\n", " )\n"] {
        let file = format!("\u{feff}[Event \"a\"]\n\n1. e4{end}");
        let lines = log(Reader::new(file.repeat(3).as_bytes()), 0);
        let games = lines.iter().filter(|line| *line == "<").count();
        let events = lines
            .iter()
            .filter(|line| line.ends_with(":Event=a"))
            .count();
        assert_eq!((games, events), (3, 3), "{end:?}: {lines:?}");
    }
}

/// A source that records the largest buffer it was given.
struct Asked<R> {
    source: R,
    most: usize,
}

impl<R: Read> Read for Asked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.most = self.most.max(buffer.len());
        self.source.read(buffer)
    }
}

/// Skipped text of any length is not kept in memory.
#[test]
fn endless_lines_take_no_memory() {
    let game = "\n[Event \"b\"]\n\n1. e4 *";
    for start in [
        "%",
        ";",
        " ",
        "\r",
        ".",
        "[Event \"a\"]\n%",
        "[Event \"a\"] ",
        "[\n",
    ] {
        for filler in [b'x', b' ', b'%'] {
            let endless = io::repeat(filler).take(4 << 20);
            let mut source = Asked {
                source: start.as_bytes().chain(endless).chain(game.as_bytes()),
                most: 0,
            };
            let lines = log(Reader::new(&mut source), 1);
            assert!(lines.len() < 20, "{start:?}: {} lines", lines.len());
            assert!(source.most <= 128 << 10, "{start:?}: {}", source.most);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The sizes of the pieces make no difference: neither for events, nor for skipped parts, nor for the place of an exceeded limit.
    #[test]
    fn pieces_make_no_difference(
        bytes in pgn_like(),
        sizes in proptest::collection::vec(1..9_usize, 1..5),
        limits in limits(),
        skips in 0..8_usize,
    ) {
        let whole = log(Reader::with_limits(&bytes[..], limits), skips);
        let pieces = log(Reader::with_limits(Pieces::new(&bytes, &sizes), limits), skips);
        prop_assert_eq!(pieces, whole, "{:?}", String::from_utf8_lossy(&bytes));
    }
}
