//! owlchess: MIT, keeps a key, makes and unmakes moves on one board.
#![expect(
    unsafe_code,
    reason = "the fast way of owlchess to make a move is an unsafe function"
)]

use std::hint::black_box;

use owlchess::Board;
use owlchess::movegen::{legal, semilegal};
use owlchess::moves::{make_move_unchecked, unmake_move_unchecked};

use crate::rules::Rules;

pub struct Owlchess;

impl Rules for Owlchess {
    type Position = Board;

    const NAME: &'static str = "owlchess";

    fn read(fen: &str) -> Board {
        Board::from_fen(fen).expect("the FEN is of a legal position")
    }

    fn perft(board: &Board, depth: u32) -> u64 {
        perft(&mut board.clone(), depth)
    }

    fn perft_making_leaves(board: &Board, depth: u32) -> u64 {
        perft_making_leaves(&mut board.clone(), depth)
    }
}

/// Makes semilegal moves, enters those that were legal, and takes them back.
fn for_each_child(board: &mut Board, mut enter: impl FnMut(&mut Board)) {
    let moves = semilegal::gen_all(board);
    for &mv in &moves {
        // SAFETY: the move is semilegal, and is taken back before anything but the question
        // whether it was legal.
        let undo = unsafe { make_move_unchecked(board, mv) };
        if !board.is_opponent_king_attacked() {
            enter(board);
        }
        // SAFETY: this is the move that was just made.
        unsafe { unmake_move_unchecked(board, mv, undo) };
    }
}

fn perft(board: &mut Board, depth: u32) -> u64 {
    if depth == 1 {
        return legal::gen_all(board).len() as u64;
    }
    let mut nodes = 0;
    for_each_child(board, |child| nodes += perft(child, depth - 1));
    nodes
}

fn perft_making_leaves(board: &mut Board, depth: u32) -> u64 {
    let mut nodes = 0;
    for_each_child(board, |child| {
        nodes += if depth == 1 {
            black_box(&*child);
            1
        } else {
            perft_making_leaves(child, depth - 1)
        };
    });
    nodes
}
