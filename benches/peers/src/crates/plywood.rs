//! plywood itself.

use std::hint::black_box;

use plywood_core::{Move, MoveFilter, MoveList, Position};
use plywood_notation::{san, uci};

use crate::rules::{AskMove, Operations, ReadMove, Rules, Status, WriteMove};

pub struct Plywood;

impl Rules for Plywood {
    type Position = Position;
    type Move = Move;

    const NAME: &'static str = "plywood";

    fn read(fen: &str) -> Position {
        fen.parse().expect("the FEN is of a legal position")
    }

    fn perft(position: &Position, depth: u32) -> u64 {
        plywood_core::perft(position, depth)
    }

    fn perft_making_leaves(position: &Position, depth: u32) -> u64 {
        let mut nodes = 0;
        for mv in position.legal_moves() {
            let child = position.play_unchecked(mv);
            nodes += if depth == 1 {
                black_box(&child);
                1
            } else {
                Self::perft_making_leaves(&child, depth - 1)
            };
        }
        nodes
    }

    fn fen(position: &Position) -> String {
        position.fen().to_string()
    }

    fn moves(position: &Position) -> Vec<Move> {
        position.legal_moves().to_vec()
    }

    fn uci(_position: &Position, mv: Move) -> String {
        mv.to_string()
    }

    fn key(position: &Position) -> u64 {
        position.key()
    }
}

impl Operations for Plywood {
    fn list(position: &Position) {
        let mut moves = MoveList::new();
        position.for_each_move(MoveFilter::ALL, |_, mv| moves.push(mv));
        black_box(&moves);
    }

    fn count(position: &Position) -> usize {
        position.legal_move_count()
    }

    fn make(position: &mut Position, mv: Move) {
        black_box(&position.play_unchecked(mv));
    }

    fn make_with_key(position: &mut Position, _key: u64, mv: Move) -> u64 {
        black_box(&position.play_unchecked(mv)).key()
    }

    fn write_fen(position: &Position, _text: &mut String) {
        black_box(&position.fen());
    }

    const READ_SAN: Option<ReadMove<Self>> = Some(|position, text| san::parse(position, text).ok());

    const WRITE_SAN: Option<WriteMove<Self>> = Some(|position, mv, _text| {
        black_box(san::write(position, mv).as_bytes());
    });

    fn san(position: &Position, mv: Move) -> Option<String> {
        Some(san::write(position, mv).to_string())
    }

    const READ_UCI: Option<ReadMove<Self>> = Some(|position, text| uci::parse(position, text).ok());

    const IS_LEGAL: Option<AskMove<Self>> = Some(Position::is_legal);

    const GIVES_CHECK: Option<AskMove<Self>> = Some(Position::gives_check);

    const STATUS: Option<fn(&Position) -> Status> = Some(|position| {
        if position.has_legal_move() {
            Status::Ongoing
        } else if position.is_check() {
            Status::Checkmate
        } else {
            Status::Stalemate
        }
    });
}
