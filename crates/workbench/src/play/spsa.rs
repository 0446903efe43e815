//! [`Spsa`]: finds the best numbers of a player by games between players that differ slightly from it, all numbers at once.
//!
//! Simultaneous perturbation stochastic approximation (Spall, 1992): in each pair of games, one player has every number nudged a little in
//! a random direction, and its opponent has every number nudged the other way. The numbers then move part of the way towards the winner's.
//! So a step costs the same however many numbers there are.

use crate::journal::Item;
use crate::play::game::play;
use crate::play::openings::Openings;
use crate::players::player_spec::PlayerSpec;
use crate::players::player_text::{PlayerSpecError, PlayerText};
use fastrand::Rng;
use plywood_arena::numbers::real;
use plywood_arena::{Fault, GameEnd, Rules, seed};
use plywood_catalog::{Catalog, Playable};
use plywood_core::Position;
use plywood_eval::Side;
use plywood_report::{Checksum, number};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// A number of a player to tune: `NAME=START,MIN,MAX,STEP`.
///
/// ```
/// use plywood_workbench::Tuned;
///
/// let width: Tuned = "width=8,1,64,2".parse()?;
/// assert_eq!((width.start, width.step), (8.0, 2.0));
/// assert!("width=80,1,64,2".parse::<Tuned>().is_err());
/// # Ok::<(), plywood_workbench::TunedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tuned {
    /// The name of the setting.
    pub name: String,
    /// Its start value.
    pub start: f64,
    /// The lowest value.
    pub min: f64,
    /// The highest value.
    pub max: f64,
    /// The final size of the moves both ways. A player that differs by this much should be a few Elo weaker or stronger.
    pub step: f64,
    /// `true` if only whole numbers are played, as when the start is written without a decimal point.
    pub is_whole: bool,
}

/// The error for a string that is not a number to tune.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "expected NAME=START,MIN,MAX,STEP with MIN <= START <= MAX and a STEP above 0 and up to MAX - MIN, which is at most {MOST:e}, found {0:?}"
)]
pub struct TunedError(String);

/// The square of a wider range may exceed all numbers.
const MOST: f64 = 1e100;

impl FromStr for Tuned {
    type Err = TunedError;

    fn from_str(text: &str) -> Result<Self, TunedError> {
        let wrong = || TunedError(text.to_owned());
        let (name, rest) = text.split_once('=').ok_or_else(wrong)?;
        let numbers: Option<Vec<f64>> = rest.split(',').map(number::read).collect();
        let numbers = numbers.ok_or_else(wrong)?;
        let [start, min, max, step] = numbers[..] else {
            return Err(wrong());
        };
        let range = max - min;
        let is_sound = min <= start && start <= max && 0.0 < step && step <= range && range <= MOST;
        if name.is_empty() || !is_sound {
            return Err(wrong());
        }
        Ok(Self {
            name: name.to_owned(),
            start,
            min,
            max,
            step,
            is_whole: start.fract() == 0.0
                && !rest
                    .split(',')
                    .next()
                    .is_some_and(|start| start.contains('.')),
        })
    }
}

/// The settings of a search for the best numbers.
///
/// ```
/// use plywood_workbench::{Spsa, Tuned};
///
/// // A game won by the player nearer to 30.
/// let spsa = Spsa {
///     numbers: vec!["x=10,0,100,4".parse()?],
///     pairs: 2_000,
///     together: 8,
///     rate: 0.02,
///     seed: 1,
/// };
/// let mut walk = spsa.walk();
/// while let Some(pairs) = walk.next_pairs() {
///     let points = pairs.map(|pair| {
///         let [plus, minus] = walk.values(pair).map(|values| (values[0] - 30.0).abs());
///         if plus < minus {
///             2
///         } else if plus > minus {
///             -2
///         } else {
///             0
///         }
///     });
///     let points: Vec<i32> = points.collect();
///     walk.learn(&points);
/// }
/// assert!((walk.numbers()[0] - 30.0).abs() < 2.0);
/// # Ok::<(), plywood_workbench::TunedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spsa {
    /// The numbers to tune.
    pub numbers: Vec<Tuned>,
    /// The number of pairs of games.
    pub pairs: usize,
    /// The number of pairs that are played with changes of the same numbers; they can be played at once.
    pub together: usize,
    /// The share of its step by which a won pair finally moves a number.
    pub rate: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// The exponents by which the changes, and the moves, shrink with the number of pairs. They are Spall's recommendations.
const CHANGES: f64 = 0.101;
const MOVES: f64 = 0.602;
/// The share of all pairs that is added to the number of each, so that the first moves are not too large.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// Starts the walk of the numbers.
    #[must_use]
    pub fn walk(&self) -> Walk {
        let numbers: Vec<f64> = self.numbers.iter().map(|number| number.start).collect();
        Walk {
            spsa: self.clone(),
            course: vec![numbers.clone()],
            numbers,
            learned: 0,
        }
    }
}

