//! Moves half told: people tell what goes where, programs and mice tell two squares.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::castling::Wing;
use crate::cpu::{Assumed, Cpu, Multiversion, dispatch};
use crate::moves::{Move, MoveKind};
use crate::origins::{is_safe, pawn_kind, pawns_reaching, pieces_reaching, safe};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::is_attacked;
use crate::square::Square;

impl Position {
    /// The squares from which a piece of one kind may legally go to a square. Castling is no such
    /// going. Only pieces that reach the square are looked at, so it costs little.
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

    /// The legal move from a square to another; `promotion` is what a pawn becomes on the last rank,
    /// and must be there exactly then. Castling is told by where the king lands, or as the king
    /// taking its rook; a step of the king goes before castling.
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

    /// The same, castling left out.
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

    /// Castling of the king on a square, told by the square of the rook or of the king's landing.
    #[inline(never)]
    fn find_castling(&self, king: Square, to: Square) -> Option<Move> {
        self.castling_rights()
            .rooks(self.side_to_move())
            .into_iter()
            .map(|rook| Move::new(king, rook, MoveKind::Castling))
            .find(|&mv| (mv.to() == to || mv.destination() == to) && self.may_castle(mv))
    }

    /// Whether a king may castle with a rook that has the right to: nothing stands in the way, and no
    /// square the king leaves, passes or lands on is attacked.
    pub(crate) fn may_castle(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let (king, rook) = (mv.from(), mv.to());
        let wing = Wing::of(king.file(), rook.file());
        let king_to = Square::new(wing.king_file(), king.rank());
        let rook_to = Square::new(wing.rook_file(), king.rank());
        let walk = attacks::between(king, king_to) | king | king_to;
        let rest = self.board.occupied() - king - rook;
        let way = walk | attacks::between(rook, rook_to) | rook_to | attacks::between(king, rook);
        if way.intersects(rest) {
            return false;
        }
        // The rook shields the king where it lands, and no more where it stood.
        let enemies = self.board.color(!side).0;
        let is_attacked = |square, occupied: Bitboard| {
            is_attacked::<Assumed>(&self.board, side, square, occupied.0, enemies)
        };
        !is_attacked(king_to, rest | rook_to)
            && !walk
                .into_iter()
                .any(|square| is_attacked(square, rest | rook))
    }
}

/// Asks from where a kind, the low byte, may go to a square, the high byte. Packed, a task travels
/// in registers.
struct Origins<'a>(&'a Position, u16);

impl Multiversion for Origins<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Cpu>(self) -> u64 {
        let Self(position, told) = self;
        let kind = usize::from(told & 7);
        let to = Square::wrap((told >> 8) as u8);
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

/// Asks for the legal move with the squares and the promotion of a given one.
struct Find<'a>(&'a Position, Move);

impl Multiversion for Find<'_> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Option<Move> {
        let Self(position, told) = self;
        let (from, to) = (told.from(), told.to());
        let board = &position.board;
        let own = board.color(position.side_to_move()).0;
        let origin = 1 << from as u8;
        let (reach, kind) = if board.sets[PieceKind::Pawn as usize] & origin != 0 {
            (pawns_reaching(position, to), pawn_kind(position, told)?)
        } else if told.kind() == MoveKind::Normal {
            (pieces_reaching::<M>(position, to), MoveKind::Normal)
        } else {
            return None;
        };
        (reach & own & origin != 0 && is_safe::<M>(position, from, to))
            .then(|| Move::new(from, to, kind))
    }
}
