//! A move made: a new position, built in registers and written once.
//!
//! Two things were measured here. Writing the child in place after copying its parent more than
//! halves the speed, because the copy reads what was written a moment ago. And telling the kind
//! of the captured piece by an index into the sets forces them out of registers; taking the target
//! square away from every set does not.

use crate::board::{Board, COLORS, MEMBER};
use crate::castling::Wing;
use crate::cpu::Assumed;
use crate::lines::PAWN;
use crate::moves::{Move, MoveKind};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::is_safe_en_passant;
use crate::side::{Black, Side, White};
use crate::square::Square;
use crate::state::State;
use crate::{bitboard::Bitboard, color::Color, zobrist};

/// Every move is this: some squares are cleared of whatever stands there, one piece is placed on
/// the target, and the rooks on the lost squares may not castle any more.
#[derive(Clone, Copy)]
struct Change {
    placed: PieceKind,
    cleared: u64,
    target: u64,
    lost: u64,
    /// What comes into the key and leaves it, apart from the turn.
    key: u64,
    state: State,
}

/// Whether the key is kept up to date: a count of moves never asks for it.
pub(crate) trait Keeping {
    const KEPT: bool;
}

pub(crate) struct WithKey;

impl Keeping for WithKey {
    const KEPT: bool = true;
}

pub(crate) struct NoKey;

impl Keeping for NoKey {
    const KEPT: bool = false;
}

