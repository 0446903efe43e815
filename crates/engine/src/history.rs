//! What the search learns about moves and evaluations while it runs: [`Histories`].

pub(crate) mod capture;
pub(crate) mod continuation;
pub(crate) mod correction;
pub(crate) mod quiet;

use capture::CaptureHistory;
use continuation::ContinuationHistory;
use correction::Corrections;
use plywood_core::{Color, Piece, PieceKind, Square};
use quiet::QuietHistory;

/// No history of moves gets beyond this number.
pub(crate) const MOST: i32 = 16_384;

/// Everything that one thread has learned. It is kept from move to move of a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Histories {
    pub(crate) quiet: QuietHistory,
    pub(crate) capture: CaptureHistory,
    pub(crate) continuation: ContinuationHistory,
    pub(crate) corrections: Corrections,
}

impl Histories {
    /// Nothing learned yet.
    pub(crate) fn new() -> Self {
        Self {
            quiet: QuietHistory::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            corrections: Corrections::new(),
        }
    }
}

/// Moves an entry towards the bonus, the less the nearer it is to the bound already, so it never gets beyond.
#[inline]
pub(crate) fn learn(entry: &mut i16, bonus: i32, most: i32) {
    let bonus = bonus.clamp(-most, most);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / most) as i16;
}

/// A piece and the square it goes to, as one small number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// How many there are.
    pub(crate) const COUNT: usize = 2 * 6 * 64;

    #[inline]
    pub(crate) fn new(color: Color, kind: PieceKind, to: Square) -> Self {
        let piece = Piece { color, kind };
        Self(((piece.color as u16 * 6 + piece.kind as u16) << 6) | to as u16)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_the_bound_and_forget() {
        let mut entry = 0;
        for _ in 0..1_000 {
            learn(&mut entry, 5_000, MOST);
        }
        assert!(i32::from(entry) <= MOST && i32::from(entry) > MOST - 10);
        learn(&mut entry, -5_000, MOST);
        assert!(i32::from(entry) < MOST - 9_000, "one surprise counts twice");
        learn(&mut entry, i32::MIN / 2, MOST);
        assert!(i32::from(entry) >= -MOST);
    }
}
