//! Questions about one move: is it legal, which move is meant, what does it capture, does it give
//! check?
//!
//! Legality is decided in two ways, because their costs differ:
//! - The generator (`movegen.rs`) finds all legal moves. It computes checks and pins once
//!   (`checks.rs`) and masks targets with them, so that no move is made to test it.
//! - This file decides about one move. That needs no pins: the pieces that reach the target are looked up from the target,
//!   and the king's safety is examined on the board after the move.
//!
//! Both use `is_attacked` and `is_safe_en_passant` of `checks.rs`, and the castling path of `castling.rs`. `is_legal` must accept exactly
//! the moves that `legal_moves` lists; tests compare the two on random games of standard chess and Chess960 (`tests/laws.rs`), and with
//! other crates (`benches/peers/`).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::MEMBER;
use crate::castling::CastlingPath;
use crate::checks::is_attacked;
use crate::color::Color;
use crate::cpu::{Assumed, Cpu, Multiversion, dispatch};
use crate::lines::{BETWEEN, KING, KNIGHT, LINE, PAWN};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::square::{Rank, Square};

/// The facts that the notation of a legal move needs: the pieces from which it must be distinguished, and whether it gives check.
///
/// ```
/// use plywood_core::{Move, MoveKind, Position, Square};
///
/// let mv = Move::new(Square::G1, Square::F3, MoveKind::Normal);
/// let context = Position::START.move_context(mv).expect("the move is legal");
/// assert!(context.rivals.is_empty() && !context.is_check);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MoveContext {
    /// The squares of other pieces of the same kind that can legally move to the same square.
    pub rivals: Bitboard,
    /// `true` if the move gives check.
    pub is_check: bool,
}

