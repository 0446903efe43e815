//! Whether there is a legal move, which a search asks at every leaf.

use crate::board::COLORS;
use crate::color::Color;
use crate::cpu::{Cpu, Multiversion};
use crate::lines::{KNIGHT, PAWN};
use crate::movegen::generator::generate;
use crate::movegen::sink::{All, Sink};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::position::checks::king_square;
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

/// In nearly every position a pawn or knight can move that the king does not see, so that it is
/// not pinned, and a few set operations on all of them show it. Only otherwise the generator runs,
/// which begins with checks, pins and all squares that the enemy attacks.
#[inline(always)]
fn has_move<S: Side, M: Cpu>(position: &Position) -> bool {
    let board = &position.board;
    let [pawns, knights, bishops, rooks, queens, _, _, _] = board.sets;
    let own = board.sets[COLORS + S::COLOR as usize];
    let enemy = board.sets[COLORS + S::Other::COLOR as usize];
    let king = king_square::<S>(board);
    let diagonal = M::bishop(king, own | enemy);
    let straight = M::rook(king, own | enemy);
    let checkers = PAWN[S::COLOR as usize][king] & pawns
        | KNIGHT[king] & knights
        | diagonal & (bishops | queens)
        | straight & (rooks | queens);
    let free = own & !(diagonal | straight);
    let pushed = S::push(pawns & free) & !(own | enemy);
    let leapt = knight_reach(knights & free) & !own;
    let is_check = checkers & enemy != 0;
    let found_at_once = if is_check { 0 } else { pushed | leapt };
    if found_at_once != 0 {
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
