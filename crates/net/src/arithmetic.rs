//! The arithmetic of a network in whole numbers. Every processor gets the same sums, since whole numbers add up to the same in any
//! order. The loops are written so that the compiler makes vector instructions of them, if they are inlined into code that is
//! compiled for a processor that has them.

/// 1 in the first layer.
pub(crate) const FIRST_UNIT: i32 = 255;
/// 1 among the weights of the second layer.
pub(crate) const SECOND_UNIT: i32 = 64;
/// No weight of the second layer is larger, so that its product with an activation has 16 bits.
pub(crate) const MOST_SECOND: i16 = 127;
/// No hidden layer is wider, so that sums of one side have 32 bits.
pub(crate) const MOST_HIDDEN: usize = 256;

/// Vectors have this many numbers: as many as one instruction adds.
pub(crate) const STEP: usize = 16;

/// A part of the sums or weights of a layer.
pub(crate) type Vector = [i16; STEP];

/// The sums of two vectors. Values, not references: the compiler then needs no proof that they are apart.
#[inline(always)]
fn plus(mut one: Vector, other: Vector) -> Vector {
    for index in 0..STEP {
        one[index] = one[index].wrapping_add(other[index]);
    }
    one
}

/// The differences of two vectors.
#[inline(always)]
fn minus(mut one: Vector, other: Vector) -> Vector {
    for index in 0..STEP {
        one[index] = one[index].wrapping_sub(other[index]);
    }
    one
}

/// Adds a row of weights to sums.
#[inline(always)]
pub(crate) fn add(sums: &mut [Vector], row: &[Vector]) {
    for (sums, weights) in sums.iter_mut().zip(row) {
        *sums = plus(*sums, *weights);
    }
}

/// Takes a row of weights from sums.
#[inline(always)]
pub(crate) fn subtract(sums: &mut [Vector], row: &[Vector]) {
    for (sums, weights) in sums.iter_mut().zip(row) {
        *sums = minus(*sums, *weights);
    }
}

/// Sums with one row of weights more and others less than those of another position: a move, in one pass.
#[inline(always)]
pub(crate) fn exchange<const N: usize>(
    sums: &mut [Vector],
    others: &[Vector],
    added: &[Vector],
    removed: [&[Vector]; N],
) {
    // Slices of the same length, so that no index is checked within the loop.
    let width = sums.len();
    let (others, added) = (&others[..width], &added[..width]);
    let removed = removed.map(|row| &row[..width]);
    for index in 0..width {
        let mut sum = plus(others[index], added[index]);
        for row in removed {
            sum = minus(sum, row[index]);
        }
        sums[index] = sum;
    }
}

/// The sum of the weights times the squares of the activations, each between 0 and 1.
#[inline(always)]
pub(crate) fn activated(sums: &[Vector], weights: &[Vector]) -> i32 {
    let numbers = sums.as_flattened().iter().zip(weights.as_flattened());
    let terms = numbers.map(|(&sum, &weight)| {
        let activation = sum.clamp(0, FIRST_UNIT as i16);
        // At most 255 times 127, which has 16 bits; products of 16 bits are summed by one instruction.
        let product = activation.wrapping_mul(weight);
        i32::from(product) * i32::from(activation)
    });
    terms.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_sums_have_room() {
        let sums = [[i16::MAX; STEP]; MOST_HIDDEN / STEP];
        for weight in [MOST_SECOND, -MOST_SECOND] {
            let expected = 256 * i64::from(weight) * 255 * 255;
            assert_eq!(
                i64::from(activated(&sums, &[[weight; STEP]; MOST_HIDDEN / STEP])),
                expected
            );
        }
        assert_eq!(activated(&[[i16::MIN; STEP]], &[[MOST_SECOND; STEP]]), 0);
    }
}
