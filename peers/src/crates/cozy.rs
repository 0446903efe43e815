//! cozy-chess: MIT, Chess960, keeps a key, checkers and pins.

use std::hint::black_box;

use cozy_chess::Board;

use crate::rules::Rules;

pub struct CozyChess;

impl Rules for CozyChess {
    type Position = Board;

    const NAME: &'static str = "cozy-chess";

    fn read(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("the FEN is of a legal position")
    }

    fn perft(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += Self::perft(&child, depth - 1);
                }
                false
            });
        }
        nodes
    }

    fn perft_making_leaves(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    black_box(&child);
                    nodes += 1;
                }
                false
            });
        } else {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += Self::perft_making_leaves(&child, depth - 1);
                }
                false
            });
        }
        nodes
    }
}
