//! Steps 2 to 4: a node that is decided before it is searched, by a draw, by a nearer mate, or by endgame tables.

use crate::node::Node;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::table::{OwnEntry, keep};
use crate::value::{HIGHEST, LOWEST, Value, mated_at, mates_at, table_win_at};
use plywood_core::Position;
use plywood_search::Bound;
use plywood_tables::Wdl;

const DRAW: Value = 0;

/// # Step 2: immediate draws
///
/// Detects draws by earlier positions or by the material left on the board.
impl Searcher<'_> {
    /// Returns the value of a position below the root that is drawn by repetition, by the fifty-move rule or by lack of material.
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

/// # Step 3: mate-distance pruning
///
/// At a node, the best possible result is a mate with the next move, and the worst is being mated already. If a nearer mate is known
/// elsewhere, nothing here matters. This makes mates shorter and costs nothing.
impl Searcher<'_> {
    /// Narrows the window to the possible values. Returns a value if nothing is left of it.
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

/// The extra depth for storing a result of endgame tables, since the next iterations will ask again.
const PROBE_DEPTH: i32 = 6;

/// The possible values of a node according to endgame tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limited {
    pub(crate) least: Value,
    pub(crate) most: Value,
}

impl Limited {
    /// No limits.
    pub(crate) const NOT: Self = Self {
        least: LOWEST,
        most: HIGHEST,
    };
}

/// # Step 4: endgame tables
///
/// Looks up the result of a position with few pieces.
impl Searcher<'_> {
    /// Looks up a node below the root. A draw is exact; a win is a lower bound, since the mate may be near, and a loss an upper bound.
    ///
    /// Only nodes right after a capture or a pawn move are looked up: later ones depend on the fifty-move rule.
    #[inline]
    pub(crate) fn ask_endgames(&mut self, position: &Position, node: &Node) -> Limited {
        let Some(endgames) = self.shared.endgames else {
            return Limited::NOT;
        };
        if node.is_root() || node.excluded.is_some() || !self.does(Step::EndgameTables) {
            return Limited::NOT;
        }
        let win = table_win_at(node.ply);
        match endgames.wdl(position).map(Wdl::points) {
            None => Limited::NOT,
            Some(1) => Limited {
                least: win,
                most: HIGHEST,
            },
            Some(-1) => Limited {
                least: LOWEST,
                most: -win,
            },
            Some(_) => Limited { least: 0, most: 0 },
        }
    }

    /// Returns the value of a node that endgame tables settle, which is stored in the table.
    #[inline]
    pub(crate) fn settled(
        &self,
        position: &Position,
        node: &Node,
        limited: Limited,
    ) -> Option<Value> {
        let (value, bound) = if limited.least == limited.most {
            (limited.least, Bound::Exact)
        } else if limited.least >= node.beta {
            (limited.least, Bound::AtLeast)
        } else if limited.most <= node.alpha {
            (limited.most, Bound::AtMost)
        } else {
            return None;
        };
        if self.does(Step::TableUpdates) {
            let known = OwnEntry {
                value,
                bound,
                depth: node.depth + PROBE_DEPTH,
                mv: None,
                evaluation: None,
                was_pv: node.is_pv(),
            };
            keep(self.shared.table, position, node.ply, &known);
        }
        Some(value)
    }
}
