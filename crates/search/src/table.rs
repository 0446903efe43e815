//! [`Table`]: a transposition table, shared by any number of threads without locks.

mod memory;

use crate::threads::{MachineFault, start_helper};
use crate::window::Bound;
use plywood_eval::Score;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use thiserror::Error;

/// The result of searching a position, with its best move, or in a [`Table`] the code of that move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TableEntry<M = u16> {
    /// The score, or a bound of it. Wins and losses are counted from the position itself in a [`Table`], and from the
    /// root in a search.
    pub score: Score,
    /// The relation of the score to the value.
    pub bound: Bound,
    /// The depth of the search.
    pub depth: u8,
    /// The best move, or the one that caused a cutoff, if any.
    pub best: Option<M>,
    /// A flag for the search. This crate's strategies store whether the subtree is complete: the depth limited no line, so a deeper search
    /// would find the same. The engine stores whether the node was on a principal variation.
    pub flag: bool,
    /// A number for the search, such as the static evaluation.
    pub extra: i16,
}

impl<M> TableEntry<M> {
    /// Makes the entry of a search to this depth, with an empty flag and extra number.
    #[must_use]
    #[inline]
    pub fn new(score: Score, bound: Bound, depth: u32, best: Option<M>) -> Self {
        Self {
            score,
            bound,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            best,
            flag: false,
            extra: 0,
        }
    }

    /// Replaces the move, or the form in which it is given.
    #[must_use]
    #[inline]
    pub fn with_move<M2>(&self, best: Option<M2>) -> TableEntry<M2> {
        TableEntry {
            score: self.score,
            bound: self.bound,
            depth: self.depth,
            best,
            flag: self.flag,
            extra: self.extra,
        }
    }
}

/// A table from 64-bit keys to [`TableEntry`]s.
///
/// **An entry.** Two 64-bit words: the data, and the key XOR the data. Each is written and read whole. If two threads write
/// the same entry at the same time, its words do not match, and it is not found. (Hyatt and Mann, "A lock-less
/// transposition table implementation", 2002.)
///
/// **Why no lock or ordering is needed.** Both words are atomic, so there is no data race in the sense of the language, and a relaxed read
/// returns some value that was written to that word. A reader may thus see any pair of a data word and a guard that were ever written to
/// the slot. A test goes through all pairs: only words written together are found under a stored key. Two words of different positions can
/// match a third key, as two positions can share a key, so check that an entry's move is legal before you use it.
///
/// **Replacement.** Four entries make a bucket, which fills a cache line. A position replaces its own entry, but not a deeper one of the
/// same search unless the new one is exact, and it keeps the known move if it has none. A new position replaces the entry worth least, by
/// its depth minus eight for each search that has begun since.
///
/// **Memory.** The system provides zeroed words and allocates a page when it is first written, so creating a large table is immediate.
/// Clearing it writes every page, and is shared by threads.
///
/// ```
/// use plywood_search::{Bound, TableEntry, Score, Table};
///
/// let table = Table::with_megabytes(1);
/// let score = Score::won_in(3);
/// let entry = TableEntry::new(score, Bound::Exact, 5, Some(7));
/// table.put(0xFEED, entry);
/// assert_eq!(table.get(0xFEED), Some(entry));
/// assert_eq!(table.get(0xBEEF), None);
/// ```
pub struct Table {
    words: Vec<AtomicU64>,
    /// The index of the first word of the first bucket, at the beginning of a cache line.
    first: usize,
    buckets: usize,
    /// The number of bits of a key that number the buckets, if they are a power of two.
    bits: u32,
    age: AtomicU8,
}

/// The guard and the data of an entry.
type Slot = [AtomicU64; 2];

/// The words of a bucket fill a cache line.
const BUCKET_WORDS: usize = 8;
const WORD_BYTES: usize = size_of::<u64>();
const BUCKET_BYTES: usize = BUCKET_WORDS * WORD_BYTES;
/// Ages have four bits.
const AGES: u8 = 16;
/// From this number of words on (32 megabytes), a second thread speeds up clearing a table.
const CLEARED_BY_ONE: usize = 1 << 22;

