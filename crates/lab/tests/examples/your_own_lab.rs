//! What the example `your_own_lab` rests on: the rules of Othello, and a search that leaves nothing out.

use super::{Othello, othello};
use plywood_lab::PlayerSpec;
use plywood_search::MoveLimits;
use plywood_search::games::Board;
use plywood_search::laws::{check_alternation, check_game, check_keyed};

#[test]
fn othello_obeys_the_laws() {
    let start = Board::<Othello>::start();
    for seed in 0..4 {
        check_game(&start, seed).unwrap();
        check_keyed(&start, seed).unwrap();
        check_alternation(&start, seed, Board::side).unwrap();
    }
    assert_eq!(start.to_string().parse(), Ok(start));
    othello().check().unwrap();
}

#[test]
fn a_search_that_leaves_nothing_out_finds_minimaxs_value() {
    let othello = othello();
    let found = |text: &str| {
        let player = PlayerSpec::read(&othello, text).unwrap();
        let limits = MoveLimits::depth(4);
        player.search(othello.start(), limits).unwrap()
    };
    let minimax = found("minimax");
    assert_eq!(found("narrow+width=64").score, minimax.score);
    // The numbers of positions after each of the first four plies are known.
    assert_eq!(minimax.stats.explored, 1 + 4 + 12 + 56 + 244);
}
