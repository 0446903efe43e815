// ANCHOR: step
//! Chapter 14: a proof that grows where it needs least.

use plywood::Score;
use plywood::search::Game;

/// The number of what can't be proven, or disproven.
pub const NEVER: u32 = u32::MAX;

pub struct Node<G> {
    position: G,
    parent: usize,
    pub is_attacker: bool,
    pub children: Vec<usize>,
    pub proof: u32,
    pub disproof: u32,
}

pub struct Proof<G> {
    pub nodes: Vec<Node<G>>,
}

impl<G: Game> Proof<G> {
    pub fn new(root: G) -> Self {
        let mut proof = Self { nodes: Vec::new() };
        proof.add(root, 0, true);
        proof
    }

    /// A leaf is won, isn't, or is as hard as its side to move has moves to deal with.
    fn add(&mut self, position: G, parent: usize, is_attacker: bool) {
        let moves = position.legal_moves();
        let count = moves.len() as u32;
        let (proof, disproof) = match position.ending(&moves).map(|ending| ending.score(0)) {
            Some(Score::DRAW) => (NEVER, 0),
            Some(score) if (score > Score::DRAW) == is_attacker => (0, NEVER),
            Some(_) => (NEVER, 0),
            None if is_attacker => (1, count),
            None => (count, 1),
        };
        let children = Vec::new();
        self.nodes.push(Node {
            position,
            parent,
            is_attacker,
            children,
            proof,
            disproof,
        });
    }

    /// The proof and disproof numbers of a node with children.
    pub fn numbers(&self, node: usize) -> (u32, u32) {
        let children = || {
            self.nodes[node]
                .children
                .iter()
                .map(|child| &self.nodes[*child])
        };
        // ANCHOR: yours todo!("the least of one number, and the sum of the other; a sum with NEVER is NEVER")
        let least = |number: fn(&Node<G>) -> u32| children().map(number).min().unwrap_or(NEVER);
        let sum = |number: fn(&Node<G>) -> u32| children().map(number).fold(0, u32::saturating_add);
        if self.nodes[node].is_attacker {
            (least(|child| child.proof), sum(|child| child.disproof))
        } else {
            (sum(|child| child.proof), least(|child| child.disproof))
        }
        // ANCHOR_END: yours
    }

    /// The leaf that counts for both numbers of the root.
    pub fn most_proving(&self) -> usize {
        let mut node = 0;
        while !self.nodes[node].children.is_empty() {
            let Node {
                is_attacker,
                children,
                ..
            } = &self.nodes[node];
            // ANCHOR: yours todo!("node = the first child with the least of the number that `is_attacker` needs")
            let number = |child: &&usize| match is_attacker {
                true => self.nodes[**child].proof,
                false => self.nodes[**child].disproof,
            };
            node = *children.iter().min_by_key(number).expect("it has children");
            // ANCHOR_END: yours
        }
        node
    }

    /// Whether the attacker wins.
    pub fn run(&mut self) -> bool {
        while self.nodes[0].proof != 0 && self.nodes[0].disproof != 0 {
            let mut node = self.most_proving();
            let (position, is_attacker) = (
                self.nodes[node].position.clone(),
                self.nodes[node].is_attacker,
            );
            for &mv in position.legal_moves().iter() {
                let number = self.nodes.len();
                self.nodes[node].children.push(number);
                self.add(position.after(mv), node, !is_attacker);
            }
            loop {
                (self.nodes[node].proof, self.nodes[node].disproof) = self.numbers(node);
                if node == 0 {
                    break;
                }
                node = self.nodes[node].parent;
            }
        }
        self.nodes[0].proof == 0
    }
}
// ANCHOR_END: step
