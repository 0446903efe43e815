//! `plywood-lab fit` and `plywood-lab export`, and their reading of files.

use crate::program::Folder;
use plywood_eval::{GameResult, Score, Side};
use plywood_workbench::Samples;

const GAMES: &str = "[Event \"x\"]\n\n1. e4 { [%eval 0.3] } 1... e5 { [%eval #5] } 2. Nf3 Nc6 1-0\n\n\
    1. e4 d5 2. exd5 Qxd5 (2... Nf6) 3. Nc3 Ke4 1/2-1/2\n\n1. c4 *\n";

const LINES: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\"; c9 \"1-0\";\n\
    4k3/8/8/8/4P3/8/8/4K3 b - - id \"a\"; ce -150; c9 \"1-0\";\n# none\n\
    4k3/8/8/8/8/8/4p3/4K3 w - - c9 \"e2e4\";\n\
    4k3/R7/8/8/8/8/8/4K3 w - - dm 9; hmvc 3; fmvn 40;\n";

#[test]
fn every_position_of_a_file_has_its_game_result_and_score() {
    let folder = Folder::new("samples");
    let files = [folder.write("a.pgn", GAMES), folder.write("b.epd", LINES)];
    let mut samples = Samples::of(&files);
    let all: Vec<_> = samples.by_ref().map(Result::unwrap).collect();
    let note = samples.note().unwrap();
    assert!(
        note.starts_with("of 1 game with errors") && note.contains("a.pgn, game 2, line "),
        "{note}"
    );
    let games: Vec<u64> = all.iter().map(|played| played.sample.game).collect();
    assert_eq!(games, [1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 4, 5, 6]);
    let score = |index: usize| all[index].sample.score;
    assert_eq!(
        [score(0), score(1), score(2)],
        [None, Some(Score::centipawns(30)), Some(Score::mate(5))]
    );
    assert_eq!(score(11), Some(Score::centipawns(150)));
    assert_eq!(score(13), Some(Score::mate(9)));
    let result = |index: usize| all[index].sample.result;
    assert_eq!(result(0), Some(GameResult::Won(Side::First)));
    assert_eq!(result(4), Some(GameResult::Drawn));
    assert_eq!([result(9), result(12)], [None, None]);
    assert_eq!(all[3].played.as_deref(), Some("Nc6"));
    assert_eq!((all[3].ply, all[13].ply), (3, 78));

    // Nothing is learned without results and scores; a hanging pawn is not quiet.
    let quiet: Vec<_> = Samples::of(&files).quiet().map(Result::unwrap).collect();
    let games: Vec<u64> = quiet.iter().map(|sample| sample.game).collect();
    assert_eq!(games, [1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 6]);
}

#[test]
fn errors_name_the_file_and_the_line() {
    let folder = Folder::new("fit-errors");
    folder.write("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3 w\n");
    folder.line("fit a.epd").refuses("a.epd, line 2: ");
    folder.write("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    folder
        .line("fit a.epd --output new.json")
        .refuses("a.epd: expected quiet positions with a result or a score, found none");
    assert!(!folder.path("new.json").exists());
    folder
        .line("fit a.epd --hold-out 1")
        .complains("a number from 0 to 0.99");
    folder.write("a.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n");
    folder
        .line("fit a.epd --hold-out 0.9")
        .refuses("every game is held out, so nothing is fitted");
    folder
        .line("export a.epd --evaluator random")
        .refuses("chess has no evaluator \"random\" with weights");
}

#[test]
fn fitted_weights_are_written_and_read_again() {
    let folder = Folder::new("fit");
    // The side with the rook wins three games of four.
    let line = |game: usize| {
        let result = if game.is_multiple_of(4) { "0-1" } else { "1-0" };
        format!("4k3/1p6/8/8/8/8/1P6/R3K3 w - - c9 \"{result}\";\n")
    };
    folder.write("rooks.epd", (0..400).map(line).collect::<String>());
    let answer = folder.line("fit rooks.epd --evaluator material --output new.json");
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    answer.prints("pawn       100.0     100.0                   0\n");
    answer.prints(" positions of ");
    let fit = "fit rooks.epd --evaluator material@new.json --scale 200 --json";
    let data = folder.line(fit).json();
    let rook = &data["weights"][3];
    assert_eq!(
        (&rook["name"], &rook["before"]),
        (&"rook".into(), &500.0.into())
    );
    let after = rook["after"].as_f64().unwrap();
    assert!((200.0..350.0).contains(&after), "{data}");

    folder.write("new.json", "{\"pawn\": 1, \"rook\": 2}");
    folder
        .line(fit)
        .refuses("weights in \"new.json\": the weight \"knight\" is missing");
}

#[test]
fn features_are_exported_by_name() {
    let folder = Folder::new("export");
    folder.write("a.pgn", GAMES);
    let answer = folder.line("export a.pgn --evaluator material");
    let text = answer.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11);
    assert_eq!(
        lines[0],
        "fen,game,ply,move,result,score,evaluation,pawn,knight,bishop,rook,queen"
    );
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(lines[3], format!("{fen},1,2,Nf3,1,,0,0,0,0,0,0"));
    assert!(lines[2].contains(",1,1,e5,1,30,0,"), "{}", lines[2]);
    assert!(
        lines[8].ends_with(",2,3,Qxd5,0.5,,100,1,0,0,0,0"),
        "{}",
        lines[8]
    );

    let answer = folder.line("export a.pgn --evaluator classical --output a.csv");
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    let text = folder.read("a.csv");
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert!(head.contains(&"pawn square e4 middlegame"));
    let fields = lines.nth(1).unwrap().split(',');
    let named: Vec<_> = head.into_iter().zip(fields).collect();
    assert!(named.contains(&("pawn square e4 middlegame", "1")));
    assert!(named.contains(&("tempo middlegame", "-1")));
}
