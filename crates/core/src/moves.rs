//! A move in two bytes, and a list of moves that needs no heap.

use core::fmt::{self, Write as _};
use core::num::NonZeroU16;
use core::ops::{Deref, DerefMut};

use arrayvec::{ArrayString, ArrayVec};

use crate::castling::Wing;
use crate::piece::PieceKind;
use crate::square::Square;

/// What is special about a move, if anything.
///
/// ```
/// use plywood_core::{MoveKind, PieceKind};
///
/// assert_eq!(MoveKind::promotion(PieceKind::Queen), Some(MoveKind::PromoteQueen));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum MoveKind {
    /// One piece goes from one square to another and captures what stands there.
    Normal,
    /// A pawn goes two squares from where it began.
    DoublePush,
    /// The king castles with the rook on the square the move goes to.
    Castling,
    /// A pawn captures the pawn that just passed it.
    EnPassant,
    /// A pawn becomes a knight.
    PromoteKnight,
    /// A pawn becomes a bishop.
    PromoteBishop,
    /// A pawn becomes a rook.
    PromoteRook,
    /// A pawn becomes a queen.
    PromoteQueen,
}

impl MoveKind {
    /// The promotion to that kind; `None` for a pawn or a king.
    ///
    /// ```
    /// use plywood_core::{MoveKind, PieceKind};
    ///
    /// assert_eq!(MoveKind::promotion(PieceKind::King), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn promotion(to: PieceKind) -> Option<Self> {
        match to {
            PieceKind::Knight => Some(Self::PromoteKnight),
            PieceKind::Bishop => Some(Self::PromoteBishop),
            PieceKind::Rook => Some(Self::PromoteRook),
            PieceKind::Queen => Some(Self::PromoteQueen),
            PieceKind::Pawn | PieceKind::King => None,
        }
    }
}

/// A move: from where, to where, and what is special about it.
///
/// A move alone says nothing of whether it is legal: ask
/// [`Position::is_legal`](crate::Position::is_legal). Castling is written as the king taking its
/// own rook, so that standard chess and Chess960 are one; [`Display`](fmt::Display) prints
/// `e1g1` as programs expect, and `{:#}` prints `e1h1`. `Option<Move>` takes two bytes as well.
///
/// ```
/// use plywood_core::{Move, MoveKind, PieceKind, Square};
///
/// let mv = Move::new(Square::E7, Square::E8, MoveKind::PromoteQueen);
/// assert_eq!(mv.to_string(), "e7e8q");
/// assert_eq!(mv.promotion(), Some(PieceKind::Queen));
///
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
/// assert_eq!(format!("{castling} {castling:#}"), "e1g1 e1h1");
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// Set in every move, so that no move is zero.
const MARK: NonZeroU16 = NonZeroU16::new(1 << 15).expect("1 << 15 is not zero");

