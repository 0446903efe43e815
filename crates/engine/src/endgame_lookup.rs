//! Step 4: endgame tables know the result of a position with few pieces.

use crate::node::Node;
use crate::searcher::Searcher;
use crate::steps::Step;
use crate::table::{TableEntry, keep};
use crate::value::{HIGHEST, LOWEST, Value, table_win_at};
use plywood_core::Position;
use plywood_search::Bound;
use plywood_tables::Wdl;

/// A result of endgame tables is kept as if it were searched this much deeper, since the next iterations will ask again.
const PROBE_DEPTH: i32 = 6;

/// The values that endgame tables leave possible at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limited {
    pub(crate) least: Value,
    pub(crate) most: Value,
}

impl Limited {
    /// Nothing is known.
    pub(crate) const NOT: Self = Self {
        least: LOWEST,
        most: HIGHEST,
    };
}

impl Searcher<'_> {
    /// What endgame tables know of a node below the root. A draw is exact; a win is a lower bound, since the mate may be near, and
    /// a loss an upper bound.
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

    /// The value of a node that endgame tables settle, which is kept in the table.
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
            let known = TableEntry {
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
