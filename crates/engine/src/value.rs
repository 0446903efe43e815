//! Scores as plain numbers, which the search adds and compares at every node.
//!
//! A [`Value`] is the same number as the packed form of a [`Score`]: centipawns, or near ±32,000 a distance to mate. The
//! search would spend time on the checks that `Score` makes for its users, so it converts at its borders only.

use plywood_search::Score;

/// A score from the side to move's view.
pub(crate) type Value = i32;

/// Below the value of every position.
pub(crate) const LOWEST: Value = -32_001;
/// Above the value of every position.
pub(crate) const HIGHEST: Value = 32_001;
/// The value of having mated.
const MATE: Value = 32_000;
/// Values from here on are sure wins.
const SURE_WIN: Value = 31_000;
/// A win by the endgame tables: less than any mate that is known, more than any estimate.
const TABLE_WIN: Value = 30_000;
/// Estimates stay within this bound.
const MOST_ESTIMATE: Value = 29_000;

/// The side to move is mated this many plies below the root.
#[inline]
pub(crate) const fn mated_at(ply: usize) -> Value {
    ply as Value - MATE
}

/// The side to move mates this many plies below the root.
#[inline]
pub(crate) const fn mates_at(ply: usize) -> Value {
    MATE - ply as Value
}

/// The side to move wins by the endgame tables, this many plies below the root.
#[inline]
pub(crate) const fn table_win_at(ply: usize) -> Value {
    TABLE_WIN - ply as Value
}

/// Whether a value is a sure win or loss.
#[inline]
pub(crate) const fn is_decisive(value: Value) -> bool {
    value.abs() >= SURE_WIN
}

/// Whether a value is a sure loss, or no value at all.
#[inline]
pub(crate) const fn is_lost(value: Value) -> bool {
    value <= -SURE_WIN
}

/// Whether a value is a sure win.
#[inline]
pub(crate) const fn is_won(value: Value) -> bool {
    value >= SURE_WIN
}

/// The nearest value that is an estimate.
#[inline]
pub(crate) fn estimate(value: Value) -> Value {
    value.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// The score of a value.
#[inline]
pub(crate) const fn to_score(value: Value) -> Score {
    Score::from_packed(value as i16)
}

/// The value of a score.
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
}
