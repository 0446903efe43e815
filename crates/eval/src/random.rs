//! Evaluators with random scores, the same for the same position and seed.
//!
//! They are the baseline of a comparison: a search over random leaves still finds mates and prefers positions with more
//! moves, and a useful evaluator must play better than that.

use crate::evaluator::Evaluator;
use crate::score::Score;
use crate::session::Session;
use std::hash::{Hash, Hasher};

/// A random score within ±`spread` centipawns for each position, fixed by the seed and the position's `Hash`.
///
/// ```
/// use plywood_eval::{Evaluator, RandomEvaluator};
///
/// let random = RandomEvaluator::new(7, 100);
/// assert_eq!(random.evaluate("a position"), random.evaluate("a position"));
/// assert_ne!(random.evaluate("a position"), random.evaluate("another one"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RandomEvaluator {
    seed: u64,
    spread: u16,
}

impl RandomEvaluator {
    /// Scores between `-spread` and `+spread` centipawns.
    #[must_use]
    pub const fn new(seed: u64, spread: u16) -> Self {
        Self { seed, spread }
    }

    /// The same for positions that have a key already: cheaper than hashing, and possible without `Hash`.
    #[must_use]
    pub const fn by_key<K>(self, key: K) -> RandomByKey<K> {
        RandomByKey { random: self, key }
    }

    fn score(self, key: u64) -> Score {
        let width = u64::from(self.spread) * 2 + 1;
        // The high half of a 64 × 64 bit product is spread evenly below the width, without a division.
        let number = (u128::from(mix(key ^ mix(self.seed))) * u128::from(width)) >> 64;
        let number = i32::try_from(number).expect("a number below the width, which is below 2^17");
        Score::centipawns(number - i32::from(self.spread))
    }
}

impl<P: Hash + ?Sized> Evaluator<P> for RandomEvaluator {
    fn evaluate_in(&self, position: &P, _: &mut Session) -> Score {
        let mut mixer = Mixer(self.seed);
        position.hash(&mut mixer);
        self.score(mixer.finish())
    }
}

/// A [`RandomEvaluator`] that calls a function for the key of a position. [`RandomEvaluator::by_key`] makes it.
#[derive(Debug, Clone, Copy)]
pub struct RandomByKey<K> {
    random: RandomEvaluator,
    key: K,
}

impl<P: ?Sized, K: Fn(&P) -> u64> Evaluator<P> for RandomByKey<K> {
    fn evaluate_in(&self, position: &P, _: &mut Session) -> Score {
        self.random.score((self.key)(position))
    }
}

/// A hasher with the same results on every machine and in every release of the standard library.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = mix(self.0 ^ u64::from_le_bytes(word)).wrapping_add(chunk.len() as u64);
        }
    }

    // The default writes native-endian bytes, which would differ between machines.
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }
    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }
    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }
    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u64).to_le_bytes());
    }
}

/// The finalizer of `SplitMix64` (Steele, Lea and Flood 2014): every input bit moves half of the output bits.
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fill_the_range_and_stay_in_it() {
        let random = RandomEvaluator::new(1, 3);
        let scores: Vec<Score> = (0_u32..500)
            .map(|position| random.evaluate(&position))
            .collect();
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
            (0_u32..20)
                .map(|p| RandomEvaluator::new(seed, 900).evaluate(&p))
                .collect::<Vec<_>>()
        };
        assert_eq!(scores(1), scores(1));
        assert_ne!(scores(1), scores(2));
    }

    #[test]
    fn the_numbers_are_the_same_on_every_machine() {
        assert_eq!(
            RandomEvaluator::new(1, 1000)
                .evaluate(&1_u64)
                .as_centipawns(),
            Some(535)
        );
    }
}
