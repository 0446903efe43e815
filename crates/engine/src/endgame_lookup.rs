//! Step 4: endgame tables know the result of a position with few pieces.

use crate::node::Node;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::value::{Value, table_win_at};
use plywood_core::Position;

impl Searcher<'_> {
    /// The value that endgame tables give to a node below the root, if it settles the node. A draw always does; a win is a
    /// lower bound, since the mate may be near, and a loss an upper bound.
    ///
    /// Only nodes right after a capture or a pawn move are looked up: later ones depend on the fifty-move rule.
    #[inline]
    pub(crate) fn endgame_value(&mut self, position: &Position, node: &Node) -> Option<Value> {
        let endgames = self.shared.endgames?;
        let is_whole = self.path.frame(node.ply).excluded.is_none();
        if node.is_root() || !is_whole || !self.does(Step::EndgameTables) {
            return None;
        }
        let points = endgames.wdl(position)?.points();
        let value = points * table_win_at(node.ply);
        let settles = match points {
            1 => value >= node.beta,
            -1 => value <= node.alpha,
            _ => true,
        };
        settles.then_some(value)
    }
}
