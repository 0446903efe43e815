//! The Elo of many players, from all their games at once.

use crate::numbers::real;
use crate::statistics::distributions::Z95;
use crate::statistics::estimate::{Estimate, score_of_elo};

/// The games between two players, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Encounter {
    /// The two players.
    pub players: [usize; 2],
    /// The points of the first one.
    pub points: f64,
    /// The number of games they played.
    pub games: f64,
    /// The standard error of the first one's score, a share of the points; pairs of games give the smallest.
    pub error: f64,
}

/// Returns the maximum-likelihood Elo of each of `count` players, with intervals; the average is 0.
///
/// Every player gets one extra draw against an average player; without it, a player that wins every game would be infinitely strong. The
/// intervals come from the errors of the scores, so draws and pairs make them narrower.
///
/// **Source.** Bradley and Terry, "Rank analysis of incomplete block designs", 1952; solved by Newton's method. The variance is the
/// "sandwich" of Huber, "The behavior of maximum likelihood estimates under nonstandard conditions", 1967.
///
/// ```
/// use plywood_arena::statistics::{Encounter, ratings};
///
/// let games = [Encounter { players: [0, 1], points: 750.0, games: 1_000.0, error: 0.013_7 }];
/// let found = ratings(2, &games);
/// assert!((found[0].value - found[1].value - 190.8).abs() < 1.0);
/// ```
#[must_use]
pub fn ratings(count: usize, encounters: &[Encounter]) -> Vec<Estimate> {
    let mut elos = vec![0.0; count];
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(&elos, encounters);
        let step = solve(curvature, slope);
        // A full step may overshoot, and small steps cost little.
        elos.iter_mut()
            .zip(&step)
            .for_each(|(elo, step)| *elo += step.clamp(-LONGEST_STEP, LONGEST_STEP));
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let (_, curvature) = derivatives(&elos, encounters);
    let average = elos.iter().sum::<f64>() / real(count as u64);
    let around = |(player, elo): (usize, &f64)| {
        let width = Z95 * variance_to_average(&elos, encounters, &curvature, player).sqrt();
        let value = elo - average;
        Estimate {
            value,
            low: value - width,
            high: value + width,
        }
    };
    elos.iter().enumerate().map(around).collect()
}

const MOST_STEPS: usize = 200;
const LONGEST_STEP: f64 = 200.0;
/// The derivative of an expected score's logarithm by Elo, without the factor of the other side's score.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;

type Matrix = Vec<Vec<f64>>;

/// Returns the gradient of the log-likelihood at these ratings, and its negated second derivatives.
fn derivatives(elos: &[f64], encounters: &[Encounter]) -> (Vec<f64>, Matrix) {
    let count = elos.len();
    let (mut slope, mut curvature) = (vec![0.0; count], vec![vec![0.0; count]; count]);
    for (player, elo) in elos.iter().enumerate() {
        let expected = score_of_elo(*elo);
        slope[player] += PER_ELO * (0.5 - expected);
        curvature[player][player] += PER_ELO.powi(2) * expected * (1.0 - expected);
    }
    for &Encounter {
        players: [one, other],
        points,
        games,
        ..
    } in encounters
    {
        let expected = score_of_elo(elos[one] - elos[other]);
        let pull = PER_ELO * (points - games * expected);
        slope[one] += pull;
        slope[other] -= pull;
        let stiffness = PER_ELO.powi(2) * games * expected * (1.0 - expected);
        curvature[one][one] += stiffness;
        curvature[other][other] += stiffness;
        curvature[one][other] -= stiffness;
        curvature[other][one] -= stiffness;
    }
    (slope, curvature)
}

