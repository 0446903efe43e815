//! [`Dice`]: random numbers that a seed reproduces on every machine.

use crate::game::Game;
use fastrand::Rng;

/// Random numbers that follow from a seed, and are the same on every machine.
///
/// ```
/// use plywood_search::Dice;
///
/// let throws = |seed| {
///     let mut dice = Dice::new(seed);
///     [dice.below(6), dice.below(6), dice.below(6)]
/// };
/// assert_eq!(throws(1), throws(1));
/// ```
#[derive(Debug, Clone)]
pub struct Dice(Rng);

impl Dice {
    /// Makes dice whose throws follow from this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Rng::with_seed(seed))
    }

    /// Draws a number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        below(&mut self.0, count)
    }

    /// Draws a number from 0 to 1, which it never reaches.
    pub fn share(&mut self) -> f64 {
        self.0.f64()
    }

    /// Draws a place of a list with a probability in proportion to its weight.
    pub(crate) fn drawn(&mut self, weights: &[f64]) -> usize {
        let mut left = self.share() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        drawn.unwrap_or_default()
    }
}

/// Lets chance choose an outcome by its weight; `None` if the position doesn't wait for one.
#[inline]
pub(crate) fn rolled<G: Game>(position: &G, dice: &mut Dice) -> Option<G::Move> {
    if !position.waits_for_chance() {
        return None;
    }
    let outcomes = position.legal_moves();
    let weighed = outcomes
        .iter()
        .map(|mv| (*mv, f64::from(position.weight(*mv))));
    let possible = weighed.filter(|(_, weight)| *weight > 0.0);
    let (outcomes, weights): (Vec<_>, Vec<_>) = possible.unzip();
    outcomes.get(dice.drawn(&weights)).copied()
}

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
