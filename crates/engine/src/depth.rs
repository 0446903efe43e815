//! Steps 10, 12 and 15: how deep a node and its moves are searched.

use crate::margins::Margin;
use crate::node::{Candidate, Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::{Value, is_decisive};
use plywood_core::{Move, Position};
use plywood_search::Stopped;
use std::sync::LazyLock;

const IIR_DEPTH: i32 = 4;

/// # Step 10: internal iterative reduction (IIR)
///
/// Without a table move the first move is a guess, and a deep search of it is probably wasted. The node is searched less
/// deeply; the next iteration finds its move in the table. It replaces internal iterative deepening, which searched the node
/// twice at once.
impl Searcher<'_> {
    /// By how much the depth of a node is reduced.
    #[inline]
    pub(crate) fn internal_reduction(&self, node: &Node, facts: &StaticEvaluation) -> i32 {
        let applies = self.does(Step::InternalReduction)
            && node.depth >= IIR_DEPTH
            && !node.is_root()
            && (node.is_pv() || node.is_cut)
            && facts.table_move().is_none()
            && node.excluded.is_none();
        i32::from(applies)
    }
}

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

/// # Step 12: singular extensions, and multi-cut
///
/// The table's move is singular if all others fail low against a value a little below its own. Then much depends on it, and
/// it is searched deeper. If instead the others beat beta even without it, the node is cut off: several moves refute the
/// opponent's last one.
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

/// Reductions are counted in parts of a ply.
pub(crate) const PLY: i32 = 1_024;
/// The least depth at which moves are reduced.
const LMR_DEPTH: i32 = 2;
/// With more cut-offs than this among the answers so far, the moves of a node are probably all refuted.
const MANY_CUTOFFS: u32 = 3;
const SIZE: usize = 64;

/// The logarithms of depth and move number, in parts of a ply.
static LOGARITHMS: LazyLock<[i32; SIZE]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let logarithm = f64::from(number.max(1) as u32).ln();
        (logarithm * f64::from(PLY)) as i32
    })
});

/// # Step 15: late-move reductions (LMR)
///
/// With good ordering, a move that comes late is seldom the best. It is searched less deeply at first, the less the later it
/// comes and the more depth is left, and at full depth only if it turns out better than alpha.
impl Searcher<'_> {
    /// The reduction by depth and move number alone: a ply and their logarithms' product over 2.4, unless that was changed.
    #[inline]
    pub(crate) fn base_reduction(&self, depth: i32, count: usize) -> i32 {
        let of = |number: usize| LOGARITHMS[number.min(SIZE - 1)];
        let product = of(depth.max(1) as usize) * of(count) / PLY;
        PLY + product * 100 / self.margin(Margin::ReductionDivisor)
    }

    /// By how many plies a move is searched less deeply at first.
    pub(crate) fn reduction(
        &self,
        node: &Node,
        facts: &StaticEvaluation,
        candidate: &Candidate,
        child: &Position,
    ) -> i32 {
        let is_first = candidate.count <= 1 + usize::from(node.is_root());
        if !self.does(Step::LateMoveReduction) || node.depth < LMR_DEPTH || is_first {
            return 0;
        }
        let mut reduction = self.base_reduction(node.depth, candidate.count);
        if candidate.typed.is_noisy {
            reduction /= 2;
        } else {
            reduction -= candidate.rank * PLY / self.margin(Margin::ReductionHistory);
        }
        if facts.was_pv {
            reduction -= PLY;
        }
        if node.is_cut {
            reduction += PLY;
        }
        if !facts.is_improving {
            reduction += PLY / 2;
        }
        // A capture that was best leaves little to hope from the others.
        if facts.table_move_is_noisy {
            reduction += PLY;
        }
        if self.path.cutoffs(node.ply + 1) > MANY_CUTOFFS {
            reduction += PLY;
        }
        // Tactics begin with checks.
        if child.is_check() {
            reduction -= 2 * PLY;
        } else if facts.is_check {
            reduction -= PLY;
        }
        (reduction / PLY).max(0)
    }
}
