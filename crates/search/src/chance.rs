//! [`below`]: random numbers that a seed reproduces on every machine.

use fastrand::Rng;

/// Draws a number below `count`, which must not be 0. Unlike `Rng::usize`, it draws the same number where addresses have 32 bits.
pub(crate) fn below(rng: &mut Rng, count: usize) -> usize {
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    usize::try_from(rng.u64(..count)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn numbers_are_those_of_a_machine_with_64_bits() {
        let (mut ours, mut theirs) = (Rng::with_seed(7), Rng::with_seed(7));
        for count in 1..300 {
            assert_eq!(below(&mut ours, count), theirs.usize(..count));
        }
    }
}
