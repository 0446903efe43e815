//! [`Schedule`]: the games of a match, in order; and [`CountedGame`], the result of one.

use crate::play::ending::EndKind;
use crate::play::record::Spent;
use crate::players::lines::WrongLines;
use crate::seed::Seeds;
use std::collections::BTreeMap;

/// The rule for who plays whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Format {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Every other player challenges the first, all with the same openings. Each challenger has its own sequential test.
    Challengers,
}

/// A scheduled game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fixture {
    /// The number of its pair: two successive games form a pair, with colors exchanged.
    pub pair: usize,
    /// The number of its opening.
    pub opening: usize,
    /// The players of the first side and of the second, in chess White and Black.
    pub players: [usize; 2],
    /// Its seeds; both games of a pair roll the same dice.
    pub seeds: Seeds,
}

/// All games of a match. Rounds are played in order, so a match that is stopped early is still fair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    /// The number of players.
    pub players: usize,
    /// The pairings of each round.
    pub head_to_heads: Vec<[usize; 2]>,
    rounds: usize,
    seed: u64,
}

impl Schedule {
    /// Makes the schedule for this many players. In each round, each pair of opponents plays a pair of games.
    #[must_use]
    pub fn new(format: Format, players: usize, rounds: usize, seed: u64) -> Self {
        let hosts = match format {
            Format::RoundRobin => players,
            Format::Gauntlet | Format::Challengers => players.min(1),
        };
        let head_to_heads = (0..hosts).flat_map(|one| {
            (one + 1..players).map(move |other| match format {
                Format::RoundRobin | Format::Gauntlet => [one, other],
                // A result is the challenger's.
                Format::Challengers => [other, one],
            })
        });
        Self {
            format,
            players,
            head_to_heads: head_to_heads.collect(),
            rounds,
            seed,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.head_to_heads.len() * self.rounds * 2
    }

    /// Returns the number of openings it needs.
    #[must_use]
    pub const fn openings(&self) -> usize {
        match self.format {
            Format::RoundRobin | Format::Gauntlet => self.games() / 2,
            Format::Challengers => self.rounds,
        }
    }

    /// Returns the head-to-head that a game belongs to.
    ///
    /// # Panics
    /// If there are no games.
    #[must_use]
    pub const fn head_to_head(&self, number: usize) -> usize {
        number / 2 % self.head_to_heads.len()
    }

    /// Returns the number of the game that follows this many games of a head-to-head.
    pub(crate) const fn nth(&self, head_to_head: usize, before: usize) -> usize {
        2 * (before / 2 * self.head_to_heads.len() + head_to_head) + before % 2
    }

    /// Returns a game by its number.
    ///
    /// # Panics
    /// If there are no games.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let mut players = self.head_to_heads[self.head_to_head(number)];
        if !number.is_multiple_of(2) {
            players.reverse();
        }
        let opening = match self.format {
            Format::RoundRobin | Format::Gauntlet => pair,
            Format::Challengers => pair / self.head_to_heads.len(),
        };
        Fixture {
            pair,
            opening,
            players,
            seeds: Seeds::of_game(self.seed, number as u64, pair as u64),
        }
    }
}

/// A game as a match counts it.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedGame {
    /// Its number in the schedule.
    pub number: usize,
    /// Twice the points of the player of the first side.
    pub steps_of_first: usize,
    /// The [points](crate::Record::points_of_first) of the first side.
    pub points_of_first: Option<f64>,
    /// The kind of its ending.
    pub end: EndKind,
    /// The reason for its end, in a sentence.
    pub reason: String,
    /// The resources that the first side and the second spent.
    pub spent: [Spent; 2],
    /// A checksum of the moves, equal for equal games.
    pub moves: Option<u64>,
    /// The wrong lines of the first side and of the second.
    pub wrong_lines: [WrongLines; 2],
    /// The number of times it was played before, and lost on time because the machine was late.
    pub replays: usize,
}

/// Lists the number of each kind: `checkmate 37, repetition 2`.
#[must_use]
pub fn counts(kinds: &BTreeMap<EndKind, usize>) -> String {
    let texts = kinds.iter().map(|(kind, count)| format!("{kind} {count}"));
    texts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_players_meet_equally_often_with_both_colors() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3, 9);
        let fixtures: Vec<Fixture> = (0..schedule.games())
            .map(|number| schedule.fixture(number))
            .collect();
        let games: HashSet<_> = fixtures
            .iter()
            .map(|game| (game.players, game.pair))
            .collect();
        assert_eq!((schedule.games(), schedule.openings()), (2 * 6 * 3, 6 * 3));
        assert_eq!(games.len(), 4 * 3 * 3);
        assert!(
            fixtures
                .iter()
                .all(|game| game.players[0] != game.players[1] && game.pair < schedule.openings())
        );
        let seeds: HashSet<_> = fixtures.iter().map(|game| game.seeds.players).collect();
        assert_eq!(seeds.len(), fixtures.len());
        let dice: HashSet<_> = fixtures.iter().map(|game| game.seeds.dice).collect();
        assert_eq!(dice.len(), fixtures.len() / 2);
        assert!(
            fixtures
                .chunks(2)
                .all(|pair| pair[0].seeds.dice == pair[1].seeds.dice)
        );
    }

    #[test]
    fn the_first_player_of_a_gauntlet_is_in_every_game() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2, 9);
        assert_eq!(schedule.games(), 12);
        assert!((0..12).all(|number| schedule.fixture(number).players.contains(&0)));
        assert!(Schedule::new(Format::Gauntlet, 0, 2, 9).games() == 0);
    }

    #[test]
    fn challengers_play_the_same_openings_against_the_first_player() {
        let schedule = Schedule::new(Format::Challengers, 4, 2, 9);
        assert_eq!((schedule.games(), schedule.openings()), (12, 2));
        let mut openings = vec![Vec::new(); 4];
        for number in 0..schedule.games() {
            let fixture = schedule.fixture(number);
            let [challenger, base] = schedule.head_to_heads[schedule.head_to_head(number)];
            assert_eq!(base, 0);
            assert!(fixture.players.contains(&challenger) && fixture.players.contains(&base));
            openings[challenger].push(fixture.opening);
        }
        assert!(openings[1..].iter().all(|of_one| *of_one == [0, 0, 1, 1]));
    }
}
