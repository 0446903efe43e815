use plywood::AlphaBeta;

use super::step::Learned;
use crate::book::alpha_beta::Cutting;
use crate::book::ordering::TakeFirst;
use crate::book::players::{blind, deepening, learned};
use crate::contest::{assert_wins, openings, positions, searched};

#[test]
fn it_learns_as_much_as_the_library() {
    for position in positions().iter().take(8) {
        let mine = AlphaBeta::with_horizon(blind()).ordering((TakeFirst, Learned::default()));
        let theirs = AlphaBeta::with_horizon(blind()).ordering(learned());
        let [mine, theirs] = [
            searched(&mut *deepening(mine), position, 4),
            searched(&mut *deepening(theirs), position, 4),
        ];
        assert_eq!(mine, theirs, "score and nodes of {position}");
    }
}

#[test]
fn it_beats_captures_alone() {
    let new = AlphaBeta::with_horizon(blind()).ordering((TakeFirst, Learned::default()));
    let old = deepening(Cutting(blind(), TakeFirst));
    assert_wins([deepening(new), old], 1_000, openings(40));
}