impl Position {
    /// Returns `true` if a move is legal here, that is, if [`legal_moves`](Self::legal_moves) lists it. It accepts any move and
    /// generates none.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let start = Position::START;
    /// assert!(start.is_legal(Move::new(Square::G1, Square::F3, MoveKind::Normal)));
    /// assert!(!start.is_legal(Move::new(Square::G1, Square::G3, MoveKind::Normal)));
    /// // A double push has a special kind, which `find_move` adds.
    /// assert!(!start.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Normal)));
    /// ```
    #[inline]
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.kind() == MoveKind::Castling {
            self.can_castle(mv)
        } else {
            dispatch(Legal(self, mv))
        }
    }

    /// Returns `true` if a legal move is a capture.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2".parse()?;
    /// assert!(position.is_capture(Move::new(Square::D5, Square::E6, MoveKind::EnPassant)));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::EnPassant || self.board.color(!self.side_to_move()).contains(mv.to())
    }

    /// Returns the kind of piece that a legal move captures.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, PieceKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2".parse()?;
    /// let en_passant = Move::new(Square::D5, Square::E6, MoveKind::EnPassant);
    /// assert_eq!(position.captured(en_passant), Some(PieceKind::Pawn));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<PieceKind> {
        match self.board.kind_at(mv.to()) {
            // Castling goes to the square of the king's rook.
            Some(victim) => (mv.kind() != MoveKind::Castling).then_some(victim),
            None => (mv.kind() == MoveKind::EnPassant).then_some(PieceKind::Pawn),
        }
    }

    /// Returns the pinned pieces of the side to move: each shields the king from an enemy slider.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(), Square::E2.into());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let side = self.side_to_move();
        let (own, enemy) = (self.board.color(side), self.board.color(!side));
        let king = self.king(side);
        let snipers = attacks::bishop(king, enemy) & self.board.diagonal_sliders()
            | attacks::rook(king, enemy) & self.board.straight_sliders();
        let shields = |sniper| (attacks::between(king, sniper) & own).single();
        (snipers & enemy).into_iter().filter_map(shields).collect()
    }

    /// Returns the squares a piece of one kind can legally come from to reach a square. Castling does not count. No moves are generated.
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

    /// Returns the legal move from one square to another, with the right [`MoveKind`].
    ///
    /// Give `promotion` if a pawn reaches the last rank, and only then. Castling is found by the square where the king lands or by the
    /// square of its rook; if the king can also step to that square, the step is meant.
    ///
    /// ```
    /// use plywood_core::{MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling =
    ///     position.find_move(Square::E1, Square::G1, None).expect("the way is free");
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

    /// Finds the move like [`find_move`](Self::find_move), but never castling.
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

    /// Returns the facts that the notation of a move needs; `None` if the move is not legal.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1".parse()?;
    /// let context =
    ///     position.move_context(Move::new(Square::G1, Square::E2, MoveKind::Normal));
    /// assert_eq!(context.map(|context| context.rivals), Some(Square::C3.into()));
    /// assert_eq!(
    ///     position.move_context(Move::new(Square::G1, Square::G2, MoveKind::Normal)),
    ///     None
    /// );
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

    /// Returns `true` if a legal move gives check, with the piece that moves or by uncovering another.
    ///
    /// ```
    /// use plywood_core::{MoveFilter, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1".parse()?;
    /// // Every move of the knight uncovers the rook.
    /// let moves = position.moves(MoveFilter::ALL.from(Square::E2));
    /// assert!(moves.iter().all(|&mv| position.gives_check(mv)));
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

    /// Returns `true` if a castling move is legal: the king and the rook are in place and have the right, no piece is in the way, and the
    /// king neither leaves, passes nor reaches an attacked square.
    fn can_castle(&self, mv: Move) -> bool {
        let side = self.side_to_move();
        let (king, rook) = (mv.from(), mv.to());
        if king != self.king(side) || !self.castling_rights().rooks(side).contains(rook) {
            return false;
        }
        let path = CastlingPath::new(king, rook);
        if path.way & self.board.occupied().0 != 0 {
            return false;
        }
        // The rook shields the king from its new square, and no longer from its old one.
        let rest = self.board.occupied() - king - rook;
        let enemies = self.board.color(!side).0;
        let is_attacked = |square, occupied: Bitboard| {
            is_attacked::<Assumed>(&self.board, side, square, occupied.0, enemies)
        };
        let mut walk = (Bitboard(path.walk) | king).into_iter();
        !is_attacked(path.king_to, rest | path.rook_to)
            && !walk.any(|square| is_attacked(square, rest | rook))
    }

    /// Legal castling of the king on a square, given the square of the rook or that where the king
    /// lands.
    #[inline(never)]
    fn find_castling(&self, king: Square, to: Square) -> Option<Move> {
        self.castling_rights()
            .rooks(self.side_to_move())
            .into_iter()
            .map(|rook| Move::new(king, rook, MoveKind::Castling))
            .find(|&mv| (mv.to() == to || mv.destination() == to) && self.can_castle(mv))
    }
}

/// The origins of a kind of piece (the low byte) that moves to a square (the high byte). Packed like this the
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

/// Decides whether a move other than castling is legal.
struct Legal<'a>(&'a Position, Move);

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

/// Returns the kind of the legal move with the squares and the promotion of the given one, if there is one.
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

/// Decides whether a move other than castling gives check.
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

/// Returns `true` if a move other than castling gives check. `kind` is the kind of the piece after the move.
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

/// Pieces of both colors other than pawns that reach a square; none if the side to move has a piece there. Looking up all kinds costs less
/// than a branch on the kind, which is hard to predict.
#[inline(always)]
fn pieces_reaching<M: Cpu>(position: &Position, to: Square) -> u64 {
    let board = &position.board;
    let [_, knights, bishops, rooks, queens, kings, _, _] = board.sets;
    if board.color(position.side_to_move()).contains(to) {
        return 0;
    }
    let (to, occupied) = (to as usize, board.occupied().0);
    KNIGHT[to] & knights
        | KING[to] & kings
        | M::bishop(to, occupied) & (bishops | queens)
        | M::rook(to, occupied) & (rooks | queens)
}