impl Position {
    /// The position after a legal move, without a check that the move is legal.
    ///
    /// Use it for moves from [`legal_moves`](Self::legal_moves) and its relatives, for those that
    /// [`is_legal`](Self::is_legal) has accepted, and wherever speed matters;
    /// [`play`](Self::play) checks first. After any other move the result is a position that
    /// chess does not have: a king may be missing, and later calls give wrong answers or panic.
    /// A build with debug assertions panics instead.
    ///
    /// ```
    /// use plywood_core::{Move, MoveKind, Position, Square};
    ///
    /// let start = Position::START;
    /// let after = start.play_unchecked(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
    /// assert_eq!(after.fen().as_str(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    ///
    /// # Panics
    /// With debug assertions, if the move is not legal.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        self.apply_legal(mv)
    }

    #[inline(always)]
    pub(crate) fn apply_legal(&self, mv: Move) -> Self {
        match self.side_to_move() {
            Color::White => self.apply::<White>(mv),
            Color::Black => self.apply::<Black>(mv),
        }
    }

    /// The position with the other side to move, as if this one had passed: a null move.
    /// `None` in check, where the side to move may not pass without losing its king.
    ///
    /// ```
    /// use plywood_core::{Color, Position};
    ///
    /// let passed = Position::START.after_null().expect("nobody is in check");
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// ```
    #[must_use]
    pub fn after_null(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        Some(Self {
            board: self.board,
            castling_rooks: self.castling_rooks,
            key: self.turned_key(),
            state: self.state.next(self.side_to_move()),
        })
    }

    #[inline(always)]
    pub(crate) fn apply<S: Side>(&self, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => {
                self.after_step::<S, WithKey>(self.board.kind_unchecked(from), from, to)
            }
            MoveKind::DoublePush => self.after_double_push::<S, WithKey>(from, to),
            MoveKind::Castling => self.after_castling::<S, WithKey>(from, to),
            MoveKind::EnPassant => self.after_en_passant::<S, WithKey>(from, to),
            MoveKind::PromoteKnight => {
                self.after_promotion::<S, WithKey>(PieceKind::Knight, from, to)
            }
            MoveKind::PromoteBishop => {
                self.after_promotion::<S, WithKey>(PieceKind::Bishop, from, to)
            }
            MoveKind::PromoteRook => self.after_promotion::<S, WithKey>(PieceKind::Rook, from, to),
            MoveKind::PromoteQueen => {
                self.after_promotion::<S, WithKey>(PieceKind::Queen, from, to)
            }
        }
    }

    /// One piece goes from a square to another and captures what is there.
    #[inline(always)]
    pub(crate) fn after_step<S: Side, K: Keeping>(
        &self,
        kind: PieceKind,
        from: Square,
        to: Square,
    ) -> Self {
        let victims = self.board.sets[COLORS + S::Other::COLOR as usize] & 1 << to as u8;
        let irreversible = victims != 0 || kind == PieceKind::Pawn;
        let state = if irreversible {
            self.state.next_irreversible(S::COLOR)
        } else {
            self.state.next(S::COLOR)
        };
        let touched = 1 << from as u8 | 1 << to as u8;
        let lost = touched | if kind == PieceKind::King { S::HOME } else { 0 };
        let moved = zobrist::piece(S::COLOR, kind, from) ^ zobrist::piece(S::COLOR, kind, to);
        self.child::<S, K>(&Change {
            placed: kind,
            cleared: touched,
            target: 1 << to as u8,
            lost,
            key: self.victim_key::<S>(to) ^ moved,
            state,
        })
    }

    #[inline(always)]
    pub(crate) fn after_double_push<S: Side, K: Keeping>(&self, from: Square, to: Square) -> Self {
        let pawn = PieceKind::Pawn;
        let touched = 1 << from as u8 | 1 << to as u8;
        let moved = zobrist::piece(S::COLOR, pawn, from) ^ zobrist::piece(S::COLOR, pawn, to);
        let passed = Square::wrap((from as u8).wrapping_add_signed(S::PUSH));
        let mut state = self
            .state
            .next_irreversible(S::COLOR)
            .with_passed_square(passed);
        let mut key = moved;
        let enemy_pawns = self.board.sets[0] & self.board.sets[COLORS + S::Other::COLOR as usize];
        // Beside the pawn stands exactly what attacks the square it passed.
        if PAWN[S::COLOR as usize][passed as usize] & enemy_pawns != 0
            && self.allows_en_passant::<S>(touched, passed)
        {
            state = state.with_capture_possible();
            key ^= zobrist::en_passant(passed.file());
        }
        self.child::<S, K>(&Change {
            placed: pawn,
            cleared: touched,
            target: 1 << to as u8,
            lost: 0,
            key,
            state,
        })
    }

    /// Whether a double push of `S` that changes these two squares can be answered en passant.
    #[cold]
    #[inline(never)]
    fn allows_en_passant<S: Side>(&self, touched: u64, passed: Square) -> bool {
        let mut board = self.board;
        board.sets[PieceKind::Pawn as usize] ^= touched;
        board.sets[COLORS + S::COLOR as usize] ^= touched;
        can_capture_en_passant::<S::Other>(&board, passed)
    }

    #[inline(always)]
    pub(crate) fn after_promotion<S: Side, K: Keeping>(
        &self,
        kind: PieceKind,
        from: Square,
        to: Square,
    ) -> Self {
        let touched = 1 << from as u8 | 1 << to as u8;
        let moved =
            zobrist::piece(S::COLOR, PieceKind::Pawn, from) ^ zobrist::piece(S::COLOR, kind, to);
        let state = self.state.next_irreversible(S::COLOR);
        self.child::<S, K>(&Change {
            placed: kind,
            cleared: touched,
            target: 1 << to as u8,
            lost: touched,
            key: self.victim_key::<S>(to) ^ moved,
            state,
        })
    }

    #[inline(always)]
    pub(crate) fn after_en_passant<S: Side, K: Keeping>(&self, from: Square, to: Square) -> Self {
        let pawn = PieceKind::Pawn;
        let captured = Square::wrap((to as u8).wrapping_add_signed(-S::PUSH));
        let cleared = 1 << from as u8 | 1 << captured as u8;
        let moved = zobrist::piece(S::COLOR, pawn, from)
            ^ zobrist::piece(S::COLOR, pawn, to)
            ^ zobrist::piece(S::Other::COLOR, pawn, captured);
        let state = self.state.next_irreversible(S::COLOR);
        self.child::<S, K>(&Change {
            placed: pawn,
            cleared,
            target: 1 << to as u8,
            lost: 0,
            key: moved,
            state,
        })
    }

    #[inline(always)]
    pub(crate) fn after_castling<S: Side, K: Keeping>(&self, king: Square, rook: Square) -> Self {
        let wing = Wing::of(king.file(), rook.file());
        let king_to = Square::new(wing.king_file(), king.rank());
        let rook_to = Square::new(wing.rook_file(), king.rank());
        let both = 1 << king as u8 | 1 << rook as u8;
        let moved = zobrist::piece(S::COLOR, PieceKind::King, king)
            ^ zobrist::piece(S::COLOR, PieceKind::King, king_to)
            ^ zobrist::piece(S::COLOR, PieceKind::Rook, rook)
            ^ zobrist::piece(S::COLOR, PieceKind::Rook, rook_to);
        let state = self.state.next(S::COLOR);
        let mut child = self.child::<S, K>(&Change {
            placed: PieceKind::King,
            cleared: both,
            target: 1 << king_to as u8,
            lost: S::HOME,
            key: moved,
            state,
        });
        for (set, member) in child
            .board
            .sets
            .iter_mut()
            .zip(&MEMBER[S::COLOR as usize][PieceKind::Rook as usize])
        {
            *set |= 1 << rook_to as u8 & member;
        }
        child
    }

    /// The position after a change.
    #[inline(always)]
    fn child<S: Side, K: Keeping>(&self, change: &Change) -> Self {
        let Change {
            placed,
            cleared,
            target,
            lost,
            key,
            state,
        } = *change;
        let member = &MEMBER[S::COLOR as usize][placed as usize];
        let old = &self.board.sets;
        let set = |index: usize| old[index] & !cleared | target & member[index];
        let sets = [
            set(0),
            set(1),
            set(2),
            set(3),
            set(4),
            set(5),
            set(6),
            set(7),
        ];
        let mut key = if K::KEPT { self.turned_key() ^ key } else { 0 };
        let mut castling_rooks = self.castling_rooks.0;
        let mut ended = castling_rooks & lost;
        if ended != 0 {
            castling_rooks &= !lost;
            while K::KEPT && ended != 0 {
                key ^= zobrist::castling(Square::wrap(ended.trailing_zeros() as u8));
                ended &= ended - 1;
            }
        }
        Self {
            board: Board { sets },
            castling_rooks: Bitboard(castling_rooks),
            key,
            state,
        }
    }

    /// The key with the other side to move and no capture en passant.
    #[inline(always)]
    fn turned_key(&self) -> u64 {
        let key = self.key ^ zobrist::black_to_move();
        match self.state.capturable_file() {
            Some(file) => key ^ zobrist::en_passant(file),
            None => key,
        }
    }

    /// What the piece captured on a square adds to the key, or nothing.
    #[inline(always)]
    fn victim_key<S: Side>(&self, square: Square) -> u64 {
        let enemy = self.board.sets[COLORS + S::Other::COLOR as usize];
        if enemy & 1 << square as u8 == 0 {
            return 0;
        }
        zobrist::piece(S::Other::COLOR, self.board.kind_unchecked(square), square)
    }

    /// Notes that `S`, to move, may capture en passant on a square, if it may.
    pub(crate) fn allow_en_passant<S: Side>(&mut self, passed: Square) {
        if can_capture_en_passant::<S>(&self.board, passed) {
            self.state = self.state.with_capture_possible();
            self.key ^= zobrist::en_passant(passed.file());
        }
    }
}

/// Whether a pawn of `S` may legally capture en passant on a square.
fn can_capture_en_passant<S: Side>(board: &Board, passed: Square) -> bool {
    let pawns = board.sets[PieceKind::Pawn as usize] & board.sets[COLORS + S::COLOR as usize];
    let capturers = Bitboard(PAWN[S::Other::COLOR as usize][passed as usize] & pawns);
    capturers
        .into_iter()
        .any(|from| is_safe_en_passant::<S, Assumed>(board, from, passed))
}
