//! Requests that are refused, with the name of the wrong field.

use crate::client::{Client, list, shuffle};
use plywood_service::{Problem, ServiceLimits, games};
use serde_json::json;

#[test]
fn requests_are_refused_with_the_field_that_is_wrong() {
    let client = Client::start();
    for row in [
        "/best-move { => 400: EOF",
        "/best-move [] => 400: expected an object, found a list",
        "/best-move 5 => 400: expected an object at line 1",
        r#"/best-move {"limits": 5} => 400 limits: expected an object at line 1"#,
        r#"/best-move {"moves": []} x => 400: trailing"#,
        r#"/best-move {"limits": {"depth": -1}} => 400 limits.depth: expected a whole number"#,
        r#"/best-move {"limits": {"depth": 1e30}} => 400 limits.depth: whole number"#,
        r#"/best-move {"limits": {"nodes": "10k"}} => 400 limits.nodes: whole number"#,
        r#"/best-move {"limits": {"nodes": 18446744073709551616}} => 400 limits.nodes: whole number"#,
        r#"/best-move {"moves": ["e2e4", 5]} => 400 moves[1]: a string"#,
        r#"/best-move {"moves": ["e5"]} => 422 moves: e5"#,
        r#"/best-move {"game": "checkers"} => 400 game: chess"#,
        r#"/best-move {"hash": 1152921504606846976} => 400 hash: the API's description"#,
        r#"/best-move {"limits": {"hash": 1}} => 400 limits.hash: the API's description"#,
        r#"/best-move {"fen": "8/8/8/8/8/8/8/8 w - - 0 1"} => 400 fen: `position`"#,
        r#"/best-move {"depth": 5} => 400 depth: `limits`"#,
        "/strategy?strategy=minimax&fen=x => 400: `strategy`",
        r#"/legal-moves {"position": "\ud800"} => 400 position: "#,
        "/evaluators?game=go => 400 game: chess",
        r#"/judge {"settings": {"games": ["backgammon"]}} => 400 settings.games[0]: `connect-four`"#,
        "/strategies?game=%c3 => 400 game: ",
        "/games?all=1 => 400: all",
        "/nothing => 404: /api/v1/nothing",
    ] {
        client.refuses(row);
    }
    for names_of_types in [
        "[5",
        "[\"5\", 5",
        "{\"limits\": []",
        "{\"limits\": {\"depth\": \"5\"}",
    ] {
        let problem = client
            .ask("/best-move", names_of_types)
            .unwrap_err()
            .to_string();
        assert!(
            !problem.contains("Request") && !problem.contains("u64"),
            "{problem}"
        );
    }
    let deep = "[".repeat(60_000);
    client.refuses(&format!("/best-move {deep} => 400: list"));
    client.refuses(&format!(
        "/best-move {{\"moves\": {deep} => 400 moves[0]: a string"
    ));
}

#[test]
fn advice_is_apart_from_the_mistake_which_may_have_any_text() {
    let client = Client::start();
    let refused = |strategy: &str| {
        let body = json!({"strategy": strategy}).to_string();
        let problem = client.ask("/best-move", &body).unwrap_err();
        let problem = serde_json::to_value(problem).unwrap();
        ["detail", "hint"].map(|part| problem[part].as_str().map(str::to_owned))
    };
    let [detail, hint] = refused("minimax; x+two=");
    assert_eq!(
        (detail.as_deref(), hint),
        (
            Some("expected NAME or NAME=VALUE, found \"two=\" in \"minimax; x+two=\""),
            None
        )
    );
    let [detail, hint] = refused("alpha-betta");
    let meant = "there is no strategy \"alpha-betta\" (did you mean \"alpha-beta\"?)";
    assert_eq!(detail.as_deref(), Some(meant));
    assert!(hint.unwrap().starts_with("the strategies are "));
}

#[test]
fn no_request_reads_weights_of_the_server() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/weights.json");
    let client = Client::start();
    let name = format!("classical@{file}");
    let evaluators = json!({"evaluators": [&name]});
    client.refuses(&format!(
        "/evaluate {evaluators} => 422 evaluators: does not read"
    ));
    let evaluator = json!({"evaluator": &name});
    client.refuses(&format!(
        "/best-move {evaluator} => 422 evaluator: does not read"
    ));
}

#[test]
fn wrong_positions_are_explained() {
    let client = Client::start();
    let long = "8".repeat(60_000);
    for (game, position) in [
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("chess", "not a FEN"),
        ("chess", ""),
        ("chess", &long),
        (
            "chess960",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x - - 0 1",
        ),
        ("tic-tac-toe", "XXXXXXXXX"),
        ("tic-tac-toe", "X"),
        ("connect-four", "h"),
        ("connect-four", "aaaaaaa"),
    ] {
        let body = json!({"game": game, "position": position});
        client.refuses(&format!(
            "/legal-moves {body} => 422 position: send a position"
        ));
    }
}

#[test]
fn what_is_too_long_is_refused_whatever_it_says() {
    let mut limits = ServiceLimits::default();
    (limits.body_bytes, limits.pgn_bytes) = (100, 200);
    let client = Client::of(&games(), limits);
    let long = |path: &str, bytes: usize| {
        let reply = client.ask(path, &" ".repeat(bytes));
        reply.map_or_else(|problem| problem.status(), |_| 200)
    };
    assert_eq!((long("/play", 101), long("/pgn", 201)), (413, 413));
    assert_eq!((long("/play", 100), long("/pgn", 200)), (400, 200));
    assert_eq!(long("/pgn?annotate=true", 101), 413);
    // The answer to a long request may be long.
    let moves = json!({"moves": shuffle(2_000)});
    assert_eq!(
        list(&Client::start().post("/legal-moves", &moves)["history"]).len(),
        2_000
    );
}

#[test]
fn a_problem_is_written_as_rfc_9457_says() {
    let problem = Problem::value("move", "there is no such move").hint("send e2e4");
    let json = serde_json::to_value(&problem).unwrap();
    let expected = json!({
        "type": "about:blank", "title": "Unprocessable Entity", "status": 422,
        "field": "move", "detail": "there is no such move", "hint": "send e2e4",
    });
    assert_eq!(json, expected);
    let said = problem.to_string();
    assert_eq!(said, "move: there is no such move; send e2e4");
    let long = Problem::value(&"x".repeat(1 << 20), "♞".repeat(1 << 20));
    assert!(serde_json::to_string(&long).unwrap().len() < 10_000);
}