/// The state of the numbers after the results of some pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    spsa: Spsa,
    numbers: Vec<f64>,
    /// The numbers after each step.
    course: Vec<Vec<f64>>,
    /// The number of pairs whose results are known.
    learned: usize,
}

impl Walk {
    /// Returns the current numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
    }

    /// Returns the numbers at the start and after each step.
    #[must_use]
    pub fn course(&self) -> &[Vec<f64>] {
        &self.course
    }

    /// Returns the pairs to play next; none at the end.
    #[must_use]
    pub fn next_pairs(&self) -> Option<std::ops::Range<usize>> {
        let Spsa {
            pairs, together, ..
        } = self.spsa;
        let end = pairs.min(self.learned + together.max(1));
        (self.learned < pairs).then_some(self.learned..end)
    }

    /// Returns the change of a number in a pair, without its direction, and the distance by which a point moves it.
    fn sizes(&self, pair: usize, step: f64) -> [f64; 2] {
        let (pair, pairs) = (real(pair as u64), real(self.spsa.pairs as u64));
        let change = step * (pairs / (pair + 1.0)).powf(CHANGES);
        let shrunk = (1.0 + STABILITY) * pairs / (STABILITY * pairs + pair + 1.0);
        // In the end a point moves a number by the rate times its step.
        let moved = self.spsa.rate * step * step * shrunk.powf(MOVES);
        [change, moved / change]
    }

    /// Returns the random numbers of a pair.
    fn random(&self, pair: usize) -> Rng {
        Rng::with_seed(seed::derived(self.spsa.seed, pair as u64))
    }

    /// Returns the numbers of both players of a pair.
    #[must_use]
    pub fn values(&self, pair: usize) -> [Vec<f64>; 2] {
        let mut random = self.random(pair);
        let mut both = [Vec::new(), Vec::new()];
        for (number, middle) in self.spsa.numbers.iter().zip(&self.numbers) {
            let direction = direction(&mut random);
            let [change, _] = self.sizes(pair, number.step);
            for (values, sign) in both.iter_mut().zip([1.0, -1.0]) {
                let value = middle + sign * direction * change;
                // A number between two whole ones is sometimes rounded down and sometimes up.
                let value = if number.is_whole {
                    (value + random.f64()).floor()
                } else {
                    value
                };
                values.push(value.clamp(number.min, number.max));
            }
        }
        both
    }

    /// Moves the numbers by the results of the last pairs: the points of the first player minus those of the second, from -2 to 2.
    pub fn learn(&mut self, results: &[i32]) {
        for (pair, points) in (self.learned..).zip(results) {
            // Directions are drawn as in `values`.
            let mut random = self.random(pair);
            for place in 0..self.numbers.len() {
                let number = &self.spsa.numbers[place];
                let direction = direction(&mut random);
                if number.is_whole {
                    let _ = [random.f64(), random.f64()];
                }
                let [_, moved] = self.sizes(pair, number.step);
                let value = self.numbers[place] + moved * direction * f64::from(*points);
                self.numbers[place] = value.clamp(number.min, number.max);
            }
        }
        self.learned += results.len();
        self.course.push(self.numbers.clone());
    }
}

/// Draws 1 or -1.
fn direction(random: &mut Rng) -> f64 {
    if random.bool() { 1.0 } else { -1.0 }
}

/// A player whose numbers are tuned by games.
#[derive(Debug)]
pub struct Tuning<G: Playable = Position> {
    /// The game.
    pub catalog: Catalog<G>,
    /// The player without its numbers: a strategy, or a UCI program.
    pub player: PlayerText,
    /// The openings; both sides play each of them.
    pub openings: Openings<G>,
    /// The rules of every game.
    pub rules: Rules,
    /// The numbers to tune, and the settings.
    pub spsa: Spsa,
}

/// The result of a pair of games, as a journal records it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedPair {
    /// The number of the pair, from 0.
    pub number: usize,
    /// The points of the first player minus those of the second, from -2 to 2.
    pub points: i32,
}

impl Item for PlayedPair {
    const NAMES: [&'static str; 2] = ["pair", "pairs"];

    fn number(&self) -> usize {
        self.number
    }

    fn fingerprint(&self) -> u64 {
        Checksum::new().with(&self.points.to_le_bytes()).number()
    }
}

/// The reason two games of a tuning were not played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TuningError {
    /// There is no player with these numbers.
    #[error(transparent)]
    Player(#[from] PlayerSpecError),
    /// A player failed.
    #[error("{player} failed: {fault}")]
    Failed {
        /// Its name.
        player: String,
        /// The reason.
        fault: Fault,
    },
}

impl<G: Playable> Tuning<G> {
    /// Returns the player with these numbers.
    #[must_use]
    pub fn with(&self, values: &[f64]) -> PlayerText {
        let mut player = self.player.clone();
        for (number, value) in self.spsa.numbers.iter().zip(values) {
            player.set(&number.name, *value);
        }
        player
    }

