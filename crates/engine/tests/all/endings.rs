//! Won endings against a bare king end in mate.

use plywood_core::{History, Outcome};
use plywood_engine::Engine;
use plywood_search::{Limits, Strategy, WithHistory};

/// Queen, rook, two bishops, bishop and knight, and a winning pawn, each with the nodes for a move.
const WON: [(&str, u64); 5] = [
    ("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", 2_000),
    ("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 2_000),
    ("8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", 5_000),
    ("8/8/8/3k4/8/8/8/4KBN1 w - - 0 1", 10_000),
    ("8/8/8/3k4/8/3K4/3P4/8 b - - 0 1", 2_000),
];

#[test]
fn won_endings_are_mated_within_fifty_moves() {
    for (fen, nodes) in WON {
        let mut game = History::new(fen.parse().unwrap());
        let mut engine = Engine::new().hash_megabytes(4);
        while game.outcome().is_none() && game.claim().is_none() {
            let report = engine.search(&WithHistory::from(&game), &Limits::nodes(nodes));
            game.play(report.best_move.unwrap()).unwrap();
        }
        assert!(
            matches!(game.outcome(), Some(Outcome::Checkmate { .. })),
            "{fen}: {}",
            game.position()
        );
    }
}
