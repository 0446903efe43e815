//! Steps 4 and 21: what the shared table knows of a position, in the numbers of the search.

use crate::value::{Value, from_score, to_score};
use plywood_core::{Move, Position};
use plywood_eval::Verdict;
use plywood_search::{Bound, Entry, Table};

/// An entry of the table, made sense of at a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    /// The value or bound, with mates counted from the root.
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// Plies; 0 for quiescence with quiet checks, and -1 for quiescence below the horizon.
    pub(crate) depth: i32,
    /// A legal move.
    pub(crate) mv: Option<Move>,
    /// The evaluation as it was before correction; `None` in check.
    pub(crate) evaluation: Option<Value>,
    /// Whether the node was on a principal variation.
    pub(crate) was_pv: bool,
}

/// So many plies without a capture or a pawn move end the game.
const FIFTY_MOVES: u32 = 100;

/// Kept instead of an evaluation for a position in check.
const NO_EVALUATION: i16 = i16::MIN;

/// What the table knows of a position this many plies below the root.
#[inline]
pub(crate) fn look_up(table: &Table, position: &Position, ply: usize) -> Option<Known> {
    let entry = table.get(position.key())?;
    if is_drawn_before(entry.score.verdict(), position) {
        return None;
    }
    // Two positions may share a key, and threads may overwrite each other, so the move is checked.
    let mv = entry
        .best
        .and_then(Move::from_bits)
        .filter(|mv| position.is_legal(*mv));
    Some(Known {
        value: from_score(entry.score.relative_to_root(ply as u32)),
        bound: entry.bound,
        depth: i32::from(entry.depth) - 1,
        mv,
        evaluation: (entry.extra != NO_EVALUATION).then(|| Value::from(entry.extra)),
        was_pv: entry.is_complete,
    })
}

/// Whether the fifty-move rule ends the game before a mate that the table knows of.
#[inline]
fn is_drawn_before(verdict: Verdict, position: &Position) -> bool {
    match verdict {
        Verdict::Centipawns(_) => false,
        Verdict::WonIn(plies) | Verdict::LostIn(plies) => {
            plies + position.halfmove_clock() > FIFTY_MOVES
        }
    }
}

/// Keeps what was found at a position this many plies below the root.
#[inline]
pub(crate) fn keep(table: &Table, position: &Position, ply: usize, found: &Known) {
    let entry = Entry {
        score: to_score(found.value).relative_to_node(ply as u32),
        bound: found.bound,
        depth: (found.depth + 1).clamp(0, 255) as u8,
        best: found.mv.map(Move::to_bits),
        // The engine has no use for complete subtrees, and marks nodes of principal variations in their place.
        is_complete: found.was_pv,
        extra: found
            .evaluation
            .map_or(NO_EVALUATION, |value| value.clamp(-32_000, 32_000) as i16),
    };
    table.put(position.key(), entry);
}

impl Known {
    /// Whether the entry proves a value of at least beta or at most alpha, where alpha is one below beta.
    #[inline]
    pub(crate) fn cuts(&self, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value < beta,
        }
    }

    /// Whether the value may be as high as it is, or higher.
    #[inline]
    pub(crate) fn is_lower_bound(&self) -> bool {
        self.bound != Bound::AtMost
    }

    /// Whether the entry's value is a better estimate than this one.
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
    use crate::value::mates_at;

    #[test]
    fn what_is_kept_is_found_with_mates_counted_from_the_root() {
        let table = Table::with_megabytes(1);
        let position = Position::START;
        let found = Known {
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
        let found = Known {
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
    fn a_mate_after_the_fifty_move_rule_is_not_believed() {
        let table = Table::with_megabytes(1);
        let found = Known {
            value: mates_at(9),
            bound: Bound::Exact,
            depth: 5,
            mv: None,
            evaluation: None,
            was_pv: false,
        };
        for (clock, is_known) in [(91, true), (92, false)] {
            let fen = format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 80");
            let position: Position = fen.parse().unwrap();
            keep(&table, &position, 0, &found);
            assert_eq!(look_up(&table, &position, 0).is_some(), is_known, "{clock}");
        }
    }
}
