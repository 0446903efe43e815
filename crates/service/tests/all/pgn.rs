//! Games read from PGN.

use crate::client::{Client, assert_has, list};
use serde_json::{Value, json};

#[test]
fn pgn_is_read_with_its_variations_comments_and_errors() {
    let pgn = "[White \"A\"]\n[Result \"1-0\"]\n\n{first} 1. e4 {[%clk 0:05:00] best} e5! ({or} 1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. e4 Ke4 *";
    let answer = Client::start().post_text("/pgn", pgn);
    let games = list(&answer["games"]);
    let nodes = list(&games[0]["nodes"]);
    let brief = |node: &Value| format!("{} {} {}", node["parent"], node["san"], node["main"]);
    let brief: Vec<String> = nodes.iter().map(brief).collect();
    let expected =
        "null e4 true, 0 e5 true, 0 c5 false, 2 Nf3 false, 1 Qh5 true, 4 Ke7 true, 5 Qxe5# true";
    assert_eq!(brief.join(", ").replace('"', ""), expected);
    assert_eq!(nodes[0]["comments"], json!(["[%clk 0:05:00] best"]));
    assert_has(&nodes[1], &json!({"marks": ["!"], "move": "e7e5"}));
    assert_eq!(nodes[2]["comments_before"], json!(["or"]));
    let first = json!({"result": "1-0", "tags": {"White": "A"}, "comments": ["first"]});
    assert_has(&games[0], &first);
    let error = &games[1]["errors"][0];
    assert_eq!(error["line"], 6);
    assert!(error["message"].as_str().unwrap().contains("Ke4"));
}

#[test]
fn a_game_with_dice_is_not_analyzed() {
    let game = "[Game \"backgammon\"]\n[Result \"*\"]\n\n31\n8/5,6/5\n*\n";
    let answer = Client::start().post_text("/pgn?annotate=true&depth=1", game);
    let first = &answer["games"][0];
    let message = first["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("unknown variant \"backgammon\""),
        "{message}"
    );
    assert!(list(&first["nodes"]).is_empty(), "{first}");
}

#[test]
fn many_games_are_listed_and_read_one_by_one() {
    let client = Client::start();
    let game = format!("[White \"A\"]\n\n{}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(100));
    let text = game.repeat(60);
    let answer = client.post_text("/pgn", &text);
    let games = list(&answer["games"]);
    assert_eq!(games.len(), 60);
    let with_moves = games.iter().take_while(|game| game["nodes"].is_array());
    assert_eq!(with_moves.count(), 50);
    let last = games.last().unwrap();
    assert_eq!(last["tags"]["White"], "A");
    let number = |name: &str| usize::try_from(last[name].as_u64().unwrap()).unwrap();
    let part = &text[number("offset")..][..number("length")];
    assert_eq!(part, game);
    let alone = client.post_text("/pgn", part);
    assert_eq!(list(&alone["games"][0]["nodes"]).len(), 400);
}

#[test]
fn the_rest_of_a_file_of_very_many_games_can_be_asked_for() {
    let client = Client::start();
    let text = "*\n\n".repeat(12_000);
    let (mut rest, mut found) = (&*text, Vec::new());
    while !rest.is_empty() {
        let answer = client.post_text("/pgn", rest);
        let games = list(&answer["games"]);
        let last = games.last().unwrap();
        let end = last["offset"].as_u64().unwrap() + last["length"].as_u64().unwrap();
        found.push(games.len());
        rest = &rest[usize::try_from(end).unwrap()..];
    }
    assert_eq!(found, [5_000, 5_000, 2_000]);
}

#[test]
fn a_pgn_is_annotated() {
    let client = Client::start();
    let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 -- 2. d4 *";
    let answer = client.post_text("/pgn?annotate=true&depth=4", text);
    let game = &answer["games"][0];
    let nodes = list(&game["nodes"]);
    let blunder = nodes.iter().find(|node| node["san"] == "g4").unwrap();
    assert_has(blunder, &json!({"marks": ["??"], "score": {"mate": -1}}));
    assert!(blunder["comments"][0].as_str().unwrap().contains("Blunder"));
    let is_better_line = |node: &Value| node["main"] == false;
    assert!(nodes.iter().any(is_better_line));
    let analysis = &game["analysis"];
    assert_has(
        analysis,
        &json!({"white": {"blunders": 1}, "complete": true, "evaluator": "net"}),
    );
    let lines = list(&analysis["lines"]);
    let last = [&lines[2], &lines[3]];
    assert_eq!(last, [&json!(["d8h4"]), &json!([])]);
    assert_eq!(answer["games"][1]["analysis"], Value::Null);
    assert_eq!(answer["limits"]["depth"], 4);
    let annotated = analysis["pgn"].as_str().unwrap();
    assert!(annotated.contains("[%eval #-1]"), "{annotated}");
    let again = client.post_text("/pgn", annotated);
    assert_eq!(again["games"][0]["nodes"], game["nodes"]);
    assert_eq!(again["limits"], Value::Null);
    let clipped = client.post_text("/pgn?annotate=true&depth=1&time_ms=60000", text);
    assert_eq!(clipped["clipped"], json!(["time_ms"]));
    client.refuses("/pgn?annotated=1 e4 => 400: annotated");
}
