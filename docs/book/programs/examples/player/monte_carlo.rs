// ANCHOR: step
//! Chapter 15: a tree that grows where games were won.

use plywood::Score;
use plywood::search::{Dice, Game};

/// The rounds through a node, and their points for the side that moved there.
#[derive(Default)]
pub struct Node<M> {
    pub mv: Option<M>,
    pub children: Vec<usize>,
    pub visits: u32,
    pub points: f64,
}

pub struct Rounds<G: Game> {
    pub nodes: Vec<Node<G::Move>>,
    root: G,
    dice: Dice,
}

impl<G: Game> Rounds<G> {
    pub fn new(root: G, seed: u64) -> Self {
        let node = Node {
            mv: None,
            children: Vec::new(),
            visits: 0,
            points: 0.0,
        };
        Self {
            nodes: vec![node],
            root,
            dice: Dice::new(seed),
        }
    }

    /// The upper confidence bound of a child.
    pub fn worth(&self, parent: usize, child: usize) -> f64 {
        let (parent, child) = (&self.nodes[parent], &self.nodes[child]);
        let (all, its) = (f64::from(parent.visits), f64::from(child.visits));
        // ANCHOR: yours todo!("its share of the points, and a bonus with c = 1.4")
        child.points / its + 1.4 * (all.ln() / its).sqrt()
        // ANCHOR_END: yours
    }

    /// The points of the side to move in a random game: 1, 1/2 or 0.
    pub fn game(&mut self, position: &G) -> f64 {
        let moves = position.legal_moves();
        if let Some(ending) = position.ending(&moves) {
            let score = ending.score(0);
            return 0.5 + 0.5 * f64::from(score.cmp(&Score::DRAW) as i8);
        }
        // ANCHOR: yours todo!("make any move; what the opponent gets from there isn't yours")
        let mv = moves[self.dice.below(moves.len())];
        1.0 - self.game(&position.after(mv))
        // ANCHOR_END: yours
    }

    pub fn round(&mut self) {
        let (mut path, mut position) = (vec![0], self.root.clone());
        loop {
            let node = path[path.len() - 1];
            let moves = position.legal_moves();
            let tried = self.nodes[node].children.len();
            if position.ending(&moves).is_some() {
                break;
            }
            if tried < moves.len() {
                // A new node ends the way down.
                let mv = Some(moves[tried]);
                let child = Node {
                    mv,
                    children: Vec::new(),
                    visits: 0,
                    points: 0.0,
                };
                let number = self.nodes.len();
                self.nodes.push(child);
                self.nodes[node].children.push(number);
                path.push(number);
                position = position.after(moves[tried]);
                break;
            }
            let best = |one: &usize, other: &usize| {
                self.worth(node, *one).total_cmp(&self.worth(node, *other))
            };
            let chosen = self.nodes[node].children.iter().copied().max_by(best);
            let chosen = chosen.expect("a game that goes on has moves");
            path.push(chosen);
            position = position.after(self.nodes[chosen].mv.expect("only the root has none"));
        }
        let mut result = self.game(&position);
        for node in path.into_iter().rev() {
            // ANCHOR: yours todo!("the node counts for the side that moved there, the one before `result`'s side")
            result = 1.0 - result;
            self.nodes[node].visits += 1;
            self.nodes[node].points += result;
            // ANCHOR_END: yours
        }
    }

    /// The move with the most visits.
    pub fn best(&self) -> Option<G::Move> {
        let children = self.nodes[0].children.iter();
        let most = children.max_by_key(|child| self.nodes[**child].visits)?;
        self.nodes[*most].mv
    }
}
// ANCHOR_END: step
