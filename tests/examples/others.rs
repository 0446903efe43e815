//! The examples other than `compare_strategies`.

use std::env;
use std::fs::{self, File};
use std::process::{Command, Stdio};

use plywood::notation::pgn::{GameResult, PgnGame};

use crate::{program, run, words};

const ALL: [&str; 21] = [
    "analyze_live",
    "book",
    "book_pictures",
    "compare_evaluators",
    "compare_strategies",
    "famous_bugs",
    "figures",
    "fit_your_own_terms",
    "kalah",
    "pgn_query",
    "pig",
    "player",
    "quick_start",
    "replications",
    "search_tree",
    "self_play",
    "ten_questions",
    "your_own_evaluator",
    "your_own_game",
    "your_own_match",
    "your_own_strategy",
];

#[test]
fn each_has_a_help_text_and_refuses_unknown_options() {
    for name in ALL {
        let help = run(name, &["--help"]).unwrap();
        assert!(help.contains(&format!("--example {name}")), "{help}");
        let error = run(name, &["--shout"]).unwrap_err();
        assert!(error.contains("--shout"), "{name}: {error}");
    }
    let wrong: [(&str, &[&str], &str); 11] = [
        ("replications", &["sss*"], "sss-star"),
        ("book_pictures", &["watch", "watch.svg"], "young-brothers"),
        ("analyze_live", &["--tables", "/nowhere"], "/nowhere"),
        ("pgn_query", &["--structure", "fork"], "hanging-pawns"),
        ("quick_start", &["8/8"], "8/8"),
        (
            "search_tree",
            &["--game", "go"],
            "tic-tac-toe, connect-four",
        ),
        (
            "search_tree",
            &["--strategy", "alfa-beta"],
            "principal-variation",
        ),
        ("self_play", &["--white", "alfa"], "alpha-beta"),
        ("self_play", &["--black", "minimax:depth=x"], "\"x\""),
        ("your_own_game", &["--heaps", "1,2"], "3,4,5"),
        ("your_own_game", &["--heaps", "9,1,1"], "of up to 5"),
    ];
    for (example, arguments, part) in wrong {
        let error = run(example, arguments).unwrap_err();
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

/// A closed pipe ends an example quietly, and a full disk is an error; neither is a panic.
#[cfg(unix)]
#[test]
fn none_panics_where_it_cannot_print() {
    let small: [(&str, &[&str]); 8] = [
        ("analyze_live", &["--depth", "1"]),
        ("book", &["sticks"]),
        ("numbers", &["classical"]),
        ("pgn_query", &[]),
        ("quick_start", &["--depth", "1"]),
        ("quiet_positions", &["1", "100", "1"]),
        ("retrograde", &["--help"]),
        ("sprt_walk", &["--help"]),
    ];
    let help = ALL.map(|name| (name, &["--help"][..]));
    for (name, arguments) in help.into_iter().chain(small) {
        let full = File::options().write(true).open("/dev/full");
        let (_, closed) = std::io::pipe().expect("there are pipes");
        let outputs = [Stdio::from(full.expect("Linux has it")), closed.into()];
        let [full, closed] = outputs.map(|output| {
            let mut command = Command::new(program(name));
            let output = command.args(arguments).stdin(Stdio::null()).stdout(output);
            output.output().expect("it can be run")
        });
        for ended in [&full, &closed] {
            let error = String::from_utf8_lossy(&ended.stderr);
            assert!(!error.contains("panicked"), "{name} {arguments:?}: {error}");
        }
        assert!(!full.status.success(), "{name} {arguments:?}");
        assert!(!full.stderr.is_empty(), "{name} {arguments:?}");
    }
}

#[test]
fn files_are_read_by_the_one_door() {
    let folder = env::temp_dir().display().to_string();
    for (name, arguments) in [
        ("pgn_query", &[folder.as_str()][..]),
        ("compare_strategies", &["--positions", &folder]),
    ] {
        let error = run(name, arguments).unwrap_err();
        let refused = format!("error: {folder}: this is a folder, not a file");
        assert!(error.starts_with(&refused), "{error}");
    }
    let file = env::temp_dir().join(format!("plywood-one-game-{}.pgn", std::process::id()));
    fs::write(&file, "1. e4 *").unwrap();
    let found = run("pgn_query", &[file.to_str().unwrap()]).unwrap();
    fs::remove_file(file).unwrap();
    assert!(found.ends_with(": 0 found in 1 game\n"), "{found}");
    let error = run("search_tree", &["--strategy", "alfa-beta"]).unwrap_err();
    assert!(error.contains("(did you mean \"alpha-beta\"?)"), "{error}");
}

#[test]
fn quick_start_finds_a_mate_and_the_end_of_a_game() {
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1";
    let answer = run("quick_start", &[back_rank, "--depth", "2"]).unwrap();
    assert!(
        answer.contains("White plays Rb8# (#1 at depth 1)"),
        "{answer}"
    );
    assert!(answer.contains("1. Rb8#\n"), "{answer}");
    let mated = run("quick_start", &["7k/6Q1/6K1/8/8/8/8/8 b - -"]).unwrap();
    assert!(mated.contains("White has won by checkmate"), "{mated}");
}

#[test]
fn live_analysis_has_the_lines_of_each_iteration() {
    let text = run("analyze_live", &["--depth", "4", "--lines", "2"]).unwrap();
    let depths = text.lines().filter(|line| line.starts_with("depth "));
    assert_eq!(depths.count(), 4, "{text}");
    assert_eq!(text.matches("\n   2. ").count(), 4, "{text}");
    assert!(text.contains("White plays ") && !text.contains("   3. "));
    let mated = run("analyze_live", &["--fen", "7k/6Q1/6K1/8/8/8/8/8 b - -"]).unwrap();
    assert!(mated.contains("Black has no move"), "{mated}");
}

#[test]
fn a_query_finds_structures_of_both_sides_and_goes_on_after_a_mistake() {
    let text = run("pgn_query", &[]).unwrap();
    let columns: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(columns[0][..3], ["1", "9", "White"]);
    assert_eq!(columns[1][..3], ["2", "11", "Black"]);
    assert_eq!(columns[2], ["isolated-queen-pawn: 2 found in 3 games"]);
    let file = env::temp_dir().join(format!("plywood-query-{}.pgn", std::process::id()));
    fs::write(
        &file,
        "1. e4 e5 2. Ke3 *\n1. e4 {\n\n[FEN \"4k3/8/4p3/3pP3/3P4/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 *",
    )
    .unwrap();
    let path = file.to_str().unwrap();
    let text = run(
        "pgn_query",
        &[path, "--structure", "french", "--plies", "1"],
    )
    .unwrap();
    fs::remove_file(&file).unwrap();
    assert!(
        text.starts_with("3\t1\tWhite\t4k3/8/4p3/3pP3/3P4/8/4K3/8 b"),
        "{text}"
    );
    assert!(text.ends_with("french: 1 found in 3 games\n"), "{text}");
}

#[test]
fn famous_bugs_cost_what_is_known() {
    let text = run("famous_bugs", &[]).unwrap();
    let cases: Vec<&str> = text.split("\n\n").collect();
    let rows = |title: &str| {
        let index = cases.iter().position(|part| part.contains(title));
        cases[index.expect("the case is there") + 1]
    };
    let swift = rows("Min never lowers beta");
    assert_eq!(words(swift, "minimax")[1..4], ["f7g6", "+5.25", "3474358"]);
    assert_eq!(
        words(swift, "as published")[2..5],
        ["f7g6", "+5.25", "3474358"]
    );
    assert_eq!(words(swift, "beta lowered")[2..4], ["f7g6", "+5.25"]);
    assert_eq!(words(swift, "the library's")[4..6], ["f7g6", "+5.25"]);

    let wrong = rows("Bounds stored as values");
    assert_eq!(words(wrong, "alpha-beta without")[5], "+5.00");
    assert!(words(wrong, "as published").contains(&"WRONG"));
    assert!(words(wrong, "and bounds").contains(&"right"));
    let hidden = rows("Half fixed");
    assert!(words(hidden, "as published").contains(&"right"));
    assert!(words(hidden, "`>=` instead").contains(&"WRONG"));

    let fork = rows("BlogChess, 2014");
    assert_eq!(words(fork, "negamax")[1..3], ["b5c7", "+4.30"]);
    assert_eq!(words(fork, "as published")[2..4], ["b5c7", "+4.30"]);
    assert!(fork.contains("10762 leaves"), "{fork}");
    let mate = rows("Mate without distance");
    assert!(mate.contains("after 8 moves a draw: threefold repetition"));
    assert!(words(mate, "the nearest").ends_with(&["1-0", "in", "1"]));
    assert_eq!(words(rows("finds no move"), "as published")[2], "none");
}

#[test]
fn a_game_is_legal_and_the_same_for_the_same_seed() {
    let play = |seed| {
        let quick = [
            "--white",
            "quiescence:depth=2",
            "--black",
            "random",
            "--seed",
            seed,
        ];
        run("self_play", &quick).unwrap()
    };
    let text = play("1");
    let game: PgnGame = text.parse().unwrap();
    assert!(game.errors().is_empty());
    assert_eq!(game.tags().get("White"), Some("quiescence:depth=2"));
    assert!(game.main_line().all(|node| node.mv().is_some()));
    // The random player does not win.
    assert!(matches!(
        game.result(),
        GameResult::Won(_) | GameResult::Draw
    ));
    let is_over = game.final_position().outcome().is_some();
    assert!(is_over || text.contains("a draw is claimed"), "{text}");
    assert_eq!(play("1"), text);
    assert_ne!(play("2"), text);
}

#[test]
fn a_tree_is_an_outline_and_a_picture() {
    let file = env::temp_dir().join(format!("plywood-tree-{}.svg", std::process::id()));
    let outline = run("search_tree", &["--out", file.to_str().unwrap()]).unwrap();
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg"));
    fs::remove_file(&file).unwrap();
    assert!(outline.contains("2 ≤ α 3  ✂ 2: b c"), "{outline}");
    assert!(
        outline.ends_with("\nalpha-beta: a, 11 nodes\n"),
        "{outline}"
    );
    let full = &[
        "--game",
        "chess",
        "--strategy",
        "minimax:evaluator=material",
        "--depth",
        "1",
    ];
    assert!(
        run("search_tree", full)
            .unwrap()
            .contains("\n  Nxe5  (-∞, +∞)  +")
    );
    let won = ["--game", "tic-tac-toe", "--position", "XXX OO. ..."];
    assert!(
        run("search_tree", &won)
            .unwrap()
            .contains("The game is over")
    );
}

#[test]
fn evaluators_questions_and_the_players_of_the_book_have_all_their_lines() {
    let evaluators = run("compare_evaluators", &[]).unwrap();
    let total = words(&evaluators, "total ");
    assert_eq!(
        words(&evaluators, "classical ")[1],
        total[1],
        "{evaluators}"
    );
    let questions = run("ten_questions", &[]).unwrap();
    for number in 1..=10 {
        let question = words(&questions, &format!("{number}. "));
        assert!(question.last().unwrap().ends_with('?'), "{question:?}");
    }
    let player = run("player", &["--pairs", "1", "--nodes", "100"]).unwrap();
    for chapter in [2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13] {
        words(&player, &format!("{chapter}  "));
    }
}

#[test]
fn a_game_an_evaluator_and_a_strategy_of_ones_own_are_compared() {
    let nim = run("your_own_game", &["--heaps", "1,2,3"]).unwrap();
    assert!(nim.contains("the side to move loses"), "{nim}");
    let sound = nim.lines().filter(|line| line.ends_with("  yes")).count();
    assert!(sound >= 7, "{nim}");
    assert_eq!(words(&nim, "alpha-beta-table")[2], "#-3");

    let kalah = run("kalah", &["--depth", "4"]).unwrap();
    assert!(kalah.contains("`WithPasses` adds passes"), "{kalah}");
    let won: u32 = words(&kalah, "With passes")[2].parse().unwrap();
    assert!(won > 6, "{kalah}");

    let pig = run("pig", &["--depth", "5"]).unwrap();
    assert!(pig.contains("with a probability of 0.5306"), "{pig}");
    let near = words(&pig, "99:99");
    assert_eq!(
        near[1], near[3],
        "with the solution at its horizon, a search finds the solution: {pig}"
    );
    assert!(run("pig", &["--goal", "1"]).is_err());

    let evaluators = run("your_own_evaluator", &["--depth", "2"]).unwrap();
    assert!(evaluators.contains("king-hunt: treats both colors the same"));
    assert!(evaluators.contains("from White's view: position 0 scores"));
    assert!(evaluators.contains("the same in WhiteView: treats both colors the same"));

    let fit = run("fit_your_own_terms", &["--games", "30"]).unwrap();
    assert_eq!(words(&fit, "mobility")[1], "4.5", "{fit}");
    assert!(
        fit.contains("of 26 games") && fit.contains("of 4 games"),
        "{fit}"
    );

    // Nothing is reduced this near the root, and NegaScout is principal variation search; two plies deeper it saves nodes.
    let nodes = |depth, name: &str| -> u64 {
        let strategies = run("your_own_strategy", &["--depth", depth]).unwrap();
        words(&strategies, &format!("{name} "))[4].parse().unwrap()
    };
    let [pvs, negascout] = ["pvs", "negascout"].map(|search| format!("{search}+captures+killers"));
    assert_eq!(nodes("2", &negascout), nodes("2", &pvs));
    assert!(nodes("4", &negascout) < nodes("4", &pvs));
}
