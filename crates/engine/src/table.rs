//! Steps 4 and 21: the shared table's entry for a position, in the numbers of the search.

use crate::value::{
    Decision, Value, decision, from_score, is_decisive, relative_to_node, relative_to_root,
    to_score,
};
use plywood_core::{Move, Position};
use plywood_search::{Bound, Table, TableEntry};

/// An entry of the table, interpreted at a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnEntry {
    /// The value or bound, with mates counted from the root.
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// The depth in plies; 0 for quiescence with quiet checks, -1 for quiescence below the horizon, and -2 for a value that no search of
    /// this node may use.
    pub(crate) depth: i32,
    /// A legal move.
    pub(crate) mv: Option<Move>,
    /// The evaluation before correction; `None` in check.
    pub(crate) evaluation: Option<Value>,
    /// `true` if the node was on a principal variation.
    pub(crate) was_pv: bool,
}

/// The plies without a capture or a pawn move that end the game.
const FIFTY_MOVES: u32 = 100;

/// The depth of a value that no search may use.
const UNUSABLE: i32 = -2;

/// Stored instead of an evaluation for a position in check.
const NO_EVALUATION: i16 = i16::MIN;

/// Looks up the entry of a position this many plies below the root.
#[inline]
pub(crate) fn look_up(table: &Table, position: &Position, ply: usize) -> Option<OwnEntry> {
    let entry = table.get(position.key())?;
    let kept = from_score(entry.score);
    let is_usable = !is_decisive(kept) || !is_drawn_before(kept, position.halfmove_clock());
    // Two positions may share a key, and threads may overwrite each other's entries, so the move is checked.
    let mv = entry
        .best
        .and_then(Move::from_bits)
        .filter(|mv| position.is_legal(*mv));
    Some(OwnEntry {
        value: relative_to_root(kept, ply),
        bound: entry.bound,
        depth: if is_usable {
            i32::from(entry.depth) - 1
        } else {
            UNUSABLE
        },
        mv,
        evaluation: (entry.extra != NO_EVALUATION).then(|| Value::from(entry.extra)),
        was_pv: entry.flag,
    })
}

/// Returns `true` if the fifty-move rule may end the game before the decision that gave the position this value when it was stored.
#[cold]
fn is_drawn_before(value: Value, clock: u32) -> bool {
    match decision(value) {
        None => false,
        // Endgame tables were asked when the clock was zero.
        Some(Decision::Tables(0)) => clock > 0,
        Some(Decision::Mate(plies) | Decision::Tables(plies)) => plies + clock > FIFTY_MOVES,
    }
}

/// Stores the result of a position this many plies below the root.
#[inline]
pub(crate) fn keep(table: &Table, position: &Position, ply: usize, found: &OwnEntry) {
    let score = to_score(relative_to_node(found.value, ply));
    let depth = (found.depth + 1).clamp(0, 255) as u32;
    let best = found.mv.map(Move::to_bits);
    let mut entry = TableEntry::new(score, found.bound, depth, best);
    entry.flag = found.was_pv;
    entry.extra = found
        .evaluation
        .map_or(NO_EVALUATION, |value| value.clamp(-32_000, 32_000) as i16);
    table.put(position.key(), entry);
}

impl OwnEntry {
    /// Returns `true` if the entry proves a value of at least beta or at most alpha, where alpha is one below beta.
    #[inline]
    pub(crate) fn cuts(&self, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value < beta,
        }
    }

    /// Returns `true` if the entry is exact or a lower bound.
    #[inline]
    pub(crate) fn is_lower_bound(&self) -> bool {
        self.bound != Bound::AtMost
    }

    /// Returns `true` if the entry's value is a better estimate than this one.
    #[inline]
    pub(crate) fn refines(&self, estimate: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value > estimate,
            Bound::AtMost => self.value < estimate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mates_at, table_win_at};

    #[test]
    fn what_is_kept_is_found_with_mates_counted_from_the_root() {
        let table = Table::with_megabytes(1);
        let position = Position::START;
        let found = OwnEntry {
            value: mates_at(9),
            bound: Bound::AtLeast,
            depth: 7,
            mv: position.legal_moves().first().copied(),
            evaluation: Some(-31),
            was_pv: true,
        };
        keep(&table, &position, 4, &found);
        let known = look_up(&table, &position, 6).unwrap();
        assert_eq!(known.value, mates_at(11), "five plies from the node");
        assert_eq!((known.depth, known.mv), (7, found.mv));
        assert_eq!((known.evaluation, known.was_pv), (Some(-31), true));
        let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
        let found = OwnEntry {
            mv: found.mv,
            evaluation: None,
            ..found
        };
        keep(&table, &check, 0, &found);
        let known = look_up(&table, &check, 0).unwrap();
        assert_eq!(
            (known.evaluation, known.mv),
            (None, None),
            "an illegal move is no move"
        );
    }

    #[test]
    fn what_the_fifty_move_rule_comes_before_is_not_believed_but_the_move_is() {
        let table = Table::with_megabytes(1);
        let decided = [
            (mates_at(9), [(91, true), (92, false)]),
            (-table_win_at(9), [(91, true), (92, false)]),
            (table_win_at(0), [(0, true), (1, false)]),
        ];
        for (value, cases) in decided {
            for (clock, is_usable) in cases {
                let fen = format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 80");
                let position: Position = fen.parse().unwrap();
                let found = OwnEntry {
                    value,
                    bound: Bound::Exact,
                    depth: 5,
                    mv: position.legal_moves().first().copied(),
                    evaluation: Some(480),
                    was_pv: false,
                };
                keep(&table, &position, 0, &found);
                let known = look_up(&table, &position, 0).unwrap();
                let depth = if is_usable { 5 } else { UNUSABLE };
                assert_eq!((known.depth, known.mv), (depth, found.mv), "{fen}");
                assert_eq!(known.evaluation, Some(480));
            }
        }
    }
}
