//! The `compare_strategies` example.

use plywood::Position;
use plywood::search::strategies::Catalog;
use std::sync::Arc;

fn answer(arguments: &[&str]) -> Result<String, String> {
    crate::run("compare_strategies", arguments)
}

#[test]
fn it_composes_every_strategy_of_the_catalog_and_the_engine() {
    let table = answer(&["--depth", "2"]).unwrap();
    let sound = table.lines().filter(|line| line.ends_with("  yes")).count();
    assert!(sound >= 16, "{table}");
    type Shared = Arc<dyn plywood::Evaluator<Position> + Send + Sync>;
    let catalog = Catalog::<Position, Shared>::for_tactical_games();
    for name in catalog.names().chain(["engine"]) {
        let is_row = |line: &str| line.split_whitespace().next() == Some(name);
        assert_eq!(
            table.lines().filter(|line| is_row(line)).count(),
            1,
            "{name}: {table}"
        );
    }
}

#[test]
fn a_position_and_strategies_are_chosen() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let table = answer(&[
        "--depth",
        "1",
        "--strategies",
        "minimax,random",
        "--fen",
        mate,
    ])
    .unwrap();
    assert_eq!(crate::words(&table, "minimax")[1..4], ["a1a8", "#1", "1"]);
    assert_eq!(table.lines().count(), 8, "{table}");
    let over = answer(&["--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]).unwrap();
    assert_eq!(crate::words(&over, "minimax")[1], "–", "{over}");
}

#[test]
fn errors_list_the_known_names() {
    let wrong = [
        (["--strategies", "alfa-beta"], "alpha-beta"),
        (["--evaluator", "matter"], "material"),
        (
            ["--depth", "deep"],
            "--depth needs a number, found \"deep\"",
        ),
        (["--fen", "8/8"], "8/8"),
        (["--shout", "x"], "--shout"),
        (["shout", "x"], "shout"),
    ];
    for (arguments, part) in wrong {
        let error = answer(&arguments).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
    assert!(
        answer(&["--depth"])
            .unwrap_err()
            .contains("--depth needs a value: N")
    );
}
