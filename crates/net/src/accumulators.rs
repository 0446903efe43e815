//! [`Accumulators`]: the first-layer sums that a search has computed; those of the next position follow with a few additions.
//!
//! For any positions in any order, the sums equal those of a fresh evaluation: each is stored with the facts of its position, and the
//! difference of the facts gives the changes. The ply is only a hint where to look. Null moves change no facts, and castling as in Chess960
//! is not a special case.

use crate::arithmetic::{Vector, exchange};
use crate::inputs::{Inputs, bits};
use arrayvec::ArrayVec;

/// The sums of the positions of a search, by ply.
#[derive(Debug)]
pub(crate) struct Accumulators<F> {
    /// The number of vectors in the sums of one side.
    width: usize,
    kept: Vec<Kept<F>>,
}

/// The sums of one position.
#[derive(Debug)]
struct Kept<F> {
    /// The way each side sees it, and its facts; `None` if there was no position yet.
    of: Option<([u8; 2], F)>,
    /// The sums as the first side sees the position, and as the second does.
    sums: [Box<[Vector]>; 2],
}

/// The first layer of a network.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstLayer<'a> {
    pub(crate) biases: &'a [Vector],
    /// A row for each input.
    pub(crate) weights: &'a [Vector],
}

/// The most changed facts; with more, two positions are unrelated.
const MOST_CHANGES: u32 = 16;
/// The number of facts that a capturing move changes.
const MOVE_CHANGES: u32 = 3;

/// The facts that differ between two positions.
#[derive(Debug, Default)]
struct Changes {
    added: ArrayVec<u16, { MOST_CHANGES as usize }>,
    removed: ArrayVec<u16, { MOST_CHANGES as usize }>,
}

impl Changes {
    #[inline(always)]
    fn between<F: AsRef<[u64]>>(before: &F, now: &F) -> Self {
        let mut changes = Self::default();
        let blocks = before.as_ref().chunks(64).zip(now.as_ref().chunks(64));
        for (block, (before, now)) in blocks.enumerate() {
            // A move changes one to three words of many. A set of them costs no branch for each word, which could not be predicted.
            let pairs = before.iter().zip(now).enumerate();
            let differing = pairs.fold(0, |set, (word, (before, now))| {
                set | u64::from(before != now) << word
            });
            for (before, now, word) in bits(differing).map(|word| (before[word], now[word], word)) {
                let fact = |bit| (64 * (64 * block + word) + bit) as u16;
                for bit in bits(now & !before) {
                    changes.added.push(fact(bit));
                }
                for bit in bits(before & !now) {
                    changes.removed.push(fact(bit));
                }
            }
        }
        changes
    }
}

impl<'a> FirstLayer<'a> {
    /// Returns a side's weights for a fact.
    #[inline(always)]
    fn row<I: Inputs>(self, turn: u8, fact: u16) -> &'a [Vector] {
        let width = self.biases.len();
        &self.weights[I::input(turn, usize::from(fact)) * width..][..width]
    }

    /// Turns the sums of one position, or those of another one if given, into those of a position that differs by these changes.
    #[inline(always)]
    fn follow<I: Inputs>(
        self,
        turn: u8,
        changes: &Changes,
        others: Option<&[Vector]>,
        sums: &mut [Vector],
    ) {
        let row = |fact: &u16| self.row::<I>(turn, *fact);
        let Changes { added, removed } = changes;
        match (&added[..], &removed[..]) {
            // A move, a capture, and another move instead of one.
            ([one], [old]) => exchange(sums, others, [row(one)], [row(old)]),
            ([one], [old, taken]) => exchange(sums, others, [row(one)], [row(old), row(taken)]),
            ([one, two], [old, older]) => {
                exchange(sums, others, [row(one), row(two)], [row(old), row(older)]);
            }
            (added, removed) => {
                if let Some(others) = others {
                    sums.copy_from_slice(others);
                }
                let pairs = added.len().min(removed.len());
                for (one, old) in added.iter().zip(removed) {
                    exchange(sums, None, [row(one)], [row(old)]);
                }
                for one in &added[pairs..] {
                    exchange(sums, None, [row(one)], []);
                }
                for old in &removed[pairs..] {
                    exchange(sums, None, [], [row(old)]);
                }
            }
        }
    }

    /// Computes the sums of a position without those of another one.
    #[inline(always)]
    pub(crate) fn sum<I: Inputs>(self, turn: u8, facts: &I::Facts, sums: &mut [Vector]) {
        sums.copy_from_slice(self.biases);
        for (word, set) in facts.as_ref().iter().enumerate() {
            for bit in bits(*set) {
                let row = self.row::<I>(turn, (64 * word + bit) as u16);
                exchange(sums, None, [row], []);
            }
        }
    }
}

