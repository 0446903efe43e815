//! chess: MIT, keeps a key, checkers and pins.

use std::hint::black_box;
use std::str::FromStr;

use chess::{Board, MoveGen};

use crate::rules::Rules;

pub struct Chess;

impl Rules for Chess {
    type Position = Board;

    const NAME: &'static str = "chess";

    fn read(fen: &str) -> Board {
        Board::from_str(fen).expect("the FEN is of a legal position")
    }

    fn perft(board: &Board, depth: u32) -> u64 {
        let moves = MoveGen::new_legal(board);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .map(|mv| Self::perft(&board.make_move_new(mv), depth - 1))
            .sum()
    }

    fn perft_making_leaves(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        for mv in MoveGen::new_legal(board) {
            let child = board.make_move_new(mv);
            nodes += if depth == 1 {
                black_box(&child);
                1
            } else {
                Self::perft_making_leaves(&child, depth - 1)
            };
        }
        nodes
    }
}
