//! The results of commands as tables, JSON and CSV, and their exit codes.

use crate::reports::{lab, printed, suite, words, written};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("it is JSON")
}

/// The fields of each line, without quotes.
fn records(csv: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut is_quoted = false;
    for sign in csv.trim_end().chars() {
        let record = records.last_mut().expect("there is one from the start");
        match sign {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(String::new()),
            '\n' if !is_quoted => records.push(vec![String::new()]),
            other => record
                .last_mut()
                .expect("there is one from the start")
                .push(other),
        }
    }
    records
}

#[test]
fn a_comparison_reports_every_search() {
    let arguments = words("compare minimax alpha-beta --depth 3 --json");
    let comparison = json(&arguments);
    let runs = comparison["positions"][0]["runs"]
        .as_array()
        .expect("there are runs");
    assert_eq!(runs.len(), 6);
    let deepest = |strategy: u64| {
        let is_wanted = |run: &&Value| run["strategy"] == strategy && run["depth"] == 3;
        runs.iter().find(is_wanted).expect("it was searched")
    };
    let (minimax, alpha_beta) = (deepest(0), deepest(1));
    assert_eq!(minimax["score"], alpha_beta["score"]);
    assert!(alpha_beta["nodes"].as_u64() < minimax["nodes"].as_u64());
}

#[test]
fn values_with_commas_and_quotes_stay_one_field() {
    let suite = suite();
    let compare = [
        "compare", "random", "minimax", "--depth", "1", "--epd", &suite,
    ];
    let solve = ["suite", &suite, "alpha-beta", "minimax", "--depth", "2"];
    let ablate = ["ablate", "--epd", &suite, "--to-depth", "1", "--depth", "1"];
    for (name, arguments, lines) in [
        ("c.csv", &compare[..], 4 + 1),
        ("s.csv", &solve, 4),
        ("a.csv", &ablate, 9),
    ] {
        let records = records(&written(name, "--csv", arguments));
        assert_eq!(records.len(), 1 + lines, "{name}");
        let width = records[0].len();
        assert!(
            records.iter().all(|record| record.len() == width),
            "{name}: {records:?}"
        );
    }
}

#[test]
fn a_comparison_s_values_have_its_sentences_leaves_and_positions() {
    let line = "compare minimax alpha-beta --game connect-four --depth 2 --distinct";
    let boards = ["d", "dd", "de", "a", "ab", "c"];
    let boards = boards.iter().flat_map(|board| ["--position", board]);
    let arguments: Vec<&str> = words(line).into_iter().chain(boards).collect();
    let shown = printed(&arguments);
    let records = records(&written("distinct.csv", "--csv", &arguments));
    assert_eq!(records.len(), 1 + 6 * 2 * 2 + 1);
    let column = |name: &str| records[0].iter().position(|it| it == name).expect(name);
    let (leaves, distinct) = (column("leaves"), column("distinct"));
    // Two plies of minimax from a board with one stone: no two of its positions are the same.
    assert_eq!(
        (records[2][leaves].as_str(), records[2][distinct].as_str()),
        ("49", "57")
    );
    let (sentence, rest) = records
        .last()
        .and_then(|last| last.split_first())
        .expect("it's there");
    let text = sentence.strip_prefix("# ").expect("it's a note");
    assert!(
        shown.contains(text) && text.starts_with("alpha-beta visits"),
        "{text}"
    );
    assert!(
        rest.iter().all(String::is_empty) && shown.contains(" leaves  distinct"),
        "{shown}"
    );
}

#[test]
fn a_suite_is_marked() {
    let suite = suite();
    let marks = json(&[
        "suite",
        &suite,
        "alpha-beta",
        "random",
        "--depth",
        "2",
        "--json",
    ]);
    assert_eq!(marks["sheets"][0]["solved"], 2);
    assert_eq!(marks["results"][0]["answers"][0]["played"], "Ra8#");
    let missed = printed(&["suite", &suite, "random", "--depth", "1", "--misses"]);
    assert!(
        missed.contains("missed by random") && missed.contains("Nxd5"),
        "{missed}"
    );
}

#[test]
fn an_ablation_plays_its_games() {
    let arguments = words("ablate --evaluator material --to-depth 1 --depth 1 --games 2 --json");
    let ablated = json(&arguments);
    let rows = ablated["rows"].as_array().expect("there are rows");
    assert_eq!(rows.len(), 9);
    assert!(
        rows[0]["elo"].is_null() && rows[1..].iter().all(|row| row["elo"].is_object()),
        "{rows:?}"
    );
}

