//! Star1: alpha-beta with a window for each outcome of chance.

use plywood::search::Expectiminimax;
use plywood::search::games::ChanceTree;
use plywood::{Game, Limits};

const TREE: &str = "({1:(200 500) 1:(100 300)} {1:(-950 400) 1:(600 700 800)})";
/// The worth of a win: no value is above it, and none below its opposite.
const WIN: f64 = 1000.0;

fn star1(node: &ChanceTree, mut alpha: f64, beta: f64, leaves: &mut u32) -> f64 {
    if node.legal_moves().is_empty() {
        *leaves += 1;
        return 100.0 * node.estimate().pawns();
    }
    if node.waits_for_chance() {
        return mean(node, alpha, beta, leaves);
    }
    let mut best = -WIN;
    for mv in node.legal_moves() {
        best = best.max(-star1(&node.after(mv), -beta, -alpha, leaves));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// The mean of the outcomes. Nobody moves, so the value keeps its sign.
fn mean(node: &ChanceTree, alpha: f64, beta: f64, leaves: &mut u32) -> f64 {
    let weight = |outcome| f64::from(node.weight(outcome));
    let total: f64 = node.legal_moves().into_iter().map(weight).sum();
    // The mean if all outcomes still to come are losses, and if they're wins.
    let (mut worst, mut best) = (-WIN, WIN);
    for outcome in node.legal_moves() {
        let share = weight(outcome) / total;
        let low = WIN - (best - alpha) / share;
        let high = (beta - worst) / share - WIN;
        let value = star1(&node.after(outcome), low, high, leaves);
        worst += share * (value + WIN);
        best -= share * (WIN - value);
        // For Max: after these outcomes Min moves.
        let [low, high, value, least, most] = [-high, -low, -value, -best, -worst];
        println!("  in ({low}, {high}): {value}, so the mean is from {least} to {most}");
        if best <= alpha || worst >= beta {
            return if best <= alpha { best } else { worst };
        }
    }
    worst
}

pub fn main() {
    let root: ChanceTree = TREE.parse().expect("the tree is well written");
    let all = Expectiminimax::new(ChanceTree::estimate).search(&root, &Limits::depth(3));
    println!("expectiminimax: {} leaves", all.stats.leaves());
    let mut leaves = 0;
    let value = star1(&root, -WIN, WIN, &mut leaves);
    println!("Star1: {leaves} leaves, and the value is {value}");
}
