//! [`Priors`]: how likely each move of a node is to be the best, before any round.

use crate::budget::Stopped;
use crate::chance::Dice;
use crate::game::{Game, Keyed};
use crate::search_state::SearchState;
use plywood_eval::{Evaluator, Score, ScoreKind};

/// Gives the moves of a node probabilities before any of them is tried. Selections such as [`Puct`](crate::Puct) and progressive widening use
/// them.
///
/// A function of the position and its moves is one: a network of yours, or a rule.
///
/// ```
/// use plywood_search::games::{Column, ConnectFour};
/// use plywood_search::{BestFirst, Limits, Puct, RandomGames, StaticEvaluation, Strategy};
///
/// // The generator lists the columns in the middle first.
/// let middle_first = |_: &ConnectFour, moves: &[Column]| {
///     (1..=moves.len()).map(|place| 1.0 / place as f64).collect()
/// };
/// let games = RandomGames::new(StaticEvaluation::new(ConnectFour::estimate));
/// let mut search = BestFirst::of(games).select(Puct::new(1.0)).priors(middle_first);
/// let report = search.search(&ConnectFour::new(), &Limits::rounds(200));
/// assert_eq!(report.best_move.unwrap().to_string(), "d");
/// ```
pub trait Priors<G: Game> {
    /// Returns a number for each move: 0 or more, and not all 0. They need not sum to 1. An empty list means that all moves are alike.
    ///
    /// # Errors
    /// If the budget has run out.
    fn priors(
        &self,
        position: &G,
        moves: &[G::Move],
        dice: &mut Dice,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped>;

    /// Returns the function that gives positions numbers by which they share their children, if they do. It's `None` for a position that
    /// shares none.
    fn sharing(&self) -> Option<fn(&G) -> Option<u64>> {
        None
    }

    /// Returns its words in a composition.
    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}

/// All moves are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoPriors;

impl<G: Game> Priors<G> for NoPriors {
    fn priors(
        &self,
        _: &G,
        _: &[G::Move],
        _: &mut Dice,
        _: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped> {
        Ok(Vec::new())
    }
}

/// Priors whose type is known only at run time.
impl<G: Game> Priors<G> for Box<dyn Priors<G> + Send> {
    fn priors(
        &self,
        position: &G,
        moves: &[G::Move],
        dice: &mut Dice,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped> {
        (**self).priors(position, moves, dice, state)
    }

    fn sharing(&self) -> Option<fn(&G) -> Option<u64>> {
        (**self).sharing()
    }

    fn parts(&self) -> Vec<String> {
        (**self).parts()
    }
}

impl<G: Game, F: Fn(&G, &[G::Move]) -> Vec<f64>> Priors<G> for F {
    fn priors(
        &self,
        position: &G,
        moves: &[G::Move],
        _: &mut Dice,
        _: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped> {
        Ok(self(position, moves))
    }
}

/// Priors from evaluating the positions after each move: a move whose score is higher by a pawn is about three times as likely.
///
/// **Cost.** An evaluation for each move of each expanded node; each counts as a node.
///
/// **Source.** The probability of a move is e to the power of its score divided by a temperature, as in Bridle's softmax, 1990. Our networks
/// evaluate positions and know no moves, so this stands in for a policy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LookedAt<E>(pub E);

/// The centipawns by which a score must be higher for its move to be e times as likely. No value was tuned.
const TEMPERATURE: f64 = 90.0;

impl<G: Game, E: Evaluator<G>> Priors<G> for LookedAt<E> {
    fn priors(
        &self,
        position: &G,
        moves: &[G::Move],
        _: &mut Dice,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped> {
        let ply = state.ply();
        let mut scores = Vec::with_capacity(moves.len());
        for &mv in moves {
            state.visit_at(ply + 1)?;
            let child = position.after(mv);
            let score = match child.ending_at_leaf() {
                Some(ending) => state.ended(ending),
                None => state.evaluate(&self.0, &child),
            };
            scores.push(capped(-score));
        }
        let best = scores.iter().copied().fold(f64::MIN, f64::max);
        let weight = |score: f64| ((score - best) / TEMPERATURE).exp();
        Ok(scores.into_iter().map(weight).collect())
    }

    fn parts(&self) -> Vec<String> {
        vec!["priors".to_owned()]
    }
}

/// Returns a score in centipawns, in which a win counts as twenty pawns.
fn capped(score: Score) -> f64 {
    match score.kind() {
        ScoreKind::WonIn(_) => 2_000.0,
        ScoreKind::LostIn(_) => -2_000.0,
        ScoreKind::Centipawns(value) => f64::from(value.clamp(-2_000, 2_000)),
    }
}

/// Mixes the priors of the root with noise, so that each of its moves gets some rounds.
///
/// **Invariant.** A prior is (1 − ε) P + ε X with ε = 1/4, where the X are random numbers that sum to 1, from Dirichlet's distribution. Below
/// the root it is P.
///
/// **Source.** Silver et al. 2017, for games from which a network learns. A player that wants to win leaves it out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RootNoise<P>(pub P);

/// The share of the noise, and the concentration of Dirichlet's distribution for chess, both of Silver et al.
const NOISE: f64 = 0.25;
const CONCENTRATION: f64 = 0.3;

impl<G: Game, P: Priors<G>> Priors<G> for RootNoise<P> {
    fn priors(
        &self,
        position: &G,
        moves: &[G::Move],
        dice: &mut Dice,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped> {
        let is_root = state.ply() == 0;
        let priors = self.0.priors(position, moves, dice, state)?;
        if !is_root {
            return Ok(priors);
        }
        let noise = moves.iter().map(|_| gamma(CONCENTRATION, dice)).collect();
        let noise = normalized(noise, moves.len()).into_iter();
        let mixed = normalized(priors, moves.len()).into_iter().zip(noise);
        let mixed = mixed.map(|(prior, noise)| (1.0 - NOISE) * prior + NOISE * noise);
        Ok(mixed.collect())
    }

    fn parts(&self) -> Vec<String> {
        let mut parts = self.0.parts();
        parts.push("root-noise".to_owned());
        parts
    }
}

/// Transpositions: a position that is reached in several ways has its children once, so the tree is a graph.
///
/// **Idea.** What was found of a position by one path is known on all others.
///
/// **Invariant.** Each path to a position counts its own visits and results. All paths together have the rounds of the position's children and
/// those that ended there, and the rounds of the children are those among which the selection chooses. A value or proof that is backed up
/// reaches the nodes of the round's path; other parents get it when a round next goes through them.
///
/// **What it proves.** Where repetition is a draw, only positions right after an irreversible move ([`Keyed::reversible_plies`] is 0) are
/// shared: no earlier position can come back below them, so what is proven there is true on all paths. In games without repetition, all are.
///
/// **Cost.** About fifty-five bytes more for each node, and the key of each new position. Room for new nodes ends the sharing so far.
///
/// **Source.** Childs, Brodeur and Kocsis, "Transpositions and move groups in Monte Carlo tree search", 2008 (their UCT2).
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::{BestFirst, Limits, MonteCarlo, NoPriors, Transposing};
///
/// let search = MonteCarlo::new(ConnectFour::estimate).priors(Transposing(NoPriors)).solving();
/// let report = search.clone().search(&"ddeec".parse::<ConnectFour>()?, &Limits::rounds(5_000));
/// assert_eq!(report.score.unwrap().to_string(), "#-1");
/// # Ok::<(), plywood_search::games::ParseConnectFourError>(())
/// ```
#[doc(alias("dag", "transpositions"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transposing<P>(pub P);

impl<G: Keyed, P: Priors<G>> Priors<G> for Transposing<P> {
    fn priors(
        &self,
        position: &G,
        moves: &[G::Move],
        dice: &mut Dice,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Vec<f64>, Stopped> {
        self.0.priors(position, moves, dice, state)
    }

    fn sharing(&self) -> Option<fn(&G) -> Option<u64>> {
        Some(|position| {
            let is_sure = !G::DEPENDS_ON_HISTORY || position.reversible_plies() == 0;
            is_sure.then(|| position.key())
        })
    }

    fn parts(&self) -> Vec<String> {
        let mut parts = self.0.parts();
        parts.push("transpositions".to_owned());
        parts
    }
}

/// Draws from the gamma distribution of this shape, by Marsaglia and Tsang's method of 2000; for a shape below 1 by their remark on it.
fn gamma(shape: f64, dice: &mut Dice) -> f64 {
    let d = shape + 1.0 - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let (one, two) = (1.0 - dice.share(), dice.share());
        let normal = (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * two).cos();
        let v = (1.0 + c * normal).powi(3);
        let uniform = 1.0 - dice.share();
        if v > 0.0 && uniform.ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return d * v * (1.0 - dice.share()).powf(1.0 / shape);
        }
    }
}

/// Divides priors by their sum; an empty list becomes that of moves that are all alike.
///
/// # Panics
/// If there isn't one for each move, one is negative or not a number, or they sum to nothing.
pub(super) fn normalized(priors: Vec<f64>, moves: usize) -> Vec<f64> {
    if priors.is_empty() {
        #[expect(clippy::cast_precision_loss, reason = "no position has so many moves")]
        return vec![1.0 / moves as f64; moves];
    }
    let sum: f64 = priors.iter().sum();
    assert!(
        priors.len() == moves && priors.iter().all(|prior| *prior >= 0.0) && sum > 0.0,
        "priors: expected {moves} numbers from 0 that don't sum to nothing, found {priors:?}"
    );
    assert!(sum.is_finite(), "priors: their sum is infinite");
    priors.into_iter().map(|prior| prior / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_the_mean_of_its_shape() {
        let mut dice = Dice::new(1);
        let sum: f64 = (0..20_000).map(|_| gamma(CONCENTRATION, &mut dice)).sum();
        assert!((sum / 20_000.0 - CONCENTRATION).abs() < 0.02, "{sum}");
    }
}
