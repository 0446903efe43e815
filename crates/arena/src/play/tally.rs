//! [`Tally`]: counts the games of a match.

use crate::numbers::{Mean, real};
use crate::play::ending::EndKind;
use crate::play::head_to_head::{HeadToHead, HeadToHeadSummary, TestSummary};
use crate::play::record::Spent;
use crate::play::results::{MatchResult, PlayerResult};
use crate::play::schedule::{CountedGame, Schedule};
use crate::players::lines::WrongLines;
use crate::players::player::TimeControl;
use crate::statistics::{Encounter, Estimate, Pentanomial, Sprt, Trinomial, ratings};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{ControlFlow, Neg as _};

/// The games of a match, counted in the order of their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    schedule: Schedule,
    /// The test, if there is one.
    sprt: Option<Sprt>,
    limits: TimeControl,
    players: Vec<Counts>,
    /// Each pair of opponents.
    head_to_heads: Vec<HeadToHead>,
    /// For each of them, `true` if the counted games decide its test.
    decided: Vec<bool>,
    /// The steps and the points of the first player in the first game of a pair whose second game is missing.
    half_pairs: HashMap<usize, (usize, Option<f64>)>,
    games: usize,
    ends: BTreeMap<EndKind, usize>,
    replays: usize,
    /// The checksums of the games.
    moves: HashSet<u64>,
}

/// The counts of one player.
#[derive(Debug, Clone, PartialEq, Default)]
struct Counts {
    name: String,
    faults: BTreeMap<EndKind, usize>,
    first_failure: Option<String>,
    lost_on_time: usize,
    wrong_lines: WrongLines,
    /// All but the depth.
    spent: Spent,
    /// The mean depths of its games.
    depths: Mean,
}

impl Tally {
    /// Makes the tally of a match before any game was played.
    #[must_use]
    pub fn new(
        names: Vec<String>,
        schedule: Schedule,
        sprt: Option<Sprt>,
        limits: TimeControl,
    ) -> Self {
        let player = |name| Counts {
            name,
            ..Counts::default()
        };
        let nothing = |players: &[usize; 2]| HeadToHead {
            players: *players,
            games: Trinomial::default(),
            pairs: Pentanomial::default(),
            points: Mean::default(),
        };
        let pairs = schedule.head_to_heads.iter();
        Self {
            sprt,
            limits,
            players: names.into_iter().map(player).collect(),
            head_to_heads: pairs.clone().map(nothing).collect(),
            decided: pairs.map(|_| false).collect(),
            half_pairs: HashMap::new(),
            games: 0,
            ends: BTreeMap::new(),
            replays: 0,
            moves: HashSet::new(),
            schedule,
        }
    }

    /// Counts without a test, such as the games of a shard, which can't decide it.
    #[must_use]
    pub fn without_test(self) -> Self {
        Self { sprt: None, ..self }
    }

