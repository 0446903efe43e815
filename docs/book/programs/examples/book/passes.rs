//! MTD(f): finds the value with null windows alone, each of which asks one question.

use plywood::Game;
use plywood::search::games::Tree;

const TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";
const INFINITE: i32 = i32::MAX;

/// Alpha-beta as in chapter 4. Its result may be outside the window, and is then a bound on the value.
fn alpha_beta(node: &Tree, mut alpha: i32, beta: i32, leaves: &mut u32) -> i32 {
    let moves = node.legal_moves();
    if moves.is_empty() {
        *leaves += 1;
        return node
            .estimate()
            .as_centipawns()
            .expect("written trees hold points");
    }
    let mut best = -INFINITE;
    for mv in moves {
        best = best.max(-alpha_beta(&node.after(mv), -beta, -alpha, leaves));
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    best
}

/// Asks "is the value at least `asked`?" until only one value is left.
fn mtd_f(root: &Tree, guess: i32) -> i32 {
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    let mut value = guess;
    while lower < upper {
        let asked = if value == lower { value + 1 } else { value };
        let mut leaves = 0;
        value = alpha_beta(root, asked - 1, asked, &mut leaves);
        if value < asked {
            upper = value;
            println!("  at least {asked}? no, at most {value} ({leaves} leaves)");
        } else {
            lower = value;
            println!("  at least {asked}? yes, at least {value} ({leaves} leaves)");
        }
    }
    value
}

pub fn main() {
    let root: Tree = TREE.parse().expect("the tree is well written");
    for guess in [0, 3, 10] {
        println!("first guess {guess}");
        println!("  the value is {}", mtd_f(&root, guess));
    }
}
