//! plywood itself.

use plywood_core::Position;

use crate::rules::Rules;

pub struct Plywood;

impl Rules for Plywood {
    type Position = Position;

    const NAME: &'static str = "plywood";

    fn read(fen: &str) -> Position {
        fen.parse().expect("the FEN is of a legal position")
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        plywood_core::perft(position, depth)
    }

    fn perft_making_leaves(position: &Position, depth: u32) -> u64 {
        plywood_core::perft_making_leaves(position, depth)
    }
}
