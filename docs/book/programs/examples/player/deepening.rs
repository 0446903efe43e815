//! Chapter 6: what one iteration has learned, the next one tries early.

use std::collections::HashMap;

use plywood::search::{MoveOrdering, MovePriority};
use plywood::{Move, Position, Square};

#[derive(Default)]
pub struct Learned {
    /// For each ply, the last two quiet moves that cut off there.
    killers: Vec<[Option<Move>; 2]>,
    /// How much a quiet move between two squares has cut off, for the side to move at even plies and the other one.
    history: HashMap<(u32, Square, Square), i32>,
}

const fn place(mv: Move, ply: u32) -> (u32, Square, Square) {
    (ply % 2, mv.from(), mv.to())
}

impl MoveOrdering<Position> for Learned {
    fn rank(&self, _: &Position, mv: Move, ply: u32) -> MovePriority {
        // ANCHOR: yours todo!("`MovePriority::killer(1)` for the last killer, 0 for the other one; else `quiet` with its history")
        match self.killers.get(ply as usize) {
            Some([first, _]) if *first == Some(mv) => MovePriority::killer(1),
            Some([_, second]) if *second == Some(mv) => MovePriority::killer(0),
            _ => MovePriority::quiet(self.history.get(&place(mv, ply)).copied().unwrap_or(0)),
        }
        // ANCHOR_END: yours
    }

    /// A quiet move has cut off.
    fn cut(&mut self, _: &Position, mv: Move, depth: u32, ply: u32) {
        // ANCHOR: yours todo!("make it the ply's last killer, if it isn't, and add the square of the depth to its history")
        let index = ply as usize;
        if self.killers.len() <= index {
            self.killers.resize(index + 1, [None; 2]);
        }
        if self.killers[index][0] != Some(mv) {
            self.killers[index] = [Some(mv), self.killers[index][0]];
        }
        *self.history.entry(place(mv, ply)).or_default() += depth.pow(2).cast_signed();
        // ANCHOR_END: yours
    }

    /// Another position is searched.
    fn begin(&mut self) {
        // ANCHOR: yours todo!("forget it all")
        self.killers.clear();
        self.history.clear();
        // ANCHOR_END: yours
    }
}
