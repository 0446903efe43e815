//! Perft: counts the tree of legal moves, to test a move generator and to measure its speed.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion, dispatch};
use crate::movegen::{Counter, Selection, Sink, generate};
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::side::{Black, Side, White};
use crate::square::Square;

/// Returns the number of sequences of `depth` legal moves. The last move of each is counted without being
/// made ("bulk counting").
///
/// ```
/// use plywood_core::{Position, perft};
///
/// assert_eq!(perft(&Position::START, 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match position.side_to_move() {
        _ if depth == 0 => 1,
        Color::White => dispatch(Tree::<White>::new(position, depth)),
        Color::Black => dispatch(Tree::<Black>::new(position, depth)),
    }
}

/// Returns the perft of each legal move, in the order of [`Position::legal_moves`].
///
/// ```
/// use plywood_core::{Position, divide};
///
/// let total: u64 = divide(&Position::START, 3).map(|(_, nodes)| nodes).sum();
/// assert_eq!(total, 8_902);
/// ```
pub fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> + '_ {
    let moves = if depth == 0 {
        None
    } else {
        Some(position.legal_moves())
    };
    let moves = moves.into_iter().flatten();
    moves.map(move |mv| (mv, perft(&position.play_unchecked(mv), depth - 1)))
}

/// The tree below a position with `S` to move.
struct Tree<'a, S> {
    position: &'a Position,
    depth: u32,
    side: PhantomData<S>,
}

impl<'a, S> Tree<'a, S> {
    #[inline(always)]
    fn new(position: &'a Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            side: PhantomData,
        }
    }
}

impl<S: Side> Multiversion for Tree<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Cpu>(self) -> u64 {
        if self.depth <= 1 {
            return u64::from(Counter::count::<S, M>(self.position, Selection::ALL));
        }
        let mut nodes = 0;
        visit_children::<S, M>(self.position, |child| {
            nodes += M::call(Tree::<S::Other>::new(child, self.depth - 1));
        });
        nodes
    }
}

/// Makes every move of `S` and calls a function with the position after it.
#[inline(always)]
fn visit_children<S: Side, M: Cpu>(parent: &Position, visit: impl FnMut(&Position)) {
    let side = PhantomData::<S>;
    let mut children = Children {
        parent,
        visit,
        side,
    };
    let ControlFlow::Continue(()) = generate::<S, M, _>(parent, Selection::ALL, &mut children);
}

struct Children<'a, S, F> {
    parent: &'a Position,
    visit: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(&Position)> Sink for Children<'_, S, F> {
    type Break = Infallible;

    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, targets: u64) -> ControlFlow<Infallible> {
        for to in Bitboard(targets) {
            (self.visit)(&self.parent.after_step::<S>(kind, from, to));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, targets: u64) -> ControlFlow<Infallible> {
        for to in Bitboard(targets) {
            let child = self
                .parent
                .after_step::<S>(PieceKind::Pawn, before(to, step), to);
            (self.visit)(&child);
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, targets: u64) -> ControlFlow<Infallible> {
        for to in Bitboard(targets) {
            for kind in PieceKind::PROMOTIONS {
                let child = self.parent.after_promotion::<S>(kind, before(to, step), to);
                (self.visit)(&child);
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn double_pushes(&mut self, push: i8, targets: u64) -> ControlFlow<Infallible> {
        for to in Bitboard(targets) {
            (self.visit)(&self.parent.after_double_push::<S>(before(to, 2 * push), to));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Infallible> {
        (self.visit)(&self.parent.after_en_passant::<S>(from, to));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) -> ControlFlow<Infallible> {
        (self.visit)(&self.parent.after_castling::<S>(king, rook));
        ControlFlow::Continue(())
    }
}

/// Returns the square that a pawn left by this step.
#[inline(always)]
fn before(to: Square, step: i8) -> Square {
    Square::wrap((to as u8).wrapping_add_signed(-step))
}
