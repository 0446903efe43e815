//! chess: MIT, keeps a key, checkers and pins, but no clocks; writes the
//! square of a passing pawn where a FEN has the square behind it.

use std::fmt::Write as _;
use std::hint::black_box;
use std::str::FromStr;

use arrayvec::ArrayVec;
use chess::{Board, BoardStatus, ChessMove, EMPTY, MoveGen};

use crate::rules::{AskMove, Operations, ReadMove, Rules, Status};

pub struct Chess;

impl Rules for Chess {
    type Position = Board;
    type Move = ChessMove;

    const NAME: &'static str = "chess";
    const FEN_FIELDS: usize = 3;

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

    fn fen(board: &Board) -> String {
        board.to_string()
    }

    fn moves(board: &Board) -> Vec<ChessMove> {
        MoveGen::new_legal(board).collect()
    }

    fn uci(_board: &Board, mv: ChessMove) -> String {
        mv.to_string()
    }

    fn key(board: &Board) -> u64 {
        board.get_hash()
    }
}

impl Operations for Chess {
    fn list(board: &Board) {
        let list: ArrayVec<ChessMove, 218> = MoveGen::new_legal(board).collect();
        black_box(&list);
    }

    fn count(board: &Board) -> usize {
        MoveGen::new_legal(board).len()
    }

    fn make(board: &mut Board, mv: ChessMove) {
        black_box(&board.make_move_new(mv));
    }

    fn make_with_key(board: &mut Board, _key: u64, mv: ChessMove) -> u64 {
        black_box(&board.make_move_new(mv)).get_hash()
    }

    fn write_fen(board: &Board, text: &mut String) {
        let written = write!(text, "{board}");
        written.expect("a string takes everything");
    }

    const READ_SAN: Option<ReadMove<Self>> =
        Some(|board, text| ChessMove::from_san(board, text).ok());

    const READ_UCI: Option<ReadMove<Self>> = Some(|board, text| {
        let mv = ChessMove::from_str(text).ok()?;
        board.legal(mv).then_some(mv)
    });

    const IS_LEGAL: Option<AskMove<Self>> = Some(Board::legal);

    const GIVES_CHECK: Option<AskMove<Self>> =
        Some(|board, mv| *board.make_move_new(mv).checkers() != EMPTY);

    const STATUS: Option<fn(&Board) -> Status> = Some(|board| match board.status() {
        BoardStatus::Ongoing => Status::Ongoing,
        BoardStatus::Stalemate => Status::Stalemate,
        BoardStatus::Checkmate => Status::Checkmate,
    });
}
