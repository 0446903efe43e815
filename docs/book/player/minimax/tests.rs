use plywood::search::StaticEvaluation;
use plywood::search::games::Tree;
use plywood::{Limits, Material, Position, Score, Strategy};

use super::step::Thinking;
use crate::book::greedy::Greedy;
use crate::book::players::{blind, counting, deepening};
use crate::contest::{assert_wins, openings, searched};

#[test]
fn the_tree_of_the_chapter_is_worth_3() {
    let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
    let mut search = Thinking(StaticEvaluation::new(Tree::estimate));
    let report = search.search(&tree, &Limits::depth(2));
    assert_eq!(report.score, Some(Score::centipawns(3)));
    assert_eq!(
        report.best_move.map(|mv| mv.to_string()).as_deref(),
        Some("1")
    );
}

#[test]
fn the_counts_are_those_of_the_chapter() {
    let position = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
    let position: Position = position.parse().unwrap();
    let mut search = Thinking(StaticEvaluation::new(Material::default()));
    for (depth, pawns, nodes) in [(1, 1, 36), (2, 0, 1_236), (3, 1, 42_444)] {
        let score = Some(Score::centipawns(100 * pawns));
        assert_eq!(
            searched(&mut search, &position, depth),
            (score, nodes),
            "depth {depth}"
        );
    }
}

#[test]
fn it_beats_one_ply() {
    let new = deepening(Thinking(blind()));
    assert_wins([new, Box::new(Greedy(counting()))], 1_000, openings(10));
}
