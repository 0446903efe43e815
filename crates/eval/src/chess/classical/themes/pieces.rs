//! What the themes see in a single piece, counted in one loop over the pieces. With a loop for each theme an evaluation took
//! 15 % more instructions.

use super::king_safety::Attack;
use super::threats::Greater;
use super::{material, mobility, placement, space, threats};
use crate::chess::classical::player_view::{PlayerView, Reach};
use crate::chess::classical::weights::FeatureSink;
use plywood_core::{Bitboard, PieceKind};

/// Counts what is seen piece by piece, and returns the attack of the pieces on the enemy king.
#[inline(always)]
pub(crate) fn count(view: &PlayerView, sink: &mut impl FeatureSink) -> Attack {
    let mut walk = Walk {
        open: mobility::open(view),
        greater: Greater::new(view),
        attack: Attack::new(view),
    };
    for knight in view.knights() {
        walk.count(PieceKind::Knight, knight, sink);
    }
    for bishop in view.bishops() {
        walk.count(PieceKind::Bishop, bishop, sink);
        placement::count_bishop(view, bishop, sink);
    }
    for rook in view.rooks() {
        walk.count(PieceKind::Rook, rook, sink);
        placement::count_rook(view, rook, sink);
    }
    for queen in view.queens() {
        walk.count(PieceKind::Queen, queen, sink);
        placement::count_queen(view, queen, sink);
    }
    walk.attack
}

/// What the themes need to know on the way from piece to piece.
struct Walk {
    open: Bitboard,
    greater: Greater,
    attack: Attack,
}

impl Walk {
    /// Counts what is seen in a piece of any kind.
    #[inline(always)]
    fn count(&mut self, kind: PieceKind, piece: &Reach, sink: &mut impl FeatureSink) {
        material::piece_square(kind, piece, sink);
        mobility::count_piece(kind, piece, self.open, sink);
        threats::count_fork(kind, piece, &self.greater, sink);
        space::count_piece(piece, sink);
        self.attack.join(kind, piece);
    }
}
