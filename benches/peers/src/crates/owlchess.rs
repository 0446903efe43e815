//! owlchess: MIT, keeps a key, makes and unmakes moves on one board.
#![expect(
    unsafe_code,
    reason = "the fast way of owlchess to make a move is an unsafe function"
)]

use std::fmt::Write as _;
use std::hint::black_box;

use owlchess::movegen::{legal, semilegal};
use owlchess::moves::{make_move_unchecked, unmake_move_unchecked};
use owlchess::{Board, Move};

use crate::rules::{AskMove, Operations, ReadMove, Rules, Status, WriteMove};

pub struct Owlchess;

impl Rules for Owlchess {
    type Position = Board;
    type Move = Move;

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

    fn fen(board: &Board) -> String {
        board.as_fen()
    }

    fn moves(board: &Board) -> Vec<Move> {
        legal::gen_all(board).to_vec()
    }

    fn uci(_board: &Board, mv: Move) -> String {
        mv.uci().to_string()
    }

    fn key(board: &Board) -> u64 {
        board.zobrist_hash()
    }
}

impl Operations for Owlchess {
    fn list(board: &Board) {
        black_box(&legal::gen_all(board));
    }

    fn count(board: &Board) -> usize {
        legal::gen_all(board).len()
    }

    fn make(board: &mut Board, mv: Move) {
        // SAFETY: the move is legal, and is taken back at once.
        unsafe {
            let undo = make_move_unchecked(board, mv);
            unmake_move_unchecked(black_box(board), mv, undo);
        }
    }

    fn make_with_key(board: &mut Board, _key: u64, mv: Move) -> u64 {
        // SAFETY: the move is legal, and is taken back at once.
        unsafe {
            let undo = make_move_unchecked(board, mv);
            let key = black_box(&mut *board).zobrist_hash();
            unmake_move_unchecked(board, mv, undo);
            key
        }
    }

    fn write_fen(board: &Board, text: &mut String) {
        let written = write!(text, "{board}");
        written.expect("a string takes everything");
    }

    const READ_SAN: Option<ReadMove<Self>> = Some(|board, text| Move::from_san(text, board).ok());

    const WRITE_SAN: Option<WriteMove<Self>> = Some(|board, mv, text| {
        let san = mv.san(board).expect("the move is legal");
        let written = write!(text, "{san}");
        written.expect("a string takes everything");
    });

    const READ_UCI: Option<ReadMove<Self>> =
        Some(|board, text| Move::from_uci_legal(text, board).ok());

    const IS_LEGAL: Option<AskMove<Self>> = Some(|board, mv| mv.validate(board).is_ok());

    const GIVES_CHECK: Option<AskMove<Self>> = Some(|board, mv| {
        let mut child = board.clone();
        // SAFETY: the move is legal.
        unsafe { make_move_unchecked(&mut child, mv) };
        child.is_check()
    });

    const STATUS: Option<fn(&Board) -> Status> = Some(|board| {
        if board.has_legal_moves() {
            Status::Ongoing
        } else if board.is_check() {
            Status::Checkmate
        } else {
            Status::Stalemate
        }
    });
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
