//! Checks a setup before it becomes a position, and reports everything that is wrong with it.

use alloc::vec::Vec;
use core::fmt;

use crate::attacks::attackers_by;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::Wing;
use crate::color::{ByColor, Color};
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::setup::Setup;
use crate::side::{Black, White};
use crate::square::{File, Rank, Square};
use crate::state::{CLOCK_LIMIT, State};

/// One reason why a setup is not a legal position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// A color has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A color has two kings or more.
    #[error("{0} has {count} kings, on {squares}", count = .1.len(), squares = Listed(*.1))]
    ManyKings(Color, Bitboard),
    /// A color has more than sixteen pieces.
    #[error("{0} has {1} pieces, but a side begins with 16")]
    ManyPieces(Color, u32),
    /// A color has more than eight pawns.
    #[error("{0} has {1} pawns, but a side begins with 8")]
    ManyPawns(Color, u32),
    /// Pawns stand on the first or last rank.
    #[error("no pawn can stand on {squares}", squares = Listed(*.0))]
    PawnOnEdge(Bitboard),
    /// The side that has just moved is in check.
    #[error("{0} has just moved, but its king is attacked from {squares}", squares = Listed(*.1))]
    OpponentInCheck(Color, Bitboard),
    /// Three pieces or more give check at once.
    #[error("no move can give check from {squares} at once", squares = Listed(*.0))]
    ManyCheckers(Bitboard),
    /// A color has the right to castle, but its king is not on its first rank.
    #[error("{0} cannot castle: its king is not on its first rank")]
    CastlingKing(Color),
    /// A color has the right to castle with a rook that is not there.
    #[error("{color} cannot castle with a rook on {square}: there is none", color = .0, square = .1)]
    CastlingRook(Color, Square),
    /// A color has the right to castle with two rooks on one side of the king.
    #[error("{0} cannot have the right to castle with two rooks on one side of its king")]
    CastlingRooks(Color),
    /// The en passant square is not behind a pawn that may have just gone two squares.
    #[error("en passant square {0}: no pawn can have just gone two squares past it")]
    EnPassant(Square),
    /// A clock is larger than any game needs.
    #[error("a clock is {0}, but at most {CLOCK_LIMIT} is allowed")]
    Clock(u32),
    /// The move number is 0.
    #[error("move numbers begin at 1, not 0")]
    MoveNumber,
}

/// All reasons why a setup is not a legal position.
///
/// ```
/// use plywood_core::{Position, Setup};
///
/// let error = Position::new(&Setup::EMPTY).unwrap_err();
/// assert_eq!(error.to_string(), "White has no king; Black has no king");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionError {
    violations: Vec<Violation>,
}

impl PositionError {
    /// The reasons; those about kings and pieces come first.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, violation) in self.violations.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl core::error::Error for PositionError {}

/// Writes the squares of a set with commas.
struct Listed(Bitboard);

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.0.into_iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{square}")?;
        }
        Ok(())
    }
}

impl Position {
    /// The start position of standard chess.
    pub const START: Self = Self {
        board: Setup::START.board,
        castling_rooks: Setup::START.castling.all_rooks(),
        key: crate::zobrist::START,
        state: State::new(Color::White, 0, 1),
    };

    /// Makes a position of a setup if it is legal. [`new_lenient`](Self::new_lenient) repairs
    /// small mistakes.
    ///
    /// # Errors
    /// Every reason why the setup is not legal; [`Violation`] lists the possible ones.
    pub fn new(setup: &Setup) -> Result<Self, PositionError> {
        let mut violations = Vec::new();
        if find_pieces(&setup.board, &mut violations) {
            find_checks(setup, &mut violations);
        }
        find_castling(setup, &mut violations);
        find_en_passant(setup, &mut violations);
        find_clocks(setup, &mut violations);
        if violations.is_empty() {
            Ok(Self::from_legal(setup))
        } else {
            Err(PositionError { violations })
        }
    }

    pub(crate) fn from_legal(setup: &Setup) -> Self {
        let mut position = Self {
            board: setup.board,
            castling_rooks: setup.castling.all_rooks(),
            key: 0,
            state: State::new(
                setup.side_to_move,
                setup.halfmove_clock,
                setup.fullmove_number,
            ),
        };
        position.key = position.key_from_scratch();
        if let Some(square) = setup.en_passant {
            position.state = position.state.with_passed_square(square);
            match setup.side_to_move {
                Color::White => position.allow_en_passant::<White>(square),
                Color::Black => position.allow_en_passant::<Black>(square),
            }
        }
        position
    }
}

