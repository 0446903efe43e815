//! Moves half told: people tell what goes where, programs and mice tell two squares.

use crate::bitboard::Bitboard;
use crate::board::COLORS;
use crate::color::Color;
use crate::lines::{KING, KNIGHT, PAWN};
use crate::machine::{Machine, Task, run};
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::guard::is_attacked;
use crate::square::{Rank, Square};

impl Position {
    /// The squares, among some, from which a piece of one kind may legally go to a square.
    /// Castling is no such going. Only these pieces are looked at, so it costs little.
    ///
    /// ```
    /// use plywood_core::{Bitboard, PieceKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1".parse()?;
    /// // The knight on c3 is pinned.
    /// let knights = position.origins(PieceKind::Knight, Square::E2, Bitboard::FULL);
    /// assert_eq!(knights, Square::G1.into());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn origins(&self, kind: PieceKind, to: Square, among: impl Into<Bitboard>) -> Bitboard {
        Bitboard(run(Origins {
            position: self,
            kind,
            to,
            among: among.into().0,
        }))
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
    #[must_use]
    pub fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceKind>,
    ) -> Option<Move> {
        run(Find {
            position: self,
            from,
            to,
            promotion,
        })
    }

    /// Castling of the king on a square, told by the square of the rook or of the king's landing.
    #[cold]
    fn find_castling(&self, king: Square, to: Square) -> Option<Move> {
        let side = self.side_to_move();
        self.castling_rights()
            .rooks(side)
            .into_iter()
            .map(|rook| Move::new(king, rook, MoveKind::Castling))
            .find(|&mv| (mv.to() == to || mv.destination() == to) && self.is_legal(mv))
    }
}

struct Origins<'a> {
    position: &'a Position,
    kind: PieceKind,
    to: Square,
    among: u64,
}

impl Task for Origins<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Machine>(self) -> u64 {
        let Self {
            position, kind, to, ..
        } = self;
        let board = &position.board;
        let occupied = board.occupied().0;
        let own = board.color(position.side_to_move()).0;
        let reach = match kind {
            PieceKind::Pawn => pawn_origins(position, to),
            PieceKind::Knight => KNIGHT[to as usize],
            PieceKind::Bishop => M::bishop(to as usize, occupied),
            PieceKind::Rook => M::rook(to as usize, occupied),
            PieceKind::Queen => M::bishop(to as usize, occupied) | M::rook(to as usize, occupied),
            PieceKind::King => KING[to as usize],
        };
        if own >> to as u8 & 1 != 0 {
            return 0;
        }
        let mut found = reach & own & board.sets[kind as usize] & self.among;
        let mut rest = found;
        while rest != 0 {
            let from = Square::wrap(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            if !is_safe::<M>(position, kind, from, to) {
                found &= !(1 << from as u8);
            }
        }
        found
    }
}

struct Find<'a> {
    position: &'a Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Task for Find<'_> {
    type Output = Option<Move>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<Move> {
        let Self {
            position, from, to, ..
        } = self;
        let board = &position.board;
        let side = position.side_to_move();
        let own = board.color(side).0;
        if own >> from as u8 & 1 == 0 {
            return None;
        }
        let occupied = board.occupied().0;
        let kind = board.kind_unchecked(from);
        let reach = match kind {
            PieceKind::Pawn => {
                if pawn_origins(position, to) >> from as u8 & 1 == 0 {
                    return None;
                }
                1 << to as u8
            }
            PieceKind::Knight => KNIGHT[from as usize],
            PieceKind::Bishop => M::bishop(from as usize, occupied),
            PieceKind::Rook => M::rook(from as usize, occupied),
            PieceKind::Queen => {
                M::bishop(from as usize, occupied) | M::rook(from as usize, occupied)
            }
            PieceKind::King => KING[from as usize],
        };
        if reach & !own & 1 << to as u8 == 0 {
            return match (kind, self.promotion) {
                (PieceKind::King, None) => position.find_castling(from, to),
                _ => None,
            };
        }
        let special = special(position, kind, (from, to), self.promotion)?;
        is_safe::<M>(position, kind, from, to).then(|| Move::new(from, to, special))
    }
}

/// Where own pawns would have to stand to go to a square: behind it if it is free, two squares
/// behind it if the way is, or beside that to capture.
#[inline(always)]
fn pawn_origins(position: &Position, to: Square) -> u64 {
    let board = &position.board;
    let side = position.side_to_move();
    let target = 1_u64 << to as u8;
    let back = |set: u64| match side {
        Color::White => set >> 8,
        Color::Black => set << 8,
    };
    let empty = !board.occupied().0;
    let fourth = Bitboard::from(Rank::Four.relative_to(side)).0;
    let once = back(target & empty);
    let twice = back(once & empty & back(fourth));
    let enemies = board.sets[COLORS + !side as usize]
        | position.en_passant().map_or(0, |square| 1 << square as u8);
    let captures = if enemies & target == 0 {
        0
    } else {
        PAWN[!side as usize][to as usize]
    };
    once | twice | captures
}

/// What is special about a piece's way; `None` if a promotion is told that is none, or not told.
#[inline(always)]
fn special(
    position: &Position,
    kind: PieceKind,
    (from, to): (Square, Square),
    promotion: Option<PieceKind>,
) -> Option<MoveKind> {
    let is_last = kind == PieceKind::Pawn && matches!(to.rank(), Rank::One | Rank::Eight);
    match promotion {
        Some(promotion) if is_last => MoveKind::promotion(promotion),
        None if !is_last => Some(if kind != PieceKind::Pawn {
            MoveKind::Normal
        } else if (from as u8).abs_diff(to as u8) == 16 {
            MoveKind::DoublePush
        } else if position.en_passant() == Some(to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        }),
        Some(_) | None => None,
    }
}

/// Whether the own king is safe once a piece has gone from a square to another.
#[inline(always)]
fn is_safe<M: Machine>(position: &Position, kind: PieceKind, from: Square, to: Square) -> bool {
    let board = &position.board;
    let side = position.side_to_move();
    let king = if kind == PieceKind::King {
        to
    } else {
        position.king(side)
    };
    let captured = if kind == PieceKind::Pawn && position.en_passant() == Some(to) {
        Square::new(to.file(), from.rank())
    } else {
        to
    };
    let captured = 1_u64 << captured as u8;
    let occupied = board.occupied().0 & !(1 << from as u8) & !captured | 1 << to as u8;
    let enemies = board.color(!side).0 & !captured;
    !is_attacked::<M>(board, side, king, occupied, enemies)
}
