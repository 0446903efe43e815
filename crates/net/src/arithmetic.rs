//! The arithmetic of a network in whole numbers, which gives equal sums on every processor, since their order doesn't matter. The loops are
//! written so that the compiler vectorizes them if they are inlined into code for a processor with vector instructions. For WebAssembly
//! they are written out in `arithmetic/simd128.rs`.

#[cfg(simd128)]
mod simd128;

#[cfg(simd128)]
pub(crate) use crate::arithmetic::simd128::activated;
#[cfg(simd128)]
use crate::arithmetic::simd128::{minus, plus};
#[cfg(not(simd128))]
use std::sync::atomic::{Ordering, compiler_fence};

/// 1 in the first layer.
pub(crate) const FIRST_UNIT: i32 = 255;
/// 1 among the weights of the second layer.
pub(crate) const SECOND_UNIT: i32 = 64;
/// The largest weight of the second layer; its product with an activation fits in 16 bits.
pub(crate) const MOST_SECOND: i16 = 127;
/// The widest hidden layer. The sums of one side fit on the stack, and those of one lane in 32 bits.
pub(crate) const MOST_HIDDEN: usize = 512;

/// The length of a vector: as many numbers as one instruction adds.
pub(crate) const STEP: usize = 16;

/// Returns `true` if a hidden layer may have this many units: a multiple of 16 up to 512.
#[must_use]
pub const fn is_width(units: usize) -> bool {
    units.is_multiple_of(STEP) && units > 0 && units <= MOST_HIDDEN
}

/// A part of the sums or weights of a layer.
pub(crate) type Vector = [i16; STEP];

/// Returns the sums of two vectors, by value: the compiler then needs no proof that they don't overlap.
#[cfg(not(simd128))]
#[inline(always)]
fn plus(mut one: Vector, other: Vector) -> Vector {
    for index in 0..STEP {
        one[index] = one[index].wrapping_add(other[index]);
    }
    one
}

/// Returns the differences of two vectors.
#[cfg(not(simd128))]
#[inline(always)]
fn minus(mut one: Vector, other: Vector) -> Vector {
    for index in 0..STEP {
        one[index] = one[index].wrapping_sub(other[index]);
    }
    one
}

/// Adds rows of weights to sums and subtracts others, in one pass. The sums are those of another position, if one is given.
#[inline(always)]
pub(crate) fn exchange<const ADDED: usize, const REMOVED: usize>(
    sums: &mut [Vector],
    others: Option<&[Vector]>,
    added: [&[Vector]; ADDED],
    removed: [&[Vector]; REMOVED],
) {
    // Slices of the same length, so that no index is checked within the loop.
    let width = sums.len();
    let others = others.map(|sums| &sums[..width]);
    let added = added.map(|row| &row[..width]);
    let removed = removed.map(|row| &row[..width]);
    for index in 0..width {
        let mut sum = others.unwrap_or(sums)[index];
        for row in added {
            sum = plus(sum, row[index]);
        }
        for row in removed {
            sum = minus(sum, row[index]);
        }
        sums[index] = sum;
    }
}

/// Returns the sum of the weights times the squares of the activations, each between 0 and 1.
#[cfg(not(simd128))]
#[inline(always)]
pub(crate) fn activated(sums: &[Vector], weights: &[Vector]) -> i64 {
    let mut totals = [0_i32; STEP];
    for (sums, weights) in sums.iter().zip(weights) {
        for ((sum, weight), total) in sums.iter().zip(weights).zip(&mut totals) {
            let activation = (*sum).clamp(0, FIRST_UNIT as i16);
            // At most 255 times 127, which fits in 16 bits; one instruction sums products of 16 bits.
            let product = activation.wrapping_mul(*weight);
            *total += i32::from(product) * i32::from(activation);
        }
        // Not an instruction, but a boundary between rounds: otherwise the compiler would mix several, and gather each number separately.
        compiler_fence(Ordering::AcqRel);
    }
    totals.into_iter().map(i64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_sums_have_room() {
        let sums = [[i16::MAX; STEP]; MOST_HIDDEN / STEP];
        for weight in [MOST_SECOND, -MOST_SECOND] {
            let expected = 512 * i64::from(weight) * 255 * 255;
            let weights = [[weight; STEP]; MOST_HIDDEN / STEP];
            assert_eq!(activated(&sums, &weights), expected);
        }
        assert_eq!(activated(&[[i16::MIN; STEP]], &[[MOST_SECOND; STEP]]), 0);
    }
}