/// The start of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::START
    }
}

/// Counts kings, pieces and pawns. Returns whether each side has exactly one king.
fn find_pieces(board: &Board, violations: &mut Vec<Violation>) -> bool {
    let mut one_king_each = true;
    for color in Color::ALL {
        let kings = board.pieces(color, PieceKind::King);
        if kings.is_empty() {
            violations.push(Violation::NoKing(color));
        } else if kings.has_many() {
            violations.push(Violation::ManyKings(color, kings));
        }
        one_king_each &= kings.single().is_some();
        let pieces = board.color(color).len();
        if pieces > 16 {
            violations.push(Violation::ManyPieces(color, pieces));
        }
        let pawns = board.pieces(color, PieceKind::Pawn).len();
        if pawns > 8 {
            violations.push(Violation::ManyPawns(color, pawns));
        }
    }
    let edge = board.kind(PieceKind::Pawn) & (Bitboard::from(Rank::One) | Rank::Eight);
    if !edge.is_empty() {
        violations.push(Violation::PawnOnEdge(edge));
    }
    one_king_each
}

/// Finds the enemy pieces that attack each king.
struct Attackers<'a>(&'a Board);

impl Multiversion for Attackers<'_> {
    type Output = ByColor<Bitboard>;

    #[inline(always)]
    fn run<M: Cpu>(self) -> ByColor<Bitboard> {
        let board = self.0;
        ByColor::from_fn(|color| {
            let king = board.pieces(color, PieceKind::King).first_unchecked();
            attackers_by::<M>(board, king, board.occupied()) & board.color(!color)
        })
    }
}

fn find_checks(setup: &Setup, violations: &mut Vec<Violation>) {
    let attackers = dispatch(Attackers(&setup.board));
    let side = setup.side_to_move;
    if !attackers[!side].is_empty() {
        violations.push(Violation::OpponentInCheck(!side, attackers[!side]));
    }
    if attackers[side].len() > 2 {
        violations.push(Violation::ManyCheckers(attackers[side]));
    }
}

fn find_castling(setup: &Setup, violations: &mut Vec<Violation>) {
    for color in Color::ALL {
        let rights = setup.castling.rooks(color);
        if rights.is_empty() {
            continue;
        }
        let home = Rank::One.relative_to(color);
        let king = setup.board.pieces(color, PieceKind::King) & home;
        let Some(king) = king.first() else {
            violations.push(Violation::CastlingKing(color));
            continue;
        };
        for rook in rights - setup.board.pieces(color, PieceKind::Rook) {
            violations.push(Violation::CastlingRook(color, rook));
        }
        let on_wing = |wing| {
            rights
                .into_iter()
                .filter(|rook| Wing::of(king.file(), rook.file()) == wing)
                .count()
        };
        if Wing::ALL.into_iter().any(|wing| on_wing(wing) > 1) {
            violations.push(Violation::CastlingRooks(color));
        }
    }
}

fn find_en_passant(setup: &Setup, violations: &mut Vec<Violation>) {
    if let Some(square) = setup.en_passant
        && !is_possible_en_passant(setup, square)
    {
        violations.push(Violation::EnPassant(square));
    }
}

/// Whether an enemy pawn may have just gone two squares past this one: the square is on the right
/// rank, it and the square behind it are empty, and the pawn stands in front of it.
pub(crate) fn is_possible_en_passant(setup: &Setup, square: Square) -> bool {
    let mover = !setup.side_to_move;
    let on_file = |file: File, rank: Rank| Square::new(file, rank.relative_to(mover));
    let behind = on_file(square.file(), Rank::Two);
    let pawn = on_file(square.file(), Rank::Four);
    square == on_file(square.file(), Rank::Three)
        && !setup.board.occupied().contains(square)
        && !setup.board.occupied().contains(behind)
        && setup.board.pieces(mover, PieceKind::Pawn).contains(pawn)
}

fn find_clocks(setup: &Setup, violations: &mut Vec<Violation>) {
    for clock in [setup.halfmove_clock, setup.fullmove_number] {
        if clock > CLOCK_LIMIT {
            violations.push(Violation::Clock(clock));
        }
    }
    if setup.fullmove_number == 0 {
        violations.push(Violation::MoveNumber);
    }
}