/// Copies the table with its entries.
impl Clone for Table {
    fn clone(&self) -> Self {
        let clone = Self::with_megabytes(self.megabytes());
        for (to, from) in clone.slots().iter().zip(self.slots()) {
            let word = from.load(Ordering::Relaxed);
            // Memory that is only reserved costs nothing until it is written.
            if word != 0 {
                to.store(word, Ordering::Relaxed);
            }
        }
        clone
            .age
            .store(self.age.load(Ordering::Relaxed), Ordering::Relaxed);
        clone
    }
}

/// The error for a table that doesn't fit in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("a table of {megabytes} MB does not fit in memory; choose a smaller one")]
pub struct NoRoom {
    /// The requested size.
    pub megabytes: usize,
}

impl Table {
    /// Returns `true` if a table of this many megabytes fits in memory.
    #[must_use]
    pub fn fits(megabytes: usize) -> bool {
        let bytes = megabytes.saturating_mul(1 << 20);
        Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
    }

    /// Makes a table of this many megabytes, but at least one bucket.
    ///
    /// # Panics
    /// With a [`MachineFault`] if it doesn't fit in memory; [`try_with_megabytes`](Self::try_with_megabytes) returns an error instead.
    #[must_use]
    #[inline]
    pub fn with_megabytes(megabytes: usize) -> Self {
        match Self::try_with_megabytes(megabytes) {
            Ok(table) => table,
            Err(error) => MachineFault::new(error).raise(),
        }
    }

    /// Makes a table of this many megabytes, but at least one bucket.
    ///
    /// ```
    /// use plywood_search::Table;
    ///
    /// assert!(Table::try_with_megabytes(8).is_ok());
    /// let error = Table::try_with_megabytes(usize::MAX).unwrap_err();
    /// assert!(error.to_string().ends_with("MB does not fit in memory; choose a smaller one"));
    /// ```
    ///
    /// # Errors
    /// [`NoRoom`] if it doesn't fit in memory.
    #[inline]
    pub fn try_with_megabytes(megabytes: usize) -> Result<Self, NoRoom> {
        Self::with_bytes(megabytes.saturating_mul(1 << 20)).ok_or(NoRoom { megabytes })
    }

    /// Makes a table of this many kilobytes, but at least one bucket: a small one, for experiments with too little memory.
    ///
    /// # Panics
    /// If it doesn't fit in memory.
    #[must_use]
    pub fn with_kilobytes(kilobytes: u16) -> Self {
        Self::with_bytes(usize::from(kilobytes) << 10).expect("64 MB fit in memory")
    }

    fn with_bytes(bytes: usize) -> Option<Self> {
        static ALONE: Mutex<()> = Mutex::new(());
        let buckets = (bytes / BUCKET_BYTES).max(1);
        // With room to begin at a cache line.
        let length = buckets.saturating_add(1).saturating_mul(BUCKET_WORDS);
        // No safe function allocates zeroed memory and returns an error, so the room is tested first, for one table at a time.
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Vec::<u64>::new().try_reserve_exact(length).ok()?;
        let mut words = memory::zeros(length);
        memory::use_large_pages(&mut words);
        let past_line = words.as_ptr().addr() % BUCKET_BYTES / WORD_BYTES;
        Some(Self {
            words,
            first: (BUCKET_WORDS - past_line) % BUCKET_WORDS,
            buckets,
            bits: buckets.ilog2(),
            age: AtomicU8::new(0),
        })
    }

    /// Returns the words of the buckets, without those before the first cache line.
    fn slots(&self) -> &[AtomicU64] {
        &self.words[self.first..][..self.buckets * BUCKET_WORDS]
    }

    /// Returns the size in megabytes, 0 for a table of less than one.
    #[must_use]
    pub fn megabytes(&self) -> usize {
        (self.buckets * BUCKET_BYTES) >> 20
    }

