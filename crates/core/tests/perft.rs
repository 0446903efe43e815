//! Known counts of the tree of legal moves.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plywood_core::{FenError, Position, Setup, perft, perft_making_leaves};

/// Reads a FEN whose last fields may be missing.
fn position(fen: &str) -> Result<Position, FenError> {
    Ok(Position::new(&Setup::from_fen_lenient(fen)?)?)
}

/// Checks every count of a file of lines `FEN ;D1 nodes ;D2 nodes …` up to a number of nodes.
fn check(epd: &str, most_nodes: u64) {
    let mut checked = 0;
    for line in epd.lines().filter(|line| !line.is_empty()) {
        let (fen, counts) = line.split_once(';').expect("counts follow the FEN");
        let position = position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for count in counts.split(';') {
            let (depth, nodes) = count
                .trim()
                .split_once(' ')
                .expect("a count is a depth and a number");
            let depth = depth
                .trim_start_matches('D')
                .parse()
                .expect("a depth is a number");
            let nodes: u64 = nodes.trim().parse().expect("nodes are a number");
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

/// Checks every count of a table with the columns `fen depth nodes` up to a number of nodes.
/// Returns the positions that no game reaches, for which there is nothing to count.
fn check_table(table: &str, most_nodes: u64) -> Vec<&str> {
    let (mut checked, mut refused) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let mut columns = line.split('\t');
        let mut column = || columns.next().expect("a row has a FEN, a depth and nodes");
        let (fen, depth, nodes) = (column(), column(), column());
        let depth = depth.parse().expect("a depth is a number");
        let nodes: u64 = nodes.parse().expect("nodes are a number");
        if nodes > most_nodes {
            continue;
        }
        match position(fen) {
            Ok(position) => {
                assert_eq!(perft(&position, depth), nodes, "{fen} depth {depth}");
                checked += 1;
            }
            Err(FenError::Illegal(_)) => refused.push(fen),
            Err(error) => panic!("{fen}: {error}"),
        }
    }
    assert!(checked > 0, "no count was checked");
    println!("{checked} counts");
    refused
}

/// The larger suites, where they are: they are not part of the repository.
fn shared(file: &str) -> Option<String> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/perft")
        .join(file);
    let text = if path.extension().is_some_and(|extension| extension == "gz") {
        let unpacked = Command::new("zcat").arg(&path).output().ok();
        let unpacked = unpacked.filter(|output| output.status.success());
        unpacked.and_then(|output| String::from_utf8(output.stdout).ok())
    } else {
        fs::read_to_string(&path).ok()
    };
    if text.is_none() {
        println!("skipped: there is no {}", path.display());
    }
    text
}

#[test]
fn known_positions() {
    check(include_str!("data/standard.epd"), u64::MAX);
}

#[test]
fn known_chess960_positions() {
    check(include_str!("data/chess960.epd"), u64::MAX);
}

#[test]
#[ignore = "needs the shared suites and a release build"]
fn standard_suite() {
    if let Some(epd) = shared("standard.epd") {
        check(&epd, 10_000_000_000);
    }
}

#[test]
#[ignore = "needs the shared suites and a release build"]
fn chess960_suite() {
    if let Some(epd) = shared("chess960.epd") {
        check(&epd, 50_000_000);
    }
}

#[test]
#[ignore = "needs the shared suites and a release build"]
fn hard_list() {
    if let Some(table) = shared("hard.tsv") {
        // White has 28 pieces here, and two counts in the list.
        let crowded = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
        assert_eq!(check_table(&table, u64::MAX), [crowded; 2]);
    }
}

#[test]
#[ignore = "needs the shared suites and a release build"]
fn random_list() {
    if let Some(table) = shared("random.tsv.gz") {
        assert_eq!(check_table(&table, 20_000_000), [""; 0]);
    }
}
