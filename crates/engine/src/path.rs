//! [`Path`]: the positions from the beginning of the game to the current node, and a frame for each ply.

use crate::history::{Earlier, PLIES_BACK, PieceTo};
use crate::node::MAX_PLY;
use crate::value::Value;
use plywood_core::Position;

/// The data of a node on the path.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The corrected evaluation; `None` in check.
    pub(crate) evaluation: Option<Value>,
    /// The move made at the node; `None` for a null move.
    pub(crate) made: Option<Made>,
    /// The number of nodes at this ply that were cut off since the node two plies above began to try its moves.
    pub(crate) cutoffs: u32,
    /// The plies by which the search of the node is reduced, until hindsight has checked it; 0 at full depth.
    pub(crate) reduction: i32,
}

/// A move that was made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Made {
    pub(crate) piece_to: PieceTo,
    pub(crate) is_noisy: bool,
}

/// The path to a node: keys for repetition, and a frame for each ply.
#[derive(Debug)]
pub(crate) struct Path {
    /// The keys of all positions before the node.
    keys: Vec<u64>,
    /// The first index whose position can be repeated, since a null move came after the earlier ones.
    barrier: usize,
    frames: Vec<Frame>,
}

/// Frames in front of the root's, so that looking a few plies back needs no test.
const FRONT: usize = 4;

impl Path {
    /// Makes the path of a root whose earlier positions in the game had these keys, the oldest first.
    pub(crate) fn new(keys: Vec<u64>) -> Self {
        Self {
            keys,
            barrier: 0,
            frames: vec![Frame::default(); FRONT + MAX_PLY + 2],
        }
    }

    /// Returns the frame of a ply.
    #[inline]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[FRONT + ply]
    }

    /// Returns the frame of the node this many plies before, at most four.
    #[inline]
    pub(crate) fn back(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[FRONT + ply - plies]
    }

    /// Returns the number of nodes at this ply, all near each other, that were cut off.
    #[inline]
    pub(crate) fn cutoffs(&self, ply: usize) -> u32 {
        self.frames[FRONT + ply].cutoffs
    }

    /// Returns the moves that led to the node at this ply.
    #[inline]
    pub(crate) fn earlier(&self, ply: usize) -> Earlier {
        PLIES_BACK.map(|plies| self.back(ply, plies).made.map(|made| made.piece_to))
    }

    /// Records a move made at this position.
    #[inline]
    pub(crate) fn make(&mut self, position: &Position, ply: usize, made: Made) {
        self.keys.push(position.key());
        self.frame(ply).made = Some(made);
    }

    /// Removes the last move.
    #[inline]
    pub(crate) fn undo(&mut self) {
        self.keys.pop();
    }

    /// Records a null move made at this position. Returns the argument for [`undo_null`](Self::undo_null).
    pub(crate) fn make_null(&mut self, position: &Position, ply: usize) -> usize {
        self.keys.push(position.key());
        self.frame(ply).made = None;
        std::mem::replace(&mut self.barrier, self.keys.len())
    }

    /// Removes the null move.
    pub(crate) fn undo_null(&mut self, barrier: usize) {
        self.barrier = barrier;
        self.keys.pop();
    }

    /// Returns `true` if the position occurred before, on the path or in the game. Once is enough for a draw: a side that can repeat once
    /// can repeat twice.
    #[inline]
    pub(crate) fn is_repetition(&self, position: &Position) -> bool {
        let plies = self.keys.len() - self.barrier;
        let reach = plies.min(position.halfmove_clock() as usize);
        if reach < 4 {
            return false;
        }
        let key = position.key();
        // Only every second position has the same side to move, and none can recur within two plies.
        let reversible = &self.keys[self.keys.len() - reach..];
        reversible
            .iter()
            .rev()
            .skip(3)
            .step_by(2)
            .any(|&earlier| earlier == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::{Color, PieceKind, Square};

    #[test]
    fn a_position_that_comes_again_is_a_repetition_unless_a_null_move_is_between() {
        let made = Made {
            piece_to: PieceTo::new(Color::White, PieceKind::Knight, Square::F3),
            is_noisy: false,
        };
        let play = |text: &str, path: &mut Path, position: Position| {
            let moves = position.legal_moves();
            let mv = moves
                .iter()
                .find(|mv| mv.to_string() == text)
                .copied()
                .unwrap();
            path.make(&position, 0, made);
            position.play_unchecked(mv)
        };
        let mut path = Path::new(Vec::new());
        let mut position = Position::START;
        for text in ["g1f3", "g8f6", "f3g1"] {
            position = play(text, &mut path, position);
            assert!(!path.is_repetition(&position));
        }
        let barrier = path.barrier;
        position = play("f6g8", &mut path, position);
        assert!(path.is_repetition(&position));
        path.barrier = path.keys.len() - 1;
        assert!(!path.is_repetition(&position));
        path.barrier = barrier;
        assert!(path.is_repetition(&position));
    }
}
