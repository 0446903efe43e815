//! All played moves are legal, even with random entries in the table.

use plywood_core::{Move, Position};
use plywood_engine::Engine;
use plywood_search::{Bound, Limits, Score, ScoredLine, Strategy, Table, TableEntry};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1",
];

/// Returns a position and all positions that follow it within this number of plies.
fn tree(position: &Position, plies: u32, keys: &mut Vec<u64>) {
    keys.push(position.key());
    if plies > 0 {
        for mv in position.legal_moves() {
            tree(&position.play_unchecked(mv), plies - 1, keys);
        }
    }
}

/// A random entry, with any move and any claim.
fn nonsense(random: &mut fastrand::Rng) -> TableEntry {
    let bounds = [Bound::Exact, Bound::AtLeast, Bound::AtMost];
    let score = match random.u8(..4) {
        0 => Score::won_in(random.u32(1..30)),
        1 => Score::lost_in(random.u32(1..30)),
        _ => Score::centipawns(random.i32(-900..900)),
    };
    let bound = bounds[random.usize(..3)];
    let depth = u32::from(random.u8(..));
    let mut entry = TableEntry::new(score, bound, depth, Some(random.u16(..)));
    entry.flag = random.bool();
    entry.extra = random.i16(..);
    entry
}

/// Writes random entries for these keys until it is stopped.
fn write_nonsense(table: &Table, keys: &[u64], stop: &AtomicBool) {
    let mut random = fastrand::Rng::with_seed(3);
    while !stop.load(Ordering::Relaxed) {
        for _ in 0..1_000 {
            table.put(keys[random.usize(..keys.len())], nonsense(&mut random));
        }
    }
}

fn assert_legal(position: &Position, line: &[Move]) {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} at {position}");
        position = position.play_unchecked(mv);
    }
}

#[test]
fn nonsense_in_the_table_never_becomes_an_illegal_move() {
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let mut keys = Vec::new();
        tree(&position, 3, &mut keys);
        let mut engine = Engine::new().threads(4).hash_megabytes(1);
        let (table, stop) = (engine.table().clone(), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| write_nonsense(&table, &keys, &stop));
            for _ in 0..5 {
                let report = engine.search(&position, &Limits::nodes(10_000).with_lines(3));
                let best = report.best_move.expect("there are legal moves");
                assert_legal(&position, &[best]);
                assert_legal(&position, &report.line);
                for ScoredLine { line, .. } in &report.other_lines {
                    assert_legal(&position, line);
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
    }
}
