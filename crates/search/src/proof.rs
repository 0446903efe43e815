//! [`minimal_leaves`]: the fewest leaves that prove the value of a tree.

use crate::game::Game;
use plywood_eval::{Evaluator, Score};

/// Counts the leaves of the smallest proof of minimax's value at this depth: no exact search without a table evaluates fewer.
///
/// One side's strategy proves that the value is no lower, the other's that it is no higher. Two strategies, one for each side, meet in
/// a single leaf, so the proof has one leaf less than both together. In a tree of `b` moves at each of `d` plies that is
/// b^⌈d/2⌉ + b^⌊d/2⌋ - 1.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::minimal_leaves;
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// assert_eq!(minimal_leaves(&tree, 2, &Tree::estimate), 5);
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[must_use]
pub fn minimal_leaves<G: Game>(position: &G, depth: u32, evaluator: &impl Evaluator<G>) -> u64 {
    let counts = Proofs { evaluator };
    let value = counts.value(position, depth, 0);
    let least = counts.of(position, depth, 0, (value, Proof::AtLeast));
    let most = counts.of(position, depth, 0, (value, Proof::AtMost));
    least.zip(most).map_or(0, |(least, most)| least + most - 1)
}

#[derive(Clone, Copy)]
enum Proof {
    AtLeast,
    AtMost,
}

struct Proofs<'a, E> {
    evaluator: &'a E,
}

impl<E> Proofs<'_, E> {
    fn leaf<G: Game>(&self, position: &G, moves: &[G::Move], depth: u32, ply: u32) -> Option<Score>
    where
        E: Evaluator<G>,
    {
        match position.ending(moves) {
            Some(ending) => Some(ending.score(ply)),
            None => (depth == 0).then(|| self.evaluator.evaluate(position)),
        }
    }

    fn value<G: Game>(&self, position: &G, depth: u32, ply: u32) -> Score
    where
        E: Evaluator<G>,
    {
        let moves = position.legal_moves();
        let leaf = self.leaf(position, &moves, depth, ply);
        leaf.unwrap_or_else(|| {
            let below = moves.iter().map(|mv| position.after(*mv));
            let scores = below.map(|child| -self.value(&child, depth - 1, ply + 1));
            scores.max().unwrap_or(Score::LOWEST)
        })
    }

    /// Returns the fewest leaves that prove a bound, if it holds.
    fn of<G: Game>(
        &self,
        position: &G,
        depth: u32,
        ply: u32,
        (bound, proof): (Score, Proof),
    ) -> Option<u64>
    where
        E: Evaluator<G>,
    {
        let moves = position.legal_moves();
        if let Some(score) = self.leaf(position, &moves, depth, ply) {
            let holds = match proof {
                Proof::AtLeast => score >= bound,
                Proof::AtMost => score <= bound,
            };
            return holds.then_some(1);
        }
        let below = moves.iter().map(|mv| position.after(*mv));
        match proof {
            Proof::AtLeast => below
                .filter_map(|child| self.of(&child, depth - 1, ply + 1, (-bound, Proof::AtMost)))
                .min(),
            Proof::AtMost => below
                .map(|child| self.of(&child, depth - 1, ply + 1, (-bound, Proof::AtLeast)))
                .sum(),
        }
    }
}
