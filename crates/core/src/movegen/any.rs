//! Whether there is a legal move, which a search asks at every leaf.

use crate::board::COLORS;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion};
use crate::movegen::generator::generate;
use crate::movegen::sink::{All, Sink};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::Checks;
use crate::side::{Black, Side, White, knight_reach};
use crate::square::Square;

/// Looks for any legal move.
pub(crate) struct Any<'a>(pub(crate) &'a Position);

impl Multiversion for Any<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Cpu>(self) -> bool {
        match self.0.side_to_move() {
            Color::White => has_move::<White, M>(self.0),
            Color::Black => has_move::<Black, M>(self.0),
        }
    }
}

/// In nearly every position a pawn or knight that is not pinned can move, and a few set operations
/// on all of them show it. Only otherwise the generator runs, which begins with the king and all
/// squares that the enemy attacks.
#[inline(always)]
fn has_move<S: Side, M: Cpu>(position: &Position) -> bool {
    let board = &position.board;
    let checks = Checks::new::<S, M>(board);
    let own = board.sets[COLORS + S::COLOR as usize];
    let free = own & !checks.pins();
    let pushed = S::push(board.sets[PieceKind::Pawn as usize] & free) & !board.occupied().0;
    let leapt = knight_reach(board.sets[PieceKind::Knight as usize] & free) & !own;
    if (pushed | leapt) & checks.answers != 0 {
        return true;
    }
    let mut found = Found(false);
    generate::<S, M>(position, All, &mut found);
    found.0
}

/// Stops at the first move.
struct Found(bool);

impl Sink for Found {
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, targets: u64) {
        self.0 |= targets != 0;
    }

    #[inline(always)]
    fn pawns(&mut self, _: i8, targets: u64) {
        self.0 |= targets != 0;
    }

    #[inline(always)]
    fn promotions(&mut self, _: i8, targets: u64) {
        self.0 |= targets != 0;
    }

    #[inline(always)]
    fn double_pushes(&mut self, _: i8, targets: u64) {
        self.0 |= targets != 0;
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 = true;
    }

    #[inline(always)]
    fn castling(&mut self, _: Square, _: Square) {
        self.0 = true;
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.0
    }
}
