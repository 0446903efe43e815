//! Legal moves: all of them, some of them, their number, and whether there is one.

pub(crate) mod sink;
pub(crate) mod pawns;
mod castling;
pub(crate) mod generator;
mod any;
mod by_kind;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::movegen::any::Any;
use crate::movegen::generator::generate;
use crate::movegen::sink::{All, Selected, Selection, Sink};
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::side::{Black, White};
use crate::square::Square;

impl Position {
    /// All legal moves.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// for mv in Position::START.legal_moves() {
    ///     println!("{mv}");
    /// }
    /// assert_eq!(Position::START.legal_moves().len(), 20);
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Adds all legal moves to a list. A list is large, and returning it by value costs a fifth of the
    /// time that it takes to fill it.
    ///
    /// # Panics
    /// If the list holds other moves already and has no room for these.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        dispatch(List {
            position: self,
            only: All,
            found: list,
        });
    }

    /// The number of legal moves. It is found without a list, in less time.
    #[inline]
    #[must_use]
    pub fn legal_move_count(&self) -> usize {
        dispatch(Count { position: self }) as usize
    }

    /// Whether there is a legal move. If not, the game is over by checkmate or stalemate.
    #[inline]
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        dispatch(Any(self))
    }

    /// The legal captures, including en passant and promotions that capture.
    #[inline]
    #[must_use]
    pub fn captures(&self) -> MoveList {
        self.selected(self.only_captures())
    }

    /// The legal captures, followed by the promotions to a queen without a capture: the moves that
    /// quiescence search usually tries.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let position: Position = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.captures_and_queen_promotions().len(), 4);
    /// let position: Position = "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.captures_and_queen_promotions().len(), 5);
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn captures_and_queen_promotions(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_capture_and_queen_promotion(|mv| moves.push(mv));
        moves
    }

    /// Calls a function with each legal capture, and then with each promotion to a queen without a
    /// capture.
    #[inline]
    pub fn for_each_capture_and_queen_promotion(&self, mut visit: impl FnMut(Move)) {
        self.for_each_capture_and_queen_promotion_with_kind(|_, mv| visit(mv));
    }

    /// The legal moves without a capture, including promotions and castling.
    #[inline]
    #[must_use]
    pub fn quiets(&self) -> MoveList {
        self.selected(self.only_quiets())
    }

    /// Calls a function with each legal move without a capture, including promotions and castling.
    #[inline]
    pub fn for_each_quiet_move(&self, visit: impl FnMut(Move)) {
        self.visit(self.only_quiets(), visit);
    }

    /// The legal moves out of check; an empty list if there is no check.
    ///
    /// ```
    /// use plywood_core::Position;
    ///
    /// let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(check.evasions().len(), 3);
    /// assert!(Position::START.evasions().is_empty());
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn evasions(&self) -> MoveList {
        if self.is_check() {
            self.legal_moves()
        } else {
            MoveList::new()
        }
    }

    /// The legal moves of the pieces on the given squares.
    ///
    /// ```
    /// use plywood_core::{Bitboard, Position, Square};
    ///
    /// assert_eq!(Position::START.moves_from(Square::G1).len(), 2);
    /// assert_eq!(Position::START.moves_from(Bitboard::FULL).len(), 20);
    /// ```
    #[must_use]
    pub fn moves_from(&self, squares: impl Into<Bitboard>) -> MoveList {
        let from = squares.into().0;
        self.selected(Selected {
            from,
            to: !0,
            en_passant: true,
            castling: true,
        })
    }

    /// The legal moves that end on one of the given squares; for castling the king's square counts.
    #[must_use]
    pub fn moves_to(&self, squares: impl Into<Bitboard>) -> MoveList {
        let to = squares.into().0;
        let en_passant = self
            .en_passant()
            .is_some_and(|square| to >> square as u8 & 1 != 0);
        self.selected(Selected {
            from: !0,
            to,
            en_passant,
            castling: true,
        })
    }

    /// Calls a function with each legal move. No list is built.
    pub fn for_each_move(&self, visit: impl FnMut(Move)) {
        self.visit(All, visit);
    }

    #[inline]
    fn visit(&self, only: impl Selection, mut visit: impl FnMut(Move)) {
        self.visit_with_kind(only, |_, mv| visit(mv));
    }

    #[inline]
    fn visit_with_kind(&self, only: impl Selection, visit: impl FnMut(PieceKind, Move)) {
        dispatch(Visit {
            position: self,
            only,
            each: visit,
        });
    }

    #[inline]
    fn only_captures(&self) -> Selected {
        Selected {
            from: !0,
            // The en passant square is not a target: other pieces go there without a capture.
            to: self.board.color(!self.side_to_move()).0,
            en_passant: true,
            castling: false,
        }
    }

    #[inline]
    fn only_quiets(&self) -> Selected {
        Selected {
            from: !0,
            // Own squares are targets, too: in Chess960 a king may castle to the square of its rook.
            to: !self.board.color(!self.side_to_move()).0,
            en_passant: false,
            castling: true,
        }
    }

    #[inline]
    fn selected(&self, only: Selected) -> MoveList {
        let mut list = MoveList::new();
        dispatch(List {
            position: self,
            only,
            found: &mut list,
        });
        list
    }

    /// Runs the generator for the side to move.
    #[inline(always)]
    pub(crate) fn generate<M: Cpu>(&self, only: impl Selection, sink: &mut impl Sink) {
        match self.side_to_move() {
            Color::White => generate::<White, M>(self, only, sink),
            Color::Black => generate::<Black, M>(self, only, sink),
        }
    }
}

