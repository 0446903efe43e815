//! Steps 10, 12, 15 and 16, and hindsight: the depth of a node and of its moves.

use crate::node::{Candidate, Facts, Node};
use crate::ordering::is_noisy;
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::{Value, is_decisive};
use plywood_core::{Move, Position};
use plywood_search::Stopped;
use std::sync::LazyLock;

/// # Step 10: internal iterative reduction (IIR)
///
/// Without a table move the first move is a guess, and a deep search of it is probably wasted. So the node is searched less deeply; the
/// next iteration finds its move in the table. This replaces internal iterative deepening, which searched the node twice right away.
impl Searcher<'_> {
    /// Returns the reduction of a node's depth.
    #[inline]
    pub(crate) fn internal_reduction(&self, node: &Node, facts: &Facts) -> i32 {
        let applies = self.does(Step::InternalReduction)
            && node.depth >= self.shared.numbers.internal_reduction_depth
            && !node.is_root()
            && (node.is_pv() || node.is_cut)
            && facts.table_move().is_none()
            && node.excluded.is_none();
        i32::from(applies)
    }
}

/// # Hindsight, between steps 5 and 6
///
/// The last move was reduced before its position was evaluated. If the side to move is no better off than before it, the move deserved a
/// smaller reduction, and a large one shrinks by a ply. If it is much better off, the move is easily refuted, and the reduction grows by a
/// ply.
impl Searcher<'_> {
    /// Returns the change of a node's depth; applied once, even if the node is searched again.
    #[inline]
    pub(crate) fn hindsight(&mut self, node: &Node, facts: &Facts) -> i32 {
        let numbers = self.shared.numbers;
        let reduction = std::mem::take(&mut self.path.frame(node.ply).reduction);
        if reduction == 0 {
            return 0;
        }
        let before = self.path.back(node.ply, 1).evaluation;
        let (Some(now), Some(before)) = (facts.evaluation, before) else {
            return 0;
        };
        // The previous one was the opponent's.
        let rise = now + before;
        if rise > numbers.hindsight_rise && node.depth > 1 {
            -1
        } else {
            i32::from(rise <= 0 && reduction >= numbers.hindsight)
        }
    }
}

/// The decision on a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    /// Search it this much deeper, or less deeply.
    By(i32),
    /// Cut the node off with this value.
    Cut(Value),
}

/// # Step 12: singular extensions, and multi-cut
///
/// The table's move is singular if all others fail low against a value slightly below its own. Then much depends on it, and it is searched
/// more deeply. If instead the others beat beta even without it, the node is cut off: several moves refute the opponent's last one.
impl Searcher<'_> {
    /// Returns the extension of a move.
    pub(crate) fn extension(
        &mut self,
        node: &Node,
        facts: &Facts,
        mv: Move,
    ) -> Result<Extension, Stopped> {
        match self.tested_value(node, facts, mv) {
            Some(value) => self.test_singular(facts.position, node, value, mv),
            None => Ok(Extension::By(0)),
        }
    }

    /// Returns the table's value, if the move is the table's and worth testing.
    fn tested_value(&self, node: &Node, facts: &Facts, mv: Move) -> Option<Value> {
        let known = facts.known.filter(|known| known.mv == Some(mv))?;
        let numbers = self.shared.numbers;
        let is_tested = self.does(Step::SingularExtension)
            && !node.is_root()
            && node.depth >= numbers.singular_depth
            && node.excluded.is_none()
            && known.is_lower_bound()
            && known.depth >= node.depth - numbers.singular_behind
            && !is_decisive(known.value)
            // Beyond twice the depth of the iteration no move is singular.
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
        let numbers = self.shared.numbers;
        let goal = table_value - numbers.singular * node.depth;
        let without = Node {
            excluded: Some(mv),
            ..node.reaching(goal, (node.depth - 1) / 2)
        };
        let value = self.visit(position, without, By::AgainFor(Step::SingularExtension))?;
        Ok(if value < goal {
            let is_double = !node.is_pv()
                && value < goal - numbers.double_singular
                && i32::from(node.double_extensions) < numbers.double_singular_moves;
            let is_triple =
                is_double && value < goal - numbers.triple_singular && !is_noisy(position, mv);
            Extension::By(1 + i32::from(is_double) + i32::from(is_triple))
        } else if value >= node.beta && self.does(Step::MultiCut) && !is_decisive(value) {
            Extension::Cut(value)
        } else if table_value >= node.beta {
            // Other moves are nearly as good, so this one needs less depth.
            Extension::By(-numbers.singular_others)
        } else if node.is_cut {
            Extension::By(-numbers.singular_cut)
        } else {
            Extension::By(0)
        })
    }
}

/// Reductions are counted in fractions of a ply.
pub(crate) const PLY: i32 = 1_024;
const SIZE: usize = 64;

/// The logarithms of depth and move number, in fractions of a ply.
static LOGARITHMS: LazyLock<[i32; SIZE]> = LazyLock::new(|| {
    std::array::from_fn(|number| {
        let logarithm = f64::from(number.max(1) as u32).ln();
        (logarithm * f64::from(PLY)) as i32
    })
});

/// # Step 15: late-move reductions (LMR)
///
/// With good ordering, a late move is seldom the best. It is first searched less deeply, with a larger reduction the later it comes and the
/// more depth is left, and at full depth only if it turns out better than alpha.
impl Searcher<'_> {
    /// Returns the reduction by depth and move number alone: by default a ply plus the product of their logarithms over 2.4.
    #[inline]
    pub(crate) fn base_reduction(&self, depth: i32, count: usize) -> i32 {
        let of = |number: usize| LOGARITHMS[number.min(SIZE - 1)];
        let product = of(depth.max(1) as usize) * of(count) / PLY;
        let numbers = self.shared.numbers;
        numbers.reduction + product * 100 / numbers.reduction_divisor
    }

    /// Returns the extra depth of a move's second search, by how much it beat the best value in the first one.
    #[inline]
    pub(crate) fn second_depth(&self, candidate: &Candidate, value: Value) -> i32 {
        let numbers = self.shared.numbers;
        let lead = value - candidate.best_before;
        i32::from(lead > numbers.deeper) - i32::from(lead < numbers.shallower)
    }

    /// Returns the plies by which a move's first search is reduced.
    pub(crate) fn reduction(
        &self,
        node: &Node,
        facts: &Facts,
        candidate: &Candidate,
        child: &Position,
    ) -> i32 {
        let numbers = self.shared.numbers;
        let is_first = candidate.count <= 1 + usize::from(node.is_root());
        if !self.does(Step::LateMoveReduction) || node.depth < numbers.reduction_depth || is_first {
            return 0;
        }
        let mut reduction = self.base_reduction(node.depth, candidate.count);
        if candidate.typed.is_noisy {
            reduction = reduction * numbers.reduction_capture / PLY;
        } else {
            reduction -= candidate.rank * PLY / numbers.reduction_history;
        }
        if facts.was_pv {
            reduction -= numbers.reduction_pv;
        }
        if node.is_cut {
            reduction += numbers.reduction_cut;
        }
        if !facts.is_improving {
            reduction += numbers.reduction_not_improving;
        }
        if facts.table_move_is_noisy {
            reduction += numbers.reduction_table_capture;
        }
        if self.path.cutoffs(node.ply + 1) as i32 > numbers.reduction_cutoffs {
            reduction += numbers.reduction_refuted;
        }
        if child.is_check() {
            reduction -= numbers.reduction_check;
        } else if facts.is_check {
            reduction -= numbers.reduction_evasion;
        }
        (reduction / PLY).max(0)
    }
}
