//! Step 2: positions that are a draw by what came before or by what is left on the board.

use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::Value;
use plywood_core::Position;

const DRAW: Value = 0;

impl Searcher<'_> {
    /// The value of a position below the root that is drawn by repetition, by the fifty-move rule or by lack of material.
    ///
    /// A mate on the board counts even when the fifty moves are full.
    #[inline]
    pub(crate) fn immediate_draw(&self, position: &Position, is_check: bool) -> Option<Value> {
        if !self.does(Step::ImmediateDraws) {
            return None;
        }
        let is_drawn = position.is_insufficient_material()
            || self.path.is_repetition(position)
            || position.can_claim_fifty_moves() && (!is_check || position.has_legal_move());
        is_drawn.then_some(DRAW)
    }
}
