//! Legal positions: how a setup becomes one, and its properties.

use alloc::vec::Vec;
use core::fmt;

use crate::attacks::{self, attackers_by};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::castling::{CastlingRights, CastlingSide};
use crate::checks::{can_capture_en_passant, reach};
use crate::color::{ByColor, Color};
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::piece::{Piece, PieceKind};
use crate::setup::Setup;
use crate::side::{Black, White};
use crate::square::{File, Rank, Square};
use crate::state::{CLOCK_LIMIT, State};
use crate::zobrist;

/// A legal position, from a checked [`Setup`] or a legal move in another position.
///
/// It is a small value (88 bytes) that includes its [`key`](Self::key). [`play`](Self::play) returns the position after a move and leaves
/// this one unchanged, so moves need not be unmade. [`History`](crate::History) keeps earlier positions, which repetition needs.
///
/// Legal means that the rules apply: one king each, the side that has just moved is not in check, and so on ([`Violation`] lists all
/// conditions). It doesn't mean that a game can reach the position: a check by two knights is accepted, for example.
///
/// Two positions are equal if their FENs are: pieces, side to move, castling rights, a square on
/// which a pawn can be captured en passant, and both clocks.
///
/// ```
/// use plywood_core::{Color, Position};
///
/// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(position.legal_moves().len(), 6);
/// let back: Position = position.to_string().parse()?;
/// assert_eq!(back, position);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) castling_rooks: Bitboard,
    pub(crate) key: u64,
    pub(crate) state: State,
}

impl Position {
    /// Returns the board.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[doc(alias = "turn")]
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.state.side()
    }

    /// Returns the castling rights.
    #[inline]
    #[must_use]
    pub const fn castling_rights(&self) -> CastlingRights {
        CastlingRights::from_rooks(self.castling_rooks)
    }

    /// Returns the rook that a color has the right to castle with on this side. In Chess960 it need not be in the corner.
    ///
    /// ```
    /// use plywood_core::{Color, Position, Square, CastlingSide};
    ///
    /// let position: Position = "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1".parse()?;
    /// let rook = position.castling_rook(Color::Black, CastlingSide::Kingside);
    /// assert_eq!(rook, Some(Square::G8));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn castling_rook(&self, color: Color, castling_side: CastlingSide) -> Option<Square> {
        let king = self.king(color).file();
        let mut rooks = self.castling_rights().rooks(color).into_iter();
        rooks.find(|rook| CastlingSide::of(king, rook.file()) == castling_side)
    }

    /// Returns the square behind a pawn that has just gone two squares, even if no pawn can capture there. Comparisons, the key and the
    /// default FEN ignore a square where no capture is legal; see [`en_passant`](Self::en_passant).
    #[inline]
    #[must_use]
    pub const fn double_push_square(&self) -> Option<Square> {
        self.state.double_push_square()
    }

    /// Returns the target square of a legal en passant capture.
    ///
    /// ```
    /// use plywood_core::{Position, Square};
    ///
    /// // 5 . . . . . . . .
    /// // 4 k . . p P . . R    Capturing on e3 would expose the king to the rook.
    /// // 3 . . . . . . . .
    /// let pinned: Position = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1".parse()?;
    /// assert_eq!(
    ///     (pinned.double_push_square(), pinned.en_passant()),
    ///     (Some(Square::E3), None)
    /// );
    /// // So the square makes no difference.
    /// let without: Position = "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1".parse()?;
    /// assert_eq!((&pinned, pinned.key()), (&without, without.key()));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[doc(alias = "ep_square")]
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.capturable()
    }

    /// Returns the number of half-moves since the last capture or pawn move. At 100 a draw can be claimed. Like the move number, it stops
    /// at 1,000,000.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.state.halfmove_clock()
    }

    /// Returns the move number: 1 at the start of a game, one more after each move by Black.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.state.fullmove_number()
    }

    /// Returns the square of a color's king.
    #[doc(alias = "king_square")]
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).first_unchecked()
    }

    /// Returns the squares of all pieces of a color and kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.board.pieces(color, kind)
    }

    /// Returns the piece on a square.
    #[doc(alias = "piece_on")]
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the Zobrist key of the position: of its pieces, side to move, castling rights, and the en
    /// passant square if a capture there is legal. The clocks do not count. Making a move updates the
    /// key, so reading it costs nothing.
    #[doc(alias("hash", "zobrist"))]
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns a key of the pawns of both colors, for a pawn hash table. It is computed when you ask for it,
    /// in a few instructions.
    #[inline]
    #[must_use]
    pub const fn pawn_key(&self) -> u64 {
        let white = self.pieces(Color::White, PieceKind::Pawn).0;
        let black = self.pieces(Color::Black, PieceKind::Pawn).0;
        zobrist::mix(white ^ zobrist::mix(black))
    }

    /// Computes the key from scratch, for tests: it must equal [`key`](Self::key).
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                for square in self.board.pieces(color, kind) {
                    key ^= zobrist::piece(color, kind, square);
                }
            }
        }
        for rook in self.castling_rooks {
            key ^= zobrist::castling(rook);
        }
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square.file());
        }
        match self.side_to_move() {
            Color::White => key,
            Color::Black => key ^ zobrist::black_to_move(),
        }
    }

    /// Returns the position as a [`Setup`], which can be changed and checked again with [`Position::new`].
    #[must_use]
    pub const fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            side_to_move: self.side_to_move(),
            castling: self.castling_rights(),
            en_passant: self.double_push_square(),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// Returns the pieces of both colors that attack a square.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square) -> Bitboard {
        attacks::attackers(&self.board, square, self.board.occupied())
    }

    /// Returns the squares that the pieces of a color attack, including those of its own pieces.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Color, Position, Rank, Square};
    ///
    /// // At the start White attacks the ranks 2 and 3, and its first rank but for the corners.
    /// let attacked = Position::START.attacked_by(Color::White);
    /// let home = Bitboard::from(Rank::One) - Square::A1 - Square::H1;
    /// assert_eq!(attacked, home | Rank::Two | Rank::Three);
    /// ```
    #[inline]
    #[must_use]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        Bitboard(dispatch(Reach(&self.board, color)))
    }

    /// Returns the enemy pieces that check the king of the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let side = self.side_to_move();
        self.attackers(self.king(side)) & self.board.color(!side)
    }

    /// Returns `true` if the side to move is in check.
    #[doc(alias = "in_check")]
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }
}

