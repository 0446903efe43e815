//! Step 7: reverse futility pruning, also called static null move.
//!
//! If the evaluation is so far above beta that a few plies will not bring it down, the node fails high without a search.

use crate::node::{Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::{Value, is_decisive};

/// Deeper, the null move says as much, and sees threats of mate.
const MOST_DEPTH: i32 = 4;
/// How far above beta the evaluation must be for each ply that is left, in centipawns.
const MARGIN_PER_PLY: Value = 90;

impl Searcher<'_> {
    /// The value of a node that is far above beta. It is halfway to beta, since the rest of the lead was not searched.
    #[inline]
    pub(crate) fn reverse_futility(&self, node: &Node, facts: &StaticEvaluation) -> Option<Value> {
        let plies = node.depth - i32::from(facts.is_improving);
        let is_far_above = facts.estimate - MARGIN_PER_PLY * plies >= node.beta;
        let applies = self.does(Step::ReverseFutility)
            && node.depth <= MOST_DEPTH
            && !facts.was_pv
            && is_far_above
            && !is_decisive(node.beta);
        applies.then(|| i32::midpoint(facts.estimate, node.beta))
    }
}
