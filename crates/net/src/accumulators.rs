//! [`Accumulators`]: the sums of the first layer that a search has computed, from which those of the next position follow by a few
//! additions.
//!
//! Whatever positions a search evaluates, in whatever order, the sums are those of a fresh evaluation: each is kept with the facts of
//! its position, and what has changed is what the facts say. The ply only says where to look. Null moves change no facts, and
//! castling as in Chess960 is no case of its own.

use crate::arithmetic::{add, subtract};
use crate::inputs::{Inputs, bits};

/// The sums of the positions of a search, by ply.
#[derive(Debug)]
pub(crate) struct Accumulators<F> {
    width: usize,
    kept: Vec<Kept<F>>,
}

/// The sums of one position.
#[derive(Debug, Clone)]
struct Kept<F> {
    /// How each side sees it, and its facts; `None` if there was no position yet.
    of: Option<([u8; 2], F)>,
    /// As the first side sees it, and then as the second does.
    sums: Box<[i16]>,
}

/// The first layer of a network.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FirstLayer<'a> {
    pub(crate) biases: &'a [i16],
    /// A row for each input.
    pub(crate) weights: &'a [i16],
}

impl<'a> FirstLayer<'a> {
    #[inline(always)]
    fn row(self, input: usize) -> &'a [i16] {
        let width = self.biases.len();
        &self.weights[input * width..][..width]
    }

    /// Turns the sums of one position into those of another one, for the sides that see both in the same way.
    #[inline(always)]
    fn change<I: Inputs>(
        self,
        (turns, is_known): ([u8; 2], [bool; 2]),
        [before, now]: [&I::Facts; 2],
        sums: &mut [&mut [i16]; 2],
    ) {
        let pairs = before.as_ref().iter().zip(now.as_ref()).enumerate();
        for (word, (before, now)) in pairs {
            if before == now {
                continue;
            }
            for (side, sums) in sums.iter_mut().enumerate() {
                if is_known[side] {
                    let row = |bit| self.row(I::input(turns[side], 64 * word + bit));
                    bits(now & !before).for_each(|bit| add(sums, row(bit)));
                    bits(before & !now).for_each(|bit| subtract(sums, row(bit)));
                }
            }
        }
    }

    /// The sums of a position, computed without those of another one.
    #[inline(always)]
    pub(crate) fn sum<I: Inputs>(self, turn: u8, facts: &I::Facts, sums: &mut [i16]) {
        sums.copy_from_slice(self.biases);
        for (word, set) in facts.as_ref().iter().enumerate() {
            bits(*set).for_each(|bit| add(sums, self.row(I::input(turn, 64 * word + bit))));
        }
    }
}

/// The number of facts in which two positions differ.
#[inline(always)]
fn distance<F: AsRef<[u64]>>(one: &F, other: &F) -> u32 {
    let pairs = one.as_ref().iter().zip(other.as_ref());
    pairs.map(|(one, other)| (one ^ other).count_ones()).sum()
}

impl<F: AsRef<[u64]> + Copy> Accumulators<F> {
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            kept: Vec::new(),
        }
    }

    /// The sums of a position at this ply, as the first side sees it and as the second does.
    #[inline(always)]
    pub(crate) fn sums<I: Inputs<Facts = F>>(
        &mut self,
        ply: usize,
        layer: FirstLayer<'_>,
        (turns, facts): ([u8; 2], &F),
    ) -> [&[i16]; 2] {
        while self.kept.len() <= ply {
            self.kept.push(Kept {
                of: None,
                sums: vec![0; 2 * self.width].into(),
            });
        }
        self.begin_with_parent(ply, facts);
        let now = &mut self.kept[ply];
        let (first, second) = now.sums.split_at_mut(self.width);
        let mut sums = [first, second];
        let known = now.of.map(|(known, _)| known);
        let is_known = [0, 1].map(|side| known.is_some_and(|known| known[side] == turns[side]));
        if let Some((_, before)) = now.of {
            layer.change::<I>((turns, is_known), [&before, facts], &mut sums);
        }
        for (side, sums) in sums.iter_mut().enumerate() {
            if !is_known[side] {
                layer.sum::<I>(turns[side], facts, sums);
            }
        }
        now.of = Some((turns, *facts));
        sums.map(|sums| &*sums)
    }

    /// If the position one ply above is nearer than the last one of this ply, its sums take their place.
    #[inline(always)]
    fn begin_with_parent(&mut self, ply: usize, facts: &F) {
        let (before, rest) = self.kept.split_at_mut(ply);
        let (Some(parent), now) = (before.last(), &mut rest[0]) else {
            return;
        };
        let distance_to = |kept: &Kept<F>| {
            let of = kept.of.as_ref();
            of.map_or(u32::MAX, |(_, known)| distance(known, facts))
        };
        if distance_to(parent) < distance_to(now) {
            now.of = parent.of;
            now.sums.copy_from_slice(&parent.sums);
        }
    }
}
