use fastrand::Rng;
use plywood::{Limits, Material, Position, San, Strategy};

use super::step::Greedy;
use crate::book::players::counting;
use crate::book::sticks::Anything;
use crate::contest::{assert_wins, openings};

#[test]
fn the_queen_takes_for_either_side() {
    let white: Position = "4k3/2p5/3p4/8/8/6Q1/8/4K3 w - - 0 1".parse().unwrap();
    for (position, capture) in [(white.flip_colors(), "Qxd3"), (white, "Qxd6")] {
        let report = Greedy(Material::default()).search(&position, &Limits::none());
        assert_eq!(position.san(report.best_move).to_string(), capture);
    }
}

#[test]
fn it_beats_random_moves() {
    let old = Anything(Rng::with_seed(1));
    assert_wins(
        [Box::new(Greedy(counting())), Box::new(old)],
        1,
        openings(30),
    );
}
