//! A move in two bytes, and a list of moves that needs no heap.

use core::fmt::{self, Write as _};
use core::num::NonZeroU16;
use core::ops::{Deref, DerefMut};
use core::slice;

use arrayvec::{ArrayString, ArrayVec};

use crate::castling::{CastlingSide, destinations};
use crate::piece::PieceKind;
use crate::square::{File, Square};

/// The kind of a move: normal, or one that needs special care.
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
    /// A piece goes from one square to another, with or without a capture.
    Normal,
    /// A pawn goes two squares.
    DoublePush,
    /// Castling; the move goes to the square of the rook.
    Castling,
    /// A pawn captures en passant.
    EnPassant,
    /// A pawn promotes to a knight.
    PromoteKnight,
    /// A pawn promotes to a bishop.
    PromoteBishop,
    /// A pawn promotes to a rook.
    PromoteRook,
    /// A pawn promotes to a queen.
    PromoteQueen,
}

impl MoveKind {
    /// Returns the promotion to that kind; `None` for a pawn or a king.
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

/// A move: the square it leaves, the square it goes to, and its kind. `uci::parse(&position, "e2e4")` and
/// `position.parse_san("e4")` of `plywood-notation` read one.
///
/// There is no `"e2e4".parse::<Move>()`, because the kind depends on the position: is it a double push, or the step of a rook? Take moves
/// from [`Position::legal_moves`](crate::Position::legal_moves), or find one by its squares with
/// [`Position::find_move`](crate::Position::find_move), which sets the kind.
///
/// **Castling is the king taking its rook**: [`to`](Self::to) is the rook's square, in standard chess as well, so that one rule serves
/// standard chess and Chess960. [`destination`](Self::destination) is where the king lands. [`Display`](fmt::Display) prints `e1g1`, as UCI
/// expects, and `{:#}` prints `e1h1`, which is also the form of castling that standard chess does not have. `Option<Move>` also takes two bytes.
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
#[doc(alias = "from_uci")]
#[doc(alias = "uci::parse")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// Set in every move, so that no move is zero.
const MARK: NonZeroU16 = NonZeroU16::new(1 << 15).expect("1 << 15 is not zero");

impl Move {
    /// Makes a move from its parts, legal or not.
    ///
    /// The kind must be right: e2e4 is a [`DoublePush`](MoveKind::DoublePush), and as
    /// [`Normal`](MoveKind::Normal) it is not legal.
    /// [`Position::find_move`](crate::Position::find_move) finds the legal move with given squares.
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

    /// Returns the square the piece leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrap((self.0.get() & 63) as u8)
    }

    /// Returns the square the piece goes to, **but for castling the square of the rook**:
    /// [`destination`](Self::destination) is where the king lands.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
    /// assert_eq!(castling.to(), Square::H1);
    /// assert_eq!(castling.destination(), Square::G1);
    /// assert_eq!(castling.castling_rook(), Some(Square::H1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6 & 63) as u8)
    }

    /// Returns the kind of the move.
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

    /// Returns the square where the moving piece ends up: [`to`](Self::to), but for castling the king's target square.
    #[inline]
    #[must_use]
    pub const fn destination(self) -> Square {
        match self.castling_rook() {
            Some(rook) => destinations(self.from(), rook).0,
            None => self.to(),
        }
    }

    /// Returns the second square of the move's text: the [`destination`](Self::destination), but the square of the rook if standard chess does
    /// not have this castling move. In Chess960 the king may also be able to step to its target square, or be there already.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Square};
    ///
    /// let castling = |king, rook| Move::new(king, rook, MoveKind::Castling);
    /// assert_eq!(castling(Square::E1, Square::A1).written_to(), Square::C1);
    /// assert_eq!(castling(Square::D1, Square::A1).written_to(), Square::A1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn written_to(self) -> Square {
        match (self.from().file(), self.to().file()) {
            (File::E, File::A | File::H) => self.destination(),
            _ => self.to(),
        }
    }

    /// Returns the square of the rook that castles; `None` for other moves.
    #[inline]
    #[must_use]
    pub const fn castling_rook(self) -> Option<Square> {
        match self.kind() {
            MoveKind::Castling => Some(self.to()),
            MoveKind::Normal
            | MoveKind::DoublePush
            | MoveKind::EnPassant
            | MoveKind::PromoteKnight
            | MoveKind::PromoteBishop
            | MoveKind::PromoteRook
            | MoveKind::PromoteQueen => None,
        }
    }

    /// Returns the kind of piece that a pawn becomes by this move; `None` if it is no promotion.
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

    /// Returns the side of a castling move; `None` for other moves.
    #[inline]
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.castling_rook() {
            Some(rook) => Some(CastlingSide::of(self.from().file(), rook.file())),
            None => None,
        }
    }

    /// Returns the move as a number other than 0, for tables and files.
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

    /// Returns the move with a number from [`to_bits`](Self::to_bits).
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(number) if bits & MARK.get() != 0 => Some(Self(number)),
            Some(_) | None => None,
        }
    }
}

/// Coordinate text, `e2e4`; castling as `e1g1`, or with `{:#}` as `e1h1`. Castling that standard chess does not have is always the king taking
/// its rook, so that the text can be read back.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = if f.alternate() {
            self.to()
        } else {
            self.written_to()
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

/// No position has more moves: fifteen queens with 27 moves each, eight steps of the king and two castling moves are the
/// bound. Positions that a game can reach have 218 at most.
const MOST_MOVES: usize = 15 * 27 + 8 + 2;

/// The moves of one position in the order of generation: a list that needs no heap and is used as a slice. It has room for the moves of any
/// position; one more would panic.
///
/// ```
/// use plywood_core::{MoveList, Position, Rank};
///
/// let mut moves = Position::START.legal_moves();
/// moves.sort_by_key(|mv| mv.to_string());
/// assert_eq!((moves.len(), moves[0].to_string().as_str()), (20, "a2a3"));
/// let knights: MoveList =
///     moves.into_iter().filter(|mv| mv.from().rank() == Rank::One).collect();
/// assert_eq!(knights.len(), 4);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct MoveList(ArrayVec<Move, MOST_MOVES>);

impl MoveList {
    /// Makes an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If the list has 415 moves, more than any position.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves that pass a test, in their order.
    #[inline]
    pub fn retain(&mut self, mut passes: impl FnMut(&Move) -> bool) {
        self.0.retain(|mv| passes(mv));
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

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves(self.0.into_iter())
    }
}

/// The moves of a [`MoveList`], taken out of it one by one.
#[derive(Debug, Clone)]
pub struct IntoMoves(arrayvec::IntoIter<Move, MOST_MOVES>);

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoMoves {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoMoves {}

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
