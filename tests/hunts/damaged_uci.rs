//! Every command that reads a damaged file ends by itself with an exit code and a sentence, and damages nothing.

#[path = "../../crates/tables/tests/all/forge.rs"]
#[expect(dead_code, reason = "one table is enough here")]
mod forge;

use crate::hunt::{Contents, contents, damage, hunt, tool};
use plywood_core::Position;
use plywood_net::{Model, Network};
use plywood_notation::polyglot::Book;
use std::path::{Path, PathBuf};

/// The file to damage, a command that reads it, and its input.
const TASKS: [(&str, &str, &str); 8] = [
    ("games.pgn", "analyze games.pgn --depth 1 -o out.pgn", ""),
    ("p.epd", "analyze p.epd --depth 1 --json", ""),
    ("p.epd", "genfens 2 seed 1 book p.epd", ""),
    ("weights.json", "eval --evaluator material@weights.json", ""),
    ("KQvK.rtbw", "tables .", ""),
    (
        "KQvK.rtbw",
        "",
        "setoption name SyzygyPath value .\nposition fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo depth 3\n",
    ),
    (
        "net.net",
        "",
        "setoption name EvalFile value net.net\nsetoption name Evaluator value net\ngo depth 2\n",
    ),
    (
        "book.bin",
        "",
        "setoption name BookFile value book.bin\nsetoption name OwnBook value true\ngo depth 1\n",
    ),
];

const GAMES: &str = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 {why not} Nc6 (2... d6 $1) *\n\n\
    [Event \"b\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"]\n\n1. Ra8# 1-0\n";
const POSITIONS: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"mate\";\n\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c9 \"1-0\";\n";

fn files() -> Contents {
    let mut book = Book::default();
    let start = Position::default();
    for (weight, mv) in (1..9).zip(&start.legal_moves()) {
        book.add(&start, *mv, weight).expect("the book has room");
    }
    let network: Network = Model::random(16, 1, 1).to_network(400);
    let weights =
        r#"{"pawn": 100.0, "knight": 320.0, "bishop": 330.0, "rook": 500.0, "queen": 950.0}"#;
    let files: [(&str, Vec<u8>); 6] = [
        ("games.pgn", GAMES.into()),
        ("p.epd", POSITIONS.into()),
        ("weights.json", weights.into()),
        ("KQvK.rtbw", forge::results()),
        ("net.net", network.to_bytes()),
        ("book.bin", book.to_bytes()),
    ];
    files
        .into_iter()
        .map(|(name, bytes)| (PathBuf::from(name), bytes))
        .collect()
}

#[test]
fn damaged_uci() {
    let plywood = tool("plywood");
    let files = files();
    hunt("damaged_uci", 100, |round| {
        let (name, line, input) = TASKS[round.random.usize(..TASKS.len())];
        let mut files = files.clone();
        damage(
            files.get_mut(Path::new(name)).expect("it is there"),
            &mut round.random,
        );
        round.set_files(&files);
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = round.run(&plywood, &words, input.as_bytes());
        let errors = answer.errors();
        assert!(
            answer.code() == Some(0) || errors.contains(name),
            "the file is not named: {errors}"
        );
        assert!(
            input.is_empty() || answer.text().contains("\nbestmove "),
            "{}",
            answer.text()
        );
        let mut left = contents(&round.folder.0);
        left.remove(Path::new("out.pgn"));
        assert!(left == files, "a file has changed");
    });
}
