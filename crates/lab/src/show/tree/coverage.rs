//! [`Coverage`]: the part of the full tree that a search visited, and its cut-offs.

mod draw;

use crate::show::tree::full_tree::FullTree;
use plywood_search::{NodeKind, RecordedNode, Score, TreeRecorder};
use std::collections::HashMap;

/// The part of the full tree that a search visited.
///
/// Scores and windows are from the point of view of the side to move at the root, as textbooks draw them: that side
/// maximizes at the root, the other side minimizes one ply below, and so on.
#[derive(Debug, Clone)]
pub(crate) struct Coverage<'a> {
    tree: &'a FullTree,
    /// The last visit to each node.
    nodes: Vec<Option<Found>>,
    /// The nodes at which moves were cut off, in the order of the search.
    cuts: Vec<Cut>,
    /// The number of nodes below the full tree, such as those of quiescence.
    below: u64,
    pub(super) score_text: fn(Score) -> String,
}

/// A visit to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    score: Option<Score>,
    /// `≥` or `≤` if the score is a bound.
    sign: &'static str,
    kind: NodeKind,
}

/// A node at which moves were cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cut {
    node: usize,
    /// The child whose score caused the cut-off.
    by: usize,
    score: Score,
    /// Alpha and beta when the node was entered.
    window: (Score, Score),
    untried: usize,
}

impl<'a> Coverage<'a> {
    /// Finds the nodes of a recorded search in the full tree.
    pub(crate) fn new(
        tree: &'a FullTree,
        recorder: &TreeRecorder,
        score_text: fn(Score) -> String,
    ) -> Self {
        let mut visited = Self {
            tree,
            nodes: vec![None; tree.nodes.len()],
            cuts: Vec::new(),
            below: recorder.omitted(),
            score_text,
        };
        let recorded = recorder.nodes();
        let mut places: Vec<Option<usize>> = Vec::with_capacity(recorded.len());
        let mut last_child: HashMap<usize, usize> = HashMap::new();
        for node in recorded {
            let place = match (node.parent, node.mv.as_deref()) {
                (Some(parent), Some(mv)) => {
                    places[parent].and_then(|parent| visited.tree.child(parent, mv))
                }
                _ => Some(0),
            };
            match place {
                Some(place) => visited.nodes[place] = Some(visited.found(place, node)),
                None => visited.below += 1,
            }
            if let (Some(parent), Some(place)) = (node.parent, place) {
                last_child.insert(parent, place);
            }
            places.push(place);
        }
        for (index, node) in recorded.iter().enumerate() {
            if let (Some(place), Some(&by)) = (places[index], last_child.get(&index)) {
                visited.cuts.extend(visited.cut(place, by, node));
            }
        }
        visited
    }

    fn found(&self, place: usize, node: &RecordedNode) -> Found {
        Found {
            score: node.score.map(|score| self.for_root(place, score)),
            sign: node.for_root().bound_sign(),
            kind: node.kind,
        }
    }

    fn cut(&self, place: usize, by: usize, node: &RecordedNode) -> Option<Cut> {
        let (tried, of) = node.cut_after.filter(|(tried, of)| tried < of)?;
        let window = if self.is_maximizing(place) {
            node.window
        } else {
            -node.window
        };
        Some(Cut {
            node: place,
            by,
            score: self.for_root(place, node.score?),
            window: (window.alpha(), window.beta()),
            untried: of - tried,
        })
    }

    fn is_maximizing(&self, place: usize) -> bool {
        self.tree.nodes[place].ply.is_multiple_of(2)
    }

    fn for_root(&self, place: usize, score: Score) -> Score {
        if self.is_maximizing(place) {
            score
        } else {
            -score
        }
    }

    /// The number of visited nodes in the full tree.
    pub(crate) fn count(&self) -> usize {
        self.nodes.iter().flatten().count()
    }

    /// The number of visited nodes below the full tree.
    pub(crate) const fn below(&self) -> u64 {
        self.below
    }

    /// The nodes at which moves were cut off.
    pub(crate) fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// A cut-off in words: the node, the move and the bound.
    pub(crate) fn explain(&self, cut: &Cut) -> String {
        let path = match self.tree.path(cut.node).as_slice() {
            [] => "At the root".to_owned(),
            moves => format!("After {}", moves.join(" ")),
        };
        let by = &self.tree.nodes[cut.by].written;
        let (alpha, beta) = cut.window;
        let [score, alpha, beta] = [cut.score, alpha, beta].map(self.score_text);
        let reason = if self.is_maximizing(cut.node) {
            format!("{score} ≥ β {beta}")
        } else {
            format!("{score} ≤ α {alpha}")
        };
        let moves = if cut.untried == 1 {
            "move is"
        } else {
            "moves are"
        };
        format!(
            "{path}: {by} gives {reason}, so {} more {moves} not tried",
            cut.untried
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::LabGame;
    use plywood_search::games::Tree;
    use plywood_search::{AlphaBeta, Game, Limits, Minimax, Strategy};

    #[test]
    fn the_textbook_cut_off_is_explained() {
        let tree = Tree::read(Tree::EXAMPLE).unwrap();
        let whole = FullTree::deepest(&tree, 2, 100);
        let mut recorder = TreeRecorder::with_capacity(100);
        AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut recorder);
        let visited = Coverage::new(&whole, &recorder, Tree::score_text);
        assert_eq!((visited.count(), whole.nodes.len()), (11, 13));
        let texts: Vec<String> = visited
            .cuts()
            .iter()
            .map(|cut| visited.explain(cut))
            .collect();
        assert_eq!(
            texts,
            ["After 2: 1 gives 2 ≤ α 3, so 2 more moves are not tried"]
        );
    }

    #[test]
    fn minimax_visits_everything() {
        let tree = Tree::read("((1 (2 3)) 4)").unwrap();
        let whole = FullTree::deepest(&tree, 9, 100);
        let mut recorder = TreeRecorder::with_capacity(100);
        Minimax::new(Tree::estimate).search_observed(&tree, &Limits::depth(3), &mut recorder);
        let visited = Coverage::new(&whole, &recorder, Tree::score_text);
        assert_eq!((visited.count(), visited.below()), (whole.nodes.len(), 0));
        assert!(visited.cuts().is_empty());
    }
}
