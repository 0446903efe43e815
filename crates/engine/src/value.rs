//! Scores as plain numbers, which the search adds and compares at every node.
//!
//! A [`Value`] is the packed form of a [`Score`]. The checks that `Score` makes for its users would cost the search time, so it converts
//! only at its boundaries.
//!
//! | absolute value | meaning |
//! |---|---|
//! | to 29,000 | an estimate in centipawns |
//! | to 30,000 | a result of the endgame tables: 30,000 minus the plies to the position in the tables |
//! | to 32,000 | a mate: 32,000 minus the plies to it |
//!
//! Mates and table results are [decisive](is_decisive): proven, so they are neither averaged with estimates nor learned from, and the table
//! stores their distances from the node.

use plywood_search::Score;

/// A score from the side to move's point of view.
pub(crate) type Value = i32;

/// A value below that of every position.
pub(crate) const LOWEST: Value = -32_001;
/// A value above that of every position.
pub(crate) const HIGHEST: Value = 32_001;
/// The value of having mated.
const MATE: Value = 32_000;
/// The least value of a mate; the longest has 1,000 plies.
const LEAST_MATE: Value = 31_000;
/// A win by the endgame tables: less than any known mate, more than any estimate.
const TABLE_WIN: Value = 30_000;
/// The bound of estimates.
const MOST_ESTIMATE: Value = 29_000;

/// Returns the value if the side to move is mated this many plies below the root.
#[inline]
pub(crate) const fn mated_at(ply: usize) -> Value {
    ply as Value - MATE
}

/// Returns the value if the side to move mates this many plies below the root.
#[inline]
pub(crate) const fn mates_at(ply: usize) -> Value {
    MATE - ply as Value
}

/// Returns the value if the side to move wins by the endgame tables, this many plies below the root.
#[inline]
pub(crate) const fn table_win_at(ply: usize) -> Value {
    TABLE_WIN - ply as Value
}

/// Returns `true` if a value is a proven win or loss, by a mate or by endgame tables.
#[inline]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value.abs() > MOST_ESTIMATE
}

/// Returns `true` if a value is a proven loss, or no value at all.
#[inline]
pub(crate) const fn is_lost(value: Value) -> bool {
    value < -MOST_ESTIMATE
}

/// Returns `true` if a value is a proven win.
#[inline]
pub(crate) const fn is_won(value: Value) -> bool {
    value > MOST_ESTIMATE
}

/// The reason for a decisive value, this many plies later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    Mate(u32),
    Tables(u32),
}

/// Returns the reason for this value, if it is decisive.
#[inline]
pub(crate) const fn decision(value: Value) -> Option<Decision> {
    let size = value.abs();
    if size >= LEAST_MATE {
        Some(Decision::Mate(MATE.saturating_sub(size) as u32))
    } else if is_decisive(value) {
        Some(Decision::Tables(TABLE_WIN.saturating_sub(size) as u32))
    } else {
        None
    }
}

/// Converts a value counted from the root to one counted from a node this many plies below it.
#[inline]
pub(crate) const fn relative_to_node(value: Value, ply: usize) -> Value {
    farther(value, -(ply as Value))
}

/// Converts a value counted from a node this many plies below the root to one counted from the root.
#[inline]
pub(crate) const fn relative_to_root(value: Value, ply: usize) -> Value {
    farther(value, ply as Value)
}

/// Returns a decisive value, this number of plies farther away.
#[inline]
const fn farther(value: Value, plies: Value) -> Value {
    if is_decisive(value) {
        value - plies * value.signum()
    } else {
        value
    }
}

/// Returns the nearest value that is an estimate.
#[inline]
pub(crate) fn estimate(value: Value) -> Value {
    value.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// Returns the score of a value.
#[inline]
pub(crate) const fn to_score(value: Value) -> Score {
    Score::from_packed(value as i16)
}

/// Returns the value of a score.
#[inline]
pub(crate) fn from_score(score: Score) -> Value {
    Value::from(score.packed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_scores_are_the_same_numbers() {
        assert_eq!(to_score(mated_at(4)), Score::lost_in(4));
        assert_eq!(to_score(mates_at(3)), Score::won_in(3));
        assert_eq!(to_score(LOWEST), Score::LOWEST);
        assert_eq!(to_score(HIGHEST), Score::HIGHEST);
        for value in [mated_at(0), mates_at(200), -35, 0, 29_000] {
            assert_eq!(from_score(to_score(value)), value);
            assert_eq!(to_score(value).is_decisive(), is_decisive(value));
        }
    }

    #[test]
    fn mates_and_results_of_tables_are_decisive_and_keep_their_distance() {
        let decided = [
            (mates_at(7), Decision::Mate(7)),
            (mated_at(0), Decision::Mate(0)),
            (table_win_at(9), Decision::Tables(9)),
            (-table_win_at(0), Decision::Tables(0)),
        ];
        for (value, expected) in decided {
            assert_eq!(decision(value), Some(expected));
            assert!(is_decisive(value) && is_won(value) != is_lost(value));
            assert_eq!(relative_to_root(relative_to_node(value, 5), 5), value);
        }
        assert_eq!(relative_to_node(mates_at(7), 4), mates_at(3));
        assert_eq!(relative_to_root(-table_win_at(2), 4), -table_win_at(6));
        for value in [estimate(i32::MAX), estimate(i32::MIN), 0, -31] {
            assert!(!is_decisive(value) && decision(value).is_none());
            assert_eq!(relative_to_root(value, 9), value);
        }
    }
}
