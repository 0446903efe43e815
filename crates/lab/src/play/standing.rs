//! [`Standing`]: the results of a match, computed from its games.

use crate::play::entry::Entry;
use crate::play::schedule::Schedule;
use crate::statistics::{Decision, Encounter, Estimate, Pentanomial, Sprt, Trinomial, ratings};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The results of a match so far, for every two players who meet.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    schedule: Schedule,
    head_to_heads: Vec<HeadToHead>,
    ends: BTreeMap<String, usize>,
    /// The points of the first player in the first game of a pair whose second game is missing.
    half_pairs: HashMap<usize, usize>,
    games: usize,
    /// For each player, how often it failed in which way.
    faults: Vec<BTreeMap<String, usize>>,
    /// The checksums of the games.
    moves: HashSet<u64>,
}

/// The games between two players, from the first one's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadToHead {
    /// The two players.
    pub players: [usize; 2],
    /// Single games.
    pub games: Trinomial,
    /// Complete pairs of games.
    pub pairs: Pentanomial,
}

impl Standing {
    /// A match without games.
    #[must_use]
    pub fn new(schedule: Schedule) -> Self {
        let players = schedule.players();
        let nothing = |players: &[usize; 2]| HeadToHead {
            players: *players,
            games: Trinomial::default(),
            pairs: Pentanomial::default(),
        };
        Self {
            head_to_heads: schedule.head_to_heads().iter().map(nothing).collect(),
            ends: BTreeMap::new(),
            half_pairs: HashMap::new(),
            games: 0,
            faults: vec![BTreeMap::new(); players],
            moves: HashSet::new(),
            schedule,
        }
    }

    /// The schedule of the match.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Counts a game.
    pub fn count(&mut self, entry: &Entry) {
        let fixture = self.schedule.fixture(entry.game);
        let index = fixture.pair % self.head_to_heads.len();
        let head_to_head = &mut self.head_to_heads[index];
        let of_first = entry.steps_of_first();
        let points = if fixture.players == head_to_head.players {
            of_first
        } else {
            2 - of_first
        };
        head_to_head.games.count(points);
        match self.half_pairs.remove(&fixture.pair) {
            Some(other) => head_to_head.pairs.count(points + other),
            None => drop(self.half_pairs.insert(fixture.pair, points)),
        }
        *self.ends.entry(entry.end.clone()).or_default() += 1;
        self.games += 1;
        self.moves.extend(u64::from_str_radix(&entry.moves, 16));
        if entry.is_fault() {
            // A player that fails loses.
            let loser = fixture.players[of_first / 2];
            *self.faults[loser].entry(entry.end.clone()).or_default() += 1;
        }
    }

    /// The number of games counted.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// The number of games that repeat an earlier game move for move.
    #[must_use]
    pub fn repeats(&self) -> usize {
        self.games - self.moves.len()
    }

    /// How often a player failed, by the kind of the fault.
    #[must_use]
    pub fn faults(&self, player: usize) -> &BTreeMap<String, usize> {
        &self.faults[player]
    }

    /// Every two players who meet.
    #[must_use]
    pub fn head_to_heads(&self) -> &[HeadToHead] {
        &self.head_to_heads
    }

    /// How often the games ended in each way.
    #[must_use]
    pub const fn ends(&self) -> &BTreeMap<String, usize> {
        &self.ends
    }

    /// A test between the first two players: the log-likelihood ratio, and the decision if there is one.
    #[must_use]
    pub fn test(&self, sprt: &Sprt) -> Option<(f64, Option<Decision>)> {
        let llr = sprt.llr(&self.head_to_heads.first()?.pairs);
        Some((llr, sprt.decision(llr)))
    }

    /// The Elo of every player; the average of all is 0.
    #[must_use]
    pub fn elos(&self) -> Vec<Estimate> {
        if let ([both], 2) = (self.head_to_heads.as_slice(), self.schedule.players()) {
            // With two players there is one difference, and pairs measure it best; each is half of it from the average.
            let half = both.elo().map(|elo| elo / 2.0);
            return vec![half, -half];
        }
        let encounters = self.head_to_heads.iter().map(HeadToHead::encounter);
        ratings(self.schedule.players(), &encounters.collect::<Vec<_>>())
    }

    /// The games of one player against another, from the first one's point of view; `None` if they never meet.
    #[must_use]
    pub fn between(&self, player: usize, other: usize) -> Option<Trinomial> {
        self.head_to_heads
            .iter()
            .find_map(|head_to_head| match head_to_head.players {
                players if players == [player, other] => Some(head_to_head.games),
                players if players == [other, player] => Some(head_to_head.games.reversed()),
                _ => None,
            })
    }

    /// The games of one player against all others.
    #[must_use]
    pub fn games_of(&self, player: usize) -> Trinomial {
        let against = (0..self.schedule.players()).filter_map(|other| self.between(player, other));
        against.fold(Trinomial::default(), |sum, games| sum + games)
    }
}

impl HeadToHead {
    /// The Elo difference, from the pairs if there are any: they give smaller errors.
    #[must_use]
    pub fn elo(&self) -> Estimate {
        if self.pairs.total() > 0 {
            self.pairs.elo()
        } else {
            self.games.elo()
        }
    }

    fn encounter(&self) -> Encounter {
        Encounter {
            players: self.players,
            points: self.games.points(),
            games: self.games.points() + self.games.reversed().points(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::game::Spent;
    use crate::play::schedule::Format;

    fn counted(results: &[(usize, &str)]) -> Standing {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 1);
        let mut standing = Standing::new(schedule);
        for &(game, result) in results {
            let entry = Entry {
                game,
                result: result.to_owned(),
                end: "checkmate".to_owned(),
                reason: String::new(),
                plies: 1,
                seconds: 0.0,
                thinking: 0.0,
                spent: [Spent::default(); 2],
                moves: format!("{game:x}"),
                notes: Vec::new(),
                record: String::new(),
            };
            standing.count(&entry);
        }
        standing
    }

    #[test]
    fn points_go_to_the_right_player_whatever_the_color() {
        // Players 0 and 1 meet in games 0, 1, 6 and 7; the first has White in the even ones.
        let standing = counted(&[(1, "0-1"), (6, "1/2-1/2"), (0, "1-0"), (7, "1-0")]);
        assert_eq!(standing.between(0, 1).map(|games| games.0), Some([1, 1, 2]));
        assert_eq!(standing.between(1, 0).map(|games| games.0), Some([2, 1, 1]));
        assert_eq!(standing.head_to_heads()[0].pairs.0, [0, 1, 0, 0, 1]);
        assert_eq!((standing.games(), standing.ends()["checkmate"]), (4, 4));
    }

    #[test]
    fn the_strongest_is_first_whatever_the_order_of_games() {
        let results = [(0, "0-1"), (1, "1-0"), (2, "1-0"), (4, "1-0"), (5, "0-1")];
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
        let standing = counted(&[(0, "1-0")]);
        assert_eq!(
            (
                standing.head_to_heads()[0].pairs.total(),
                standing.head_to_heads()[0].games.total()
            ),
            (0, 1)
        );
        assert_eq!(standing.test(&Sprt::default()), Some((0.0, None)));
    }
}
