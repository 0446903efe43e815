//! What must be known of a move to tell it to people.

use crate::bitboard::Bitboard;
use crate::board::MEMBER;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::lines::{KNIGHT, PAWN};
use crate::moves::{Move, MoveKind};
use crate::origins::{cleared, is_safe, pawn_kind, pawns_reaching, pieces_reaching, safe};
use crate::piece::PieceKind;
use crate::position::Position;

/// What must be known of a legal move to tell it to people.
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
    /// Where other pieces of the same kind stand that may legally go to the same square.
    pub rivals: Bitboard,
    /// Whether it gives check.
    pub is_check: bool,
}

impl Position {
    /// How a move is to be told, if it is legal.
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
            dispatch(Tell(self, mv))
        }
    }

    #[inline(never)]
    fn castling_context(&self, mv: Move) -> Option<MoveContext> {
        let has_right = self.castling_rooks.contains(mv.to())
            && self.board.color(self.side_to_move()).contains(mv.to())
            && self.king(self.side_to_move()) == mv.from();
        (has_right && self.may_castle(mv)).then(|| MoveContext {
            rivals: Bitboard::EMPTY,
            is_check: self.play_unchecked(mv).is_check(),
        })
    }
}

/// Asks how to tell a move other than castling.
struct Tell<'a>(&'a Position, Move);

impl Multiversion for Tell<'_> {
    type Output = Option<MoveContext>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> Option<MoveContext> {
        let Self(position, mv) = self;
        let (from, to) = (mv.from(), mv.to());
        let board = &position.board;
        let side = position.side_to_move();
        let piece = board.kind_unchecked(from);
        let (reach, kind) = if piece == PieceKind::Pawn {
            let told = mv.promotion().and_then(MoveKind::promotion);
            let told = Move::new(from, to, told.unwrap_or(MoveKind::Normal));
            (pawns_reaching(position, to), pawn_kind(position, told)?)
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

/// Whether a move other than castling, after which a piece of that kind stands on its target, gives
/// check, by itself or by uncovering another piece.
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