impl Move {
    /// Puts a move together.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::E2, Square::E4, MoveKind::DoublePush).to_string(), "e2e4");
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12 | MARK.get();
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // The mark is set, so this is not reached.
            None => Self(MARK),
        }
    }

    /// The square the piece leaves.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::G1, Square::F3, MoveKind::Normal).from(), Square::G1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrap((self.0.get() & 63) as u8)
    }

    /// The square the piece goes to; for castling the square of the rook.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::E1, Square::H1, MoveKind::Castling).to(), Square::H1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6 & 63) as u8)
    }

    /// What is special about the move.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::D5, Square::E6, MoveKind::EnPassant).kind(), MoveKind::EnPassant);
    /// ```
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        // Written out, this is no table and no branch.
        match self.0.get() >> 12 & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castling,
            3 => MoveKind::EnPassant,
            4 => MoveKind::PromoteKnight,
            5 => MoveKind::PromoteBishop,
            6 => MoveKind::PromoteRook,
            _ => MoveKind::PromoteQueen,
        }
    }

    /// The square on which the moving piece ends: as [`to`](Self::to), but where the king goes
    /// when it castles.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::E1, Square::H1, MoveKind::Castling).destination(), Square::G1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn destination(self) -> Square {
        match self.wing() {
            Some(wing) => Square::new(wing.king_file(), self.from().rank()),
            None => self.to(),
        }
    }

    /// What a pawn becomes by this move.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, PieceKind, Square};
    ///
    /// assert_eq!(Move::new(Square::A7, Square::A8, MoveKind::PromoteRook).promotion(), Some(PieceKind::Rook));
    /// ```
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.kind() {
            MoveKind::PromoteKnight => Some(PieceKind::Knight),
            MoveKind::PromoteBishop => Some(PieceKind::Bishop),
            MoveKind::PromoteRook => Some(PieceKind::Rook),
            MoveKind::PromoteQueen => Some(PieceKind::Queen),
            MoveKind::Normal | MoveKind::DoublePush | MoveKind::Castling | MoveKind::EnPassant => {
                None
            }
        }
    }

    /// The wing on which this move castles.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square, Wing};
    ///
    /// assert_eq!(Move::new(Square::E1, Square::A1, MoveKind::Castling).wing(), Some(Wing::Queenside));
    /// ```
    #[inline]
    #[must_use]
    pub const fn wing(self) -> Option<Wing> {
        match self.kind() {
            MoveKind::Castling => Some(Wing::of(self.from().file(), self.to().file())),
            MoveKind::Normal
            | MoveKind::DoublePush
            | MoveKind::EnPassant
            | MoveKind::PromoteKnight
            | MoveKind::PromoteBishop
            | MoveKind::PromoteRook
            | MoveKind::PromoteQueen => None,
        }
    }

    /// The move as a number, never 0, for tables and files.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Normal);
    /// assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move that [`to_bits`](Self::to_bits) made a number of.
    ///
    /// ```
    /// use plywood_core::Move;
    ///
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(number) if bits & MARK.get() != 0 => Some(Self(number)),
            Some(_) | None => None,
        }
    }
}

impl From<Move> for u16 {
    fn from(mv: Move) -> Self {
        mv.to_bits()
    }
}

/// A number that is not a move.
///
/// ```
/// use plywood_core::Move;
///
/// let error = Move::try_from(7).unwrap_err();
/// assert_eq!(error.to_string(), "the number 7 is not a move: bit 15 is not set");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the number {0} is not a move: bit 15 is not set")]
pub struct MoveBitsError(pub u16);

impl TryFrom<u16> for Move {
    type Error = MoveBitsError;

    fn try_from(bits: u16) -> Result<Self, MoveBitsError> {
        Self::from_bits(bits).ok_or(MoveBitsError(bits))
    }
}

/// Coordinate text, `e2e4`; castling as `e1g1`, or with `{:#}` as `e1h1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if f.alternate() {
            self.to()
        } else {
            self.destination()
        };
        let mut text = ArrayString::<{ "e7e8q".len() }>::new();
        write!(text, "{}{to}", self.from())?;
        if let Some(kind) = self.promotion() {
            text.write_char(kind.letter())?;
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({self})", self.kind())
    }
}

/// The moves of one position, in the order they were found.
///
/// ```
/// use plywood_core::Position;
///
/// let moves = Position::START.legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().any(|mv| mv.to_string() == "e2e4"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// No position has more moves: fifteen queens with 27 moves each, eight steps of the king and
    /// two castlings are the bound. Positions that a game can reach have 218 at most.
    pub const CAPACITY: usize = 15 * 27 + 8 + 2;

    /// An empty list.
    ///
    /// ```
    /// use plywood_core::MoveList;
    ///
    /// assert!(MoveList::new().is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl AsRef<[Move]> for MoveList {
    fn as_ref(&self) -> &[Move] {
        self
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, { MoveList::CAPACITY }>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_its_parts() {
        for kind in [
            MoveKind::Normal,
            MoveKind::DoublePush,
            MoveKind::Castling,
            MoveKind::EnPassant,
            MoveKind::PromoteKnight,
            MoveKind::PromoteBishop,
            MoveKind::PromoteRook,
            MoveKind::PromoteQueen,
        ] {
            for (from, to) in [
                (Square::A1, Square::H8),
                (Square::H8, Square::A1),
                (Square::E2, Square::E4),
            ] {
                let mv = Move::new(from, to, kind);
                assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
            }
        }
        assert_eq!(Move::from_bits(0x7FFF), None);
    }
}
