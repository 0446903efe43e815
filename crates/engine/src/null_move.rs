//! Step 8: null move, with verification.
//!
//! The side to move passes. If the opponent, with two moves in a row, still cannot bring the value below beta, some move will
//! keep it there, too. That is wrong in zugzwang, so a side with only pawns does not pass, and at high depth the answer is
//! verified by a search without null moves.

use crate::margins::Margin;
use crate::node::{Node, StaticEvaluation};
use crate::searcher::Searcher;
use crate::shown::By;
use crate::steps::Step;
use crate::value::{Value, is_lost, is_won};
use plywood_core::{PieceKind, Position};
use plywood_search::Stopped;

const LEAST_DEPTH: i32 = 3;
/// From this depth on, the answer is verified.
const VERIFIED_DEPTH: i32 = 13;

impl Searcher<'_> {
    /// A value of beta or more, if passing is good enough for it.
    pub(crate) fn null_move(
        &mut self,
        position: &Position,
        node: &Node,
        facts: &StaticEvaluation,
    ) -> Result<Option<Value>, Stopped> {
        if !self.may_pass(position, node, facts) {
            return Ok(None);
        }
        let Some(passed) = position.after_null() else {
            return Ok(None);
        };
        let lead = (facts.estimate - node.beta) / self.margin(Margin::NullMoveLead);
        let lead = lead.clamp(0, 3);
        let depth = node.depth - (self.margin(Margin::NullMove) + node.depth / 3 + lead);
        let barrier = self.path.make_null(position, node.ply);
        let child = node.child_reaching(node.beta, depth);
        let value = -self.visit(&passed, child, By::PassFor(Step::NullMove))?;
        self.path.undo_null(barrier);
        if value < node.beta {
            return Ok(None);
        }
        // A mate after passing proves no mate.
        let value = if is_won(value) { node.beta } else { value };
        if node.depth < VERIFIED_DEPTH || !self.does(Step::NullMoveVerification) {
            return Ok(Some(value));
        }
        let is_confirmed = self.verify(position, node, depth)?;
        Ok(is_confirmed.then_some(value))
    }

    fn may_pass(&mut self, position: &Position, node: &Node, facts: &StaticEvaluation) -> bool {
        let was_null = node.ply > 0 && self.path.back(node.ply, 1).made.is_none();
        self.does(Step::NullMove)
            && node.depth >= LEAST_DEPTH
            && facts.estimate >= node.beta
            && facts
                .evaluation
                .is_some_and(|value| value + 20 * node.depth >= node.beta + 120)
            && node.ply >= self.null_moves_from
            && !was_null
            && !is_lost(node.beta)
            && has_pieces(position)
    }

    /// Searches the node itself at reduced depth, without null moves on the way to most of it.
    fn verify(&mut self, position: &Position, node: &Node, depth: i32) -> Result<bool, Stopped> {
        let before = self.null_moves_from;
        self.null_moves_from = node.ply + 1 + 3 * depth.max(0) as usize / 4;
        let again = node.reaching(node.beta, depth.max(1));
        let value = self.visit(position, again, By::AgainFor(Step::NullMoveVerification))?;
        self.null_moves_from = before;
        Ok(value >= node.beta)
    }
}

/// Whether the side to move has more than pawns.
#[inline]
pub(crate) fn has_pieces(position: &Position) -> bool {
    let side = position.side_to_move();
    let king_and_pawns =
        position.pieces(side, PieceKind::Pawn) | position.pieces(side, PieceKind::King);
    position.board().color(side) != king_and_pawns
}
