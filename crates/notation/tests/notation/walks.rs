//! Random games.

use plywood_core::Position;

/// Starts near rare moves: promotions, en passant, castling in Chess960.
pub(crate) const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "2q3qk/8/1Q5Q/8/8/q5q1/8/Q2K3Q b - - 0 1",
    "1n3n1k/8/N2N3N/8/N4N1N/8/1n3n2/K7 w - - 0 1",
    "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RKBBNNQR w KQkq - 0 1",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "r2k2r1/8/8/8/8/8/8/2R3KR w HCga - 0 1",
    "1rk2r2/8/8/8/8/8/8/1R3KR1 w GBfb - 0 1",
];

/// Plays as many moves as there are numbers, each choosing among the legal ones.
pub(crate) fn walk(start: &str, choices: &[usize]) -> Vec<Position> {
    let mut path = vec![start.parse::<Position>().expect("a start is legal")];
    for choice in choices {
        let position = path.last().expect("the start is there");
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else {
            break;
        };
        path.push(position.play_unchecked(mv));
    }
    path
}