    /// Plays two games from the same opening, in which the players with these numbers change sides.
    ///
    /// # Errors
    /// [`TuningError`] if there is no such player, or one fails.
    pub fn play(&self, number: usize, values: &[Vec<f64>; 2]) -> Result<PlayedPair, TuningError> {
        let read = |values: &Vec<f64>| PlayerSpec::of(&self.catalog, self.with(values));
        let [plus, minus] = [read(&values[0])?, read(&values[1])?];
        let opening = self.openings.get(number);
        let seed = seed::derived(self.spsa.seed, number as u64);
        let mut points = 0;
        for (players, of_first) in [([&plus, &minus], 1), ([&minus, &plus], -1)] {
            let record = play(&self.catalog, &opening, players, &self.rules, seed);
            if let GameEnd::Fault(side, fault) = &record.end {
                return Err(TuningError::Failed {
                    player: players[*side as usize].name().to_owned(),
                    fault: fault.clone(),
                });
            }
            points += match record.end.winner() {
                Some(Side::First) => of_first,
                Some(Side::Second) => -of_first,
                None => 0,
            };
        }
        Ok(PlayedPair { number, points })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates games between players of known strength: the stronger one wins a pair with a chance that grows with the difference.
    fn points(random: &mut Rng, strengths: [f64; 2]) -> i32 {
        let expected = 1.0 / (1.0 + 10.0_f64.powf((strengths[1] - strengths[0]) / 400.0));
        let game = |random: &mut Rng| match random.f64() {
            chance if chance < 0.5 * expected => 1,
            chance if chance > 1.0 - 0.5 * (1.0 - expected) => -1,
            _ => 0,
        };
        game(random) + game(random)
    }

    /// Returns the Elo lost by the distance of each number from its best value.
    fn strength(values: &[f64]) -> f64 {
        let best = [30.0, -2.0, 700.0];
        let scales = [10.0, 1.0, 100.0];
        let losses = values.iter().zip(best).zip(scales);
        -losses
            .map(|((value, best), scale)| 20.0 * ((value - best) / scale).powi(2))
            .sum::<f64>()
    }

    fn spsa(pairs: usize) -> Spsa {
        let numbers = ["a=10,0,100,5", "b=0.0,-8,8,0.5", "c=900,0,2000,50"];
        Spsa {
            numbers: numbers.map(|text| text.parse().unwrap()).to_vec(),
            pairs,
            together: 16,
            rate: 0.03,
            seed: 7,
        }
    }

    fn walked(spsa: &Spsa) -> Walk {
        let (mut walk, mut random) = (spsa.walk(), Rng::with_seed(1));
        while let Some(pairs) = walk.next_pairs() {
            let pairs = pairs.map(|pair| {
                points(
                    &mut random,
                    walk.values(pair).map(|values| strength(&values)),
                )
            });
            let results: Vec<i32> = pairs.collect();
            walk.learn(&results);
        }
        walk
    }

    #[test]
    fn it_finds_the_maximum_of_a_known_function() {
        let spsa = spsa(10_000);
        let walk = walked(&spsa);
        let start: Vec<f64> = spsa.numbers.iter().map(|number| number.start).collect();
        assert!(strength(&start) < -200.0);
        // Results are random; two Elo are a tenth of a scale for each number.
        let found = strength(walk.numbers());
        assert!(found > -4.0, "{found} Elo at {:?}", walk.numbers());
        assert_eq!(walk.course().len(), 1 + 10_000 / 16);
    }

    #[test]
    fn numbers_stay_in_their_ranges_and_are_whole_if_their_texts_are() {
        let walk = walked(&spsa(500));
        for pair in 0..500 {
            for values in walk.values(pair) {
                assert!((0.0..=100.0).contains(&values[0]) && values[0].fract() == 0.0);
                assert!((-8.0..=8.0).contains(&values[1]));
            }
        }
        // A number halfway between two whole ones is each of them about as often.
        let mut halfway = spsa(500).walk();
        halfway.numbers[0] = 10.5;
        let mean: f64 = (0..500)
            .map(|pair| halfway.values(pair).concat()[0])
            .sum::<f64>()
            / 500.0;
        assert!((9.9..11.1).contains(&mean), "{mean}");
        for wrong in [
            "a",
            "a=1",
            "a=1,2,3,4",
            "a=1,0,2,0",
            "a=x,0,2,1",
            "=1,0,2,1",
            "a=1,0,2,1,1",
        ] {
            assert!(wrong.parse::<Tuned>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn settings_are_added_where_a_player_has_them() {
        let catalog = Catalog::connect_four();
        let tuning = |player: &str| Tuning {
            openings: Openings::random(&catalog, 2, 1),
            catalog: catalog.clone(),
            player: player.parse().unwrap(),
            rules: Rules::default(),
            spsa: spsa(1),
        };
        let with = |player: &str| tuning(player).with(&[8.0, 0.5, 700.0]).to_string();
        assert_eq!(with("x+y:depth=3"), "x+y+a=8+b=0.5+c=700:depth=3");
        assert_eq!(with("x"), "x+a=8+b=0.5+c=700");
        assert_eq!(
            with("uci:cmd=x,arg=y"),
            "uci:cmd=x,arg=y,option.a=8,option.b=0.5,option.c=700"
        );
    }
}
