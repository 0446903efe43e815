//! Minimax on a written tree, first as two players, then as one function.

use plywood::Game;
use plywood::search::games::Tree;

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

#[derive(Clone, Copy, PartialEq)]
enum Player {
    Max,
    Min,
}

/// The points that Max gets from this node on if both sides play their best.
fn minimax(node: &Tree, to_move: Player) -> i32 {
    let moves = node.legal_moves();
    let next = if to_move == Player::Max {
        Player::Min
    } else {
        Player::Max
    };
    let values = moves.iter().map(|&mv| minimax(&node.after(mv), next));
    let best = match to_move {
        Player::Max => values.max(),
        Player::Min => values.min(),
    };
    best.unwrap_or_else(|| {
        if to_move == Player::Max {
            points(node)
        } else {
            -points(node)
        }
    })
}

/// Minimax in one function: the value of a node for the side to move.
fn negamax(node: &Tree) -> i32 {
    let moves = node.legal_moves();
    let values = moves.iter().map(|&mv| -negamax(&node.after(mv)));
    values.max().unwrap_or_else(|| points(node))
}

fn points(leaf: &Tree) -> i32 {
    leaf.estimate()
        .as_centipawns()
        .expect("written trees hold points")
}

pub fn main() {
    let root: Tree = TREE.parse().expect("the tree is well written");
    for mv in root.legal_moves() {
        let child = root.after(mv);
        println!(
            "move {mv} leads to {child}: Min answers, and Max gets {}",
            minimax(&child, Player::Min)
        );
    }
    println!("minimax: {}", minimax(&root, Player::Max));
    println!("negamax: {}", negamax(&root));
}
