//! Step 6: razoring.
//!
//! If the evaluation is so far below alpha that quiet moves will hardly make up for it, only captures are searched. If they do
//! not reach alpha either, the node fails low.

use crate::margins::Margin;
use crate::node::{Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::Value;
use plywood_core::Position;
use plywood_search::Stopped;

const MOST_DEPTH: i32 = 4;

impl Searcher<'_> {
    /// The value of a node that captures alone cannot save.
    pub(crate) fn razor(
        &mut self,
        position: &Position,
        node: &Node,
        facts: &StaticEvaluation,
    ) -> Result<Option<Value>, Stopped> {
        let by_depth = self.margin(Margin::RazoringByDepth) * node.depth * node.depth;
        let margin = self.margin(Margin::Razoring) + by_depth;
        if !self.does(Step::Razoring)
            || node.depth > MOST_DEPTH
            || facts.estimate + margin > node.alpha
        {
            return Ok(None);
        }
        let again = node.reaching(node.alpha + 1, 0);
        let value = self.visit_quietly(position, again, By::AgainFor(Step::Razoring))?;
        Ok((value <= node.alpha).then_some(value))
    }
}
