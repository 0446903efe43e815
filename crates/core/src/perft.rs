//! Counting the tree of legal moves: the proof of a move generator, and the measure of its speed.

use core::hint::black_box;
use core::marker::PhantomData;

use crate::color::Color;
use crate::machine::{Machine, Task, run};
use crate::movegen::Counter;
use crate::movegen::generator::generate;
use crate::movegen::sink::{All, Sink};
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::side::{Black, Side, White};
use crate::square::Square;

/// How many sequences of that many legal moves there are. The last move of each is counted
/// without being made ("bulk counting").
///
/// ```
/// use plywood_core::{Position, perft};
///
/// assert_eq!(perft(&Position::START, 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => count::<Counted>(position, depth),
    }
}

/// The same count with every last move made as well, key included: what a search would pay.
///
/// ```
/// use plywood_core::{Position, perft, perft_making_leaves};
///
/// assert_eq!(perft_making_leaves(&Position::START, 3), perft(&Position::START, 3));
/// ```
#[must_use]
pub fn perft_making_leaves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => count::<Made>(position, depth),
    }
}

/// The count below each legal move, in the order of [`Position::legal_moves`].
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
    moves.map(move |mv| (mv, perft(&position.after(mv), depth - 1)))
}

fn count<L: Leaves>(position: &Position, depth: u32) -> u64 {
    match position.side_to_move() {
        Color::White => run(Tree::<White, L>::new(position, depth)),
        Color::Black => run(Tree::<Black, L>::new(position, depth)),
    }
}

/// What is done one move before the end.
trait Leaves {
    fn count<S: Side, M: Machine>(position: &Position) -> u64;
}

struct Counted;

impl Leaves for Counted {
    #[inline(always)]
    fn count<S: Side, M: Machine>(position: &Position) -> u64 {
        let mut counter = Counter(0);
        generate::<S, M>(position, All, &mut counter);
        u64::from(counter.0)
    }
}

struct Made;

impl Leaves for Made {
    #[inline(always)]
    fn count<S: Side, M: Machine>(position: &Position) -> u64 {
        let mut made = Children::<S, _> {
            parent: position,
            nodes: 0,
            enter: |child: &Position| {
                black_box(child);
                1
            },
            side: PhantomData,
        };
        generate::<S, M>(position, All, &mut made);
        made.nodes
    }
}

/// The tree below a position with `S` to move.
struct Tree<'a, S, L> {
    position: &'a Position,
    depth: u32,
    kinds: PhantomData<(S, L)>,
}

impl<'a, S, L> Tree<'a, S, L> {
    #[inline(always)]
    fn new(position: &'a Position, depth: u32) -> Self {
        Self {
            position,
            depth,
            kinds: PhantomData,
        }
    }
}

impl<S: Side, L: Leaves> Task for Tree<'_, S, L> {
    type Output = u64;

    #[inline(always)]
    fn run<M: Machine>(self) -> u64 {
        if self.depth <= 1 {
            return L::count::<S, M>(self.position);
        }
        let depth = self.depth - 1;
        let mut children = Children::<S, _> {
            parent: self.position,
            nodes: 0,
            enter: |child: &Position| M::call(Tree::<S::Other, L>::new(child, depth)),
            side: PhantomData,
        };
        generate::<S, M>(self.position, All, &mut children);
        children.nodes
    }
}

/// Makes every move and enters the position after it.
struct Children<'a, S, F> {
    parent: &'a Position,
    nodes: u64,
    enter: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(&Position) -> u64> Children<'_, S, F> {
    #[inline(always)]
    fn enter(&mut self, child: &Position) {
        self.nodes += (self.enter)(child);
    }

    #[inline(always)]
    fn each(
        &mut self,
        steps: i8,
        mut targets: u64,
        make: impl Fn(&Position, Square, Square) -> Position,
    ) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            let from = Square::wrap(to.wrapping_add_signed(-steps));
            self.enter(&make(self.parent, from, Square::wrap(to)));
        }
    }
}

impl<S: Side, F: FnMut(&Position) -> u64> Sink for Children<'_, S, F> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, mut targets: u64) {
        while targets != 0 {
            let to = Square::wrap(targets.trailing_zeros() as u8);
            targets &= targets - 1;
            self.enter(&self.parent.after_step::<S>(kind, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: i8, targets: u64) {
        self.each(step, targets, |parent, from, to| {
            parent.after_step::<S>(PieceKind::Pawn, from, to)
        });
    }

    #[inline(always)]
    fn promotions(&mut self, step: i8, targets: u64) {
        for kind in PieceKind::PROMOTIONS {
            self.each(step, targets, |parent, from, to| {
                parent.after_promotion::<S>(kind, from, to)
            });
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, push: i8, targets: u64) {
        self.each(2 * push, targets, Position::after_double_push::<S>);
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.enter(&self.parent.after_en_passant::<S>(from, to));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.enter(&self.parent.after_castling::<S>(king, rook));
    }
}