/// Returns `true` if a piece other than a pawn reaches a square. For one origin the squares between are enough,
/// which takes less time than to look up the attacks of sliders.
#[inline(always)]
fn piece_reaches(position: &Position, from: Square, to: Square) -> bool {
    let board = &position.board;
    let [_, knights, bishops, rooks, queens, kings, _, _] = board.sets;
    let target = to as usize;
    let is_straight = from.file() == to.file() || from.rank() == to.rank();
    let sliders = queens | if is_straight { rooks } else { bishops };
    let is_clear = (LINE[from as usize][target] != 0)
        & (BETWEEN[from as usize][target] & board.occupied().0 == 0);
    let sliders = if is_clear { sliders } else { 0 };
    (KNIGHT[target] & knights | KING[target] & kings | sliders) >> from as u8 & 1 != 0
}

/// Returns the squares from which pawns of the side to move can reach a square: one or two squares behind an
/// empty one, diagonally behind an enemy piece or the en passant square.
#[inline(always)]
fn pawns_reaching(position: &Position, to: Square) -> u64 {
    let board = &position.board;
    let side = position.side_to_move();
    let target = 1_u64 << to as u8;
    let empty = !board.occupied().0;
    if empty & target != 0 && position.en_passant() != Some(to) {
        let back = |set: u64| match side {
            Color::White => set >> 8,
            Color::Black => set << 8,
        };
        let once = back(target);
        let third = Bitboard::from(Rank::Three.relative_to(side)).0;
        once | back(once & empty & third)
    } else if board.color(side).0 & target == 0 {
        PAWN[!side as usize][to as usize]
    } else {
        0
    }
}

/// Returns the kind of a pawn move with the squares and the promotion of the given one; `None` if a
/// promotion is given off the last rank, or missing on it.
#[inline(always)]
fn pawn_kind(position: &Position, given: Move) -> Option<MoveKind> {
    let (from, to) = (given.from(), given.to());
    let is_last = matches!(to.rank(), Rank::One | Rank::Eight);
    if is_last != (given.kind() != MoveKind::Normal) {
        None
    } else if is_last {
        Some(given.kind())
    } else if position.en_passant() == Some(to) {
        Some(MoveKind::EnPassant)
    } else if (from as u8).abs_diff(to as u8) == 16 {
        Some(MoveKind::DoublePush)
    } else {
        Some(MoveKind::Normal)
    }
}

/// Returns the pieces that can move to a square without exposing their king.
#[inline(always)]
fn safe<M: Cpu>(position: &Position, mut pieces: u64, to: Square) -> u64 {
    let mut rest = pieces;
    while rest != 0 {
        let from = Square::wrap(rest.trailing_zeros() as u8);
        if !is_safe::<M>(position, from, to) {
            pieces ^= rest & rest.wrapping_neg();
        }
        rest &= rest - 1;
    }
    pieces
}

/// Returns the squares that a move clears, and the square of the captured piece, which is among them.
#[inline(always)]
fn cleared(position: &Position, from: Square, to: Square) -> (u64, u64) {
    let pawns = position.board.kind(PieceKind::Pawn);
    let captured = if position.en_passant() == Some(to) && pawns.contains(from) {
        Square::new(to.file(), from.rank())
    } else {
        to
    };
    let captured = 1 << captured as u8;
    (1 << from as u8 | captured, captured)
}

/// Returns `true` if the king of the side to move is safe after a piece has moved.
#[inline(always)]
fn is_safe<M: Cpu>(position: &Position, from: Square, to: Square) -> bool {
    let board = &position.board;
    let side = position.side_to_move();
    let king = position.king(side);
    let king = if king == from { to } else { king };
    let (cleared, captured) = cleared(position, from, to);
    let occupied = board.occupied().0 & !cleared | 1 << to as u8;
    let enemies = board.color(!side).0 & !captured;
    !is_attacked::<M>(board, side, king, occupied, enemies)
}
