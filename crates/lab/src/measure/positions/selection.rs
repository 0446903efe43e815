//! [`Selection`]: which positions of a file are used.

use std::fmt;
use std::num::NonZeroUsize;

/// Which positions of a stream are used. It is decided by their number and the seed alone.
///
/// ```
/// use plywood_lab::Selection;
///
/// let chosen = |selection: Selection| {
///     let mut chooser = selection.chooser(10);
///     (0..10).filter(|_| chooser.takes_next()).collect::<Vec<usize>>()
/// };
/// let every = Selection::Every(4.try_into()?);
/// assert_eq!((chosen(every), every.count(10)), (vec![0, 4, 8], 3));
/// let sample = Selection::Sample { count: 4.try_into()?, seed: 1 };
/// assert_eq!(chosen(sample).len(), sample.count(10));
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Selection {
    /// All.
    #[default]
    All,
    /// The first one, and then every so many.
    Every(NonZeroUsize),
    /// A random sample, in which every position is equally likely.
    Sample {
        /// Its size.
        count: NonZeroUsize,
        /// What decides which positions are drawn.
        seed: u64,
    },
}

/// Decides for each position of a stream in turn.
#[derive(Debug, Clone)]
pub struct Chooser {
    selection: Selection,
    random: fastrand::Rng,
    /// The positions that are still to come.
    left: usize,
    /// How many of them are to be drawn.
    wanted: usize,
    passed: usize,
}

impl Selection {
    /// The number of positions it uses of so many.
    #[must_use]
    pub fn count(self, of: usize) -> usize {
        match self {
            Self::All => of,
            Self::Every(step) => of.div_ceil(step.get()),
            Self::Sample { count, .. } => count.get().min(of),
        }
    }

    /// What decides for each of so many positions.
    #[must_use]
    pub fn chooser(self, of: usize) -> Chooser {
        let seed = match self {
            Self::Sample { seed, .. } => seed,
            Self::All | Self::Every(_) => 0,
        };
        Chooser {
            selection: self,
            random: fastrand::Rng::with_seed(seed),
            left: of,
            wanted: self.count(of),
            passed: 0,
        }
    }
}

impl Chooser {
    /// Whether the next position is used.
    pub fn takes_next(&mut self) -> bool {
        self.passed += 1;
        match self.selection {
            Selection::All => true,
            Selection::Every(step) => (self.passed - 1).is_multiple_of(step.get()),
            Selection::Sample { .. } => {
                let is_drawn = self.left > 0 && self.random.usize(..self.left) < self.wanted;
                self.left = self.left.saturating_sub(1);
                self.wanted -= usize::from(is_drawn);
                is_drawn
            }
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Every(step) => write!(f, "one in {step}"),
            Self::Sample { count, seed } => write!(f, "a sample of {count} by seed {seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(count: usize, of: usize, seed: u64) -> Vec<usize> {
        let count = NonZeroUsize::new(count).unwrap();
        let mut chooser = Selection::Sample { count, seed }.chooser(of);
        (0..of).filter(|_| chooser.takes_next()).collect()
    }

    #[test]
    fn a_sample_has_its_size_whatever_the_seed() {
        for seed in 0..50 {
            assert_eq!(drawn(7, 100, seed).len(), 7);
            assert_eq!(drawn(9, 5, seed), [0, 1, 2, 3, 4]);
        }
        assert_eq!(drawn(7, 100, 1), drawn(7, 100, 1));
        assert_ne!(drawn(7, 100, 1), drawn(7, 100, 2));
    }

    #[test]
    fn every_position_is_drawn_about_equally_often() {
        let mut times = [0; 10];
        for seed in 0..3_000 {
            for at in drawn(3, 10, seed) {
                times[at] += 1;
            }
        }
        assert!(
            times.iter().all(|times| (780..1_020).contains(times)),
            "{times:?}"
        );
    }
}
