//! [`Filter`]: which positions of games are learned from.

use crate::data::ScoredMove;
use plywood_search::Tactical;
use std::fmt;

/// Which positions of games are learned from. A network judges quiet positions, so it learns from those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Filter {
    /// The first plies of a game are left out, since many games have them.
    pub skip_plies: usize,
    /// Positions are left out in which the side to move must answer a threat.
    pub no_checks: bool,
    /// Positions are left out in which the best move is a capture or the like.
    pub no_captures: bool,
    /// Positions are left out whose score is larger, and those with a mate.
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

/// How many positions a filter has left out by each of its rules, and how many were kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Filtered {
    /// Positions that are learned from.
    pub kept: u64,
    /// Among the first plies.
    pub early: u64,
    /// With a large score.
    pub decided: u64,
    /// In check.
    pub checks: u64,
    /// With a capture as the best move.
    pub captures: u64,
}

impl Filter {
    /// Whether the position at this ply of a game is learned from. It is counted.
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

/// Whether the move is known, and is a capture or the like.
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
