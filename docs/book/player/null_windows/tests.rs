use plywood::{AlphaBeta, PrincipalVariationSearch};

use super::step::Asking;
use crate::book::players::{blind, learned};
use crate::book::tables::Memory;
use crate::contest::{assert_fewer_nodes, positions, searched};

#[test]
fn it_asks_as_the_library_does() {
    for position in positions() {
        let mut mine = Asking(blind(), learned(), Memory::default());
        let theirs = PrincipalVariationSearch::with_horizon(blind()).ordering(learned());
        let mut theirs = theirs.table(Memory::default());
        let [mine, theirs] = [
            searched(&mut mine, &position, 3),
            searched(&mut theirs, &position, 3),
        ];
        assert_eq!(mine, theirs, "score and nodes of {position}");
    }
}

#[test]
fn it_beats_whole_windows_in_a_race() {
    let old = || {
        AlphaBeta::with_horizon(blind())
            .ordering(learned())
            .table(Memory::default())
    };
    assert_fewer_nodes(|| Asking(blind(), learned(), Memory::default()), old, 5);
}
