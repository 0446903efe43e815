use plywood::search::{Bound, TableEntry, TranspositionTable, Window};
use plywood::{AlphaBeta, Material, Move, Position, Score};

use super::step::Memory;
use crate::book::players::{blind, learned};
use crate::contest::{assert_fewer_nodes, searched};

/// Only the kings can move at first.
const BLOCKED: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

fn entry(score: Score, bound: Bound, best: Option<Move>) -> TableEntry<Move> {
    TableEntry::new(score, bound, 5, best)
}

#[test]
fn an_entry_is_found_for_its_position_alone() {
    let (start, mut memory) = (Position::default(), Memory::default());
    let moves = start.legal_moves();
    let stored = entry(Score::centipawns(7), Bound::Exact, Some(moves[3]));
    memory.store(&start, 0, stored);
    assert_eq!(memory.find(&start, &moves, 5, 0), Some(stored));
    assert_eq!(
        memory.find(&start, &moves[..3], 5, 0).unwrap().best,
        None,
        "not a legal move"
    );
    let child = start.play_unchecked(moves[3]);
    assert!(memory.find(&child, &child.legal_moves(), 5, 1).is_none());
    memory.begin();
    assert!(
        memory.find(&start, &moves, 5, 0).is_none(),
        "a new search has begun"
    );
}

#[test]
fn a_mate_counts_from_the_node() {
    let (start, mut memory) = (Position::default(), Memory::default());
    memory.store(&start, 2, entry(Score::won_in(5), Bound::Exact, None));
    let found = memory.find(&start, &start.legal_moves(), 5, 4).unwrap();
    assert_eq!(
        found.score,
        Score::won_in(7),
        "three plies from the node, at ply 4"
    );
}

#[test]
fn only_the_same_depth_and_a_bound_that_settles_it_answer() {
    let memory = Memory::default();
    let [two, four, five, six, nine] = [2, 4, 5, 6, 9].map(Score::centipawns);
    let windows = [
        Window::between(two, four),
        Window::between(two, nine),
        Window::between(six, nine),
    ];
    for (bound, answers) in [
        (Bound::Exact, [true, true, true]),
        (Bound::AtLeast, [true, false, false]),
        (Bound::AtMost, [false, false, true]),
    ] {
        let entry = entry(five, bound, None);
        assert_eq!(
            windows.map(|window| memory.answers(&entry, 5, window)),
            answers,
            "{bound:?}"
        );
        assert!(!memory.answers(&entry, 4, windows[0]) && !memory.answers(&entry, 6, windows[0]));
    }
}

#[test]
fn the_value_stays_and_most_nodes_go() {
    let position: Position = BLOCKED.parse().unwrap();
    let plain = || AlphaBeta::new(Material::default());
    let (score, nodes) = searched(&mut plain().table(Memory::default()), &position, 9);
    let (same, many) = searched(&mut plain(), &position, 9);
    assert_eq!(score, same);
    assert!(10 * nodes < many, "{nodes} of {many} nodes");
}

#[test]
fn it_beats_the_player_without_a_table_in_a_race() {
    let search = || AlphaBeta::with_horizon(blind()).ordering(learned());
    assert_fewer_nodes(|| search().table(Memory::default()), search, 5);
}
