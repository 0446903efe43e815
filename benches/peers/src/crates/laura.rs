//! `laura_core`: GPL, keeps a key and checkers.

use std::fmt::Write as _;
use std::hint::black_box;
use std::str::FromStr;

use laura_core::{AllMoves, Board, Move, enumerate_legal_moves, gen_moves};

use crate::rules::{AskMove, Operations, ReadMove, Rules, Status, WriteMove};

pub struct LauraCore;

impl Rules for LauraCore {
    type Position = Board;
    type Move = Move;

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

    fn fen(board: &Board) -> String {
        board.to_fen().to_string()
    }

    fn moves(board: &Board) -> Vec<Move> {
        gen_moves::<AllMoves>(board).to_vec()
    }

    fn uci(_board: &Board, mv: Move) -> String {
        mv.to_string()
    }

    fn key(board: &Board) -> u64 {
        board.zobrist().0
    }
}

impl Operations for LauraCore {
    fn list(board: &Board) {
        black_box(&gen_moves::<AllMoves>(board));
    }

    fn count(board: &Board) -> usize {
        let mut count = 0;
        enumerate_legal_moves::<AllMoves, _>(board, |_| {
            count += 1;
            true
        });
        count
    }

    fn make(board: &mut Board, mv: Move) {
        black_box(&board.make_move(mv));
    }

    fn make_with_key(board: &mut Board, _key: u64, mv: Move) -> u64 {
        black_box(&board.make_move(mv)).zobrist().0
    }

    // The text is in the buffer that comes back, though there is no other way to it than to
    // print it once more, which is not measured.
    fn write_fen(board: &Board, _text: &mut String) {
        black_box(&board.to_fen());
    }

    const WRITE_SAN: Option<WriteMove<Self>> = Some(|board, mv, text| {
        let written = write!(text, "{}", board.to_san(mv));
        written.expect("a string takes everything");
    });

    const READ_UCI: Option<ReadMove<Self>> = Some(Board::find_move);

    const GIVES_CHECK: Option<AskMove<Self>> =
        Some(|board, mv| !board.make_move(mv).checkers().is_empty());

    const STATUS: Option<fn(&Board) -> Status> = Some(|board| {
        let mut found = false;
        enumerate_legal_moves::<AllMoves, _>(board, |_| {
            found = true;
            false
        });
        if found {
            Status::Ongoing
        } else if board.checkers().is_empty() {
            Status::Stalemate
        } else {
            Status::Checkmate
        }
    });
}
