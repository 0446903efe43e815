//! Correction history: by how much the evaluation was wrong in positions with the same pawns, or the same pieces of a side.

use super::learn;
use crate::value::Value;
use plywood_core::{Color, PieceKind, Position};

/// Errors of the evaluation, by side to move and a key of what the positions have in common.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Corrections(Vec<i16>);

/// The keys of a position, as indices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CorrectionKeys([usize; KINDS]);

/// The pawns, White's pieces and Black's pieces.
const KINDS: usize = 3;
const SIZE: usize = 1 << 14;
/// No entry gets beyond this number.
const MOST: i32 = 1_024;
/// The units of the entries' sum that make a centipawn of a correction.
const UNITS_PER_CENTIPAWN: i32 = 24;

impl Corrections {
    pub(crate) fn new() -> Self {
        Self(vec![0; 2 * KINDS * SIZE])
    }

    /// What to add to the evaluation.
    #[inline]
    pub(crate) fn of(&self, keys: CorrectionKeys) -> Value {
        let sum: i32 = keys.0.map(|index| i32::from(self.0[index])).iter().sum();
        sum / UNITS_PER_CENTIPAWN
    }

    /// Remembers that a search to this depth found so much more than the evaluation.
    #[inline]
    pub(crate) fn learn(&mut self, keys: CorrectionKeys, depth: i32, error: Value) {
        let bonus = (error * depth / 4).clamp(-MOST / 4, MOST / 4);
        for index in keys.0 {
            learn(&mut self.0[index], bonus, MOST);
        }
    }
}

impl CorrectionKeys {
    #[inline]
    pub(crate) fn new(position: &Position) -> Self {
        let keys = [
            position.pawn_key(),
            pieces_key(position, Color::White),
            pieces_key(position, Color::Black),
        ];
        let side = position.side_to_move() as usize;
        let mut index = 0;
        Self(keys.map(|key| {
            let place = (side * KINDS + index) * SIZE + (key as usize & (SIZE - 1));
            index += 1;
            place
        }))
    }
}

/// A key of the pieces of a color other than pawns.
#[inline]
fn pieces_key(position: &Position, color: Color) -> u64 {
    let sets = [
        (PieceKind::Knight, 0x9E37_79B9_7F4A_7C15),
        (PieceKind::Bishop, 0xC2B2_AE3D_27D4_EB4F),
        (PieceKind::Rook, 0x1656_67B1_9E37_79F9),
        (PieceKind::Queen, 0x2545_F491_4F6C_DD1D),
        (PieceKind::King, 0xD6E8_FEB8_6659_FD93),
    ];
    let sum = sets.into_iter().fold(0_u64, |sum, (kind, factor)| {
        (sum ^ position.pieces(color, kind).0).wrapping_mul(factor)
    });
    sum ^ sum >> 32
}
