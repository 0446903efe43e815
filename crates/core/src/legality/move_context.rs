//! Whether a move gives check, and what else its SAN needs.

use crate::bitboard::Bitboard;
use crate::board::MEMBER;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::legality::origins::{
    cleared, is_safe, pawn_kind, pawns_reaching, pieces_reaching, safe,
};
use crate::lines::{KNIGHT, PAWN};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;

/// What the notation of a legal move needs besides the move: the pieces that it must be distinguished
/// from, and whether it gives check.
///
/// ```
/// use plywood_core::{Bitboard, Move, MoveKind, Position, Square, MoveContext};
///
/// let mv = Move::new(Square::G1, Square::F3, MoveKind::Normal);
/// let alone = MoveContext { rivals: Bitboard::EMPTY, is_check: false };
/// assert_eq!(Position::START.move_context(mv), Some(alone));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveContext {
    /// The squares of other pieces of the same kind that can legally move to the same square.
    pub rivals: Bitboard,
    /// Whether the move gives check.
    pub is_check: bool,
}

impl Position {
    /// What the notation of a move needs; `None` if the move is not legal.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1".parse()?;
    /// let context = position.move_context(Move::new(Square::G1, Square::E2, MoveKind::Normal));
    /// assert_eq!(context.map(|context| context.rivals), Some(Square::C3.into()));
    /// assert_eq!(position.move_context(Move::new(Square::G1, Square::G2, MoveKind::Normal)), None);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn move_context(&self, mv: Move) -> Option<MoveContext> {
        if mv.kind() == MoveKind::Castling {
            self.castling_context(mv)
        } else {
            dispatch(Context(self, mv))
        }
    }

    /// Whether a legal move gives check, with the piece that moves or by uncovering another.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1".parse()?;
    /// // Every move of the knight uncovers the rook.
    /// assert!(position.moves_from(Square::E2).iter().all(|&mv| position.gives_check(mv)));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castling {
            self.castling_gives_check(mv)
        } else {
            dispatch(Check(self, mv))
        }
    }

    #[inline(never)]
    fn castling_gives_check(&self, mv: Move) -> bool {
        self.play_unchecked(mv).is_check()
    }

    #[inline(never)]
    fn castling_context(&self, mv: Move) -> Option<MoveContext> {
        self.can_castle(mv).then(|| MoveContext {
            rivals: Bitboard::EMPTY,
            is_check: self.castling_gives_check(mv),
        })
    }
}

/// Whether a move other than castling gives check.
struct Check<'a>(&'a Position, Move);

impl Multiversion for Check<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Cpu>(self) -> bool {
        let Self(position, mv) = self;
        let piece = position.board.kind_unchecked(mv.from());
        gives_check::<M>(position, mv, mv.promotion().unwrap_or(piece))
    }
}

/// The context of a move other than castling.
struct Context<'a>(&'a Position, Move);

impl Multiversion for Context<'_> {
    type Output = Option<MoveContext>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Option<MoveContext> {
        let Self(position, mv) = self;
        let (from, to) = (mv.from(), mv.to());
        let board = &position.board;
        let side = position.side_to_move();
        let piece = board.kind_unchecked(from);
        let (reach, kind) = if piece == PieceKind::Pawn {
            let promotion = mv.promotion().and_then(MoveKind::promotion);
            let given = Move::new(from, to, promotion.unwrap_or(MoveKind::Normal));
            (pawns_reaching(position, to), pawn_kind(position, given)?)
        } else {
            (pieces_reaching::<M>(position, to), MoveKind::Normal)
        };
        let movers = reach & board.sets[piece as usize] & board.color(side).0;
        let origin = 1 << from as u8;
        if movers & origin == 0 || kind != mv.kind() || !is_safe::<M>(position, from, to) {
            return None;
        }
        let rivals = movers & !origin;
        Some(MoveContext {
            rivals: Bitboard(safe::<M>(position, rivals, to)),
            is_check: gives_check::<M>(position, mv, mv.promotion().unwrap_or(piece)),
        })
    }
}

/// Whether a move other than castling gives check. `kind` is the kind of the piece after the move.
#[inline(always)]
fn gives_check<M: Cpu>(position: &Position, mv: Move, kind: PieceKind) -> bool {
    let board = &position.board;
    let side = position.side_to_move();
    let king = position.king(!side) as usize;
    let (from, to) = (1_u64 << mv.from() as u8, 1_u64 << mv.to() as u8);
    let (cleared, _) = cleared(position, mv.from(), mv.to());
    let occupied = board.occupied().0 & !cleared | to;
    let [pawns, knights, bishops, rooks, queens, _, _, _] = board.sets;
    let stayed = board.color(side).0 & !from;
    let member = &MEMBER[side as usize][kind as usize];
    let threats = PAWN[!side as usize][king] & (pawns & stayed | to & member[0])
        | KNIGHT[king] & (knights & stayed | to & member[1])
        | M::bishop(king, occupied) & ((bishops | queens) & stayed | to & (member[2] | member[4]))
        | M::rook(king, occupied) & ((rooks | queens) & stayed | to & (member[3] | member[4]));
    threats != 0
}