struct List<'a, O> {
    position: &'a Position,
    only: O,
    found: &'a mut MoveList,
}

impl<O: Selection> Multiversion for List<'_, O> {
    type Output = ();

    #[inline(always)]
    fn run<M: Cpu>(self) {
        let list = self.found;
        self.position
            .generate::<M>(self.only, &mut Visitor(|_, mv| list.push(mv)));
    }
}

struct Visit<'a, O, F> {
    position: &'a Position,
    only: O,
    each: F,
}

impl<O: Selection, F: FnMut(PieceKind, Move)> Multiversion for Visit<'_, O, F> {
    type Output = ();

    #[inline(always)]
    fn run<M: Cpu>(self) {
        self.position
            .generate::<M>(self.only, &mut Visitor(self.each));
    }
}

struct Count<'a> {
    position: &'a Position,
}

impl Multiversion for Count<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<M: Cpu>(self) -> u32 {
        let mut counter = Counter(0);
        self.position.generate::<M>(All, &mut counter);
        counter.0
    }
}

/// Calls a function with the single moves of each set, and the kind of piece that moves.
pub(crate) struct Visitor<F>(pub(crate) F);

impl<F: FnMut(PieceKind, Move)> Visitor<F> {
    #[inline(always)]
    fn each(&mut self, steps: i8, mut targets: u64, kind: MoveKind) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let from = Square::wrap(to.wrapping_add_signed(-steps));
            (self.0)(PieceKind::Pawn, Move::new(from, Square::wrap(to), kind));
        }
    }
}

impl<F: FnMut(PieceKind, Move)> Sink for Visitor<F> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, mut targets: u64) {
        while targets != 0 {
            let to = Square::wrap(targets.trailing_zeros() as u8);
            targets &= targets - 1;
            (self.0)(kind, Move::new(from, to, MoveKind::Normal));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, targets: u64) {
        self.each(step, targets, MoveKind::Normal);
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, targets: u64) {
        for kind in [
            MoveKind::PromoteQueen,
            MoveKind::PromoteRook,
            MoveKind::PromoteBishop,
            MoveKind::PromoteKnight,
        ] {
            self.each(step, targets, kind);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, push: i8, targets: u64) {
        self.each(2 * push, targets, MoveKind::DoublePush);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        (self.0)(PieceKind::Pawn, Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        (self.0)(PieceKind::King, Move::new(king, rook, MoveKind::Castling));
    }
}

/// Counts the moves of each set with one instruction.
pub(crate) struct Counter(pub(crate) u32);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, targets: u64) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn pawns(&mut self, _: i8, targets: u64) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn promotions(&mut self, _: i8, targets: u64) {
        self.0 += 4 * targets.count_ones();
    }

    #[inline(always)]
    fn double_pushes(&mut self, _: i8, targets: u64) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}
