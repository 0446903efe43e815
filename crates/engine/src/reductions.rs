//! Step 15: late-move reductions.
//!
//! With good ordering, a move that comes late is seldom the best. It is searched less deeply at first, the less the later it
//! comes and the more depth is left, and at full depth only if it turns out better than alpha.

use crate::margins::Margin;
use crate::node::{Candidate, Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::steps::Step;
use plywood_core::Position;
use std::sync::LazyLock;

/// Reductions are counted in parts of a ply.
pub(crate) const PLY: i32 = 1_024;
/// The least depth at which moves are reduced.
const LEAST_DEPTH: i32 = 2;
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
        if !self.does(Step::LateMoveReduction) || node.depth < LEAST_DEPTH || is_first {
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
