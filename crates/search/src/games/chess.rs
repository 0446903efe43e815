//! Chess as a game to search: the one file of this crate that knows the rules of chess.
//!
//! Noisy moves are captures and promotions to a queen. A bare position has no history, so every table over it is exact;
//! [`WithHistory`](crate::WithHistory) adds repetition and the fifty-move rule.

use crate::game::{Ending, Game, Keyed, Tactical};
use crate::with_history::WithHistory;
use plywood_core::{
    History, Move, MoveFilter, MoveKind, MoveList, PieceKind, PieceValues, Position,
};
use plywood_eval::Score;

impl Game for Position {
    type Move = Move;
    type Moves = MoveList;

    #[inline]
    fn legal_moves(&self) -> MoveList {
        Self::legal_moves(self)
    }

    #[inline]
    fn after(&self, mv: Move) -> Self {
        self.play_unchecked(mv)
    }

    #[inline]
    fn ending(&self, moves: &[Move]) -> Option<Ending> {
        if moves.is_empty() {
            Some(without_moves(self))
        } else {
            self.is_insufficient_material().then_some(Ending::Drawn)
        }
    }

    /// Looks for one legal move, which is enough to show that the game is not over, and finding it is faster than listing all.
    #[inline]
    fn ending_at_leaf(&self) -> Option<Ending> {
        if self.has_legal_move() {
            self.is_insufficient_material().then_some(Ending::Drawn)
        } else {
            Some(without_moves(self))
        }
    }
}

/// Mate, or stalemate.
#[cold]
fn without_moves(position: &Position) -> Ending {
    if position.is_check() {
        Ending::Lost
    } else {
        Ending::Drawn
    }
}

impl Keyed for Position {
    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    #[inline]
    fn move_code(mv: Move) -> u16 {
        mv.to_bits()
    }

    fn reversible_plies(&self) -> u32 {
        self.halfmove_clock()
    }

    fn is_drawn_by_clock(&self) -> bool {
        self.can_claim_fifty_moves()
    }
}

/// The position that a game has reached, with the earlier ones.
impl From<&History> for WithHistory<Position> {
    fn from(game: &History) -> Self {
        let (position, earlier) = (game.position(), game.moves().len());
        // The others can't be repeated, or only after fifty moves, which are a draw. Copying them for each move of a long game takes long.
        let skipped = earlier.saturating_sub(position.halfmove_clock().min(100) as usize);
        let repeatable = game.positions().take(earlier).skip(skipped);
        Self::with_earlier_keys(position.clone(), repeatable.map(Position::key))
    }
}

/// The rank of a capture is its victim's centipawns times this, minus the number of the attacker's kind, so that the attacker decides only
/// between equal victims.
const RANKS_PER_CENTIPAWN: i32 = 5;
const QUEEN_FOR_PAWN: i32 = 800;

impl Tactical for Position {
    #[inline]
    fn noisy_moves(&self) -> MoveList {
        self.moves(MoveFilter::NOISY)
    }

    #[inline]
    fn is_check(&self) -> bool {
        Self::is_check(self)
    }

    const PASSES: bool = true;

    /// Zugzwang is common when a side has only pawns beside the king.
    fn pass(&self) -> Option<Self> {
        let us = self.side_to_move();
        let kings_and_pawns = self.pieces(us, PieceKind::King) | self.pieces(us, PieceKind::Pawn);
        if self.board().color(us) == kings_and_pawns {
            return None;
        }
        self.after_null()
    }

    #[inline]
    fn capture_rank(&self, mv: Move) -> i32 {
        let victim = self.captured(mv);
        let is_queening = mv.kind() == MoveKind::PromoteQueen;
        if victim.is_none() && !is_queening {
            return 0;
        }
        let captured = victim.map_or(0, |kind| PieceValues::BLOGCHESS.of(kind));
        let gain = captured + if is_queening { QUEEN_FOR_PAWN } else { 0 };
        let attacker = self
            .board()
            .kind_at(mv.from())
            .map_or(0, |kind| kind as i32);
        RANKS_PER_CENTIPAWN * gain - attacker
    }

    fn exchange(&self, mv: Move) -> Score {
        Score::centipawns(self.see(mv, &PieceValues::BLOGCHESS))
    }
}
