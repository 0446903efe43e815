//! Alpha-beta on trees such as ((3 12 8) (2 4 6) (14 5 2)):
//! rustc -O examples/judge/alpha_beta.rs -o alpha_beta && plywood judge --plain -- ./alpha_beta
//!
//! A bug's name as an argument switches it on: window-not-negated, alpha-not-raised, no-cut-at-equality, leaf-sign.
use std::io::stdin;
use std::iter::Peekable;
use std::str::Chars;

struct Search<'a> {
    bug: &'a str,
    leaves: Vec<i32>,
    text: Peekable<Chars<'a>>,
}

enum Node {
    Leaf(i32),
    Moves(Vec<Node>),
}

impl Search<'_> {
    fn read(&mut self) -> Node {
        if self.text.next_if_eq(&'(').is_some() {
            let mut moves = Vec::new();
            while self.text.next_if_eq(&')').is_none() {
                self.text.next_if_eq(&' ');
                moves.push(self.read());
            }
            return Node::Moves(moves);
        }
        let mut number = String::new();
        while let Some(sign) = self.text.next_if(|sign| !"() ".contains(*sign)) {
            number.push(sign);
        }
        Node::Leaf(number.parse().expect("a leaf is a number"))
    }

    /// Returns the value of a node for its side to move, and the number of its best move.
    fn alpha_beta(&mut self, node: &Node, mut alpha: i32, beta: i32, sign: i32) -> (i32, usize) {
        let moves = match node {
            Node::Moves(moves) => moves,
            Node::Leaf(value) => {
                self.leaves.push(*value);
                return (if self.bug == "leaf-sign" { *value } else { sign * value }, 0);
            }
        };
        let (mut best, mut best_move) = (-i32::MAX, 0);
        for (index, child) in moves.iter().enumerate() {
            let (low, high) = if self.bug == "window-not-negated" { (beta, alpha) } else { (-beta, -alpha) };
            let score = -self.alpha_beta(child, low, high, -sign).0;
            if score > best {
                (best, best_move) = (score, index + 1);
            }
            if self.bug != "alpha-not-raised" {
                alpha = alpha.max(score);
            }
            if if self.bug == "no-cut-at-equality" { score > beta } else { score >= beta } {
                break;
            }
        }
        (best, best_move)
    }
}

fn main() {
    let bug = std::env::args().nth(1).unwrap_or_default();
    for line in stdin().lines().map_while(Result::ok) {
        let mut search = Search { bug: &bug, leaves: Vec::new(), text: line.trim().chars().peekable() };
        let tree = search.read();
        let (value, mv) = search.alpha_beta(&tree, -i32::MAX, i32::MAX, 1);
        let leaves: Vec<String> = search.leaves.iter().map(i32::to_string).collect();
        println!("{value} {mv} {}", leaves.join(" "));
    }
}
