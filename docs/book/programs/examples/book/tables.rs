//! A table remembers the positions searched before. In a blocked endgame, that's nearly all of them.

use std::collections::HashSet;

use plywood::search::Keyed;
use plywood::{AlphaBeta, Game, IterativeDeepening, Limits, Material, Position};
use plywood::{San, Transpositions};

/// Only the kings can move at first, and one first move alone wins a pawn in the end.
const POSITION: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

/// Counts the paths of this length. Collects the keys of the positions at their ends.
fn paths(position: &Position, depth: u32, ends: &mut HashSet<u64>) -> u64 {
    if depth == 0 {
        ends.insert(Keyed::key(position));
        return 1;
    }
    let moves = position.legal_moves();
    let count = |&mv| paths(&position.after(mv), depth - 1, ends);
    moves.iter().map(count).sum()
}

pub fn main() {
    let position: Position = POSITION.parse().expect("the position is legal");
    println!("plies      paths  different positions");
    for depth in [2, 4, 6, 8] {
        let mut ends = HashSet::new();
        let count = paths(&position, depth, &mut ends);
        println!("{depth:>5} {count:>10} {:>20}", ends.len());
    }

    println!("\ndepth  without table  with table");
    let plain = || AlphaBeta::new(Material::default());
    for depth in [6, 9, 12] {
        let limits = Limits::depth(depth);
        let without = plain().search(&position, &limits);
        let mut tabled = plain().table(Transpositions::exact(16));
        let with = tabled.search(&position, &limits);
        assert_eq!(with.score, without.score, "an exact table changes no value");
        let nodes = (without.stats.nodes, with.stats.nodes);
        println!("{depth:>5} {:>14} {:>11}", nodes.0, nodes.1);
    }

    // This table also answers from deeper searches, as chess engines' tables do.
    let mut deep = IterativeDeepening::new(plain().table(Transpositions::reusing_deeper(16)));
    for depth in [18, 24, 30] {
        let report = deep.search(&position, &Limits::depth(depth));
        let score = report.score.expect("the search came to its end");
        let mv = position.san(report.best_move);
        let nodes = report.stats.nodes;
        println!("depth {depth}: {mv} {score} after {nodes} nodes");
    }
    let others = position.legal_moves().into_iter().skip(1);
    let limits = Limits::depth(30).with_root_moves(&position, others);
    let report = deep.search(&position, &limits.expect("there are other legal moves"));
    let score = report.score.expect("the search came to its end");
    println!("depth 30 without the first move: {score}");
}
