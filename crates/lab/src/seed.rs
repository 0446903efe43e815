//! One seed makes many: every game, opening and move has its own, and none depends on what was drawn before.

/// The seed with this number among those that follow from one.
pub(crate) fn derived(seed: u64, number: u64) -> u64 {
    // Steps of an odd number with no pattern in its bits never meet again, and the generator mixes what they reach.
    fastrand::Rng::with_seed(seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .u64(..)
}
