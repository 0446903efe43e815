//! Time management: how much of a move's share of the clock is used.
//!
//! A move that has been best for many iterations, and got most of the nodes, is played early. If the best move changes or
//! its value falls, the search goes on.

use crate::value::Value;
use plywood_core::Move;
use std::time::Duration;

/// What the iterations so far say about how sure the best move is.
#[derive(Debug, Default)]
pub(crate) struct Confidence {
    best: Option<Move>,
    /// How many iterations the best move has been the best.
    stable_for: u32,
    value: Option<Value>,
    /// By how many centipawns the value has fallen, as an average of which the latest iteration is half.
    fall: Value,
}

/// The share of the soft limit, in hundredths, by how many iterations the best move has been stable.
const BY_STABILITY: [u32; 6] = [240, 180, 145, 120, 105, 95];
/// A centipawn lost adds this many hundredths.
const BY_FALL: i32 = 2;
const MOST_BY_FALL: i32 = 70;

impl Confidence {
    /// An iteration has ended with this move and value.
    pub(crate) fn update(&mut self, best: Option<Move>, value: Value) {
        self.stable_for = if best == self.best {
            self.stable_for + 1
        } else {
            0
        };
        let fall = self
            .value
            .map_or(0, |before| (before - value).clamp(-200, 200));
        self.fall = i32::midpoint(self.fall, fall);
        (self.best, self.value) = (best, Some(value));
    }

    /// After this time no new iteration is begun. `effort` is the share of the nodes that the best move got.
    pub(crate) fn time(&self, soft: Duration, effort: f64) -> Duration {
        let stability = BY_STABILITY[(self.stable_for as usize).min(BY_STABILITY.len() - 1)];
        let fall = (self.fall * BY_FALL).clamp(-20, MOST_BY_FALL);
        let hundredths = f64::from(stability.saturating_add_signed(fall));
        // From 1.4 for a move with few nodes down to half for one with nearly all.
        let by_effort = (1.6 - 1.1 * effort).clamp(0.5, 1.4);
        soft.mul_f64(hundredths / 100.0 * by_effort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;

    #[test]
    fn an_unsure_move_gets_more_time() {
        let moves = Position::START.legal_moves();
        let soft = Duration::from_secs(1);
        let mut sure = Confidence::default();
        let mut unsure = Confidence::default();
        for depth in 0..8 {
            sure.update(Some(moves[0]), 20);
            unsure.update(Some(moves[depth % 2]), 20 - 15 * depth as Value);
        }
        assert!(sure.time(soft, 0.95) < soft);
        assert!(unsure.time(soft, 0.3) > 2 * soft);
    }
}
