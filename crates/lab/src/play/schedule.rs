//! [`Schedule`]: which games a match has, in which order.

use crate::seed;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Which players meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// A scheduled game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The number of its pair and of its opening: two successive games have the same one, with colors exchanged.
    pub pair: usize,
    /// The players of the first side and of the second, in chess White and Black.
    pub players: [usize; 2],
    /// Its seed.
    pub seed: u64,
}

/// All games of a match. Rounds are played in order, so a match that is stopped early is still fair.
///
/// ```
/// use plywood_lab::{Format, Schedule};
///
/// let schedule = Schedule::new(Format::RoundRobin, 3, 10, 1);
/// assert_eq!(schedule.len(), 3 * 10 * 2);
/// let [first, second] = [0, 1].map(|number| schedule.fixture(number));
/// assert_eq!(first.players, [second.players[1], second.players[0]]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    /// The players who meet in each round.
    head_to_heads: Vec<[usize; 2]>,
    rounds: usize,
    seed: u64,
}

impl Schedule {
    /// The games of this many players. In each round, every two players who meet play a pair of games.
    #[must_use]
    pub fn new(format: Format, players: usize, rounds: usize, seed: u64) -> Self {
        let hosts = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        let head_to_heads =
            (0..hosts).flat_map(|one| (one + 1..players).map(move |other| [one, other]));
        Self {
            players,
            head_to_heads: head_to_heads.collect(),
            rounds,
            seed,
        }
    }

    /// The number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players
    }

    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.head_to_heads.len() * self.rounds * 2
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of openings that are needed.
    #[must_use]
    pub fn openings(&self) -> usize {
        self.len() / 2
    }

    /// Which players meet.
    #[must_use]
    pub fn head_to_heads(&self) -> &[[usize; 2]] {
        &self.head_to_heads
    }

    /// A game by its number.
    ///
    /// # Panics
    /// If there are no games.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let [one, other] = self.head_to_heads[pair % self.head_to_heads.len()];
        let players = if number.is_multiple_of(2) {
            [one, other]
        } else {
            [other, one]
        };
        Fixture {
            number,
            pair,
            players,
            seed: seed::derived(self.seed, number as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_players_meet_equally_often_with_both_colors() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3, 9);
        let fixtures: Vec<Fixture> = (0..schedule.len())
            .map(|number| schedule.fixture(number))
            .collect();
        let games: HashSet<_> = fixtures
            .iter()
            .map(|game| (game.players, game.pair))
            .collect();
        assert_eq!(schedule.openings(), 6 * 3);
        assert_eq!(games.len(), 4 * 3 * 3);
        assert!(
            fixtures
                .iter()
                .all(|game| game.players[0] != game.players[1] && game.pair < schedule.openings())
        );
        let seeds: HashSet<_> = fixtures.iter().map(|game| game.seed).collect();
        assert_eq!(seeds.len(), fixtures.len());
    }

    #[test]
    fn the_first_player_of_a_gauntlet_is_in_every_game() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2, 9);
        assert_eq!(schedule.len(), 12);
        assert!((0..12).all(|number| schedule.fixture(number).players.contains(&0)));
        assert!(Schedule::new(Format::Gauntlet, 0, 2, 9).is_empty());
    }
}
