use std::collections::HashSet;

use fastrand::Rng;
use plywood::{Limits, Position, Strategy};

use super::step::{Anything, perft};

#[test]
fn the_counts_are_the_known_ones() {
    let start = Position::default();
    assert_eq!(
        [0, 1, 2, 3].map(|depth| perft(&start, depth)),
        [1, 20, 400, 8_902]
    );
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let kiwipete: Position = kiwipete.parse().unwrap();
    assert_eq!(
        [1, 2, 3].map(|depth| perft(&kiwipete, depth)),
        [48, 2_039, 97_862]
    );
}

#[test]
fn any_legal_move_may_come() {
    let (start, mut player) = (Position::default(), Anything(Rng::with_seed(1)));
    let moves = (0..200).filter_map(|_| player.search(&start, &Limits::none()).best_move);
    let moves: HashSet<_> = moves.collect();
    assert_eq!(moves.len(), 20, "in 200 tries every move comes up");
}

#[test]
fn no_move_is_played_when_the_game_is_over() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let mated: Position = mated.parse().unwrap();
    let report = Anything(Rng::with_seed(1)).search(&mated, &Limits::none());
    assert_eq!(report.best_move, None);
}