    /// Returns `true` if the counted games decide the test, or the tests of all challengers.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        !self.decided.is_empty() && self.decided.iter().all(|is_decided| *is_decided)
    }

    /// Returns [`Break`](ControlFlow::Break) once the counted games decide the test.
    pub fn flow(&self) -> ControlFlow<()> {
        if self.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Returns `true` if the test of the two players who meet in this game is undecided.
    #[must_use]
    pub fn needs(&self, game: usize) -> bool {
        !self.decided[self.schedule.head_to_head(game)]
    }

    /// Returns how many of this many games between all opponents the undecided tests need.
    #[must_use]
    pub fn needed(&self, games: usize) -> usize {
        let undecided = self.decided.iter().filter(|is_decided| !**is_decided);
        games / self.decided.len().max(1) * undecided.count()
    }

    /// Returns the games of the match.
    #[must_use]
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the names of the players of a game: of the first side and of the second.
    #[must_use]
    pub fn players_of(&self, game: usize) -> [&str; 2] {
        let players = self.schedule.fixture(game).players;
        players.map(|player| self.players[player].name.as_str())
    }

    /// Counts a game, unless a test needs earlier games first, or no more: a test is decided by the first games of its players that reach a
    /// bound, in the order of their numbers. Returns `true` if the game counts.
    pub fn count(&mut self, game: CountedGame) -> bool {
        let fixture = self.schedule.fixture(game.number);
        let index = self.schedule.head_to_head(game.number);
        if self.sprt.is_some() && !(self.needs(game.number) && self.is_next(game.number)) {
            return false;
        }
        let both = &mut self.head_to_heads[index];
        let (steps, points) = if fixture.players == both.players {
            (game.steps_of_first, game.points_of_first)
        } else {
            (2 - game.steps_of_first, game.points_of_first.map(f64::neg))
        };
        both.games.count(steps);
        if let Some((before, points_before)) = self.half_pairs.remove(&fixture.pair) {
            both.pairs.count(before + steps);
            if let Some((one, other)) = points_before.zip(points) {
                both.points.add(f64::midpoint(one, other));
            }
        } else {
            self.half_pairs.insert(fixture.pair, (steps, points));
        }
        if let Some(sprt) = self.sprt {
            self.decided[index] = TestSummary::new(sprt, both).decision.is_some();
        }
        self.games += 1;
        self.replays += game.replays;
        self.moves.extend(game.moves);
        let place = format!("in game {}", game.number + 1);
        let sides = game.spent.iter().zip(&game.wrong_lines);
        for (player, (spent, lines)) in fixture.players.into_iter().zip(sides) {
            let player = &mut self.players[player];
            player.spent.moves += spent.moves;
            player.spent.seconds += spent.seconds;
            player.spent.nodes += spent.nodes;
            if let Some(depth) = spent.depth {
                player.depths.add(depth);
            }
            player.wrong_lines.add_all(lines, &format!("{place}, "));
        }
        // A player that fails loses.
        let loser = &mut self.players[fixture.players[game.steps_of_first / 2]];
        loser.lost_on_time += usize::from(game.end == EndKind::Time);
        if game.end.is_fault() {
            let first = || format!("{place}: {}", game.reason);
            loser.first_failure.get_or_insert_with(first);
            *loser.faults.entry(game.end.clone()).or_default() += 1;
        }
        *self.ends.entry(game.end).or_default() += 1;
        true
    }

    /// Returns `true` if this is the next game of its head-to-head, so that none before it is missing.
    fn is_next(&self, game: usize) -> bool {
        let index = self.schedule.head_to_head(game);
        let counted = self.head_to_heads[index].games.total();
        usize::try_from(counted).is_ok_and(|counted| self.schedule.nth(index, counted) == game)
    }

    /// Returns the number of games counted.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.games
    }

    /// Returns the Elo difference of two players, and the log-likelihood ratio if there is a test.
    #[must_use]
    pub fn of_two(&self) -> Option<(Estimate, Option<f64>)> {
        let [both] = self.head_to_heads.as_slice() else {
            return None;
        };
        Some((both.elo(), self.sprt.map(|sprt| sprt.llr(&both.pairs))))
    }

    /// Returns how much faster the first of two players searches than the second, as a share of the second's nodes per second.
    #[must_use]
    pub fn gain_of_speed(&self) -> Option<f64> {
        let [both] = self.head_to_heads.as_slice() else {
            return None;
        };
        let [one, other] = both.players.map(|player| self.players[player].speed());
        Some(one? / other? - 1.0)
    }

    /// Returns the resources that each player spent in all its games, with the mean of their mean depths. They are measured, and therefore
    /// not part of the result, which is equal for equal matches.
    #[must_use]
    pub fn spent(&self) -> Vec<Spent> {
        let spent = |player: &Counts| Spent {
            depth: player.depths.value(),
            ..player.spent
        };
        self.players.iter().map(spent).collect()
    }

    /// Returns the results of the two players who meet in this game.
    #[must_use]
    pub fn head_to_head(&self, game: usize) -> HeadToHeadSummary {
        self.summed_up(&self.head_to_heads[self.schedule.head_to_head(game)])
    }

    fn summed_up(&self, both: &HeadToHead) -> HeadToHeadSummary {
        let names = both.players.map(|player| self.players[player].name.clone());
        HeadToHeadSummary::new(both, names)
    }

    /// Returns the Elo of every player: for two its difference from the other, for several from the average of all.
    fn elos(&self) -> Vec<Estimate> {
        if let ([both], 2) = (self.head_to_heads.as_slice(), self.players.len()) {
            // With two players there is one difference, and pairs measure it best.
            return vec![both.elo(), -both.elo()];
        }
        let encounters = self.head_to_heads.iter().map(|both| Encounter {
            players: both.players,
            points: both.games.points(),
            games: both.games.points() + both.games.reversed().points(),
            error: both.error(),
        });
        ratings(self.players.len(), &encounters.collect::<Vec<_>>())
    }

    /// Returns the games of one player against another, from the first one's point of view; none if they never meet.
    fn between(&self, player: usize, other: usize) -> Trinomial {
        let met = self
            .head_to_heads
            .iter()
            .find_map(|both| match both.players {
                players if players == [player, other] => Some(both.games),
                players if players == [other, player] => Some(both.games.reversed()),
                _ => None,
            });
        met.unwrap_or_default()
    }

    /// Sums up the counted games.
    #[must_use]
    pub fn result(&self) -> MatchResult {
        let player = |((number, counts), elo): ((usize, &Counts), Estimate)| {
            let others = 0..self.players.len();
            let against: Vec<_> = others.map(|other| self.between(number, other)).collect();
            let games = against
                .iter()
                .fold(Trinomial::default(), |sum, games| sum + *games);
            PlayerResult {
                name: counts.name.clone(),
                number,
                elo,
                games,
                against,
                score: games.score(),
                lost_on_time: counts.lost_on_time,
                faults: counts.faults.clone(),
                first_failure: counts.first_failure.clone(),
                wrong_lines: counts.wrong_lines.clone(),
            }
        };
        let counts = self.players.iter().enumerate().zip(self.elos());
        let mut players: Vec<PlayerResult> = counts.map(player).collect();
        players.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value));
        let tested = self.sprt.map(|sprt| {
            let heads = self.head_to_heads.iter();
            heads.map(move |both| TestSummary::new(sprt, both))
        });
        let mut tests: Vec<TestSummary> = tested.into_iter().flatten().collect();
        let test = tests.pop_if(|_| self.head_to_heads.len() == 1);
        MatchResult {
            elo: (self.players.len() == 2).then(|| self.head_to_heads[0].elo()),
            games: self.games,
            scheduled: self.schedule.games(),
            players,
            head_to_heads: self
                .head_to_heads
                .iter()
                .map(|both| self.summed_up(both))
                .collect(),
            ends: self.ends.clone(),
            repeats: self.games - self.moves.len(),
            replays: self.replays,
            test,
            tests,
            limits: self.limits.clone(),
        }
    }
}

