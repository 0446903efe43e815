//! Legal moves from part of what makes them: two squares, or a kind of piece and a target.

use crate::bitboard::Bitboard;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::legality::origins::{
    is_safe, pawn_kind, pawns_reaching, piece_reaches, pieces_reaching, safe,
};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::Square;

impl Position {
    /// The squares from which a piece of one kind can legally move to a square. Castling does not
    /// count. No moves are generated.
    ///
    /// ```
    /// use plywood_core::{PieceKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
    /// // The knight on c3 is pinned.
    /// assert_eq!(position.origins(PieceKind::Knight, Square::E2), Square::G1.into());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn origins(&self, kind: PieceKind, to: Square) -> Bitboard {
        Bitboard(dispatch(Origins(self, kind as u16 | (to as u16) << 8)))
    }

    /// The legal move from one square to another, with the right [`MoveKind`].
    ///
    /// `promotion` must be given if a pawn reaches the last rank, and only then. Castling is found by
    /// the square where the king lands and by the square of its rook; where a step of the king
    /// goes to the same square, the step is meant.
    ///
    /// ```
    /// use plywood_core::{MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = position.find_move(Square::E1, Square::G1, None).expect("the way is free");
    /// assert_eq!(castling.kind(), MoveKind::Castling);
    /// assert_eq!(position.find_move(Square::E1, Square::H1, None), Some(castling));
    /// assert_eq!(position.find_move(Square::E1, Square::E3, None), None);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceKind>,
    ) -> Option<Move> {
        match self.find_step(from, to, promotion) {
            Some(mv) => Some(mv),
            None if promotion.is_none() && self.king(self.side_to_move()) == from => {
                self.find_castling(from, to)
            }
            None => None,
        }
    }

    /// The same without castling.
    #[inline]
    pub(crate) fn find_step(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceKind>,
    ) -> Option<Move> {
        let promotion = match promotion {
            None => MoveKind::Normal,
            Some(kind) => MoveKind::promotion(kind)?,
        };
        dispatch(Find(self, Move::new(from, to, promotion)))
    }
}

/// The origins of a kind, the low byte, that moves to a square, the high byte. Packed like this the
/// task fits into two registers.
struct Origins<'a>(&'a Position, u16);

impl Multiversion for Origins<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Cpu>(self) -> u64 {
        let Self(position, given) = self;
        let kind = usize::from(given & 7);
        let to = Square::wrap((given >> 8) as u8);
        let board = &position.board;
        let own = board.color(position.side_to_move()).0;
        let reach = if kind == PieceKind::Pawn as usize {
            pawns_reaching(position, to)
        } else {
            pieces_reaching::<M>(position, to)
        };
        safe::<M>(position, reach & board.sets[kind] & own, to)
    }
}

/// The legal move with the squares and the promotion of the given one.
struct Find<'a>(&'a Position, Move);

impl Multiversion for Find<'_> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Option<Move> {
        let Self(position, given) = self;
        let kind = legal_kind::<M>(position, given)?;
        Some(Move::new(given.from(), given.to(), kind))
    }
}

/// Whether a move other than castling is legal.
pub(crate) struct Legal<'a>(pub(crate) &'a Position, pub(crate) Move);

impl Multiversion for Legal<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Cpu>(self) -> bool {
        let Self(position, mv) = self;
        let given = if mv.kind() < MoveKind::PromoteKnight {
            Move::new(mv.from(), mv.to(), MoveKind::Normal)
        } else {
            mv
        };
        legal_kind::<M>(position, given) == Some(mv.kind())
    }
}

/// The kind of the legal move with the squares and the promotion of the given one, if there is one.
#[inline(always)]
fn legal_kind<M: Cpu>(position: &Position, given: Move) -> Option<MoveKind> {
    let (from, to) = (given.from(), given.to());
    let board = &position.board;
    let own = board.color(position.side_to_move());
    if !own.contains(from) || own.contains(to) {
        return None;
    }
    let (is_reached, kind) = if board.kind(PieceKind::Pawn).contains(from) {
        let origins = Bitboard(pawns_reaching(position, to));
        (origins.contains(from), pawn_kind(position, given)?)
    } else if given.kind() == MoveKind::Normal {
        (piece_reaches(position, from, to), MoveKind::Normal)
    } else {
        return None;
    };
    (is_reached && is_safe::<M>(position, from, to)).then_some(kind)
}
