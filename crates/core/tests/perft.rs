//! Known counts of the tree of legal moves.

use std::fs;
use std::path::{Path, PathBuf};

use plywood_core::{Position, perft, perft_making_leaves};

/// Checks every count of a file of lines `FEN ;D1 nodes ;D2 nodes …` up to a number of nodes.
fn check(epd: &str, most_nodes: u64) {
    let mut checked = 0;
    for line in epd.lines().filter(|line| !line.is_empty()) {
        let (fen, counts) = line.split_once(';').expect("counts follow the FEN");
        let position =
            Position::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for count in counts.split(';') {
            let (depth, nodes) = count
                .trim()
                .split_once(' ')
                .expect("a count is a depth and a number");
            let depth = depth.trim_start_matches('D').parse().unwrap();
            let nodes: u64 = nodes.trim().parse().unwrap();
            if nodes > most_nodes {
                break;
            }
            assert_eq!(perft(&position, depth), nodes, "{fen} depth {depth}");
            if nodes < most_nodes / 10 {
                assert_eq!(
                    perft_making_leaves(&position, depth),
                    nodes,
                    "{fen} depth {depth}"
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 0, "no count was checked");
    println!("{checked} counts");
}

/// The larger suites, where they are: they are not part of the repository.
fn shared(file: &str) -> Option<String> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/perft")
        .join(file);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: there is no {}", path.display());
    }
    text
}

#[test]
#[ignore = "needs the shared suites and a release build"]
fn standard_suite() {
    if let Some(epd) = shared("standard.epd") {
        check(&epd, u64::MAX);
    }
}

#[test]
#[ignore = "needs the shared suites and a release build"]
fn chess960_suite() {
    if let Some(epd) = shared("chess960.epd") {
        check(&epd, 50_000_000);
    }
}
