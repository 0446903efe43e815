//! shakmaty: GPL, Chess960 and variants; a key is computed from scratch when asked for.

use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use crate::rules::Rules;

pub struct Shakmaty;

impl Rules for Shakmaty {
    type Position = Chess;

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
        let mut nodes = 0;
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
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
