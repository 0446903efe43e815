//! The foundations of the example `your_own_lab`: the rules of Othello, and a full-width search.

use super::othello;
use plywood_catalog::check_catalog;
use plywood_search::Limits;
use plywood_workbench::PlayerSpec;

#[test]
fn othello_obeys_the_laws() {
    for part in check_catalog(&othello(), 1).unwrap() {
        assert_eq!((part.fault, part.note), (None, None), "{}", part.name);
    }
}

#[test]
fn a_search_that_leaves_nothing_out_finds_minimaxs_value() {
    let othello = othello();
    let found = |text: &str| {
        let player = PlayerSpec::read(&othello, text).unwrap();
        let limits = Limits::depth(4);
        player.search(othello.start(), &limits).unwrap()
    };
    let minimax = found("minimax");
    assert_eq!(found("narrow+width=64").score, minimax.score);
    // The numbers of positions after each of the first four plies are known.
    assert_eq!(minimax.stats.nodes, 1 + 4 + 12 + 56 + 244);
}
