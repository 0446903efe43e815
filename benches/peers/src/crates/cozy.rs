//! cozy-chess: MIT, Chess960, keeps a key, checkers and pins.

use std::fmt::Write as _;
use std::hint::black_box;

use arrayvec::ArrayVec;
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Move};

use crate::rules::{AskMove, Operations, ReadMove, Rules, Status, WriteMove};

pub struct CozyChess;

impl Rules for CozyChess {
    type Position = Board;
    type Move = Move;

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

    fn fen(board: &Board) -> String {
        board.to_string()
    }

    fn moves(board: &Board) -> Vec<Move> {
        let mut list = Vec::new();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        list
    }

    fn uci(board: &Board, mv: Move) -> String {
        display_uci_move(board, mv).to_string()
    }

    fn key(board: &Board) -> u64 {
        board.hash()
    }
}

impl Operations for CozyChess {
    fn list(board: &Board) {
        let mut list = ArrayVec::<Move, 218>::new();
        board.generate_moves(|moves| {
            list.extend(moves);
            false
        });
        black_box(&list);
    }

    fn count(board: &Board) -> usize {
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len();
            false
        });
        count
    }

    fn make(board: &mut Board, mv: Move) {
        let mut child = board.clone();
        child.play_unchecked(mv);
        black_box(&child);
    }

    fn make_with_key(board: &mut Board, _key: u64, mv: Move) -> u64 {
        let mut child = board.clone();
        child.play_unchecked(mv);
        black_box(&child).hash()
    }

    fn write_fen(board: &Board, text: &mut String) {
        let written = write!(text, "{board}");
        written.expect("a string takes everything");
    }

    const READ_SAN: Option<ReadMove<Self>> = Some(|board, text| parse_san_move(board, text).ok());

    const WRITE_SAN: Option<WriteMove<Self>> = Some(|board, mv, text| {
        let written = write!(text, "{}", display_san_move(board, mv));
        written.expect("a string takes everything");
    });

    const READ_UCI: Option<ReadMove<Self>> = Some(|board, text| {
        let mv = parse_uci_move(board, text).ok()?;
        board.is_legal(mv).then_some(mv)
    });

    const IS_LEGAL: Option<AskMove<Self>> = Some(Board::is_legal);

    const GIVES_CHECK: Option<AskMove<Self>> = Some(|board, mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        !child.checkers().is_empty()
    });

    const STATUS: Option<fn(&Board) -> Status> = Some(|board| {
        if board.generate_moves(|_| true) {
            Status::Ongoing
        } else if board.checkers().is_empty() {
            Status::Stalemate
        } else {
            Status::Checkmate
        }
    });
}
