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
        todo!(
            "`MovePriority::killer(1)` for the last killer, 0 for the other one; else `quiet` with its history"
        )
    }

    /// A quiet move has cut off.
    fn cut(&mut self, _: &Position, mv: Move, depth: u32, ply: u32) {
        todo!(
            "make it the ply's last killer, if it isn't, and add the square of the depth to its history"
        )
    }

    /// Another position is searched.
    fn begin(&mut self) {
        todo!("forget it all")
    }
}
