//! Alpha-beta on a written tree: the same value as minimax from fewer leaves.

use plywood::Game;
use plywood::search::games::Tree;

const TREES: [&str; 4] = [
    "((3 12 8) (2 4 6) (14 5 2))",
    "((14 5 2) (2 4 6) (3 12 8))",
    "(((5 1) (3 9)) ((2 6) (8 7)))",
    "((9 8 5) (7 3 1) (12 11 10))",
];

/// The largest number that can still be negated.
const INFINITE: i32 = i32::MAX;

/// Returns the value of a node for the side to move, if it's between alpha and beta. The side to move is already sure of alpha
/// elsewhere; its opponent already has a way to hold it to beta.
fn alpha_beta(node: &Tree, mut alpha: i32, beta: i32, visited: &mut Vec<String>) -> i32 {
    let moves = node.legal_moves();
    if moves.is_empty() {
        visited.push(node.to_string());
        return node
            .estimate()
            .as_centipawns()
            .expect("written trees hold points");
    }
    let mut best = -INFINITE;
    for mv in moves {
        let value = -alpha_beta(&node.after(mv), -beta, -alpha, visited);
        best = best.max(value);
        alpha = alpha.max(value);
        if best >= beta {
            break; // The opponent will not come here: no further move matters.
        }
    }
    best
}

pub fn main() {
    for text in TREES {
        let root: Tree = text.parse().expect("the tree is well written");
        let mut visited = Vec::new();
        let value = alpha_beta(&root, -INFINITE, INFINITE, &mut visited);
        println!(
            "{text}\n  value {value}; leaves visited: {}",
            visited.join(" ")
        );
    }
}
