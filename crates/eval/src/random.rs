//! Evaluators with random scores, which depend only on the position and a seed.
//!
//! They are a baseline for comparisons: a search over random leaves still finds mates and prefers positions with more moves, and a useful
//! evaluator must play better than that.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::session::Session;

/// A random score within ±`spread` centipawns for each position, fixed by the seed and the position's key.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::{Evaluator, RandomEvaluator};
///
/// let random = RandomEvaluator::new(7, 100, Position::key);
/// let (start, other) = (Position::START, Position::START.after_null().unwrap());
/// assert_eq!(random.evaluate(&start), random.evaluate(&start));
/// assert_ne!(random.evaluate(&start), random.evaluate(&other));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RandomEvaluator<K> {
    seed: u64,
    spread: u16,
    key: K,
}

impl<K> RandomEvaluator<K> {
    /// Makes scores between `-spread` and `+spread` centipawns; `key` returns the key of a position.
    #[must_use]
    pub const fn new(seed: u64, spread: u16, key: K) -> Self {
        Self { seed, spread, key }
    }
}

impl<P: ?Sized, K: Fn(&P) -> u64> Evaluator<P> for RandomEvaluator<K> {
    fn evaluate_in(&self, position: &P, _: &mut Session) -> Score {
        let key = (self.key)(position);
        let width = u64::from(self.spread) * 2 + 1;
        // The high half of a 64 × 64 bit product is spread evenly below the width, without a division.
        let number = (u128::from(mix(key ^ mix(self.seed))) * u128::from(width)) >> 64;
        let number = i32::try_from(number).expect("a number below the width, which is below 2^17");
        Score::centipawns(number - i32::from(self.spread))
    }
}

/// Computes the finalizer of `SplitMix64` (Steele, Lea and Flood 2014): every input bit moves half of the output bits.
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: u64, spread: u16, key: u64) -> Score {
        RandomEvaluator::new(seed, spread, |key: &u64| *key).evaluate(&key)
    }

    #[test]
    fn scores_fill_the_range_and_stay_in_it() {
        let scores: Vec<Score> = (0..500).map(|key| random(1, 3, key)).collect();
        for value in -3..=3 {
            let times = scores
                .iter()
                .filter(|&&score| score == Score::centipawns(value))
                .count();
            assert!(
                (40..110).contains(&times),
                "{value} came {times} times in 500"
            );
        }
    }

    #[test]
    fn another_seed_gives_other_scores() {
        let scores = |seed| {
            (0..20)
                .map(|key| random(seed, 900, key))
                .collect::<Vec<_>>()
        };
        assert_eq!(scores(1), scores(1));
        assert_ne!(scores(1), scores(2));
    }

    #[test]
    fn the_numbers_are_the_same_on_every_machine() {
        assert_eq!(random(1, 1000, 1), Score::centipawns(828));
    }
}