impl Counts {
    /// Returns the nodes that it searched per second, if it reported any.
    fn speed(&self) -> Option<f64> {
        let Spent { nodes, seconds, .. } = self.spent;
        (nodes > 0 && seconds > 0.0).then(|| real(nodes) / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::schedule::Format;
    use plywood_eval::Side;

    fn counted(results: &[(usize, Option<Side>)]) -> Tally {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 1);
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut tally = Tally::new(names, schedule, None, TimeControl::default());
        for &(game, winner) in results {
            tally.count(CountedGame {
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
        tally
    }

    #[test]
    fn points_go_to_the_right_player_whatever_the_color() {
        // Players 0 and 1 meet in games 0, 1, 6 and 7; the first has White in the even ones.
        let tally = counted(&[
            (1, Some(Side::Second)),
            (6, None),
            (0, Some(Side::First)),
            (7, Some(Side::First)),
        ]);
        assert_eq!(tally.between(0, 1).0, [1, 1, 2]);
        assert_eq!(tally.between(1, 0).0, [2, 1, 1]);
        assert_eq!(tally.head_to_heads[0].pairs.0, [0, 1, 0, 0, 1]);
        assert_eq!((tally.games, tally.ends["checkmate"]), (4, 4));
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
        let tally = counted(&[(0, Some(Side::First))]);
        assert_eq!(
            (
                tally.head_to_heads[0].pairs.total(),
                tally.head_to_heads[0].games.total()
            ),
            (0, 1)
        );
        let test = TestSummary::new(Sprt::default(), &tally.head_to_heads[0]);
        assert_eq!(test.decision, None);
    }
}
