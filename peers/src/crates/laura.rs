//! laura_core: GPL, keeps a key and checkers.

use std::hint::black_box;
use std::str::FromStr;

use laura_core::{AllMoves, Board, enumerate_legal_moves};

use crate::rules::Rules;

pub struct LauraCore;

impl Rules for LauraCore {
    type Position = Board;

    const NAME: &'static str = "laura_core";

    fn read(fen: &str) -> Board {
        Board::from_str(fen).expect("the FEN is of a legal position")
    }

    fn perft(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            enumerate_legal_moves::<AllMoves, _>(board, |_| {
                nodes += 1;
                true
            });
        } else {
            enumerate_legal_moves::<AllMoves, _>(board, |mv| {
                nodes += Self::perft(&board.make_move(mv), depth - 1);
                true
            });
        }
        nodes
    }

    fn perft_making_leaves(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            enumerate_legal_moves::<AllMoves, _>(board, |mv| {
                black_box(&board.make_move(mv));
                nodes += 1;
                true
            });
        } else {
            enumerate_legal_moves::<AllMoves, _>(board, |mv| {
                nodes += Self::perft_making_leaves(&board.make_move(mv), depth - 1);
                true
            });
        }
        nodes
    }
}
