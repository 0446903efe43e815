//! Errors of the program: the expected value, the value found, and a suggestion.

use crate::program::Folder;
use serde_json::Value;

#[test]
fn what_was_meant_is_offered() {
    let folder = Folder::new("meant");
    for (line, meant) in [
        ("compare minimax:depht=3", "depth"),
        ("compare minimax:nods=3", "nodes"),
        ("compare alpha-beta+kilers", "killers"),
        ("compare alpha-beta+depening", "deepening"),
        ("compare engine:without=nul-move", "null-move"),
        ("compare alfa-beta", "alpha-beta"),
        ("compare minimax:evaluator=clasical", "classical"),
        ("compare minimax --evaluator Material", "material"),
        ("explain materail", "material"),
        ("fit p.epd --evaluator clasical", "classical"),
        ("compare minimax --game ches", "chess"),
        ("match minimax random --game conect-four", "connect-four"),
        ("match uci:cmd=x,pateince=3s random", "patience"),
        (
            "spsa engine --tune reverse-futilty=90,20,300,10 --journal j",
            "reverse-futility",
        ),
        ("list tic-tak-toe", "tic-tac-toe"),
        ("list --game tic-tak-toe", "tic-tac-toe"),
    ] {
        folder
            .line(line)
            .refuses(&format!(" (did you mean \"{meant}\"?)"));
    }
}

#[test]
fn a_strategy_lists_its_settings() {
    let folder = Folder::new("settings");
    let settings = "and after a colon depth, nodes, rounds, time, evaluator, noise";
    folder.line("compare minimax:width=3").refuses(settings);
}

#[test]
fn strategies_of_one_name_are_not_compared() {
    let folder = Folder::new("one-name");
    let help =
        "two strategies are called \"minimax\"; give one of them a label, as in mine=minimax";
    folder.line("compare minimax minimax").refuses(help);
}

#[test]
fn a_setting_that_is_whole_is_tuned_by_whole_numbers() {
    let folder = Folder::new("whole");
    let tuned = |name| {
        folder.line(&format!(
            "spsa engine --tune {name}=90.0,20,300,10 --nodes 50"
        ))
    };
    tuned("razoring").refuses("expected a whole number from ");
    tuned("razoring").refuses("; a start without a decimal point is tuned as a whole number");
}

#[test]
fn wrong_weights_are_named_with_their_line() {
    let folder = Folder::new("weights");
    for (text, line) in [("hello", 1), ("[1]", 1), ("{\n\"pawn\": \"x\"}", 2)] {
        folder.write("w.json", text);
        folder.line("explain material@w.json").refuses(&format!(
            "weights in \"w.json\": expected a JSON object with a number for each name, such as {{\"pawn\": 100}}, \
             found something else on line {line}\n"
        ));
    }
}

#[test]
fn games_are_named_in_one_way() {
    let folder = Folder::new("game-names");
    let listed = folder.line("list --game connect-four");
    assert_eq!(listed.code(), Some(0), "{}", listed.errors());
    assert_eq!(listed.text(), folder.line("list connect-four").text());
}

#[test]
fn a_file_of_another_kind_is_called_one() {
    const GAMES: &str = "[Event \"x\"]\n\n1. e4 e5 *\n";
    let folder = Folder::new("kinds");
    folder.write("games.pgn", GAMES);
    folder.write("broken.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n\n\n1. Ke3 *\n");
    folder.write("worse.pgn", "[Event \"x\"]\n\n1. e9 *\n");
    let kind = "\"games.pgn\" is not a journal of this version of plywood: expected a line that begins with {\"job\":, found \"[Event \\\"x\\\"]\"";
    let played = folder.line("match random a=random --games 2 --max-moves 1 --journal match.jsonl");
    assert_eq!(played.code(), Some(0), "{}", played.errors());
    let journal = folder.read("match.jsonl");
    folder.write("net.net", "plywood net 1\n");
    let work = "it is of the command match; ";
    let games = "expected games, which begin with tags";
    for (line, said) in [
        ("train games.pgn --output o", kind),
        ("data convert games.pgn --format csv --output o", kind),
        ("data stats games.pgn", kind),
        ("merge games.pgn", kind),
        ("train match.jsonl --output o", work),
        ("data convert match.jsonl --format csv --output o", work),
        ("data stats match.jsonl", work),
        ("match random a=random --games 2 --pgn match.jsonl", games),
        ("merge match.jsonl --pgn net.net", games),
        ("match random a=random --games 2 --journal games.pgn", kind),
        (
            "suite worse.pgn random --nodes 1",
            "worse.pgn: expected positions, found none; ",
        ),
        (
            "suite worse.pgn random --nodes 1",
            "the first: game 1, line 3: ",
        ),
        ("suite worse.pgn random --nodes 1", "e9"),
        (
            "export worse.pgn",
            "worse.pgn: expected positions, found none; ",
        ),
        ("fit worse.pgn", "e9"),
        ("data annotate worse.pgn --nodes 1 --journal o", "e9"),
        ("compare random --depth 1 --positions worse.pgn", "e9"),
    ] {
        let answer = folder.line(line);
        answer.refuses(said);
        assert!(!answer.errors().contains("move the file away"), "{line}");
        assert_eq!(folder.read("games.pgn"), GAMES);
        assert_eq!(folder.read("match.jsonl"), journal);
    }
    let some = folder.line("suite broken.pgn random --nodes 1");
    some.complains("broken.pgn: of 1 game with errors only the moves before the error are used; the first: game 2, line 6: ");
}

#[test]
fn the_terms_of_a_score_are_explained_in_any_game() {
    let folder = Folder::new("explain-terms");
    let line =
        "explain estimate --game backgammon --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31";
    let text = folder.line(line).text();
    for name in ["pips", "blots", "home", "prime", "white", "black"] {
        assert!(text.contains(name), "{text}");
    }
    let json = folder.line(&format!("{line} --json")).json();
    let terms = json["evaluators"][0]["terms"].as_array().expect("terms");
    let lead = |term: &Value| term["white"].as_i64().zip(term["black"].as_i64());
    let leads = terms.iter().filter_map(lead);
    let sum: i64 = leads.map(|(white, black)| white - black).sum();
    assert_eq!((sum, terms.len()), (900, 8), "{text}");
}
