//! shakmaty: GPL, Chess960 and variants; a program keeps the key, and updates it with each move.

use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::rules::{AskMove, Operations, ReadMove, Rules, Status, WriteMove};

pub struct Shakmaty;

impl Rules for Shakmaty {
    type Position = Chess;
    type Move = Move;

    const NAME: &'static str = "shakmaty";

    fn read(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("the FEN can be read");
        fen.into_position(CastlingMode::Chess960)
            .expect("the position is legal")
    }

    fn perft(position: &Chess, depth: u32) -> u64 {
        shakmaty::perft(position, depth)
    }

    fn perft_making_leaves(position: &Chess, depth: u32) -> u64 {
        making_leaves(position, Self::key(position), depth)
    }

    fn fen(position: &Chess) -> String {
        Fen::from_position(position, EnPassantMode::Legal).to_string()
    }

    fn moves(position: &Chess) -> Vec<Move> {
        position.legal_moves().into_iter().collect()
    }

    fn uci(_position: &Chess, mv: Move) -> String {
        UciMove::from_standard(mv).to_string()
    }

    fn key(position: &Chess) -> u64 {
        position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }
}

fn making_leaves(position: &Chess, key: u64, depth: u32) -> u64 {
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let mut child = position.clone();
        let key = play(&mut child, key, mv);
        nodes += if depth == 1 {
            black_box((&child, key));
            1
        } else {
            making_leaves(&child, key, depth - 1)
        };
    }
    nodes
}

/// Makes a move, and returns the key of the position after it.
fn play(position: &mut Chess, key: u64, mv: Move) -> u64 {
    let mode = EnPassantMode::Legal;
    let updated = position.update_zobrist_hash(Zobrist64(key), mv, mode);
    position.play_unchecked(mv);
    updated.unwrap_or_else(|| position.zobrist_hash(mode)).0
}

impl Operations for Shakmaty {
    fn list(position: &Chess) {
        black_box(&position.legal_moves());
    }

    fn count(position: &Chess) -> usize {
        position.legal_moves().len()
    }

    fn make(position: &mut Chess, mv: Move) {
        let mut child = position.clone();
        child.play_unchecked(mv);
        black_box(&child);
    }

    fn make_with_key(position: &mut Chess, key: u64, mv: Move) -> u64 {
        let mut child = position.clone();
        let key = play(&mut child, key, mv);
        black_box(&child);
        key
    }

    fn write_fen(position: &Chess, text: &mut String) {
        Fen::from_position(position, EnPassantMode::Legal).append_to_string(text);
    }

    const READ_SAN: Option<ReadMove<Self>> = Some(|position, text| {
        let san = San::from_ascii(text.as_bytes()).ok()?;
        san.to_move(position).ok()
    });

    const WRITE_SAN: Option<WriteMove<Self>> = Some(|position, mv, text| {
        SanPlus::from_move(position.clone(), mv).append_to_string(text);
    });

    const READ_UCI: Option<ReadMove<Self>> = Some(|position, text| {
        let uci = UciMove::from_ascii(text.as_bytes()).ok()?;
        uci.to_move(position).ok()
    });

    const IS_LEGAL: Option<AskMove<Self>> = Some(Chess::is_legal);

    const GIVES_CHECK: Option<AskMove<Self>> = Some(|position, mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        child.is_check()
    });

    const STATUS: Option<fn(&Chess) -> Status> = Some(|position| {
        if !position.legal_moves().is_empty() {
            Status::Ongoing
        } else if position.is_check() {
            Status::Checkmate
        } else {
            Status::Stalemate
        }
    });
}
