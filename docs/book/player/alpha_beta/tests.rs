use plywood::search::games::Tree;
use plywood::search::{GenerationOrder, StaticEvaluation};
use plywood::{Limits, Material, Position, Score, Strategy};

use super::step::Cutting;
use crate::book::minimax::Thinking;
use crate::book::players::{blind, deepening};
use crate::contest::{assert_wins, openings, positions, searched};

#[test]
fn the_trees_of_the_chapter_lose_leaves_and_no_value() {
    let trees = [
        ("((3 12 8) (2 4 6) (14 5 2))", 3, 7),
        ("(((5 1) (3 9)) ((2 6) (8 7)))", 6, 7),
        ("((9 8 5) (7 3 1) (12 11 10))", 10, 8),
    ];
    for (text, value, leaves) in trees {
        let tree: Tree = text.parse().unwrap();
        let mut search = Cutting(StaticEvaluation::new(Tree::estimate), GenerationOrder);
        let report = search.search(&tree, &Limits::depth(3));
        assert_eq!(report.score, Some(Score::centipawns(value)), "{text}");
        assert_eq!(report.stats.leaves(), leaves, "leaves of {text}");
    }
}

#[test]
fn the_counts_are_those_of_the_chapter() {
    let position = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
    let position: Position = position.parse().unwrap();
    let mut search = Cutting(StaticEvaluation::new(Material::default()), GenerationOrder);
    let nodes = [1, 2, 3, 4].map(|depth| searched(&mut search, &position, depth).1);
    assert_eq!(nodes, [36, 239, 4_452, 48_187]);
}

#[test]
fn the_value_stays_the_same() {
    for position in positions() {
        let all = searched(&mut Thinking(blind()), &position, 2);
        let some = searched(&mut Cutting(blind(), GenerationOrder), &position, 2);
        assert!(
            some.0 == all.0 && some.1 <= all.1,
            "{position}: {some:?} and {all:?}"
        );
    }
}

#[test]
fn it_beats_the_search_of_everything() {
    let new = deepening(Cutting(blind(), GenerationOrder));
    assert_wins([new, deepening(Thinking(blind()))], 1_000, openings(10));
}
