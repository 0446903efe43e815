//! Random games, for laws.

use plywood_core::{ByColor, Position};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};

/// Starts near rare moves: promotions, en passant, castling in Chess960.
const RARE: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rk2r2/8/8/8/8/8/8/1R3KR1 w GBfb - 0 1",
];

/// Returns all positions of a game of random legal moves, from its start.
pub(crate) fn games(longest: usize) -> impl Strategy<Value = Vec<Position>> {
    (starts(), vec(any::<u16>(), 0..=longest)).prop_map(|(start, choices)| {
        let mut game = vec![start];
        for choice in choices {
            let position = &game[game.len() - 1];
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(position.play_unchecked(moves[usize::from(choice) % moves.len()]));
        }
        game
    })
}

/// Returns the last position of a random game.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    games(150).prop_map(|mut game| game.pop().expect("a game has a start"))
}

/// The start positions of standard chess, Chess960 and double Fischer random, and rare ones.
fn starts() -> impl Strategy<Value = Position> {
    (0..8, 0..960_u16, 0..960_u16).prop_filter_map("a number below 960", |(kind, white, black)| {
        match kind {
            0 => Some(Position::START),
            1 | 2 => Position::chess960(white),
            3 => Position::double_chess960(ByColor { white, black }),
            _ => RARE[usize::from(white) % RARE.len()].parse().ok(),
        }
    })
}
