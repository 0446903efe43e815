use plywood::search::games::ChanceTree;
use plywood::search::{Expectiminimax, Report, StaticEvaluation};
use plywood::{Game, Limits, Strategy};

use super::step::Rolling;

const TREES: [&str; 5] = [
    "{1:12 2:-3}",
    "(1 {1:12 2:-3})",
    "({1:(200 500) 1:(100 300)} {1:(-950 400) 1:(600 700 800)})",
    "{3:(5 {1:-7 1:2}) 1:{1:40 9:(-2 3)}}",
    "(({1:1 1:2} {1:-1 1:-2}) ({2:9 1:(3 4)} -5))",
];

#[test]
fn it_finds_the_mean() {
    for text in TREES {
        let tree: ChanceTree = text.parse().unwrap();
        for depth in 1..=4 {
            let horizon = StaticEvaluation::new(ChanceTree::estimate);
            let mine = Rolling(horizon).search(&tree, &Limits::depth(depth));
            let theirs =
                Expectiminimax::new(ChanceTree::estimate).search(&tree, &Limits::depth(depth));
            let known = |report: &Report<_>| (report.score, report.best_move, report.stats);
            assert_eq!(known(&mine), known(&theirs), "{text} to depth {depth}");
        }
    }
}

#[test]
fn an_outcome_is_nobodys_choice() {
    // A player who could choose the outcome would take the second move.
    let tree: ChanceTree = "(1 {1:900 9:-100})".parse().unwrap();
    let horizon = StaticEvaluation::new(ChanceTree::estimate);
    let best = Rolling(horizon).search(&tree, &Limits::depth(2)).best_move;
    assert_eq!(best, tree.legal_moves().first().copied());
}
