//! The `compare_strategies` example: scripts rely on its options and its JSON.

fn answer(arguments: &[&str]) -> Result<String, String> {
    crate::run("compare_strategies", arguments)
}

#[test]
fn every_strategy_is_in_the_table() {
    for game in ["chess", "connect-four", "tic-tac-toe", "plain-tic-tac-toe"] {
        let table = answer(&["--depth", "2", "--game", game]).unwrap();
        assert!(table.lines().count() > 20, "{table}");
        let sound = table.lines().filter(|line| line.ends_with("  yes")).count();
        assert!(sound >= 16, "{table}");
    }
}

#[test]
fn the_example_composes_every_strategy_of_the_catalog_and_the_engine() {
    let names = |game: &str| {
        let csv = answer(&["--csv", "--depth", "1", "--game", game]).unwrap();
        let rows = csv.lines().skip(1);
        let names = rows.filter_map(|row| row.split(',').next());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort_unstable();
        names
    };
    // Those for connect four are the catalog's.
    let mut known = names("connect-four");
    known.push("engine".to_owned());
    known.sort_unstable();
    assert_eq!(names("chess"), known);
}

#[test]
fn json_is_one_object_with_the_promised_fields() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let asked = [
        "--json",
        "--depth",
        "1",
        "--strategies",
        "minimax,random",
        "--fen",
        mate,
    ];
    let json = answer(&asked).unwrap();
    let start = "{\"game\":\"chess\",\"position\":\"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\",\"depth\":1,\"evaluator\":\"material\",\"results\":[{\"strategy\":\"minimax\",\"exact\":true,\"move\":\"a1a8\",\"score\":{\"mate\":1},\"explored\":";
    assert!(json.starts_with(start), "{json}");
    assert!(
        json.contains("\"same_value\":true,\"line\":[\"a1a8\"]}")
            && json.contains("\"score\":null"),
        "{json}"
    );
    assert!(
        json.ends_with("]}\n") && json.lines().count() == 1,
        "{json}"
    );
}

#[test]
fn csv_has_headings_and_a_line_for_each_strategy() {
    let asked = [
        "--csv",
        "--depth",
        "1",
        "--strategies",
        "minimax,alpha-beta",
    ];
    let csv = answer(&asked).unwrap();
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [12; 3], "{csv}");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let asked = ["--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "--json"];
    let json = answer(&asked).unwrap();
    assert_eq!(
        json.matches("\"move\":null").count(),
        json.matches("\"strategy\"").count()
    );
}

#[test]
fn errors_list_the_known_names() {
    let wrong = [
        (["--strategies", "alfa-beta"], "alpha-beta"),
        (["--evaluator", "matter"], "material"),
        (["--game", "go"], "connect-four"),
        (["--depth", "deep"], "a number from 0"),
        (["--fen", "8/8"], "8/8"),
        (["--shout", "x"], "--shout"),
    ];
    for (arguments, part) in wrong {
        let error = answer(&arguments).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
    assert!(answer(&["--depth"]).is_err());
    assert!(answer(&["--game", "tic-tac-toe", "--evaluator", "material"]).is_err());
}

#[test]
fn plain_tic_tac_toe_has_the_node_counts_of_books() {
    let explored = |game: &str| -> Vec<String> {
        let asked = [
            "--csv",
            "--game",
            game,
            "--strategies",
            "minimax,alpha-beta",
        ];
        let csv = answer(&asked).unwrap();
        let column = |line: &str| line.split(',').nth(4).unwrap_or_default().to_owned();
        csv.lines().skip(1).map(column).collect()
    };
    assert_eq!(explored("plain-tic-tac-toe"), ["549946", "18297"]);
    // A nearer win is worth more, so fewer lines are of equal value and fewer are cut off.
    assert_eq!(explored("tic-tac-toe"), ["549946", "20866"]);
}
