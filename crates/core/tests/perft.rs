//! Known perft counts.

use crate::suites::shared;
use plywood_core::{FenError, Position, Setup, perft};

/// White has 28 pieces in this position, which is refused; the list has two counts for it.
const CROWDED: &str = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";

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
            checked += 1;
        }
    }
    assert!(checked > 0, "no count was checked");
    println!("{checked} counts");
}

/// Checks every count of a table with the columns `fen depth nodes` up to a number of nodes. Returns the positions that are refused as
/// illegal.
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

#[test]
fn known_positions() {
    check(include_str!("data/standard.epd"), u64::MAX);
}

#[test]
fn known_chess960_positions() {
    check(include_str!("data/chess960.epd"), u64::MAX);
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn standard_suite() {
    // All counts but one of eight billion.
    check(&shared("perft/standard.epd"), 1_000_000_000);
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn chess960_suite() {
    check(&shared("perft/chess960.epd"), 50_000_000);
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn hard_suite() {
    assert_eq!(
        check_table(&shared("perft/hard.tsv"), u64::MAX),
        [CROWDED; 2]
    );
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn random_suite() {
    check_random_suite(3_000_000);
}

#[test]
#[ignore = "needs ../shared/data, a release build, and two minutes"]
fn random_suite_in_minutes() {
    check_random_suite(20_000_000);
}

fn check_random_suite(most: u64) {
    let table = shared("perft/random.tsv.gz");
    assert_eq!(check_table(&table, most), [""; 0]);
}
