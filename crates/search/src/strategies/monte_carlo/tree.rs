//! The tree of Monte Carlo search, and scores as shares of a point.

use crate::game::{Ending, Game};
use crate::line::Line;
use plywood_eval::{Score, Verdict};

/// The centipawns at which the better side is taken to score ten times as much as the other, as Elo has it.
const CENTIPAWNS_PER_TENFOLD: f64 = 400.0;

/// The tree, as nodes that know their children's numbers.
pub(super) struct Node<G: Game> {
    pub(super) position: G,
    pub(super) ending: Option<Ending>,
    pub(super) untried: Vec<G::Move>,
    pub(super) children: Vec<(G::Move, usize)>,
    pub(super) visits: u32,
    /// Results from 0 to 1, from the view of the side that moved here.
    pub(super) results: f64,
}

impl<G: Game> Node<G> {
    pub(super) fn new(position: G) -> Self {
        let moves = position.legal_moves();
        let ending = position.ending(&moves);
        Self {
            ending,
            untried: moves.to_vec(),
            children: Vec::new(),
            visits: 0,
            results: 0.0,
            position,
        }
    }
}

/// The share of the point a score promises.
pub(super) fn expectation(score: Score) -> f64 {
    match score.verdict() {
        Verdict::WonIn(_) => 1.0,
        Verdict::LostIn(_) => 0.0,
        Verdict::Centipawns(value) => {
            1.0 / (1.0 + 10_f64.powf(-f64::from(value) / CENTIPAWNS_PER_TENFOLD))
        }
    }
}

/// The estimate that promises this share of the point.
pub(super) fn centipawns(expectation: f64) -> Score {
    let share = expectation.clamp(1e-6, 1.0 - 1e-6);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the share is clamped, so the logarithm is within ±6"
    )]
    let value = (CENTIPAWNS_PER_TENFOLD * (share / (1.0 - share)).log10()).round() as i32;
    Score::centipawns(value)
}

/// The child that was visited most; of equals, the one tried first.
pub(super) fn favorite<G: Game>(nodes: &[Node<G>], node: usize) -> Option<&(G::Move, usize)> {
    nodes[node]
        .children
        .iter()
        .rev()
        .max_by_key(|(_, child)| nodes[*child].visits)
}

pub(super) fn most_visited<G: Game>(nodes: &[Node<G>], root: usize) -> Line<G::Move> {
    std::iter::successors(favorite(nodes, root), |(_, child)| favorite(nodes, *child))
        .map(|(mv, _)| *mv)
        .collect()
}
