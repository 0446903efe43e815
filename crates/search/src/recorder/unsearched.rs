//! [`TreeRecorder::unsearched`]: what a search left out of a small tree.

use super::{NodeKind, PASS, RecordedNode, TreeRecorder};
use crate::game::Game;
use crate::window::Window;

/// A tree with more nodes than this is not read as a whole.
const READABLE: usize = 200;

impl TreeRecorder {
    /// The nodes that the search did not visit, down to the depth of the others and parents before their children: those that were
    /// cut off, and those below what a table answered. Their numbers go on after those of [`nodes`](Self::nodes), and they have no
    /// scores. `root` is the position that was searched.
    ///
    /// There are none if the whole tree is too large to be read, or if not all nodes that were visited are kept.
    ///
    /// ```
    /// use plywood_search::games::Tree;
    /// use plywood_search::{AlphaBeta, Limits, Strategy, TreeRecorder};
    ///
    /// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
    /// let mut recorder = TreeRecorder::with_capacity(100);
    /// AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
    ///
    /// let unsearched = recorder.unsearched(&tree);
    /// let moves: Vec<_> = unsearched.iter().map(|node| node.mv.as_deref()).collect();
    /// assert_eq!(moves, [Some("2"), Some("3")], "two answers to the second move are cut off");
    /// assert!(unsearched.iter().all(|node| node.parent == Some(5)));
    /// # Ok::<(), plywood_search::games::ParseTreeError>(())
    /// ```
    #[must_use]
    pub fn unsearched<G: Game>(&self, root: &G) -> Vec<RecordedNode> {
        if self.omitted > 0 || self.nodes.len() > READABLE {
            return Vec::new();
        }
        let mut whole = self.nodes.clone();
        let mut positions = self.positions(root);
        let mut number = 0;
        while number < whole.len() {
            if let Some(position) = positions[number].clone() {
                for (node, after) in left_out(&position, &whole, number) {
                    whole.push(node);
                    positions.push(Some(after));
                }
            }
            if whole.len() > READABLE {
                return Vec::new();
            }
            number += 1;
        }
        whole.split_off(self.nodes.len())
    }

    /// The positions of the nodes; `None` where a side has passed, since not every game has a move for that.
    fn positions<G: Game>(&self, root: &G) -> Vec<Option<G>> {
        let mut positions: Vec<Option<G>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let before = node
                .parent
                .map_or(Some(root), |parent| positions[parent].as_ref());
            let position = match node.mv.as_deref() {
                None => before.cloned(),
                Some(PASS) => None,
                Some(mv) => before.and_then(|before| {
                    let moves = before.legal_moves();
                    let played = moves.iter().find(|legal| format!("{legal:#}") == mv);
                    played.map(|&played| before.after(played))
                }),
            };
            positions.push(position);
        }
        positions
    }
}

/// The moves of a node that have no node yet, each with its position. Below the horizon and behind the end of the game there are none.
fn left_out<G: Game>(
    position: &G,
    whole: &[RecordedNode],
    number: usize,
) -> Vec<(RecordedNode, G)> {
    let (ply, depth) = (whole[number].ply + 1, whole[number].depth);
    let moves = position.legal_moves();
    if depth == 0 || position.ending(&moves).is_some() {
        return Vec::new();
    }
    let children = || whole.iter().filter(|node| node.parent == Some(number));
    // The same position is searched once more: its moves are below that node.
    if children().any(|child| child.mv.is_none()) {
        return Vec::new();
    }
    let is_left_out = |mv: &&G::Move| {
        let mv = format!("{mv:#}");
        !children().any(|child| child.mv.as_deref() == Some(&mv))
    };
    let node = |&mv: &G::Move| {
        let after = position.after(mv);
        let is_end = depth == 1 || after.ending_at_leaf().is_some();
        let node = RecordedNode {
            parent: Some(number),
            ply,
            mv: Some(format!("{mv:#}")),
            purpose: None,
            depth: depth - 1,
            window: Window::OPEN,
            score: None,
            kind: if is_end {
                NodeKind::Leaf
            } else {
                NodeKind::Inner
            },
            cut_after: None,
            unseen: 0,
            is_again: false,
        };
        (node, after)
    };
    moves.iter().filter(is_left_out).map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{ConnectFour, TicTacToe, Tree};
    use crate::limits::Limits;
    use crate::strategies::alpha_beta::AlphaBeta;
    use crate::strategies::minimax::Minimax;
    use crate::strategy::Strategy;
    use plywood_eval::Score;

    /// A node by the moves that lead to it.
    fn lines(nodes: &[RecordedNode]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for node in nodes {
            let above = node.parent.map_or("", |parent| &lines[parent]);
            lines.push(format!(
                "{above} {}",
                node.mv.as_deref().unwrap_or_default()
            ));
        }
        lines.sort();
        lines
    }

    fn recorded<G: Game>(root: &G, depth: u32, mut search: impl Strategy<G>) -> TreeRecorder {
        let mut recorder = TreeRecorder::with_capacity(10_000);
        search.search_observed(root, &Limits::depth(depth), &mut recorder);
        recorder
    }

    #[test]
    fn with_what_was_left_out_a_tree_is_that_of_minimax() {
        let tree: Tree = "(((3 12) (8 2) 1) ((4 6) (14 5)) ((2 (1 7)) 9))"
            .parse()
            .unwrap();
        let game: TicTacToe = "XOX.O..X.".parse().unwrap();
        let equal = |_: &TicTacToe| Score::centipawns(0);
        let all = |recorder: &TreeRecorder, left_out: Vec<RecordedNode>| {
            lines(&[recorder.nodes().to_vec(), left_out].concat())
        };
        for depth in 1..=4 {
            let pruned = recorded(&tree, depth, AlphaBeta::new(Tree::estimate));
            let whole = recorded(&tree, depth, Minimax::new(Tree::estimate));
            assert_eq!(
                all(&pruned, pruned.unsearched(&tree)),
                lines(whole.nodes()),
                "{depth}"
            );
            let pruned = recorded(&game, depth, AlphaBeta::new(equal));
            let whole = recorded(&game, depth, Minimax::new(equal));
            assert_eq!(
                all(&pruned, pruned.unsearched(&game)),
                lines(whole.nodes()),
                "{depth}"
            );
        }
    }

    #[test]
    fn a_tree_that_nobody_reads_as_a_whole_stays_as_it_is() {
        let search = recorded(
            &ConnectFour::new(),
            4,
            AlphaBeta::new(ConnectFour::estimate),
        );
        assert!(search.unsearched(&ConnectFour::new()).is_empty());
    }
}
