//! Strategies by name: each can be made and is exact if it says so, and an unknown name lists the known ones.

use plywood_search::games::ConnectFour;
use plywood_search::strategies::Catalog;
use plywood_search::{Limits, Minimax, Quiescence, Score, Strategy};

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
    // One game and one type of evaluator for all tests: every other would compile every strategy again.
    let judge: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let simple = Catalog::for_any_game().by_name("MTD", judge);
    let simple = unknown(simple.err().map(|error| error.to_string()));
    assert!(
        simple.starts_with("there is no strategy \"MTD\"; the strategies are random, minimax, ")
    );
    assert!(
        !simple.contains("mtd-f"),
        "strategies with a table were not asked for: {simple}"
    );
    let tactical = Catalog::for_tactical_games().by_name("", judge);
    let tactical = unknown(tactical.err().map(|error| error.to_string()));
    assert!(
        tactical.contains("mtd-f") && tactical.contains("quiescence"),
        "{tactical}"
    );
}

#[test]
fn every_name_is_unique_and_described() {
    let catalog = Catalog::<ConnectFour, fn(&ConnectFour) -> Score>::for_tactical_games();
    let mut names: Vec<_> = catalog.names().collect();
    assert!(names.iter().all(|name| catalog.describe(name).is_some()));
    names.sort_unstable();
    assert!(names.is_sorted_by(|one, other| one < other), "{names:?}");
}

#[test]
fn every_strategy_that_is_deepened_plays_by_nodes() {
    let board: ConnectFour = "ddcc".parse().unwrap();
    let evaluate: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let catalog = Catalog::for_tactical_games();
    for name in catalog.names() {
        let mut strategy = catalog.by_name_deepened(name, evaluate).unwrap();
        let report = strategy.search(&board, &Limits::nodes(3_000));
        assert!(report.best_move.is_some(), "{name}");
        let searches_otherwise = ["random", "monte-carlo", "proof-number"].contains(&name);
        assert_eq!(report.iterations.is_empty(), searches_otherwise, "{name}");
    }
}
