use plywood::Material;
use plywood_net::Network;

use super::step::Betting;
use crate::book::horizon::Quiet;
use crate::book::null_windows::Asking;
use crate::book::players::{deepening, learned};
use crate::book::tables::Memory;
use crate::contest::{assert_wins, openings, positions, searched};

#[test]
fn most_values_stay_and_most_nodes_go() {
    let (mut same, mut nodes, mut many) = (0, 0, 0);
    for position in positions() {
        let quiet = || Quiet(Material::default());
        let exact = searched(
            &mut Asking(quiet(), learned(), Memory::default()),
            &position,
            4,
        );
        let bet = searched(
            &mut Betting(quiet(), learned(), Memory::default()),
            &position,
            4,
        );
        same += u32::from(exact.0 == bet.0);
        nodes += bet.1;
        many += exact.1;
    }
    assert!(same >= 18, "the same value in {same} of 24 positions");
    assert!(2 * nodes < many, "{nodes} of {many} nodes");
}

/// With fewer nodes there's little to bet on.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without `--release`")]
fn it_beats_the_player_that_proves_everything() {
    let quiet = || Quiet(Network::default());
    let [new, old] = [
        deepening(Betting(quiet(), learned(), Memory::default())),
        deepening(Asking(quiet(), learned(), Memory::default())),
    ];
    assert_wins([new, old], 1_000, openings(30));
}
