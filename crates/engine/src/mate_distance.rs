//! Step 3: mate-distance pruning.
//!
//! Whatever happens below a node, the side to move can at best mate with its next move, and at worst be mated now. If a
//! nearer mate is known elsewhere, nothing here matters. It makes mates shorter and costs nothing.

use crate::node::Node;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::{Value, mated_at, mates_at};

impl Searcher<'_> {
    /// Narrows the window to what is possible here. Returns a value if nothing is left of it.
    #[inline]
    pub(crate) fn mate_distance(&self, node: &mut Node) -> Option<Value> {
        if !self.does(Step::MateDistance) || node.is_root() {
            return None;
        }
        node.alpha = node.alpha.max(mated_at(node.ply));
        node.beta = node.beta.min(mates_at(node.ply + 1));
        (node.alpha >= node.beta).then_some(node.alpha)
    }
}
