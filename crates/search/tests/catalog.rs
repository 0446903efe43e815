//! Strategies by name: each is there, keeps its promise, and a wrong name is answered with the right ones.

use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe};
use plywood_search::strategies::Catalog;
use plywood_search::{Limits, Minimax, Quiescence, Score, Strategy};

fn no_judgement<P>(_: &P) -> Score {
    Score::DRAW
}

#[test]
fn every_name_makes_a_strategy_that_keeps_its_promise() {
    let board: ConnectFour = "ddcc".parse().unwrap();
    let judge: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let limits = Limits::depth(4);
    let plain = Minimax::new(judge).search(&board, &limits).score;
    let mut quiet = Minimax::with_horizon(Quiescence::new(judge));
    let quiet = quiet.search(&board, &limits).score;
    let catalog = Catalog::for_tactical_games();
    for name in catalog.names() {
        let report = catalog
            .by_name(name, judge)
            .unwrap()
            .search(&board, &limits);
        assert!(report.best_move.is_some(), "{name}");
        assert!(
            !report.is_exact || [plain, quiet].contains(&report.score),
            "{name}"
        );
    }
}

#[test]
fn an_unknown_name_lists_those_the_game_can_have() {
    let unknown = |error: Option<String>| error.expect("there is no such strategy");
    let simple = Catalog::<TicTacToe, _>::for_any_game().by_name("MTD", no_judgement);
    let simple = unknown(simple.err().map(|error| error.to_string()));
    assert!(
        simple.starts_with("there is no strategy \"MTD\"; the strategies are random, minimax, ")
    );
    assert!(
        !simple.contains("mtd-f"),
        "tic-tac-toe was asked for without a table: {simple}"
    );
    let chess = Catalog::<Position, _>::for_tactical_games().by_name("", no_judgement);
    let chess = unknown(chess.err().map(|error| error.to_string()));
    assert!(
        chess.contains("mtd-f") && chess.contains("quiescence"),
        "{chess}"
    );
}

#[test]
fn no_name_stands_for_two_strategies() {
    let catalog = Catalog::<Position, fn(&Position) -> Score>::for_tactical_games();
    let mut names: Vec<_> = catalog.names().collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
}
