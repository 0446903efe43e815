//! [`Finding`]: the part of a report that can be compared with that of another strategy.

use crate::report::Report;
use plywood_eval::Score;

/// What a completed search found, and how many nodes that took.
///
/// A [`Comparison`](super::Comparison) makes one of each report. Programs that run their searches in another way, such as a
/// server, compare by the same rule.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Finding, Limits, Minimax, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let minimax = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// let alpha_beta = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(2));
/// let [reference, found] = [Finding::of(&minimax), Finding::of(&alpha_beta)].map(|finding| finding.expect("it was completed"));
/// assert!(found.has_value_of(reference));
/// assert_eq!(found.times_fewer_nodes(reference), 13.0 / 11.0);
///
/// let stopped = Minimax::new(Tree::estimate).search(&tree, &Limits::depth(2).with_nodes(3));
/// assert_eq!(Finding::of(&stopped), None);
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    /// The score.
    pub score: Score,
    /// The nodes explored.
    pub nodes: u64,
}

impl Finding {
    /// `None` if the search was stopped early or has no score: then there is nothing to compare.
    #[must_use]
    pub fn of<M>(report: &Report<M>) -> Option<Self> {
        let score = report.score.filter(|_| report.is_complete())?;
        Some(Self {
            score,
            nodes: report.stats.explored,
        })
    }

    /// How many times fewer nodes it took than the reference; below 1 if it took more.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "read by people, to a few digits"
    )]
    pub fn times_fewer_nodes(self, reference: Self) -> f64 {
        reference.nodes as f64 / self.nodes.max(1) as f64
    }

    /// Whether the score is the reference's.
    #[must_use]
    pub fn has_value_of(self, reference: Self) -> bool {
        self.score == reference.score
    }
}
