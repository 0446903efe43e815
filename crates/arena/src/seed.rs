//! Seeds derived from one seed: every game, opening and move has a separate one, independent of earlier draws.

/// Returns the derived seed with this number.
#[must_use]
pub fn derived(seed: u64, number: u64) -> u64 {
    // Multiples of an odd constant are all different, and the generator mixes their bits.
    fastrand::Rng::with_seed(seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .u64(..)
}
