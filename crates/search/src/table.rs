//! [`Table`]: a transposition table, shared by any number of threads without locks.
//!
//! **Entry.** Two 64-bit words: the data, and the key XOR the data. Each is written and read whole. If two threads write
//! the same entry at the same time, its words do not match, and it is not found. (Hyatt and Mann, "A lock-less
//! transposition table implementation", 2002.)
//!
//! **Why no lock or ordering is needed.** Both words are atomic, so there is no data race in the sense of the language, and a
//! relaxed read returns some value that was written to that word. What a reader may see is thus any pair of a data word and
//! a guard that were ever written to the slot. A test goes through all pairs: only words that were written together are found
//! under a key that was kept. Two words of different positions can match a third key, as two positions can share a key, so
//! whoever uses the move of an entry checks that it is legal.
//!
//! **Replacement.** Four entries make a bucket, which fills a cache line. A position replaces its own entry, but not a
//! deeper one of the same search unless the new one is exact, and it keeps the known move if it has none. A new
//! position replaces the entry worth least, by its depth less eight for each search that has begun since.

mod prefetch;

use crate::window::Bound;
use plywood_eval::Score;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What is known of a position, with its best move, or in a [`Table`] the code of that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry<M = u16> {
    /// The score, or a bound of it. Wins and losses are counted from the position itself in a [`Table`], and from the
    /// root in a search.
    pub score: Score,
    /// Whether the score is the value or a bound of it.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: u8,
    /// The best move, or the one that cut off the others, if one is known.
    pub best: Option<M>,
    /// Whether no line ended because the depth did, so that a deeper search would find the same.
    pub is_complete: bool,
    /// Room for the static evaluation, or whatever else a search wants to keep with a position.
    pub extra: i16,
}

impl<M> Entry<M> {
    /// What a search to this depth found, in a subtree that is not complete.
    #[must_use]
    #[inline]
    pub fn new(score: Score, bound: Bound, depth: u32, best: Option<M>) -> Self {
        Self {
            score,
            bound,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            best,
            is_complete: false,
            extra: 0,
        }
    }

    /// The same with another move, or with the move in another form.
    #[must_use]
    #[inline]
    pub fn with_move<M2>(&self, best: Option<M2>) -> Entry<M2> {
        Entry {
            score: self.score,
            bound: self.bound,
            depth: self.depth,
            best,
            is_complete: self.is_complete,
            extra: self.extra,
        }
    }
}

/// A table from 64-bit keys to [`Entry`]s.
///
/// ```
/// use plywood_search::{Bound, Entry, Score, Table};
///
/// let table = Table::with_megabytes(1);
/// let score = Score::won_in(3);
/// let entry = Entry { score, bound: Bound::Exact, depth: 5, best: Some(7), is_complete: false, extra: 0 };
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
/// Ages have four bits.
const AGES: u8 = 16;

impl Table {
    /// A table of this many megabytes, rounded down to a power of two, but at least one bucket.
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

    /// Begins to fetch the bucket of this key into the cache, so that a [`get`](Self::get) a little later need not wait for
    /// main memory.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch::fetch(self.bucket(key));
    }

    /// Keeps an entry, unless what is there of the same position is worth more.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = &self.bucket(key).0;
        let (mut least, mut place) = (i32::MAX, &bucket[0]);
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.guard.load(Ordering::Relaxed) ^ data == key {
                slot.write(key, merged(unpack(data), age_of(data) == age, entry), age);
                return;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                worth(data, age)
            };
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        place.write(key, entry, age);
    }

    /// A new search begins: all entries are one search older.
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

    /// How many of a thousand slots hold entries of the current search, from a sample.
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

impl Slot {
    #[inline]
    fn write(&self, key: u64, entry: Entry, age: u8) {
        let data = pack(entry, age);
        self.data.store(data, Ordering::Relaxed);
        self.guard.store(key ^ data, Ordering::Relaxed);
    }
}

/// What to keep of an old and a new entry of one position: a deeper score of this search is lost only to an exact one,
/// and a move only to another move.
fn merged(old: Entry, is_of_this_search: bool, new: Entry) -> Entry {
    let is_old_better = is_of_this_search && old.depth > new.depth && new.bound != Bound::Exact;
    if is_old_better {
        old.with_move(old.best.or(new.best))
    } else {
        new.with_move(new.best.or(old.best))
    }
}

/// How much an entry is worth keeping.
fn worth(data: u64, age: u8) -> i32 {
    let searches_ago = (age + AGES - age_of(data)) % AGES;
    i32::from(unpack(data).depth) - 8 * i32::from(searches_ago)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("buckets", &self.buckets.len())
            .field("age", &self.age)
            .finish()
    }
}

/// From the low end: score 16 bits, extra 16, move 16, depth 8, age 4, whether it is complete 1, bound 2, whether
/// there is a move 1.
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
        | u64::from(entry.is_complete) << 60
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
        is_complete: data >> 60 & 1 == 1,
        bound: match data >> 61 & 0b11 {
            0 | 1 => Bound::Exact,
            2 => Bound::AtLeast,
            3.. => Bound::AtMost,
        },
    }
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 56 & 0b1111) as u8
}

#[cfg(test)]
mod tests;
