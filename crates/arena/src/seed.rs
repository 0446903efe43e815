//! Seeds derived from one seed: every game, opening and move has a separate one, independent of earlier draws. [`Seeds`] are those of a
//! game.

use plywood_search::Game;

/// Returns the derived seed with this number.
#[must_use]
pub fn derived(seed: u64, number: u64) -> u64 {
    // Multiples of an odd constant are all different, and the generator mixes their bits.
    fastrand::Rng::with_seed(seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .u64(..)
}

/// The seeds of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seeds {
    /// The seed of the players' random choices.
    pub players: u64,
    /// The seed of the dice, which players don't get. The games of a pair share it, so that the same dice come in the same order.
    pub dice: u64,
}

impl Seeds {
    /// Derives the seeds of a game from those of its match, where games and pairs have numbers.
    #[must_use]
    pub fn of_game(seed: u64, game: u64, pair: u64) -> Self {
        Self {
            players: derived(seed, game),
            // Players' seeds are mixed by another function, so nothing about the dice follows from them.
            dice: mixed(mixed(seed).wrapping_add(pair)),
        }
    }

    /// Rolls the dice this many rolls after the first one: returns an outcome of a position that waits for chance. Games that roll for the
    /// same outcomes at the same time get the same one.
    ///
    /// # Panics
    /// If no outcome has a weight.
    pub fn outcome<G: Game>(self, position: &G, rolls: u64) -> G::Move {
        outcome(
            position,
            mixed(self.dice.wrapping_add((rolls + 1).wrapping_mul(GOLDEN))),
        )
    }
}

/// The seeds of a game outside a match.
impl From<u64> for Seeds {
    fn from(seed: u64) -> Self {
        Self {
            players: seed,
            ..Self::of_game(seed, 0, 0)
        }
    }
}

/// The odd number closest to 2⁶⁴ divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns a number that looks random: the function of `SplitMix64`, for which a change of any bit changes half of them.
const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// Returns the outcome of a position that a random number stands for, each with the probability of its weight.
pub(crate) fn outcome<G: Game>(position: &G, random: u64) -> G::Move {
    let outcomes = position.legal_moves();
    let weight = |outcome: &G::Move| u128::from(position.weight(*outcome));
    let total: u128 = outcomes.iter().map(weight).sum();
    let mut left = (u128::from(random) * total) >> u64::BITS;
    let found = outcomes.iter().find(|outcome| {
        let weight = weight(outcome);
        let is_found = left < weight;
        left = left.saturating_sub(weight);
        is_found
    });
    *found.expect("a position that waits for chance has an outcome of a positive weight")
}
