//! Positions and games.

use crate::client::{Client, assert_has, list, shuffle};
use serde_json::{Value, json};

/// Returns the position after moves, which are separated by spaces.
fn play(client: &Client, game: &str, moves: &str) -> Value {
    let mut moves: Vec<&str> = moves.split(' ').collect();
    let last = moves.pop().unwrap();
    client.post(
        "/play",
        &json!({"game": game, "moves": moves, "move": last}),
    )
}

fn at<'a>(position: &'a Value, mv: &str) -> &'a Value {
    let found = list(&position["moves"])
        .iter()
        .find(|found| found["move"] == mv);
    found.unwrap_or_else(|| panic!("no {mv} in {position}"))
}

#[test]
fn a_game_goes_to_mate() {
    let mate = play(&Client::start(), "chess", "f2f3 e5 g2g4 Qh4#");
    let outcome = json!({"winner": "black", "text": "Black wins by checkmate."});
    assert_has(
        &mate,
        &json!({"outcome": outcome, "check": "e1", "moves": []}),
    );
    let last = json!({"move": "d8h4", "san": "Qh4#", "check": "e1", "position": mate["position"]});
    assert_has(&mate["history"][3], &last);
}

#[test]
fn special_moves_say_what_a_page_needs() {
    let client = Client::start();
    for row in [
        r#"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1; e1g1 => {"castling": {"king_to": "g1", "rook_from": "h1", "rook_to": "f1"}, "to": "g1", "san": "O-O"}"#,
        r#"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1; e5d6 => {"captured": "p", "captured_on": "d5"}"#,
        r#"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1; a7b8q => {"promotion": "q", "captured": "r"}"#,
    ] {
        let (position, rest) = row.split_once("; ").unwrap();
        let (mv, expected) = rest.split_once(" => ").unwrap();
        let legal = client.post("/legal-moves", &json!({"position": position}));
        assert_has(at(&legal, mv), &serde_json::from_str(expected).unwrap());
    }
    let mut body = json!({"game": "chess960", "position": "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1"});
    let castling = json!({"king_to": "g1", "rook_from": "f1", "rook_to": "f1"});
    let legal = client.post("/legal-moves", &body);
    assert_eq!(at(&legal, "c1f1")["castling"], castling);
    body["move"] = json!("O-O-O");
    let after = client.post("/play", &body);
    assert_eq!(after["history"][0]["move"], "c1b1");
    assert_eq!(after["board"][7], "..KR.R..");
}

#[test]
fn repetition_can_be_claimed_and_ends_the_game_at_the_fifth_time() {
    let client = Client::start();
    let thrice = play(&client, "chess", &shuffle(8).join(" "));
    assert_has(
        &thrice,
        &json!({"claim": "threefold repetition", "outcome": null}),
    );
    let fifth = play(&client, "chess", &shuffle(16).join(" "));
    assert_has(
        &fifth["outcome"],
        &json!({"reason": "fivefold repetition", "winner": null}),
    );
}

#[test]
fn the_small_games_are_played() {
    let client = Client::start();
    let won = play(&client, "tic-tac-toe", "a3 a2 b3 b2 c3");
    let outcome = json!({"winner": "X", "line": ["a3", "b3", "c3"]});
    assert_has(
        &won,
        &json!({"board": ["XXX", "OO.", "..."], "outcome": outcome}),
    );
    let won = play(&client, "connect-four", "d e d e d e d");
    let line = json!(["d4", "d3", "d2", "d1"]);
    assert_has(
        &won,
        &json!({"position": "dededed", "outcome": {"line": line}}),
    );
    assert_eq!(won["history"][2]["to"], "d2");
    for row in [
        r#"/play {"game": "connect-four", "position": "dededed", "move": "a"} => 422 move: over"#,
        r#"/play {"move": "e2e5"} => 422 move: e2e5"#,
        r#"/legal-moves {"moves": ["e2e4", "e2e4"]} => 422 moves: move 2: "#,
        r#"/play {"game": "tic-tac-toe", "moves": ["a1"], "move": "a1"} => 422 move: possible are"#,
    ] {
        client.refuses(row);
    }
}

#[test]
fn a_game_with_variations_is_one_request() {
    let client = Client::start();
    let node = |parent: Option<usize>, mv: &str| json!({"parent": parent, "move": mv});
    let nodes = json!([
        node(None, "e4"),
        node(Some(0), "e7e5"),
        node(Some(0), "c5"),
        node(Some(1), "Qh5")
    ]);
    let game = client.post("/game", &json!({"nodes": nodes}));
    assert_eq!(list(&game["start"]["moves"]).len(), 20);
    let line = client.post("/legal-moves", &json!({"moves": ["e4", "e5", "Qh5"]}));
    for (number, ply) in [(0, 0), (1, 1), (3, 2)] {
        assert_eq!(game["nodes"][number], line["history"][ply]);
    }
    assert_eq!(game["nodes"][2]["san"], "c5");
    // A game that writes positions as moves finds its way through the variations.
    let drops = json!([node(None, "d"), node(Some(0), "c"), node(Some(0), "e")]);
    let game = client.post("/game", &json!({"game": "connect-four", "nodes": drops}));
    assert_eq!(game["nodes"][2]["position"], "de");
    for wrong in [node(Some(0), "e5"), node(None, "e5")] {
        let body = json!({"nodes": [wrong]});
        client.refuses(&format!("/game {body} => 422 nodes[0]: e"));
    }
}

