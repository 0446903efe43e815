//! [`Filter`]: selects the positions of games for training.

use crate::data::ScoredMove;
use plywood_search::Tactical;
use std::fmt;

/// Selects the positions of games for training. A network evaluates quiet positions, so it is trained on those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Filter {
    /// The number of first plies to leave out, since many games share them.
    pub skip_plies: usize,
    /// Leaves out positions where the side to move must answer a threat.
    pub no_checks: bool,
    /// Leaves out positions whose best move is a capture or similar.
    pub no_captures: bool,
    /// The largest score; positions beyond it and those with a mate are left out.
    pub most_score: i16,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            skip_plies: 4,
            no_checks: true,
            no_captures: true,
            most_score: 1_500,
        }
    }
}

/// The number of positions that a filter has left out by each of its rules, and of those kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Filtered {
    /// Positions that were kept.
    pub kept: u64,
    /// Positions among the first plies.
    pub early: u64,
    /// Positions with a large score.
    pub decided: u64,
    /// Positions in check.
    pub checks: u64,
    /// Positions whose best move is a capture.
    pub captures: u64,
}

impl Filter {
    /// Returns `true` if to keep the position at this ply of a game. It is counted.
    pub fn keeps<G: Tactical>(
        &self,
        ply: usize,
        played: &ScoredMove<G>,
        counts: &mut Filtered,
    ) -> bool {
        let score = played.score.packed().unsigned_abs();
        let count = if ply < self.skip_plies {
            &mut counts.early
        } else if score > self.most_score.unsigned_abs() {
            &mut counts.decided
        } else if self.no_checks && played.position.is_check() {
            &mut counts.checks
        } else if self.no_captures && is_capture(played) {
            &mut counts.captures
        } else {
            counts.kept += 1;
            return true;
        };
        *count += 1;
        false
    }
}

/// Returns `true` if the move is known, and is a capture or similar.
fn is_capture<G: Tactical>(played: &ScoredMove<G>) -> bool {
    let rank = played.mv.map(|mv| played.position.capture_rank(mv));
    rank.is_some_and(|rank| rank > 0)
}

impl fmt::Display for Filtered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kept,
            early,
            decided,
            checks,
            captures,
        } = self;
        write!(
            f,
            "{kept} positions kept; left out: {early} early, {decided} decided, {checks} in check, {captures} with a capture as the best move"
        )
    }
}
