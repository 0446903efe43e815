//! [`Histories`]: the statistics on moves and evaluations that the search collects while it runs.

use plywood_core::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};

/// The bound of the histories of moves.
pub(crate) const MOST: i32 = 16_384;

/// The histories of one thread. They are kept from move to move of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Histories {
    pub(crate) quiet: QuietHistory,
    pub(crate) capture: CaptureHistory,
    pub(crate) continuation: ContinuationHistory,
    pub(crate) corrections: Corrections,
}

impl Histories {
    /// Makes empty histories.
    pub(crate) fn new() -> Self {
        Self {
            quiet: QuietHistory::new(),
            capture: CaptureHistory::new(),
            continuation: ContinuationHistory::new(),
            corrections: Corrections::new(),
        }
    }
}

/// Moves an entry towards the bonus, less so the nearer it is to the bound, which it never exceeds.
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
    /// The number of combinations.
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

/// A number for each side, each pair of squares, and whether either is attacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QuietHistory(Vec<i16>);

const MOVES: usize = 64 * 64;

impl QuietHistory {
    pub(crate) fn new() -> Self {
        Self(vec![0; 2 * 4 * MOVES])
    }

    #[inline]
    fn index(color: Color, threats: Bitboard, mv: Move) -> usize {
        let threat = place_by_threats(threats, mv);
        (color as usize * 4 + threat) * MOVES + mv.from() as usize * 64 + mv.to() as usize
    }

    /// Returns the history of a side's moves.
    #[inline]
    pub(crate) fn row(&self, color: Color) -> QuietRow<'_> {
        QuietRow(&self.0.as_chunks().0[color as usize])
    }

    /// Records a success or, with a negative bonus, a failure.
    #[inline]
    pub(crate) fn learn(&mut self, color: Color, threats: Bitboard, mv: Move, bonus: i32) {
        learn(&mut self.0[Self::index(color, threats, mv)], bonus, MOST);
    }
}

/// Returns a number that says which of a move's squares are threatened; 0 if neither is.
#[inline]
pub(crate) fn place_by_threats(threats: Bitboard, mv: Move) -> usize {
    2 * usize::from(threats.contains(mv.from())) + usize::from(threats.contains(mv.to()))
}

/// The history of a side's quiet moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QuietRow<'a>(&'a [i16; 4 * MOVES]);

impl QuietRow<'_> {
    /// Returns the history of the move. `threats` are the squares that the enemy attacks.
    #[inline]
    pub(crate) fn of(self, threats: Bitboard, mv: Move) -> i32 {
        let index = QuietHistory::index(Color::White, threats, mv);
        i32::from(self.0[index])
    }
}

/// A number for each piece, square and victim; a promotion without a capture counts as the capture of a king.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CaptureHistory(Vec<i16>);

impl CaptureHistory {
    pub(crate) fn new() -> Self {
        Self(vec![0; PieceTo::COUNT * 6])
    }

    #[inline]
    fn index(piece_to: PieceTo, victim: Option<PieceKind>) -> usize {
        piece_to.index() * 6 + victim.unwrap_or(PieceKind::King) as usize
    }

    /// Returns the history of the capture.
    #[inline]
    pub(crate) fn of(&self, piece_to: PieceTo, victim: Option<PieceKind>) -> i32 {
        i32::from(self.0[Self::index(piece_to, victim)])
    }

    /// Records a success or, with a negative bonus, a failure.
    #[inline]
    pub(crate) fn learn(&mut self, piece_to: PieceTo, victim: Option<PieceKind>, bonus: i32) {
        learn(&mut self.0[Self::index(piece_to, victim)], bonus, MOST);
    }
}

/// A number for each pair of a piece with its square and a later piece with its square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContinuationHistory(Vec<Row>);

/// The history of each move after a certain move.
type Row = [i16; PieceTo::COUNT];

/// The history of each move of one side after a certain move.
pub(crate) type HalfRow = [i16; PieceTo::COUNT / 2];

/// Returns the index of a move in its side's half.
#[inline]
pub(crate) fn place_in_half_row(kind: PieceKind, to: Square) -> usize {
    kind as usize * 64 + to as usize
}

/// The empty history after no move.
static NOTHING: Row = [0; PieceTo::COUNT];

/// The moves that led to a node, as rows of the table: the last one, the one before, and the one four plies back.
pub(crate) type Earlier = [Option<PieceTo>; 3];

/// The distances of the earlier moves in plies.
pub(crate) const PLIES_BACK: [usize; 3] = [1, 2, 4];

impl ContinuationHistory {
    pub(crate) fn new() -> Self {
        Self(vec![NOTHING; PieceTo::COUNT])
    }

    /// Returns the history of each move of a side after an earlier move; empty where there was none.
    #[inline]
    pub(crate) fn row(&self, earlier: Option<PieceTo>, color: Color) -> &HalfRow {
        let row = earlier.map_or(&NOTHING, |earlier| &self.0[earlier.index()]);
        &row.as_chunks().0[color as usize]
    }

    /// Records a success or, with a negative bonus, a failure.
    #[inline]
    pub(crate) fn learn(&mut self, earlier: Earlier, mv: PieceTo, bonus: i32) {
        for earlier in earlier.into_iter().flatten() {
            learn(&mut self.0[earlier.index()][mv.index()], bonus, MOST);
        }
    }
}

/// Errors of the evaluation, by side to move and a key of common features of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Corrections(Vec<i16>);

/// The keys of a position, as indices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CorrectionKeys([usize; KINDS]);

/// The pawns, White's pieces and Black's pieces.
const KINDS: usize = 3;
const SIZE: usize = 1 << 14;
/// The bound of the entries.
const MOST_CORRECTION: i32 = 1_024;

impl Corrections {
    pub(crate) fn new() -> Self {
        Self(vec![0; 2 * KINDS * SIZE])
    }

    /// Returns the correction of the evaluation, in the numbers' units.
    #[inline]
    pub(crate) fn of(&self, keys: CorrectionKeys) -> i32 {
        keys.0.map(|index| i32::from(self.0[index])).iter().sum()
    }

    /// Records the difference of a search from the evaluation; deep searches count more.
    #[inline]
    pub(crate) fn learn(&mut self, keys: CorrectionKeys, error: i32) {
        let bonus = error.clamp(-MOST_CORRECTION / 4, MOST_CORRECTION / 4);
        for index in keys.0 {
            learn(&mut self.0[index], bonus, MOST_CORRECTION);
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

/// Returns a key of the pieces of a color other than pawns.
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