#[test]
fn a_game_may_have_null_moves() {
    let client = Client::start();
    let moves = [
        ("e4", None),
        ("e5", Some(0)),
        ("--", Some(1)),
        ("Nf6", Some(2)),
    ];
    let nodes = moves.map(|(mv, parent)| json!({"parent": parent, "move": mv}));
    let game = client.post("/game", &json!({"nodes": nodes}));
    let passed = &game["nodes"][2];
    assert_has(passed, &json!({"san": "--", "changes": {}}));
    assert!(passed["position"].as_str().unwrap().contains(" b "));
    assert_eq!(game["nodes"][3]["san"], "Nf6");
    // Passing in check is not allowed.
    client.refuses(r#"/game {"position": "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "nodes": [{"parent": null, "move": "--"}]} => 422 nodes[0]: --"#);
}

#[test]
fn the_longest_game_is_answered_though_its_request_is_long() {
    let client = Client::start();
    let nodes = shuffle(4_097).into_iter().enumerate();
    let nodes = nodes.map(|(number, mv)| json!({"parent": number.checked_sub(1), "move": mv}));
    let nodes: Vec<Value> = nodes.collect();
    let body = json!({"nodes": &nodes[..4_096]});
    assert!(body.to_string().len() > 64 << 10);
    assert_eq!(list(&client.post("/game", &body)["nodes"]).len(), 4_096);
    let body = json!({"nodes": nodes});
    client.refuses(&format!("/game {body} => 422 nodes: 4096"));
    let accepted = client.post("/legal-moves", &json!({"moves": shuffle(4_096)}));
    assert_eq!(list(&accepted["history"]).len(), 4_096);
    let body = json!({"game": "connect-four", "moves": vec!["a"; 10_000]});
    client.refuses(&format!("/legal-moves {body} => 422 moves: at most"));
}

#[test]
fn a_long_game_of_long_positions_is_refused() {
    let client = Client::start();
    let position = format!("{}1{}", "(".repeat(4_000), ")".repeat(4_000));
    let long = json!({"game": "tree", "position": position, "moves": vec!["1"; 2_000]});
    client.refuses(&format!("/legal-moves {long} => 422 moves: at most"));
    let nodes: Vec<Value> = (0..1_500)
        .map(|number: usize| json!({"parent": number.checked_sub(1), "move": "1"}))
        .collect();
    let long = json!({"game": "tree", "position": position, "nodes": nodes});
    client.refuses(&format!("/game {long} => 422 nodes: at most"));
    let short = json!({"game": "tree", "position": position, "moves": vec!["1"; 100]});
    assert_eq!(
        list(&client.post("/legal-moves", &short)["history"]).len(),
        100
    );
}

#[test]
fn rolls_are_moves_with_weights() {
    let client = Client::start();
    let start = client.post("/legal-moves", &json!({"game": "backgammon"}));
    let weights: Vec<u64> = list(&start["moves"])
        .iter()
        .filter_map(|mv| mv["weight"].as_u64())
        .collect();
    assert_eq!(weights.len(), list(&start["moves"]).len());
    assert!(weights.contains(&2), "{start}");
    let rolled = play(&client, "backgammon", "31");
    assert_eq!(rolled["side_to_move"], start["side_to_move"]);
    assert_has(at(&rolled, "8/5,6/5"), &json!({"weight": null}));
    let moved = play(&client, "backgammon", "31 8/5,6/5");
    assert_ne!(moved["side_to_move"], start["side_to_move"]);
    assert!(moved["history"][0]["weight"].is_u64());
    let wrong = json!({"game": "einstein", "moves": [], "move": "7"});
    let Err(refused) = client.ask("/play", &wrong.to_string()) else {
        panic!("no die has a seven");
    };
    assert!(
        format!("{refused:?}").contains("not possible"),
        "{refused:?}"
    );
    let search =
        json!({"game": "einstein", "moves": ["3"], "strategy": "star2", "limits": {"depth": 2}});
    let found = client.post("/best-move", &search);
    assert!(
        found["move"].is_string() && found["complete"] == true,
        "{found}"
    );
    // Before the roll there is an expectation, and nothing to choose.
    let before = json!({"game": "backgammon", "limits": {"depth": 1}});
    let found = client.post("/best-move", &before);
    assert_eq!(found["move"], Value::Null, "{found}");
    assert!(found["score"]["cp"].is_i64(), "{found}");
}
