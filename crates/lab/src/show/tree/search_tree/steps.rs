//! The steps of a search, in order.

use crate::show::tree::search_tree::{Node, PassTree};
use serde::Serialize;

/// A step of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Step {
    /// The node of this step.
    pub(super) node: usize,
    /// Whether this step leaves the node.
    pub(super) leaves: bool,
    /// The best score of the node's parent after this step, if it is known.
    pub(super) best: Option<String>,
    /// Alpha and beta of the node's parent after this step.
    pub(super) window: Option<[String; 2]>,
    /// A description of the step.
    pub(super) text: String,
}

impl PassTree {
    /// The steps: every inner node is entered and left; a leaf is entered and left in one step.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut writer = StepWriter {
            nodes: &self.nodes,
            best: vec![None; self.nodes.len()],
            open: Vec::new(),
            steps: Vec::new(),
        };
        for (index, node) in self.nodes.iter().enumerate() {
            while writer.open.last().copied() != node.parent && !writer.open.is_empty() {
                writer.leave();
            }
            writer.enter(index);
        }
        while !writer.open.is_empty() {
            writer.leave();
        }
        writer.steps
    }
}

struct StepWriter<'a> {
    nodes: &'a [Node],
    /// The best child of each node so far.
    best: Vec<Option<usize>>,
    open: Vec<usize>,
    steps: Vec<Step>,
}

impl StepWriter<'_> {
    fn enter(&mut self, index: usize) {
        let node = &self.nodes[index];
        let is_choice = node.kind == "inner";
        let place = match node.written.as_str() {
            "" => "The search begins".to_owned(),
            mv => format!("{mv} is tried"),
        };
        let window = format!("α {}, β {}", node.alpha, node.beta);
        let value = node.bounded_value();
        let text = match node.kind {
            "inner" => format!("{place}. {window}."),
            "leaf" => format!("{place}. It is worth {value}."),
            "table" => format!("{place}. The table answers {value}."),
            step => format!("{place}. It is pruned by {step}."),
        };
        self.steps.push(Step {
            node: index,
            leaves: false,
            best: None,
            window: None,
            text,
        });
        self.open.push(index);
        if !is_choice {
            self.leave();
        }
    }

    fn leave(&mut self) {
        let Some(index) = self.open.pop() else {
            return;
        };
        let node = &self.nodes[index];
        let parent = node.parent;
        let is_better = parent.is_some_and(|parent| self.is_better(index, parent));
        if let Some(parent) = parent.filter(|_| is_better) {
            self.best[parent] = Some(index);
        }
        let best = parent.and_then(|parent| self.best[parent]);
        let window = parent.zip(best).and_then(|(parent, best)| {
            let score = self.nodes[best].score?;
            Some(self.nodes[parent].window_after(score.0))
        });
        let best = best.map(|best| self.nodes[best].bounded_value());
        // A leaf was described when it was entered; only its parent changes.
        if node.kind != "inner" {
            if let Some(step) = self.steps.last_mut() {
                (step.leaves, step.best, step.window) = (true, best, window);
            }
            return;
        }
        let text = farewell(node, if is_better { ", the best so far" } else { "" });
        self.steps.push(Step {
            node: index,
            leaves: true,
            best,
            window,
            text,
        });
    }

    fn is_better(&self, index: usize, parent: usize) -> bool {
        let (Some(score), old) = (self.nodes[index].score, self.best[parent]) else {
            return false;
        };
        let Some(old) = old.and_then(|old| self.nodes[old].score) else {
            return true;
        };
        if self.nodes[parent].is_maximizing() {
            score > old
        } else {
            score < old
        }
    }
}

/// The text for leaving an inner node; `praise` says what its score means to its parent.
fn farewell(node: &Node, praise: &str) -> String {
    if node.score.is_none() {
        return "The search was stopped here.".to_owned();
    }
    let what = match node.written.as_str() {
        "" => "The search ends",
        mv => mv,
    };
    let cut = node.cut.as_ref().map(|cut| {
        let moves = if cut.count == 1 {
            "move is"
        } else {
            "moves are"
        };
        format!(
            " {} gives {}: {} more {moves} cut off.",
            cut.by, cut.reason, cut.count
        )
    });
    let value = node.bounded_value();
    format!("{what}: {value}{praise}.{}", cut.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::games::LabGame;
    use crate::show::tree::search_tree::SearchTree;
    use plywood_core::Position;
    use plywood_search::Limits;
    use plywood_search::games::Tree;

    fn steps(tree: &str, strategy: &str) -> Vec<super::Step> {
        let position = Tree::read(tree).unwrap();
        let named = Tree::named_strategy(strategy, None).unwrap();
        let tree = SearchTree::record(&position, &named, &Limits::depth(9), 1_000);
        tree.passes.last().expect("there is a pass").steps()
    }

    #[test]
    fn castling_is_not_taken_for_a_move_of_the_king() {
        let position = Position::read("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let named = Position::named_strategy("minimax", Some("material")).unwrap();
        let tree = SearchTree::record(&position, &named, &Limits::depth(1), 100);
        let nodes = &tree.passes[0].nodes;
        let after = |mv: &str| {
            let node = nodes.iter().find(|node| node.written == mv);
            let board = &node.expect("it was searched").board;
            board.lines().last().expect("there are rows").to_owned()
        };
        assert_eq!(after("O-O"), ". . . . . R K .");
        assert_eq!(after("Kg1"), ". . . . . . K R");
        assert!(tree.recorder().to_dot().contains("label=\"O-O\""));
    }

    #[test]
    fn every_node_is_entered_once_and_left_once() {
        for strategy in ["minimax", "alpha-beta", "principal-variation", "mtd-f"] {
            let steps = steps("((3 (12 1) 8) (2 4 6) (14 5 2))", strategy);
            let left: Vec<usize> = steps
                .iter()
                .filter(|step| step.leaves)
                .map(|step| step.node)
                .collect();
            let mut sorted = left.clone();
            sorted.sort_unstable();
            assert!(
                sorted.iter().copied().eq(0..left.len()),
                "{strategy}: {left:?}"
            );
            assert_eq!(left.last(), Some(&0), "{strategy}: the root is left last");
        }
    }

    #[test]
    fn the_window_of_a_node_narrows_with_its_children() {
        let windows: Vec<[String; 2]> = steps("((3 12) (2 4))", "alpha-beta")
            .into_iter()
            .filter_map(|step| step.window)
            .collect();
        let expected = [
            // The answers to the first move lower beta, and its value raises alpha at the root.
            ["-∞", "3"],
            ["-∞", "3"],
            ["3", "+∞"],
            ["3", "2"],
            ["3", "+∞"],
        ];
        assert_eq!(windows, expected);
    }

    #[test]
    fn steps_describe_the_search() {
        let texts: Vec<String> = steps("((3 12) (2 4))", "alpha-beta")
            .into_iter()
            .map(|step| step.text)
            .collect();
        let expected = [
            "The search begins. α -∞, β +∞.",
            "1 is tried. α -∞, β +∞.",
            "1 is tried. It is worth 3.",
            "2 is tried. It is worth 12.",
            "1: 3, the best so far.",
            "2 is tried. α 3, β +∞.",
            "1 is tried. It is worth 2.",
            "2: ≤ 2. 1 gives 2 ≤ α 3: 1 more move is cut off.",
            "The search ends: 3.",
        ];
        assert_eq!(texts, expected);
    }
}
