//! Where the generator pours what it finds.

use crate::piece::PieceKind;
use crate::square::Square;

/// Takes moves by the set, so that one generator counts, lists, visits or plays them.
/// Targets of pawns come with the step the pawns took; nothing is called with an empty meaning:
/// a set may be empty.
pub(crate) trait Sink {
    /// A knight, bishop, rook, queen or king goes from a square to any of the targets.
    fn piece(&mut self, kind: PieceKind, from: Square, targets: u64);

    /// Pawns move one step to targets off the last rank.
    fn pawns(&mut self, step: i8, targets: u64);

    /// Pawns arrive on the last rank.
    fn promotions(&mut self, step: i8, targets: u64);

    /// Pawns go two squares forward; `push` is one.
    fn double_pushes(&mut self, push: i8, targets: u64);

    fn en_passant(&mut self, from: Square, to: Square);

    fn castling(&mut self, king: Square, rook: Square);

    /// Whether the sink has all it wants.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }
}

/// Which moves the generator is asked for.
pub(crate) trait Selection: Copy {
    /// The pieces that may move.
    fn from(&self) -> u64;
    /// Where a move may end.
    fn to(&self) -> u64;
    /// Whether capturing en passant is wanted.
    fn en_passant(&self) -> bool;
    /// Whether castling is wanted.
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
