//! A solved endgame: how far every position is from mate.

use plywood::Position;
use plywood::tables::Endgame;

use crate::placement::Numbering;

/// What a position is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The number of plies to the mate that it gives.
    Win(u8),
    /// Neither side can force mate.
    Draw,
    /// The number of plies to the mate that it suffers.
    Loss(u8),
}

/// In place of a distance: nobody can force mate, or it is not known yet.
pub const OPEN: u8 = 255;

/// In place of a distance: there is no such position.
pub const ILLEGAL: u8 = 254;

/// The longest distance.
pub const LONGEST: u8 = 253;

/// The distances of all positions of an endgame.
#[derive(Debug)]
pub struct Solution {
    pub endgame: Endgame,
    pub numbering: Numbering,
    /// For each number the plies to mate: odd for a win, even for a loss.
    pub plies: Vec<u8>,
    /// Whether every capture and promotion leads to a draw.
    pub has_drawn_exits: bool,
}

impl Solution {
    /// The value of the position with a number; `None` if there is no such position.
    pub fn value(&self, number: usize) -> Option<Value> {
        match self.plies[number] {
            ILLEGAL => None,
            OPEN => Some(Value::Draw),
            plies if plies % 2 == 1 => Some(Value::Win(plies)),
            plies => Some(Value::Loss(plies)),
        }
    }

    /// The value of a position of this endgame.
    pub fn value_of(&self, position: &Position) -> Option<Value> {
        self.value(self.numbering.number(&self.numbering.of_position(position)))
    }

    /// All legal positions with their values, one of each set of mirror images.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Value)> {
        let numbers = 0..self.plies.len();
        numbers.filter_map(|number| {
            let value = self.value(number)?;
            let placement = self.numbering.placement(number)?;
            Some((self.numbering.position(&placement)?, value))
        })
    }
}
