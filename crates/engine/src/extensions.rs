//! Step 12: extensions, and multi-cut.
//!
//! The table's move is singular if all others fail low against a value a little below its own. Then much depends on it, and
//! it is searched deeper. If instead the others beat beta even without it, the node is cut off: several moves refute the
//! opponent's last one.

use crate::margins::Margin;
use crate::node::{Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::{Value, is_decisive};
use plywood_core::{Move, Position};
use plywood_search::Stopped;

/// From this depth on, the table's move is tested.
const SINGULAR_DEPTH: i32 = 7;
/// How much shallower the search may be from which the table's value comes.
const TABLE_DEPTH_BEHIND: i32 = 3;
/// The most extensions by two on one path.
const MOST_DOUBLE: u8 = 6;

/// What is done with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    /// It is searched this much deeper, or less deeply.
    By(i32),
    /// The node is cut off with this value.
    Cut(Value),
}

impl Searcher<'_> {
    /// How much deeper a move is searched.
    pub(crate) fn extension(
        &mut self,
        position: &Position,
        node: &Node,
        facts: &StaticEvaluation,
        mv: Move,
    ) -> Result<Extension, Stopped> {
        match self.tested_value(node, facts, mv) {
            Some(value) => self.test_singular(position, node, value, mv),
            None => Ok(Extension::By(0)),
        }
    }

    /// The table's value, if the move is the table's and worth a test.
    fn tested_value(&self, node: &Node, facts: &StaticEvaluation, mv: Move) -> Option<Value> {
        let known = facts.known.filter(|known| known.mv == Some(mv))?;
        let is_tested = self.does(Step::SingularExtension)
            && !node.is_root()
            && node.depth >= SINGULAR_DEPTH
            && node.excluded.is_none()
            && known.is_lower_bound()
            && known.depth >= node.depth - TABLE_DEPTH_BEHIND
            && !is_decisive(known.value)
            // A search is never extended beyond twice its depth.
            && node.ply < 2 * self.iteration as usize;
        is_tested.then_some(known.value)
    }

    /// Searches the node without the move, at half the depth.
    fn test_singular(
        &mut self,
        position: &Position,
        node: &Node,
        table_value: Value,
        mv: Move,
    ) -> Result<Extension, Stopped> {
        let goal = table_value - self.margin(Margin::Singular) * node.depth;
        let without = Node {
            excluded: Some(mv),
            ..node.reaching(goal, (node.depth - 1) / 2)
        };
        let value = self.visit(position, without, By::AgainFor(Step::SingularExtension))?;
        Ok(if value < goal {
            let is_double = !node.is_pv()
                && value < goal - self.margin(Margin::DoubleSingular)
                && node.double_extensions < MOST_DOUBLE;
            Extension::By(1 + i32::from(is_double))
        } else if value >= node.beta && self.does(Step::MultiCut) && !is_decisive(value) {
            Extension::Cut(value)
        } else if table_value >= node.beta {
            // Other moves are nearly as good, so this one needs less.
            Extension::By(-1)
        } else {
            Extension::By(0)
        })
    }
}
