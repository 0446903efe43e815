//! Strategies by name: each can be made and is exact if it says so, and an unknown name lists the known ones.

use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe};
use plywood_search::strategies::Catalog;
use plywood_search::{Limits, Minimax, Quiescence, Score, Strategy};

fn always_equal<P>(_: &P) -> Score {
    Score::DRAW
}

#[test]
fn every_name_makes_a_strategy_that_is_exact_if_it_says_so() {
    let board: ConnectFour = "ddcc".parse().unwrap();
    let evaluate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let limits = Limits::depth(4);
    let plain = Minimax::new(evaluate).search(&board, &limits).score;
    let mut quiet = Minimax::with_horizon(Quiescence::new(evaluate));
    let quiet = quiet.search(&board, &limits).score;
    let catalog = Catalog::for_tactical_games();
    for name in catalog.names() {
        let report = catalog
            .by_name(name, evaluate)
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
    let simple = Catalog::<TicTacToe, _>::for_any_game().by_name("MTD", always_equal);
    let simple = unknown(simple.err().map(|error| error.to_string()));
    assert!(
        simple.starts_with("there is no strategy \"MTD\"; the strategies are random, minimax, ")
    );
    assert!(
        !simple.contains("mtd-f"),
        "tic-tac-toe was asked for without a table: {simple}"
    );
    let chess = Catalog::<Position, _>::for_tactical_games().by_name("", always_equal);
    let chess = unknown(chess.err().map(|error| error.to_string()));
    assert!(
        chess.contains("mtd-f") && chess.contains("quiescence"),
        "{chess}"
    );
}

#[test]
fn every_name_is_unique_and_described() {
    let catalog = Catalog::<Position, fn(&Position) -> Score>::for_tactical_games();
    let mut names: Vec<_> = catalog.names().collect();
    assert!(names.iter().all(|name| catalog.describe(name).is_some()));
    names.sort_unstable();
    assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
}
