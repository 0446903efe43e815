//! [`Schedule`]: the games of a match, in order; and [`Standing`], their results.

mod many;

use crate::numbers::Mean;
use crate::play::ending::EndKind;
use crate::play::head_to_head::{HeadToHead, TestSummary};
use crate::play::record::Spent;
use crate::players::lines::WrongLines;
use crate::seed::Seeds;
use crate::statistics::{Decision, Pentanomial, Sprt, Trinomial};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Neg as _;

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
    const fn nth(&self, head_to_head: usize, before: usize) -> usize {
        2 * (before / 2 * self.head_to_heads.len() + head_to_head) + before % 2
    }

    /// Returns a game by its number.
    ///
    /// # Panics
    /// If there are no games.
    #[must_use]
    pub fn fixture(&self, number: usize) -> Fixture {
        let pair = number / 2;
        let [one, other] = self.head_to_heads[self.head_to_head(number)];
        let players = if number.is_multiple_of(2) {
            [one, other]
        } else {
            [other, one]
        };
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

/// The results of a match so far, for each pair of opponents.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The games of the match.
    pub schedule: Schedule,
    /// Each pair of opponents.
    pub head_to_heads: Vec<HeadToHead>,
    /// The number of games that ended in each way.
    pub ends: BTreeMap<EndKind, usize>,
    /// The steps and the points of the first player in the first game of a pair whose second game is missing.
    half_pairs: HashMap<usize, (usize, Option<f64>)>,
    /// The number of games counted.
    pub games: usize,
    /// The number of failures of each player, by kind.
    pub faults: Vec<BTreeMap<EndKind, usize>>,
    /// The number of games that each player lost on time.
    pub lost_on_time: Vec<usize>,
    /// The number of games that were played again, because the machine was late.
    pub replays: usize,
    /// The wrong lines of each player.
    pub wrong_lines: Vec<WrongLines>,
    /// The nodes and seconds of each player.
    spent: Vec<(u64, f64)>,
    /// The checksums of the games.
    moves: HashSet<u64>,
}

impl Standing {
    /// Makes the standing of a match without games.
    #[must_use]
    pub fn new(schedule: Schedule) -> Self {
        let nothing = |players: &[usize; 2]| HeadToHead {
            players: *players,
            games: Trinomial::default(),
            pairs: Pentanomial::default(),
            points: Mean::default(),
        };
        Self {
            head_to_heads: schedule.head_to_heads.iter().map(nothing).collect(),
            ends: BTreeMap::new(),
            half_pairs: HashMap::new(),
            games: 0,
            faults: vec![BTreeMap::new(); schedule.players],
            lost_on_time: vec![0; schedule.players],
            replays: 0,
            wrong_lines: vec![WrongLines::default(); schedule.players],
            spent: vec![(0, 0.0); schedule.players],
            moves: HashSet::new(),
            schedule,
        }
    }

    /// Counts a game.
    pub fn count(&mut self, game: CountedGame) {
        let fixture = self.schedule.fixture(game.number);
        let head_to_head = &mut self.head_to_heads[self.schedule.head_to_head(game.number)];
        let (steps, points) = if fixture.players == head_to_head.players {
            (game.steps_of_first, game.points_of_first)
        } else {
            (2 - game.steps_of_first, game.points_of_first.map(f64::neg))
        };
        head_to_head.games.count(steps);
        if let Some((before, points_before)) = self.half_pairs.remove(&fixture.pair) {
            head_to_head.pairs.count(before + steps);
            let of_both = points_before.zip(points).into_iter();
            of_both.for_each(|(one, other)| head_to_head.points.add((one + other) / 2.0));
        } else {
            self.half_pairs.insert(fixture.pair, (steps, points));
        }
        *self.ends.entry(game.end.clone()).or_default() += 1;
        self.games += 1;
        for (player, spent) in fixture.players.into_iter().zip(game.spent) {
            let (nodes, seconds) = &mut self.spent[player];
            *nodes += spent.nodes;
            *seconds += spent.seconds;
        }
        let place = format!("in game {}, ", game.number + 1);
        for (player, lines) in fixture.players.into_iter().zip(&game.wrong_lines) {
            self.wrong_lines[player].add_all(lines, &place);
        }
        self.moves.extend(game.moves);
        self.replays += game.replays;
        let loser = fixture.players[game.steps_of_first / 2];
        self.lost_on_time[loser] += usize::from(game.end == EndKind::Time);
        if game.end.is_fault() {
            // A player that fails loses.
            *self.faults[loser].entry(game.end).or_default() += 1;
        }
    }

