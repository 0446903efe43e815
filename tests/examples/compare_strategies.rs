//! The `compare_strategies` example.

use std::fs;

/// Légal's mate, if White gives up the queen.
const MATE_IN_FIVE_PLIES: &str =
    "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn answer(arguments: &[&str]) -> Result<String, String> {
    crate::run("compare_strategies", arguments)
}

#[test]
fn it_compares_every_strategy_by_depth() {
    let table = answer(&[
        "--depth",
        "2",
        "--fen",
        MATE_IN_FIVE_PLIES,
        "--strategies",
        "all",
    ])
    .unwrap();
    let rows = |name| {
        table
            .lines()
            .filter(move |line| line.starts_with(name))
            .count()
    };
    assert_eq!((rows("minimax "), rows("engine ")), (2, 2), "{table}");
    let sound = table.lines().filter(|line| line.ends_with("  yes")).count();
    assert!(sound >= 32, "{table}");
}

#[test]
fn positions_and_strategies_are_chosen() {
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
    assert_eq!(crate::words(&table, "minimax")[1..4], ["Ra8#", "#1", "1"]);
    let over = answer(&["--depth", "1", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]).unwrap();
    assert_eq!(crate::words(&over, "minimax")[1], "–", "{over}");
    let folder = std::env::temp_dir().join(format!("compare-strategies-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [fens, csv, svg] =
        ["a.fen", "a.csv", "a.svg"].map(|name| folder.join(name).display().to_string());
    fs::write(&fens, format!("{mate}\n").repeat(3)).unwrap();
    let arguments = [
        "--depth",
        "2",
        "--positions",
        &fens,
        "--csv",
        &csv,
        "--svg",
        &svg,
    ];
    let means = answer(&arguments).unwrap();
    assert!(
        means.contains("3 of 3") && means.contains("3 positions"),
        "{means}"
    );
    assert_eq!(
        fs::read_to_string(&csv).unwrap().lines().count(),
        1 + 3 * 2 * 9
    );
    assert!(
        fs::read_to_string(&svg)
            .unwrap()
            .contains("geometric mean of 3 positions")
    );
    fs::remove_dir_all(&folder).unwrap();
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
