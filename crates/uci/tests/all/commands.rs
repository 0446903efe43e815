//! The commands for the terminal.

use crate::program::{Folder, failure, run, text};
use plywood_notation::pgn::{Nag, PgnGame, PgnScore};
use serde_json::Value;

const FOOLS_MATE: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn perft_counts() {
    let counted = text(&["perft", "4"]);
    assert!(counted.starts_with("197281 positions in "), "{counted}");
    let divided = text(&[
        "perft",
        "2",
        "--divide",
        "--fen",
        "4k3/8/8/8/8/8/4P3/4K3 w - -",
    ]);
    assert!(divided.contains("e2e4: 5\n"), "{divided}");
}

#[test]
fn eval_explains_by_term() {
    let explained = text(&["eval", "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1"]);
    assert!(
        explained.contains("material") && explained.contains("from White's point of view is -"),
        "{explained}"
    );
    let network = text(&[
        "eval",
        "--evaluator",
        "net",
        "4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1",
    ]);
    assert!(
        network.contains("What each piece is worth") && network.contains("1 Q "),
        "{network}"
    );
    let folder = Folder::new("portrait");
    let file = folder.write("net.svg", "");
    text(&["eval", "--evaluator", "net", "--portrait", &file]);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg "));
    let material = text(&["eval", "--evaluator", "material"]);
    assert!(material.contains("is 0.00"), "{material}");
}

#[test]
fn games_with_dice_are_neither_analyzed_nor_judged() {
    let folder = Folder::new("dice");
    let game = "[Event \"plywood match\"]\n[Game \"backgammon\"]\n\n31\n8/5,6/5\n*\n";
    let file = folder.write("game.pgn", game);
    let (code, analyzed) = failure(&["analyze", &file, "--depth", "1"]);
    let expected = "only chess is analyzed, and this is a game of backgammon";
    assert!(analyzed.contains(expected), "{analyzed}");
    assert_ne!(code, Some(0));
    let (code, judged) = failure(&["judge", "--game", "backgammon", "--", "true"]);
    let games = "[possible values: tree, tic-tac-toe, connect-four, chess]";
    assert!(judged.contains(games), "{judged}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_game_is_annotated_as_lichess_does() {
    let folder = Folder::new("annotate");
    let file = folder.write("game.pgn", FOOLS_MATE);
    let annotated = text(&["analyze", &file, "--depth", "3"]);
    let game: PgnGame = annotated.parse().unwrap();
    assert_eq!(game.tags().get("White"), Some("A"));
    let moves: Vec<_> = game.main_line().collect();
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[2].nags(), [Nag(4)], "{annotated}");
    let evaluation = moves[2]
        .comments()
        .iter()
        .find_map(plywood_notation::pgn::Comment::evaluation);
    assert_eq!(
        evaluation.map(|found| found.score),
        Some(PgnScore::Mate(-1))
    );
    // Lines are wrapped between any two words.
    let words = annotated.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("Blunder. It allows a forced mate."),
        "{words}"
    );
    assert_eq!(
        moves[1].continuations().count(),
        2,
        "the better line is a variation"
    );
    assert_eq!(moves[3].comments(), [], "mate needs no evaluation");
}

#[test]
fn a_board_alone_is_a_position_with_white_to_move() {
    let board = "4k3/8/8/8/8/8/4P3/4K3";
    let analyzed = |position: &str| text(&["analyze", position, "--depth", "2"]);
    assert_eq!(analyzed(board), analyzed(&format!("{board} w - - 0 1")));
    let (code, errors) = failure(&["analyze", "8/8/8/8/8/8/8/8"]);
    assert!(
        code == Some(2) && errors.contains("White has no king"),
        "{errors}"
    );
}

