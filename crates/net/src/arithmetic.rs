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

/// Adds a row of weights to sums.
#[inline(always)]
pub(crate) fn add(sums: &mut [i16], row: &[i16]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

/// Takes a row of weights from sums.
#[inline(always)]
pub(crate) fn subtract(sums: &mut [i16], row: &[i16]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// The sum of the weights times the squares of the activations, each between 0 and 1.
#[inline(always)]
pub(crate) fn activated(sums: &[i16], weights: &[i16]) -> i32 {
    let terms = sums.iter().zip(weights).map(|(&sum, &weight)| {
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
        let sums = [i16::MAX; MOST_HIDDEN];
        for weight in [MOST_SECOND, -MOST_SECOND] {
            let expected = 256 * i64::from(weight) * 255 * 255;
            assert_eq!(
                i64::from(activated(&sums, &[weight; MOST_HIDDEN])),
                expected
            );
        }
        assert_eq!(activated(&[i16::MIN; 16], &[MOST_SECOND; 16]), 0);
    }
}