#[test]
fn a_tree_can_be_had_in_every_form() {
    let tree = ["tree", "alpha-beta", "--game", "tree"];
    let outline = printed(&tree);
    assert!(
        outline.contains("b  (3, +∞)  ≤ 2  2 ≤ α 3  ✂ 2: b c"),
        "{outline}"
    );
    assert_eq!(
        json(&[&tree[..], &["--json"]].concat())["nodes"]
            .as_array()
            .map(Vec::len),
        Some(11)
    );
    assert!(written("tree.svg", "--svg", &tree).starts_with("<svg"));
}

/// The example of the help: below the horizon a pawn recaptures, and the stand pat score is a lower bound.
#[test]
fn a_tree_of_quiescence_shows_noisy_moves_and_bounds() {
    let help = printed(&["tree", "--help"]);
    let example = "plywood-lab tree quiescence ";
    let (_, rest) = help.split_once(example).expect("the help has this example");
    let line = rest.lines().next().unwrap_or_default();
    let outline = printed(&words(&format!(
        "tree quiescence {line} --evaluator material"
    )));
    assert!(
        outline.contains("\n    cxd5  (-∞, 0.00)  -1.00\n"),
        "{outline}"
    );
    assert!(
        outline.contains("\n  Kd1  (-1.00, +∞)  ≤ -1.00  stand pat\n"),
        "{outline}"
    );
}

#[test]
fn the_engine_has_a_tree_that_names_its_steps() {
    let outline = printed(&words("tree engine --depth 3 --nodes 300"));
    assert!(
        outline.contains("skipped by quiescence-pruning"),
        "{outline}"
    );
}

#[test]
fn every_move_that_is_searched_again_says_so() {
    let tree = "tree principal-variation --game tree --position '((3 12 8) (9 14 11) (14 5 2))'";
    let outline = printed(&words(tree));
    assert!(outline.contains("again"), "{outline}");
}

#[test]
fn evaluators_are_explained() {
    let fen = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 b - - 0 1";
    let explanation = json(&["explain", "swift", "classical", "--fen", fen, "--json"]);
    let swift = &explanation["evaluators"][0];
    assert_eq!(
        swift["score"],
        serde_json::json!({"cp": -500}),
        "from White's point of view, whichever side is to move"
    );
    assert_eq!(swift["terms"].as_array().map(Vec::len), Some(5));
    let queen = swift["pieces"]
        .as_array()
        .expect("there are pieces")
        .iter()
        .find(|piece| piece["square"] == "d5");
    assert_eq!(
        queen.map(|queen| &queen["worth"]),
        Some(&serde_json::json!(900))
    );
}

/// Wrong command lines, and a part of the expected error.
const MISTAKES: [(&str, &str); 18] = [
    ("compare alfa-beta", "alpha-beta"),
    ("compare minimax --fen 8/8", "8/8"),
    ("compare minimax --epd 'no such file'", "no such file"),
    (
        "compare minimax --game tic-tac-toe --evaluator material",
        "none, random",
    ),
    ("tree alpha-beta --fen 8/8 --depth 1", "8 ranks"),
    ("explain matter", "material"),
    ("suite 'no such file'", "no such file"),
    ("ablate --games 3", "even"),
    ("ablate --time soon", "200ms"),
    ("match --players no/such.txt", "no/such.txt"),
    ("match random --players /dev/null", "not a file"),
    ("compare random --html no/such/x", "no/such/x"),
    ("compare random --csv .", "."),
    ("compare random --depth 0", "--depth"),
    ("suite x random --sample 0", "--sample"),
    (
        "match random minimax --depth 1 --shard 17/16 --journal j",
        "from 1/16 to 16/16",
    ),
    ("tree alpha-beta --nodes 0", "--nodes"),
    (
        "tree alpha-beta --game tree --position 5",
        "the game is over",
    ),
];

#[test]
fn exit_codes_are_2_for_wrong_options_and_1_for_failures() {
    for (arguments, part) in MISTAKES {
        let output = lab(&words(arguments));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(
            error.contains(part) && output.stdout.is_empty(),
            "{arguments:?}: {error}"
        );
    }
    let failed = ["tree", "random", "--game", "tree"];
    assert_eq!(lab(&failed).status.code(), Some(1));
}

#[test]
fn a_deep_tree_ends_soon() {
    let outline = printed(&words("tree alpha-beta --depth 40 --nodes 100"));
    assert!(outline.lines().count() < 110);
    assert!(outline.contains("the search was stopped"), "{outline}");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in words("compare tree explain suite ablate fit export") {
        let help = printed(&[command, "--help"]);
        let (_, examples) = help.split_once("Examples:").expect("there are examples");
        assert!(
            examples.contains(&format!("  plywood-lab {command}")),
            "{help}"
        );
    }
}
