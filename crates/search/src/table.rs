//! [`Table`]: a transposition table, shared by any number of threads without locks.
//!
//! **Entry.** Two 64-bit words: the data, and the key XOR the data. Each is written and read whole; if two threads
//! write one entry at the same time the words do not fit together and the entry is not found. (Hyatt and Mann,
//! "A lock-less transposition table implementation", 2002.)
//!
//! **Replacement.** Four entries make a bucket, as many as fit in a cache line. A position replaces its own entry; a new one the
//! entry worth least, by its depth less eight for each search that has begun since.

use crate::window::Bound;
use plywood_eval::Score;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What a table knows of a position. Wins and losses are counted from the position itself, not from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The score, or a bound of it.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: u8,
    /// The code of the best move, if one is known.
    pub best: Option<u16>,
    /// Room for the static evaluation, or whatever else a search wants to keep with a position.
    pub extra: i16,
}

/// A table from 64-bit keys to [`Entry`]s.
///
/// ```
/// use plywood_search::{Bound, Entry, Score, Table};
///
/// let table = Table::with_megabytes(1);
/// let entry = Entry { score: Score::won_in(3), bound: Bound::Exact, depth: 5, best: Some(7), extra: 0 };
/// table.put(0xFEED, entry);
/// assert_eq!(table.get(0xFEED), Some(entry));
/// assert_eq!(table.get(0xBEEF), None);
/// ```
pub struct Table {
    buckets: Box<[Bucket]>,
    age: AtomicU8,
}

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; 4]);

#[derive(Default)]
struct Slot {
    guard: AtomicU64,
    data: AtomicU64,
}

const BUCKET_BYTES: usize = size_of::<Bucket>();
const _: () = assert!(BUCKET_BYTES == 64, "a bucket is one cache line");
const AGES: u8 = 32;

impl Table {
    /// A table of this many megabytes, rounded down to a power of two and to at least one bucket.
    #[must_use]
    pub fn with_megabytes(megabytes: usize) -> Self {
        let buckets = (megabytes.saturating_mul(1 << 20) / BUCKET_BYTES).max(1);
        let buckets = 1 << buckets.ilog2();
        Self {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            age: AtomicU8::new(0),
        }
    }

    /// What is known of the position with this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (data != 0 && slot.guard.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Remembers an entry, in the place of the one worth least.
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.guard.load(Ordering::Relaxed) ^ data == key {
                return i32::MIN;
            }
            let searches_ago = (age + AGES - age_of(data)) % AGES;
            i32::from(unpack(data).depth) - 8 * i32::from(searches_ago)
        };
        let bucket = &self.bucket(key).0;
        let same = bucket.iter().find(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && slot.guard.load(Ordering::Relaxed) ^ data == key
        });
        let data = pack(entry, age);
        if let Some(slot) = same.or_else(|| bucket.iter().min_by_key(|slot| worth(slot))) {
            slot.data.store(data, Ordering::Relaxed);
            slot.guard.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// Marks what is in the table as older, when a new search begins.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Ordering::Relaxed);
            slot.guard.store(0, Ordering::Relaxed);
        }
    }

    /// How many of a thousand places are used by the search that began last, from a sample.
    #[must_use]
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = || self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let is_used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let permille = sample().filter(is_used).count() * 1_000 / sample().count().max(1);
        u32::try_from(permille).unwrap_or(1_000)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The number of buckets is a power of two, so this takes the low bits of the key.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "only the low bits are wanted"
        )]
        let low_bits = key as usize;
        &self.buckets[low_bits & (self.buckets.len() - 1)]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("buckets", &self.buckets.len())
            .field("age", &self.age)
            .finish()
    }
}

/// From the low end: score 16 bits, extra 16, move 16, depth 8, age 5, bound 2, whether there is a move 1.
/// No bound is 0, so the data of an entry is never 0.
#[inline]
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    u64::from(entry.score.packed().cast_unsigned())
        | u64::from(entry.extra.cast_unsigned()) << 16
        | u64::from(entry.best.unwrap_or(0)) << 32
        | u64::from(entry.depth) << 48
        | u64::from(age) << 56
        | bound << 61
        | u64::from(entry.best.is_some()) << 63
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "each field is cut out of the word by its width"
)]
fn unpack(data: u64) -> Entry {
    Entry {
        score: Score::from_packed((data as u16).cast_signed()),
        extra: ((data >> 16) as u16).cast_signed(),
        best: (data >> 63 == 1).then_some((data >> 32) as u16),
        depth: (data >> 48) as u8,
        bound: match data >> 61 & 0b11 {
            0 | 1 => Bound::Exact,
            2 => Bound::AtLeast,
            3.. => Bound::AtMost,
        },
    }
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 56 & 0b1_1111) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry {
        score: Score::DRAW,
        bound: Bound::Exact,
        depth: 1,
        best: None,
        extra: 0,
    };

    #[test]
    fn every_field_comes_back() {
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for (best, extra, depth) in [
                (None, -1, 0),
                (Some(0), 0, 255),
                (Some(u16::MAX), i16::MIN, 7),
            ] {
                for score in [
                    Score::LOWEST,
                    Score::lost_in(3),
                    Score::centipawns(-1),
                    Score::HIGHEST,
                ] {
                    let entry = Entry {
                        score,
                        bound,
                        depth,
                        best,
                        extra,
                    };
                    assert_eq!(unpack(pack(entry, 31)), entry);
                    assert_eq!(age_of(pack(entry, 31)), 31);
                }
            }
        }
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let table = Table::with_megabytes(0);
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7)] {
            table.put(key, Entry { depth, ..ENTRY });
        }
        table.put(5, ENTRY);
        assert_eq!(table.get(2), None, "the shallowest made room");
        table.begin_search();
        table.begin_search();
        for key in [6, 7, 8, 9] {
            table.put(key, Entry { depth: 2, ..ENTRY });
        }
        assert!(
            [1, 3, 4, 5].iter().all(|key| table.get(*key).is_none()),
            "old ones made room for new ones"
        );
        assert_eq!(table.permille_used(), 1_000);
    }

    #[test]
    fn words_that_do_not_fit_together_are_not_found() {
        let table = Table::with_megabytes(0);
        table.put(1, ENTRY);
        table.buckets[0]
            .0
            .iter()
            .for_each(|slot| slot.data.store(pack(ENTRY, 3), Ordering::Relaxed));
        assert_eq!(table.get(1), None);
    }
}