#[test]
fn an_analysis_is_data_too() {
    let folder = Folder::new("json");
    let file = folder.write("game.pgn", FOOLS_MATE);
    let games: Value =
        serde_json::from_str(&text(&["analyze", &file, "--depth", "3", "--json"])).unwrap();
    assert_eq!(games[0]["white"]["blunders"], 1);
    assert_eq!(games[0]["moves"][2]["judgment"], "blunder");
    assert_eq!(games[0]["moves"][2]["score"]["mate"], -1);
    let suite = folder.write(
        "suite.epd",
        "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"mate\";\n4k3/8/8/8/8/8/8/4K2R w K - bm Ke2; id \"no\";\n",
    );
    let tests: Value =
        serde_json::from_str(&text(&["analyze", &suite, "--depth", "2", "--json"])).unwrap();
    assert_eq!(
        (&tests[0]["solved"], &tests[0]["best"]),
        (&Value::Bool(true), &Value::from("Ra8#"))
    );
    assert_eq!(tests[0]["lines"][0]["score"]["mate"], 1);
    let counted = text(&["analyze", &suite, "--depth", "2"]);
    assert!(counted.contains("solved: 1 of 2"), "{counted}");
}

#[test]
fn games_with_errors_are_counted_and_the_others_are_analyzed() {
    let folder = Folder::new("broken");
    let games = format!("{FOOLS_MATE}\n1. e4 Ke4 *\n\n1. e4 -- 2. d4 *\n\n1. d4 d5 *\n");
    let file = folder.write("games.pgn", games);
    for format in [&["--json"][..], &[]] {
        let arguments = [&["analyze", &*file, "--depth", "1"], format].concat();
        let answer = run(&arguments, "");
        let errors = answer.errors();
        assert_eq!(answer.code(), Some(1), "{errors}");
        let count = "2 of 4 games were not analyzed to the end, for the reasons above";
        assert!(errors.ends_with(&format!("{count}\n")), "{errors}");
        assert_eq!(errors.matches("warning: ").count(), 2, "{errors}");
        let found = answer.text();
        assert!(found.contains("d5"), "{found}");
    }
}

#[test]
fn a_fen_is_analyzed_from_the_command_line() {
    let found = text(&[
        "analyze",
        "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
        "--depth",
        "2",
    ]);
    assert!(found.contains("#1  1. Ra8#"), "{found}");
}

#[test]
fn wrong_commands_have_exit_code_two_and_a_reason() {
    for (arguments, reason) in [
        (vec!["analyze", "nothing.pgn"], "nothing.pgn"),
        (vec!["analyze", "8/8 w"], "FEN: "),
        (vec!["analyze", "hello"], "there is no such file"),
        (vec!["eval", "x"], "FEN: "),
        (vec!["eval", "--evaluator", "nnue"], "no evaluator \"nnue\""),
        (vec!["eval", "--portrait", "x.svg"], "has no portrait"),
        (
            vec!["analyze", "startpos", "--strategy", "magic"],
            "there is no strategy",
        ),
        (vec!["perft", "0"], "expected a whole number from 1 to 20"),
        (
            vec!["analyze", "startpos", "--time", "soon"],
            "expected a time above zero",
        ),
        (vec!["genfens", "many"], "expected a number"),
        (vec!["genfens 1 sed 7", "quit"], "found \"sed\""),
        (vec!["genfens", "1", "quit", "now"], "found \"quit\""),
        (vec!["genfens 1 seed 1 seed 2"], "found \"seed\""),
        (
            vec!["analyze", "/home/me/chess/2026/11/25/games.epd"],
            "games.epd: there is no such file",
        ),
        (vec!["genfens", "1", "book"], "found \"book\""),
        (vec!["dance"], "dance"),
    ] {
        let (code, errors) = failure(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(reason), "{arguments:?}: {errors}");
    }
}

#[test]
fn help_has_examples() {
    let help = text(&["--help"]);
    for command in ["perft", "eval", "analyze", "judge"] {
        assert!(help.contains(command), "{help}");
    }
    assert!(text(&["analyze", "--help"]).contains("plywood analyze game.pgn"));
}
