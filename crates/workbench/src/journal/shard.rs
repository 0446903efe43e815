//! [`Shard`]: one of several equal parts of a piece of work.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One of several equal parts of a piece of work, such as `3/16`: the third of sixteen.
///
/// The number of a game or position alone decides its shard, so that machines need not communicate.
///
/// ```
/// use plywood_workbench::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// let mine: Vec<usize> = (0..8).filter(|unit| shard.contains(*unit)).collect();
/// assert_eq!(mine, [1, 4, 7]);
/// assert!("0/3".parse::<Shard>().is_err() && "4/3".parse::<Shard>().is_err());
/// # Ok::<(), plywood_workbench::ShardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shard {
    /// The index, from 0.
    index: usize,
    count: usize,
}

/// The error for a string that is not a shard.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a shard such as 3/16, from 1/16 to 16/16, found {0:?}")]
pub struct ShardError(String);

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Returns `true` if the unit with this number, from 0, belongs to the shard.
    #[must_use]
    pub const fn contains(self, unit: usize) -> bool {
        unit % self.count == self.index
    }

    /// Returns the number of units of the shard among the first `units`.
    #[must_use]
    pub const fn size_of(self, units: usize) -> usize {
        let rest = if units % self.count > self.index {
            1
        } else {
            0
        };
        units / self.count + rest
    }

    /// Returns `true` if it is all the work.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = || {
            let (number, count) = text.split_once('/')?;
            let (number, count): (usize, usize) = (number.parse().ok()?, count.parse().ok()?);
            let index = number.checked_sub(1).filter(|index| *index < count)?;
            Some(Self { index, count })
        };
        read().ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_belongs_to_one_shard() {
        let shards: Vec<Shard> = (1..=5).map(|n| format!("{n}/5").parse().unwrap()).collect();
        for unit in 0..100 {
            let count = shards.iter().filter(|shard| shard.contains(unit)).count();
            assert_eq!(count, 1, "{unit}");
        }
        for (units, shard) in (0..20).flat_map(|units| shards.iter().map(move |one| (units, one))) {
            let size = (0..units).filter(|unit| shard.contains(*unit)).count();
            assert_eq!(shard.size_of(units), size, "{shard} of {units}");
        }
        let last: Shard = format!("{0}/{0}", usize::MAX).parse().unwrap();
        assert_eq!((last.size_of(9), last.size_of(usize::MAX)), (0, 1));
        assert_eq!(shards[2].to_string(), "3/5");
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in [
            "", "0/0", "0/3", "17/16", "1", "1/", "/1", "-1/3", "1/3/5", "a/b",
        ] {
            let error = text.parse::<Shard>().unwrap_err().to_string();
            assert!(error.contains("from 1/16 to 16/16"), "{error}");
        }
    }
}
