//! [`RecordedPass::unsearched`]: the nodes that a search left out of a small tree, and [`RecordedPass::whole_sizes`]: their number.

use super::{NodeKind, RecordedNode, RecordedPass};
use crate::game::Game;
use crate::observer::Arrival;

impl<M: Copy + Eq> RecordedPass<M> {
    /// Returns the nodes that the search did not visit, down to the depth of the others and parents before their children: those that were
    /// cut off, and those below a table's answer. Their numbers follow those of the visited nodes, and they have no scores. `root` is the
    /// position that was searched.
    ///
    /// There are none if the whole tree has more than `most` nodes, or if some visited nodes weren't kept.
    ///
    /// ```
    /// use plywood_search::games::Tree;
    /// use plywood_search::{AlphaBeta, Limits, Strategy, TreeRecorder};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
    /// let mut recorder = TreeRecorder::new(100);
    /// AlphaBeta::new(Tree::estimate).search_observed(
    ///     &tree,
    ///     &Limits::depth(2),
    ///     &mut recorder,
    /// );
    ///
    /// // Two answers to the second move are cut off.
    /// let unsearched = recorder.passes()[0].unsearched(&tree, 200);
    /// assert_eq!(unsearched.len(), 2);
    /// assert!(unsearched.iter().all(|node| node.parent == Some(5)));
    /// # Ok::<(), plywood_search::games::ParseTreeError>(())
    /// ```
    #[must_use]
    pub fn unsearched<G: Game<Move = M>>(&self, root: &G, most: usize) -> Vec<RecordedNode<M>> {
        if self.omitted > 0 || self.nodes.len() > most {
            return Vec::new();
        }
        let mut whole = self.nodes.clone();
        let mut positions = positions(&whole, root);
        let mut tried: Vec<Vec<Option<Arrival<M>>>> = vec![Vec::new(); whole.len()];
        for node in &whole {
            if let Some(parent) = node.parent.filter(|_| !node.is_probe()) {
                tried[parent].push(node.arrival);
            }
        }
        let mut number = 0;
        while number < whole.len() {
            let tried = tried.get(number).map_or(&[][..], Vec::as_slice);
            if let Some(position) = positions[number].clone() {
                let node = &whole[number];
                let above = (number, node.ply, self.depth_left(node));
                for (node, after) in left_out(&position, above, tried) {
                    whole.push(node);
                    positions.push(Some(after));
                }
            }
            if whole.len() > most {
                return Vec::new();
            }
            number += 1;
        }
        whole.split_off(self.nodes.len())
    }

    /// Returns the depth of the whole tree below a node. Nodes of a kept tree have no depth, but the tree has a deepest one.
    fn depth_left(&self, node: &RecordedNode<M>) -> u32 {
        match node.kind {
            NodeKind::Kept(_) => self.depth.saturating_sub(node.ply),
            NodeKind::Inner
            | NodeKind::Leaf
            | NodeKind::Table
            | NodeKind::Pruned(_)
            | NodeKind::Skipped(_) => node.depth,
        }
    }

    /// For each node, the number of nodes that minimax visits there and below, down to the same depth; the difference is what the search
    /// left out. `None` if minimax visits more than `most` nodes in all, or if the search was stopped. A node outside minimax's tree,
    /// searched for a step, has a separate tree.
    ///
    /// ```
    /// use plywood_search::games::Tree;
    /// use plywood_search::{AlphaBeta, Limits, Strategy, TreeRecorder};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
    /// let mut recorder = TreeRecorder::new(100);
    /// AlphaBeta::new(Tree::estimate).search_observed(
    ///     &tree,
    ///     &Limits::depth(2),
    ///     &mut recorder,
    /// );
    ///
    /// let pass = &recorder.passes()[0];
    /// let sizes = pass.whole_sizes(&tree, 1_000).expect("it is small");
    /// // The second move has three answers, of which one was visited.
    /// assert_eq!((pass.nodes.len(), sizes[0], sizes[5]), (11, 13, 4));
    /// assert_eq!(pass.whole_sizes(&tree, 12), None);
    /// # Ok::<(), plywood_search::games::ParseTreeError>(())
    /// ```
    #[must_use]
    pub fn whole_sizes<G: Game<Move = M>>(&self, root: &G, most: u64) -> Option<Vec<u64>> {
        // A stopped search says nothing about the whole tree.
        self.nodes.first()?.score?;
        let positions = positions(&self.nodes, root);
        let mut sizes = vec![1; self.nodes.len()];
        let mut known: Vec<Vec<(M, u64)>> = vec![Vec::new(); self.nodes.len()];
        let mut room = most;
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if let Some(position) = &positions[number] {
                sizes[number] = size(position, node.depth, &known[number], &mut room)?;
            }
            if let (Some(parent), Some(mv), false) = (node.parent, node.mv(), node.is_probe()) {
                known[parent].push((mv, sizes[number]));
            }
        }
        (sizes[0] <= most).then_some(sizes)
    }
}