impl<F: AsRef<[u64]> + Copy> Kept<F> {
    fn empty(width: usize) -> Self {
        Self {
            of: None,
            sums: [0; 2].map(|zero| vec![[zero; _]; width].into()),
        }
    }

    /// Returns the number of facts that differ between its position and another one.
    #[inline(always)]
    fn distance(&self, facts: &F) -> u32 {
        let Some((_, known)) = &self.of else {
            return u32::MAX;
        };
        let pairs = known.as_ref().iter().zip(facts.as_ref());
        pairs.map(|(one, other)| (one ^ other).count_ones()).sum()
    }

    /// Returns the difference of a nearby position, and the sides that see it in the same way.
    #[inline(always)]
    fn seen(&self, turns: [u8; 2], facts: &F) -> Option<(Changes, [bool; 2])> {
        let (known, before) = self.of.as_ref()?;
        let is_known = [0, 1].map(|side| known[side] == turns[side]);
        Some((Changes::between(before, facts), is_known))
    }
}

impl<F: AsRef<[u64]> + Copy> Accumulators<F> {
    /// Makes accumulators for a layer of this many vectors.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            kept: Vec::new(),
        }
    }

    /// Returns the sums of a position at this ply, as the first side sees it and as the second does.
    #[inline(always)]
    pub(crate) fn sums<I: Inputs<Facts = F>>(
        &mut self,
        ply: usize,
        layer: FirstLayer<'_>,
        (turns, facts): ([u8; 2], &F),
    ) -> [&[Vector]; 2] {
        while self.kept.len() <= ply {
            self.kept.push(Kept::empty(self.width));
        }
        let (above, here) = self.kept.split_at_mut(ply);
        let now = &mut here[0];
        // The nearer of the position one ply above and the last one of this ply; a difference of one move is near enough.
        let from_above = above.last().map_or(u32::MAX, |kept| kept.distance(facts));
        let (other, distance) = if from_above <= MOVE_CHANGES {
            (above.last(), from_above)
        } else {
            let from_here = now.distance(facts);
            let other = above.last().filter(|_| from_above < from_here);
            (other, from_above.min(from_here))
        };
        let is_near = distance <= MOST_CHANGES;
        let nearest = is_near.then(|| other.unwrap_or(now).seen(turns, facts));
        let (changes, is_known) = nearest.flatten().unwrap_or_default();
        for (side, sums) in now.sums.iter_mut().enumerate() {
            let turn = turns[side];
            if is_known[side] {
                let others = other.map(|kept| &*kept.sums[side]);
                layer.follow::<I>(turn, &changes, others, sums);
            } else {
                layer.sum::<I>(turn, facts, sums);
            }
        }
        now.of = Some((turns, *facts));
        now.sums.each_ref().map(|sums| &**sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_found_in_every_word() {
        let (nothing, mut facts) = ([0; 130], [0; 130]);
        let expected = [5, 63 * 64, 64 * 64 + 9, 129 * 64 + 63];
        for fact in expected {
            facts[usize::from(fact) / 64] |= 1_u64 << (fact % 64);
        }
        let Changes { added, removed } = Changes::between(&nothing, &facts);
        assert_eq!((&added[..], &removed[..]), (&expected[..], &[][..]));
        let Changes { added, removed } = Changes::between(&facts, &nothing);
        assert_eq!((&added[..], &removed[..]), (&[][..], &expected[..]));
    }
}
