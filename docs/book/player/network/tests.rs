use plywood::Evaluator;
use plywood_net::Network;

use super::step::Neurons;
use crate::book::fit::terms;
use crate::book::horizon::Quiet;
use crate::book::null_windows::Asking;
use crate::book::players::{deepening, learned};
use crate::book::tables::Memory;
use crate::contest::{assert_wins, openings, positions};

#[test]
fn it_says_what_the_library_says() {
    let network = Network::default();
    let mine = Neurons::of(&network);
    for position in positions() {
        assert_eq!(
            mine.evaluate(&position),
            network.evaluate(&position),
            "{position}"
        );
    }
}

#[test]
fn it_beats_the_terms() {
    let network = Neurons::of(&Network::default());
    let [new, old] = [
        deepening(Asking(Quiet(network), learned(), Memory::default())),
        deepening(Asking(Quiet(terms()), learned(), Memory::default())),
    ];
    assert_wins([new, old], 300, openings(6));
}
