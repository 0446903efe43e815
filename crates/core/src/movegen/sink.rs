//! What receives the moves of the generator, and which moves it generates.

use crate::piece::PieceKind;
use crate::square::Square;

/// Receives moves as sets of targets, so that one generator counts, lists, visits or makes them.
/// Any of the sets may be empty.
pub(crate) trait Sink {
    /// A piece other than a pawn can go from a square to each of the targets.
    fn piece(&mut self, kind: PieceKind, from: Square, targets: u64);

    /// Pawns go to the targets, none on the last rank, each by the same step in square numbers.
    fn pawns(&mut self, step: i8, targets: u64);

    /// The same on the last rank.
    fn promotions(&mut self, step: i8, targets: u64);

    /// Pawns go two squares forward to the targets; `push` is the step of one square.
    fn double_pushes(&mut self, push: i8, targets: u64);

    fn en_passant(&mut self, from: Square, to: Square);

    fn castling(&mut self, king: Square, rook: Square);

    /// Whether the generator may stop.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

/// Which moves the generator generates.
pub(crate) trait Selection: Copy {
    /// The pieces that may move.
    fn from(&self) -> u64;
    /// Where a move may end.
    fn to(&self) -> u64;
    /// Whether en passant captures are included.
    fn en_passant(&self) -> bool;
    /// Whether castling is included.
    fn castling(&self) -> bool;
}

/// Every move.
#[derive(Clone, Copy)]
pub(crate) struct All;

impl Selection for All {
    #[inline(always)]
    fn from(&self) -> u64 {
        !0
    }

    #[inline(always)]
    fn to(&self) -> u64 {
        !0
    }

    #[inline(always)]
    fn en_passant(&self) -> bool {
        true
    }

    #[inline(always)]
    fn castling(&self) -> bool {
        true
    }
}

/// Moves from some squares to some squares.
#[derive(Clone, Copy)]
pub(crate) struct Selected {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) en_passant: bool,
    pub(crate) castling: bool,
}

impl Selection for Selected {
    #[inline(always)]
    fn from(&self) -> u64 {
        self.from
    }

    #[inline(always)]
    fn to(&self) -> u64 {
        self.to
    }

    #[inline(always)]
    fn en_passant(&self) -> bool {
        self.en_passant
    }

    #[inline(always)]
    fn castling(&self) -> bool {
        self.castling
    }
}
