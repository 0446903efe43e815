use plywood::search::{GenerationOrder, MoveOrdering, MovePriority, StaticEvaluation};
use plywood::{Material, Position, San};

use super::step::TakeFirst;
use crate::book::alpha_beta::Cutting;
use crate::book::players::{blind, deepening};
use crate::contest::{assert_wins, openings, searched};

#[test]
fn the_largest_piece_is_taken_by_the_smallest() {
    let position: Position = "4k3/8/8/2q1r3/3P4/8/4R3/4K3 w - - 0 1".parse().unwrap();
    let rank = |mv: &str| TakeFirst.rank(&position, position.parse_san(mv).unwrap(), 0);
    let order = ["dxc5", "dxe5", "Rxe5", "Re4"].map(rank);
    assert!(order.is_sorted_by(|one, other| one > other), "{order:?}");
    assert_eq!(order[3], MovePriority::UNKNOWN, "a quiet move");
}

#[test]
fn the_value_stays_and_most_nodes_go() {
    let position = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
    let position: Position = position.parse().unwrap();
    let material = || StaticEvaluation::new(Material::default());
    let (score, nodes) = searched(&mut Cutting(material(), TakeFirst), &position, 4);
    let (same, many) = searched(&mut Cutting(material(), GenerationOrder), &position, 4);
    assert_eq!(score, same);
    assert!(3 * nodes < many, "{nodes} of {many} nodes");
}

#[test]
fn it_beats_any_order() {
    let new = deepening(Cutting(blind(), TakeFirst));
    assert_wins(
        [new, deepening(Cutting(blind(), GenerationOrder))],
        1_000,
        openings(10),
    );
}