    /// Returns the number of games that repeat an earlier game move for move.
    #[must_use]
    pub fn repeats(&self) -> usize {
        self.games - self.moves.len()
    }

    /// Returns `true` if this is the next game of its head-to-head, so that none before it is missing.
    #[must_use]
    pub fn is_next(&self, number: usize) -> bool {
        let index = self.schedule.head_to_head(number);
        let counted = self.head_to_heads[index].games.total();
        usize::try_from(counted).is_ok_and(|counted| self.schedule.nth(index, counted) == number)
    }

    /// Returns the decision of a test of the first of the two players of a head-to-head, if there is one.
    #[must_use]
    pub fn decision(&self, sprt: &Sprt, head_to_head: usize) -> Option<Decision> {
        TestSummary::new(*sprt, self.head_to_heads.get(head_to_head)?).decision
    }
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
    use crate::play::record::Spent;
    use plywood_eval::Side;

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

    fn counted(results: &[(usize, Option<Side>)]) -> Standing {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 1);
        let mut standing = Standing::new(schedule);
        for &(game, winner) in results {
            standing.count(CountedGame {
                number: game,
                steps_of_first: match winner {
                    Some(Side::First) => 2,
                    Some(Side::Second) => 0,
                    None => 1,
                },
                points_of_first: None,
                end: EndKind::Rules("checkmate".into()),
                reason: String::new(),
                spent: [Spent::default(); 2],
                moves: Some(game as u64),
                wrong_lines: Default::default(),
                replays: 0,
            });
        }
        standing
    }

    #[test]
    fn points_go_to_the_right_player_whatever_the_color() {
        // Players 0 and 1 meet in games 0, 1, 6 and 7; the first has White in the even ones.
        let standing = counted(&[
            (1, Some(Side::Second)),
            (6, None),
            (0, Some(Side::First)),
            (7, Some(Side::First)),
        ]);
        assert_eq!(standing.between(0, 1).map(|games| games.0), Some([1, 1, 2]));
        assert_eq!(standing.between(1, 0).map(|games| games.0), Some([2, 1, 1]));
        assert_eq!(standing.head_to_heads[0].pairs.0, [0, 1, 0, 0, 1]);
        assert_eq!((standing.games, standing.ends["checkmate"]), (4, 4));
    }

    #[test]
    fn the_strongest_is_first_whatever_the_order_of_games() {
        let results = [
            (0, Some(Side::Second)),
            (1, Some(Side::First)),
            (2, Some(Side::First)),
            (4, Some(Side::First)),
            (5, Some(Side::Second)),
        ];
        let mut backwards = results;
        backwards.reverse();
        assert_eq!(counted(&results), counted(&backwards));
        let elos = counted(&results).elos();
        let mut order = [0, 1, 2];
        order.sort_by(|one, other| elos[*other].value.total_cmp(&elos[*one].value));
        assert_eq!(order, [1, 0, 2]);
    }

    #[test]
    fn half_pairs_are_not_counted() {
        let standing = counted(&[(0, Some(Side::First))]);
        assert_eq!(
            (
                standing.head_to_heads[0].pairs.total(),
                standing.head_to_heads[0].games.total()
            ),
            (0, 1)
        );
        assert_eq!(standing.decision(&Sprt::default(), 0), None);
    }
}