/// Returns the number of nodes of a whole tree with some moves already counted; `None` once it exceeds the limit.
fn size<G: Game>(
    position: &G,
    depth: u32,
    known: &[(G::Move, u64)],
    room: &mut u64,
) -> Option<u64> {
    *room = room.checked_sub(1)?;
    if depth == 0 {
        return Some(1);
    }
    let moves = position.legal_moves();
    if position.ending_in_search(&moves).is_some() {
        return Some(1);
    }
    let plies = u32::from(!position.waits_for_chance());
    let mut total = 1;
    for mv in moves.iter() {
        total += match known.iter().find(|(tried, _)| tried == mv) {
            Some((_, size)) => *size,
            // A leaf is one node and need not be visited.
            None if depth == plies => 1,
            None => size(&position.after(*mv), depth - plies, &[], room)?,
        };
    }
    Some(total)
}

/// Returns the positions of these nodes, parents before their children; `None` after a pass, since not every game has a move for it, and in
/// probes, which search a part of what follows.
fn positions<G: Game>(nodes: &[RecordedNode<G::Move>], root: &G) -> Vec<Option<G>> {
    let mut positions: Vec<Option<G>> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let before = match node.parent {
            Some(parent) => positions[parent].as_ref(),
            None => Some(root),
        };
        let position = match node.arrival {
            None => before.cloned(),
            Some(Arrival::Pass) => None,
            _ if node.is_probe() => None,
            Some(Arrival::Move(mv) | Arrival::Outcome(mv, _)) => {
                before.map(|before| before.after(mv))
            }
        };
        positions.push(position);
    }
    positions
}

/// Returns the moves of a node that were not tried, each with its position. Below the horizon and after the end of the game there are none.
fn left_out<G: Game>(
    position: &G,
    (number, ply, depth): (usize, u32, u32),
    tried: &[Option<Arrival<G::Move>>],
) -> Vec<(RecordedNode<G::Move>, G)> {
    let moves = position.legal_moves();
    // If the same position was searched again, its moves are below that node.
    if depth == 0 || position.ending_in_search(&moves).is_some() || tried.contains(&None) {
        return Vec::new();
    }
    let waits = position.waits_for_chance();
    let arrival = |mv: G::Move| {
        if waits {
            Arrival::Outcome(mv, position.weight(mv))
        } else {
            Arrival::Move(mv)
        }
    };
    let plies = u32::from(!waits);
    let is_left_out = |mv: &&G::Move| !tried.contains(&Some(arrival(**mv)));
    let node = |&mv: &G::Move| {
        let after = position.after(mv);
        let is_end = depth == plies || after.ending_at_leaf().is_some();
        let kind = if is_end {
            NodeKind::Leaf
        } else {
            NodeKind::Inner
        };
        let node = RecordedNode {
            parent: Some(number),
            ply: ply + plies,
            arrival: Some(arrival(mv)),
            ..RecordedNode::new(kind, depth - plies)
        };
        (node, after)
    };
    moves.iter().filter(is_left_out).map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeRecorder;
    use crate::games::{ConnectFour, TicTacToe, Tree};
    use crate::limits::Limits;
    use crate::strategies::alpha_beta::AlphaBeta;
    use crate::strategies::minimax::Minimax;
    use crate::strategy::Strategy;
    use plywood_eval::Score;
    use std::fmt::Display;

    /// Writes each node as the moves that lead to it.
    fn lines<M: Copy + Display>(nodes: &[RecordedNode<M>]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for node in nodes {
            let above = node.parent.map_or("", |parent| &lines[parent]);
            let mv = node.mv().map(|mv| mv.to_string());
            lines.push(format!("{above} {}", mv.unwrap_or_default()));
        }
        lines.sort();
        lines
    }

    fn recorded<G: Game>(
        root: &G,
        depth: u32,
        mut search: impl Strategy<G>,
    ) -> RecordedPass<G::Move> {
        let mut recorder = TreeRecorder::new(10_000);
        search.search_observed(root, &Limits::depth(depth), &mut recorder);
        recorder.passes()[0].clone()
    }

    fn all<G: Game>(pass: &RecordedPass<G::Move>, root: &G) -> Vec<String> {
        lines(&[pass.nodes.clone(), pass.unsearched(root, 200)].concat())
    }

    #[test]
    fn with_what_was_left_out_a_tree_is_that_of_minimax() {
        let tree: Tree = "(((3 12) (8 2) 1) ((4 6) (14 5)) ((2 (1 7)) 9))"
            .parse()
            .unwrap();
        let game: TicTacToe = "XOX.O..X.".parse().unwrap();
        let equal = |_: &TicTacToe| Score::centipawns(0);
        for depth in 1..=4 {
            let pruned = recorded(&tree, depth, AlphaBeta::new(Tree::estimate));
            let whole = recorded(&tree, depth, Minimax::new(Tree::estimate));
            assert_eq!(all(&pruned, &tree), lines(&whole.nodes), "{depth}");
            let pruned = recorded(&game, depth, AlphaBeta::new(equal));
            let whole = recorded(&game, depth, Minimax::new(equal));
            assert_eq!(all(&pruned, &game), lines(&whole.nodes), "{depth}");
        }
    }

    #[test]
    fn a_tree_that_nobody_reads_as_a_whole_stays_as_it_is() {
        let search = recorded(
            &ConnectFour::new(),
            4,
            AlphaBeta::new(ConnectFour::estimate),
        );
        assert!(search.unsearched(&ConnectFour::new(), 200).is_empty());
    }
}