/// Returns the variance of the difference between a player and the average.
fn variance_to_average(
    elos: &[f64],
    encounters: &[Encounter],
    curvature: &Matrix,
    player: usize,
) -> f64 {
    let share = 1.0 / real(curvature.len() as u64);
    let direction: Vec<f64> = (0..curvature.len())
        .map(|other| f64::from(u8::from(other == player)) - share)
        .collect();
    // The change of the difference with each pull on a player.
    let change = solve(curvature.clone(), direction);
    let of_draws = elos.iter().zip(&change).map(|(elo, change)| {
        let expected = score_of_elo(*elo);
        (PER_ELO * change).powi(2) * expected * (1.0 - expected)
    });
    let of_games = encounters.iter().map(|met| {
        let [one, other] = met.players.map(|player| change[player]);
        (PER_ELO * (one - other) * met.error * met.games).powi(2)
    });
    of_draws.chain(of_games).sum()
}

/// Solves a system of linear equations by elimination. The matrix is symmetric and, because every player has a drawn game, positive
/// definite, so no pivot is zero.
fn solve(mut matrix: Matrix, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for pivot in 0..count {
        let (upper, lower) = matrix.split_at_mut(pivot + 1);
        let row = &upper[pivot];
        for (offset, other) in lower.iter_mut().enumerate() {
            let factor = other[pivot] / row[pivot];
            other
                .iter_mut()
                .zip(row)
                .for_each(|(cell, above)| *cell -= factor * above);
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for pivot in (0..count).rev() {
        let known: f64 = (pivot + 1..count)
            .map(|other| matrix[pivot][other] * right[other])
            .sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::outcomes::Outcomes;

    #[test]
    fn two_players_agree_with_the_formula_for_two() {
        // Without draws, the interval of the difference is the binomial one.
        let results = Outcomes([2_000_u64, 0, 3_000]);
        let found = ratings(
            2,
            &[Encounter {
                players: [0, 1],
                points: 3_000.0,
                games: 5_000.0,
                error: results.error(),
            }],
        );
        let difference = found[0].value - found[1].value;
        assert!(
            (difference - results.elo().value).abs() < 0.1,
            "{difference}"
        );
        let (width, expected) = (
            found[0].high - found[0].low,
            results.elo().high - results.elo().low,
        );
        assert!((2.0 * width - expected).abs() < 0.1, "{width}, {expected}");
    }

    #[test]
    fn draws_and_pairs_make_the_intervals_narrower() {
        // Three players, each pair of whom shares every pair of games.
        let pairs = Outcomes([0_u64, 0, 200, 0, 0]);
        let met = [[0, 1], [0, 2], [1, 2]].map(|players| Encounter {
            players,
            points: 200.0,
            games: 400.0,
            error: pairs.error(),
        });
        let two = pairs.elo();
        for found in ratings(3, &met) {
            assert!(found.value.abs() < 1e-6, "{found}");
            assert!(found.high < two.high && found.low > two.low, "{found}");
        }
    }

    #[test]
    fn true_ratings_are_recovered_from_incomplete_pairings() {
        let truth = [-400.0, -150.0, 50.0, 500.0];
        let meet = |one: usize, other: usize| Encounter {
            players: [one, other],
            points: 1e6 * score_of_elo(truth[one] - truth[other]),
            games: 1e6,
            error: 0.000_5,
        };
        let found = ratings(4, &[meet(0, 1), meet(2, 1), meet(3, 2)]);
        for (estimate, truth) in found.iter().zip(truth) {
            assert!((estimate.value - truth).abs() < 0.2, "{estimate}, {truth}");
        }
    }

    #[test]
    fn a_player_that_wins_every_game_has_finite_elo() {
        let found = ratings(
            3,
            &[
                Encounter {
                    players: [0, 1],
                    points: 20.0,
                    games: 20.0,
                    error: Outcomes([0_u64, 0, 0, 0, 10]).error(),
                },
                Encounter {
                    players: [1, 2],
                    points: 20.0,
                    games: 20.0,
                    error: Outcomes([0_u64, 0, 0, 0, 10]).error(),
                },
            ],
        );
        assert!(
            found[0].value > 300.0 && found[0].high.is_finite(),
            "{found:?}"
        );
        assert!((found[0].value + found[2].value).abs() < 1e-6 && found[1].value.abs() < 1e-6);
    }
}