/// The squares that a color attacks.
struct Reach<'a>(&'a Board, Color);

impl Multiversion for Reach<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Cpu>(self) -> u64 {
        let Self(board, color) = self;
        let occupied = board.occupied().0;
        match color {
            Color::White => reach::<White, M>(board, occupied),
            Color::Black => reach::<Black, M>(board, occupied),
        }
    }
}

/// One reason a setup is not a legal position.
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
    /// There are pawns on the first or last rank.
    #[error("no pawn can be on {squares}", squares = Listed(*.0))]
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
    /// A clock is larger than the limit at which clocks stop.
    #[error("a clock is {0}, but at most {CLOCK_LIMIT} is allowed")]
    Clock(u32),
    /// The move number is 0.
    #[error("move numbers begin at 1, not 0")]
    MoveNumber,
}

/// All reasons a setup is not a legal position.
///
/// ```
/// use plywood_core::{Position, Setup};
///
/// let error = Position::new(&Setup::EMPTY).unwrap_err();
/// assert_eq!(error.to_string(), "White has no king; Black has no king");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PositionError {
    violations: Vec<Violation>,
}

impl PositionError {
    /// Returns the reasons; those about kings and pieces come first.
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
        key: zobrist::START,
        state: State::new(Color::White, 0, 1),
    };

    /// Makes a position from a setup if it is legal. [`new_lenient`](Self::new_lenient) repairs small mistakes.
    ///
    /// # Errors
    /// Every reason the setup is not legal; [`Violation`] lists the possible ones.
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
            position.state = position.state.with_double_push(square);
            let is_capturable = match setup.side_to_move {
                Color::White => can_capture_en_passant::<White>(&setup.board, square),
                Color::Black => can_capture_en_passant::<Black>(&setup.board, square),
            };
            if is_capturable {
                position.state = position.state.with_capture_possible();
                position.key ^= zobrist::en_passant(square.file());
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
        let on_side = |castling_side| {
            rights
                .into_iter()
                .filter(|rook| CastlingSide::of(king.file(), rook.file()) == castling_side)
                .count()
        };
        if CastlingSide::ALL
            .into_iter()
            .any(|castling_side| on_side(castling_side) > 1)
        {
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

/// Returns `true` if an enemy pawn may have just gone two squares past this one: the square is on the right rank, it and the square behind
/// it are empty, and the pawn is in front of it.
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

/// A change that [`Position::new_lenient`] made to make a setup legal.
///
/// ```
/// use plywood_core::{Color, Position, Repair, Square};
///
/// // The king has left its first rank, but the FEN still claims the right to castle.
/// let (position, repairs) =
///     Position::from_fen_lenient("4k3/8/8/8/8/8/4K3/7R w K - 0 1")?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4K3/7R w - - 0 1");
/// assert_eq!(repairs, [Repair::CastlingRight(Color::White, Square::H1)]);
/// assert_eq!(
///     repairs[0].to_string(),
///     "White cannot castle with a rook on h1: right dropped"
/// );
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Repair {
    /// A color lost the right to castle with the rook on a square. The rook is not there, the king
    /// is not on its first rank, or a rook farther from the king has a right on the same side.
    #[error("{color} cannot castle with a rook on {square}: right dropped", color = .0, square = .1)]
    CastlingRight(Color, Square),
    /// The en passant square was dropped, because no pawn can have just gone two squares past it.
    #[error("no pawn can have just gone two squares past {0}: en passant square dropped")]
    EnPassant(Square),
    /// The move number was 0 and became 1.
    #[error("move number 0 replaced by 1")]
    MoveNumber,
}

impl Position {
    /// Makes a position from a setup like [`new`](Self::new), but drops impossible castling rights and en passant squares, and counts move
    /// 0 as move 1. Returns the position and the changes. Use it for files and programs that keep stale castling rights. A right that is
    /// possible in Chess960 stays, wherever king and rook are.
    ///
    /// # Errors
    /// Every remaining reason: pieces and checks are never changed.
    ///
    /// ```
    /// use plywood_core::{Position, Repair, Setup, Square};
    ///
    /// let mut setup = Setup::START;
    /// setup.en_passant = Some(Square::E6);
    /// assert!(Position::new(&setup).is_err());
    /// let (position, repairs) = Position::new_lenient(&setup)?;
    /// assert_eq!(
    ///     (position, repairs),
    ///     (Position::START, vec![Repair::EnPassant(Square::E6)])
    /// );
    /// # Ok::<(), plywood_core::PositionError>(())
    /// ```
    pub fn new_lenient(setup: &Setup) -> Result<(Self, Vec<Repair>), PositionError> {
        let mut setup = setup.clone();
        let repairs = repair(&mut setup);
        Ok((Self::new(&setup)?, repairs))
    }
}

fn repair(setup: &mut Setup) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for color in Color::ALL {
        let rights = setup.castling.rooks(color);
        for rook in rights - possible_rights(setup, color) {
            setup.castling.remove(color, rook.file());
            repairs.push(Repair::CastlingRight(color, rook));
        }
    }
    if let Some(square) = setup.en_passant
        && !is_possible_en_passant(setup, square)
    {
        setup.en_passant = None;
        repairs.push(Repair::EnPassant(square));
    }
    if setup.fullmove_number == 0 {
        setup.fullmove_number = 1;
        repairs.push(Repair::MoveNumber);
    }
    repairs
}

/// Returns the rights that a color can have: with the king on its first rank, the outermost rook of each side.
fn possible_rights(setup: &Setup, color: Color) -> Bitboard {
    let king = setup.board.pieces(color, PieceKind::King) & Rank::One.relative_to(color);
    let Some(king) = king.first() else {
        return Bitboard::EMPTY;
    };
    let rooks = setup.castling.rooks(color) & setup.board.pieces(color, PieceKind::Rook);
    let (west, east) = (rooks.first(), rooks.last());
    let west =
        west.filter(|rook| CastlingSide::of(king.file(), rook.file()) == CastlingSide::Queenside);
    let east =
        east.filter(|rook| CastlingSide::of(king.file(), rook.file()) == CastlingSide::Kingside);
    west.into_iter().chain(east).collect()
}
