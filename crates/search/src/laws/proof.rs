//! The proof that a position is won, drawn or lost, as a report says that it is solved.

use super::require;
use crate::game::Game;
use crate::limits::MAX_DEPTH;
use crate::report::Report;
use plywood_eval::{Score, ScoreKind};

/// Proofs that take more nodes than this are not checked.
const PROOF_NODES: u64 = 100_000;

/// Checks that a position is won, drawn or lost as a solved report says, unless that takes too long.
pub(super) fn check_proof<G: Game>(
    position: &G,
    report: &Report<G::Move>,
) -> Result<(), &'static str> {
    let Some(score) = report.score else {
        return Ok(());
    };
    let mut nodes = PROOF_NODES;
    let mut forces = |is_own, goal, plies: u32| {
        let claim = Claim { is_own, goal };
        // A table may have answered with the result of an earlier search that went deeper.
        let mut holds = |plies| claim.holds(position, plies, &mut nodes).unwrap_or(true);
        holds(plies) || holds(MAX_DEPTH)
    };
    let (win, points) = (Score::won_in(u32::MAX), Score::DRAW.next_above());
    let plies = report.depth.max(report.stats.deepest_ply);
    let is_true = match score.kind() {
        ScoreKind::WonIn(plies) => forces(true, win, plies),
        ScoreKind::LostIn(plies) => forces(false, win, plies),
        // An expectation is nothing that a side can force.
        ScoreKind::Centipawns(_) if G::STAKES.is_some() => true,
        ScoreKind::Centipawns(0) => {
            forces(true, Score::DRAW, plies) && forces(false, Score::DRAW, plies)
        }
        ScoreKind::Centipawns(value) => forces(value > 0, points, plies),
    };
    require(
        is_true,
        "a position is won, drawn or lost as a search says that solved it: moves it leaves out are told to `skipped`",
    )
}

/// The claim that one side can force an ending of at least this score, from its point of view.
#[derive(Clone, Copy)]
struct Claim {
    /// `true` if it is the side to move.
    is_own: bool,
    goal: Score,
}

impl Claim {
    /// Returns `true` if the claim is true within this many plies; `None` if that takes more nodes than are left.
    fn holds<G: Game>(self, position: &G, plies: u32, nodes: &mut u64) -> Option<bool> {
        *nodes = nodes.checked_sub(1)?;
        let moves = position.legal_moves();
        if let Some(ending) = position.ending_in_search(&moves) {
            let score = ending.score(0);
            let score = if self.is_own { score } else { -score };
            return Some(score >= self.goal);
        }
        if plies == 0 {
            return Some(false);
        }
        // What is forced is so after every outcome.
        if position.waits_for_chance() {
            for &outcome in moves.iter() {
                if position.weight(outcome) > 0
                    && !self.holds(&position.after(outcome), plies, nodes)?
                {
                    return Some(false);
                }
            }
            return Some(true);
        }
        let below = Self {
            is_own: !self.is_own,
            ..self
        };
        for &mv in moves.iter() {
            let holds = below.holds(&position.after(mv), plies - 1, nodes)?;
            if holds == self.is_own {
                return Some(holds);
            }
        }
        Some(!self.is_own)
    }
}
