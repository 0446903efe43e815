//! Pages and pictures are well-formed and self-contained, and escape the user's texts.

use crate::reports::markup::{assert_self_contained, tags};
use crate::reports::{suite, words, written};

const HOSTILE_TREE: &str = "((3 12 8) (2 4 6) (14 5 2))";

fn count(text: &str, wanted: &str) -> usize {
    tags(text)
        .iter()
        .filter(|(name, _)| *name == wanted)
        .count()
}

#[test]
fn the_page_of_a_comparison_has_boards_plots_and_a_table() {
    let suite = suite();
    let page = written(
        "compare.html",
        "--html",
        &[
            "compare",
            "minimax",
            "alpha-beta",
            "mtd-f",
            "random",
            "--depth",
            "2",
            "--epd",
            &suite,
        ],
    );
    assert_self_contained(&page);
    assert!(!page.contains("<script>alert"), "names are escaped");
    assert!(page.contains("&lt;script&gt;alert"));
    // Two boards and five plots.
    assert_eq!(count(&page, "svg"), 2 + 5);
    assert!(
        page.contains("<p class=\"line\">"),
        "moves have their lines"
    );
    // A heading and a row for each strategy on each position.
    assert_eq!(count(numbers(&page), "tr"), 1 + 4 * 2);
}

/// Returns the section with the table of all numbers.
fn numbers(page: &str) -> &str {
    let (_, section) = page.split_once("Every number</h2>").expect("there is one");
    section.split_once("</section>").expect("it ends").0
}

#[test]
fn a_comparison_by_default_has_few_lines() {
    let page = written("default.html", "--html", &words("compare --depth 2"));
    // A heading, and a row for each part that is added.
    let rows = count(numbers(&page), "tr") - 1;
    assert!((7..=9).contains(&rows), "{rows} rows");
}

#[test]
fn every_game_has_a_comparison_page() {
    for (game, position) in [
        ("connect-four", "ddcc"),
        ("tic-tac-toe", "X.. .O. ..."),
        ("tree", HOSTILE_TREE),
    ] {
        let name = format!("compare-{game}.html");
        let arguments = [
            "compare",
            "minimax",
            "alpha-beta",
            "--depth",
            "3",
            "--game",
            game,
            "--position",
            position,
        ];
        let page = written(&name, "--html", &arguments);
        assert_self_contained(&page);
        let boards = match game {
            "tree" => 0,
            _ => 1,
        };
        assert_eq!(count(&page, "svg"), boards + 5, "{game}");
    }
}

#[test]
fn the_page_of_a_tree_has_all_its_nodes_and_the_stepper() {
    let arguments = [
        "tree",
        "alpha-beta",
        "--game",
        "tree",
        "--position",
        HOSTILE_TREE,
    ];
    let page = written("tree.html", "--html", &arguments);
    assert_self_contained(&page);
    let (_, data) = page.split_once("window.plywood = ").expect("there is data");
    let (data, _) = data.split_once(";\n").expect("it ends");
    let data: serde_json::Value = serde_json::from_str(data).expect("it is JSON");
    let data = &data[0];
    assert_eq!(data["nodes"].as_array().map(Vec::len), Some(11));
    assert_eq!(
        data["nodes"][5]["cut"]["untried"],
        serde_json::json!(["b", "c"])
    );
    assert_eq!(data["nodes"][0]["alpha"], serde_json::Value::Null);
    assert_eq!(data["nodes"][5]["alpha"], serde_json::json!({"cp": 3}));
    assert!(page.contains("class Stepper"), "the script is inside");
}

#[test]
fn pictures_are_well_formed_and_stand_alone() {
    let tree = words("tree alpha-beta --game tic-tac-toe --position 'XOX .O. .X.'");
    let explain = ["explain", "material", "classical"];
    let ablate = words("ablate --to-depth 1 --nodes 50 --sample 2");
    for (name, arguments) in [
        ("tree.svg", &tree[..]),
        ("explain.svg", &explain),
        ("ablate.svg", &ablate),
    ] {
        let svg = written(name, "--svg", arguments);
        assert!(svg.starts_with("<svg "), "{name}");
        assert_self_contained(&svg);
    }
}

#[test]
fn the_page_of_an_explanation_has_a_board_and_a_table_for_each_evaluator() {
    let fen = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";
    let page = written("explain.html", "--html", &["explain", "--fen", fen]);
    assert_self_contained(&page);
    assert_eq!((count(&page, "figure"), count(&page, "table")), (7, 7));
}

#[test]
fn the_page_of_an_ablation_has_its_plots() {
    let page = written(
        "ablate.html",
        "--html",
        &words("ablate --to-depth 1 --nodes 50 --sample 2"),
    );
    assert_self_contained(&page);
    assert_eq!(count(&page, "svg"), 3);
}

#[test]
fn the_page_of_a_suite_has_a_board_for_each_miss() {
    let suite = suite();
    let page = written(
        "suite.html",
        "--html",
        &["suite", &suite, "random", "--depth", "1"],
    );
    assert_self_contained(&page);
    let misses = count(&page, "figure");
    assert!(misses >= 1 && page.contains("expected"), "{misses}");
}