    /// Returns the entry of the position with this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|[guard, data]| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && guard.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Starts fetching the bucket of this key into the cache, so that a [`get`](Self::get) a little later need not wait for main memory.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::fetch(&self.bucket(key)[0]);
    }

    /// Stores an entry, unless the stored one of the same position is worth more.
    #[inline]
    pub fn put(&self, key: u64, entry: TableEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let bucket = self.bucket(key);
        let (mut least, mut place) = (i32::MAX, &bucket[0]);
        for slot in bucket {
            let [guard, data] = slot;
            let data = data.load(Ordering::Relaxed);
            if data != 0 && guard.load(Ordering::Relaxed) ^ data == key {
                let merged = merged(unpack(data), age_of(data) == age, entry);
                write(slot, key, merged, age);
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
        write(place, key, entry, age);
    }

    /// Begins a new search: all entries are one search older.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Forgets everything. All processors clear a large table together.
    #[inline]
    pub fn clear(&self) {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = (self.words.len() / CLEARED_BY_ONE).clamp(1, processors);
        let (own, others) = self.words.split_at(self.words.len() / threads);
        thread::scope(|scope| {
            for part in others.chunks(own.len().max(1)) {
                if !start_helper(scope, || forget(part)) {
                    forget(part);
                }
            }
            forget(own);
        });
    }

    /// Estimates from a sample how many slots, per thousand, have entries of the current search.
    #[must_use]
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let slots = self.words[self.first..].as_chunks().0;
        let sample = || slots.iter().take(4 * self.buckets.min(250));
        let is_used = |[_, data]: &&Slot| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let permille = sample().filter(is_used).count() * 1_000 / sample().count().max(1);
        u32::try_from(permille).unwrap_or(1_000)
    }

    /// Returns the bucket of a key: its number is the fraction of all buckets that the key is of all keys. The key's low bits come first in
    /// the fraction, so that in a table of a power of two they are the bucket's number.
    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; 4] {
        let fraction = u128::from(key.rotate_right(self.bits));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is less than the number of buckets"
        )]
        let index = ((fraction * self.buckets as u128) >> 64) as usize;
        let start = self.first + BUCKET_WORDS * index;
        let slots = self.words[start..start + BUCKET_WORDS].as_chunks().0;
        &slots.as_chunks().0[0]
    }
}

#[inline]
fn write([guard, data]: &Slot, key: u64, entry: TableEntry, age: u8) {
    let word = pack(entry, age);
    data.store(word, Ordering::Relaxed);
    guard.store(key ^ word, Ordering::Relaxed);
}

#[inline]
fn forget(words: &[AtomicU64]) {
    for word in words {
        word.store(0, Ordering::Relaxed);
    }
}

/// Merges an old and a new entry of one position: a deeper score of this search is lost only to an exact one, and a move only to another
/// move.
fn merged(old: TableEntry, is_of_this_search: bool, new: TableEntry) -> TableEntry {
    let is_old_better = is_of_this_search && old.depth > new.depth && new.bound != Bound::Exact;
    if is_old_better {
        old.with_move(old.best.or(new.best))
    } else {
        new.with_move(new.best.or(old.best))
    }
}

/// Returns the worth of an entry.
fn worth(data: u64, age: u8) -> i32 {
    let searches_ago = (age + AGES - age_of(data)) % AGES;
    i32::from(unpack(data).depth) - 8 * i32::from(searches_ago)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("buckets", &self.buckets)
            .field("age", &self.age)
            .finish_non_exhaustive()
    }
}

/// Packs an entry, from the low end: score 16 bits, extra 16, move 16, depth 8, age 4, the flag 1, bound 2, a bit for the presence of a
/// move. No bound is 0, so an entry's data is never 0.
#[inline]
fn pack(entry: TableEntry, age: u8) -> u64 {
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
        | u64::from(entry.flag) << 60
        | bound << 61
        | u64::from(entry.best.is_some()) << 63
}

#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "each field is cut out of the word by its width"
)]
fn unpack(data: u64) -> TableEntry {
    TableEntry {
        score: Score::from_packed((data as u16).cast_signed()),
        extra: ((data >> 16) as u16).cast_signed(),
        best: (data >> 63 == 1).then_some((data >> 32) as u16),
        depth: (data >> 48) as u8,
        flag: data >> 60 & 1 == 1,
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
