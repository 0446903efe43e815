//! Step 7: reverse futility pruning, also called static null move.
//!
//! If the evaluation is so far above beta that a few plies will not bring it down, the node fails high without a search.

use crate::margins::Margin;
use crate::node::{Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::{Value, is_decisive};

impl Searcher<'_> {
    /// The value of a node that is far above beta. It is halfway to beta, since the rest of the lead was not searched.
    #[inline]
    pub(crate) fn reverse_futility(&self, node: &Node, facts: &StaticEvaluation) -> Option<Value> {
        let plies = node.depth - i32::from(facts.is_improving);
        let is_far_above =
            facts.estimate - self.margin(Margin::ReverseFutility) * plies >= node.beta;
        let applies = self.does(Step::ReverseFutility)
            // Deeper, the null move says as much, and sees threats of mate.
            && node.depth <= self.margin(Margin::ReverseFutilityDepth)
            && !facts.was_pv
            && is_far_above
            && !is_decisive(node.beta);
        applies.then(|| i32::midpoint(facts.estimate, node.beta))
    }
}
