//! Step 10: internal iterative reduction.
//!
//! Without a table move the first move is a guess, and a deep search of it is probably wasted. The node is searched less
//! deeply; the next iteration finds its move in the table. It replaces internal iterative deepening, which searched the node
//! twice at once.

use crate::node::{Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::steps::Step;

const LEAST_DEPTH: i32 = 4;

impl Searcher<'_> {
    /// By how much the depth of a node is reduced.
    #[inline]
    pub(crate) fn internal_reduction(&self, node: &Node, facts: &StaticEvaluation) -> i32 {
        let applies = self.does(Step::InternalReduction)
            && node.depth >= LEAST_DEPTH
            && !node.is_root()
            && (node.is_pv() || node.is_cut)
            && facts.table_move().is_none()
            && node.excluded.is_none();
        i32::from(applies)
    }
}
