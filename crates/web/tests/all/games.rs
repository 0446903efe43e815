//! Games played through the API.

use crate::client::TestServer;
use serde_json::{Value, json};

fn play(server: &TestServer, game: &str, moves: &str) -> Value {
    let mut moves: Vec<&str> = moves.split(' ').collect();
    let last = moves.pop().unwrap();
    server.post(
        "/api/v1/play",
        &json!({"game": game, "moves": moves, "move": last}),
    )
}

fn at<'a>(position: &'a Value, mv: &str) -> &'a Value {
    let moves = position["moves"].as_array().unwrap();
    moves
        .iter()
        .find(|found| found["move"] == mv)
        .unwrap_or_else(|| panic!("no {mv} in {position}"))
}

#[test]
fn a_game_goes_to_mate() {
    let server = TestServer::start();
    let mate = play(&server, "chess", "f2f3 e5 g2g4 Qh4#");
    assert_eq!(mate["outcome"]["winner"], "black");
    assert_eq!(mate["outcome"]["text"], "Black wins by checkmate.");
    assert_eq!((&mate["check"], &mate["moves"]), (&json!("e1"), &json!([])));
    let last = &mate["history"][3];
    assert_eq!(
        (&last["move"], &last["san"], &last["check"]),
        (&json!("d8h4"), &json!("Qh4#"), &json!("e1"))
    );
    assert_eq!(last["position"], mate["position"]);
}

#[test]
fn special_moves_say_what_a_page_needs() {
    let server = TestServer::start();
    let legal = |position: &str| server.post("/api/v1/legal-moves", &json!({"position": position}));
    let castling = legal("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short = at(&castling, "e1g1");
    assert_eq!(
        short["castling"],
        json!({"king_to": "g1", "rook_from": "h1", "rook_to": "f1"})
    );
    assert_eq!((&short["to"], &short["san"]), (&json!("g1"), &json!("O-O")));
    let passing = legal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let capture = at(&passing, "e5d6");
    assert_eq!(
        (&capture["captured"], &capture["captured_on"]),
        (&json!("p"), &json!("d5"))
    );
    let promotion = legal("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(at(&promotion, "a7b8q")["promotion"], "q");
    assert_eq!(at(&promotion, "a7b8n")["captured"], "r");
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let server = TestServer::start();
    let place = json!({"game": "chess960", "position": "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1"});
    let position = server.post("/api/v1/legal-moves", &place);
    let castling = at(&position, "c1f1");
    assert_eq!(
        castling["castling"],
        json!({"king_to": "g1", "rook_from": "f1", "rook_to": "f1"})
    );
    let mut body = place.clone();
    body["move"] = json!("O-O-O");
    let after = server.post("/api/v1/play", &body);
    assert_eq!(after["history"][0]["move"], "c1b1");
    assert_eq!(after["board"][7], "..KR.R..");
}

#[test]
fn repetition_can_be_claimed_and_ends_the_game_at_the_fifth_time() {
    let server = TestServer::start();
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let thrice = play(&server, "chess", &[shuffle; 2].join(" "));
    assert_eq!(
        (&thrice["claim"], &thrice["outcome"]),
        (&json!("threefold repetition"), &Value::Null)
    );
    let fifth = play(&server, "chess", &[shuffle; 4].join(" "));
    assert_eq!(fifth["outcome"]["reason"], "fivefold repetition");
    assert_eq!(fifth["outcome"]["winner"], Value::Null);
}

#[test]
fn the_small_games_are_played() {
    let server = TestServer::start();
    let won = play(&server, "tic-tac-toe", "a3 a2 b3 b2 c3");
    assert_eq!(won["board"], json!(["XXX", "OO.", "..."]));
    assert_eq!(
        (&won["outcome"]["winner"], &won["outcome"]["line"]),
        (&json!("X"), &json!(["a3", "b3", "c3"]))
    );
    let won = play(&server, "connect-four", "d e d e d e d");
    assert_eq!(won["outcome"]["line"], json!(["d4", "d3", "d2", "d1"]));
    assert_eq!(
        (&won["position"], &won["history"][2]["to"]),
        (&json!("dededed"), &json!("d2"))
    );
    let body = json!({"game": "connect-four", "position": "dededed", "move": "a"});
    let problem = server.refused(422, "/api/v1/play", &body);
    assert!(
        problem["detail"].as_str().unwrap().contains("over"),
        "{problem}"
    );
}

#[test]
fn a_wrong_move_is_explained() {
    let server = TestServer::start();
    let problem = server.refused(422, "/api/v1/play", &json!({"move": "e2e5"}));
    assert_eq!(problem["field"], "move");
    assert!(
        problem["detail"].as_str().unwrap().contains("e2e5"),
        "{problem}"
    );
    let problem = server.refused(
        422,
        "/api/v1/legal-moves",
        &json!({"moves": ["e2e4", "e2e4"]}),
    );
    assert_eq!(problem["field"], "moves");
    assert!(
        problem["detail"].as_str().unwrap().starts_with("move 2: "),
        "{problem}"
    );
    let body = json!({"game": "tic-tac-toe", "moves": ["a1"], "move": "a1"});
    let problem = server.refused(422, "/api/v1/play", &body);
    assert!(
        problem["detail"].as_str().unwrap().contains("possible are"),
        "{problem}"
    );
}

#[test]
fn a_game_with_variations_is_one_request() {
    let server = TestServer::start();
    let node = |parent: Option<usize>, mv: &str| json!({"parent": parent, "move": mv});
    let nodes = [
        node(None, "e4"),
        node(Some(0), "e7e5"),
        node(Some(0), "c5"),
        node(Some(1), "Qh5"),
    ];
    let game = server.post("/api/v1/game", &json!({"nodes": nodes}));
    assert_eq!(game["start"]["moves"].as_array().unwrap().len(), 20);
    let line = server.post(
        "/api/v1/legal-moves",
        &json!({"moves": ["e4", "e5", "Qh5"]}),
    );
    for (number, ply) in [(0, 0), (1, 1), (3, 2)] {
        assert_eq!(game["nodes"][number], line["history"][ply]);
    }
    assert_eq!(game["nodes"][2]["san"], "c5");
    // A game that writes positions as moves finds the way through the variations.
    let drops = [node(None, "d"), node(Some(0), "c"), node(Some(0), "e")];
    let body = json!({"game": "connect-four", "nodes": drops});
    assert_eq!(
        server.post("/api/v1/game", &body)["nodes"][2]["position"],
        "de"
    );
    for (wrong, field) in [
        (node(Some(0), "e5"), "nodes[0]"),
        (node(None, "e5"), "nodes[0]"),
    ] {
        let problem = server.refused(422, "/api/v1/game", &json!({"nodes": [wrong]}));
        assert_eq!(problem["field"], field);
    }
}

#[test]
fn the_longest_game_is_answered_though_its_request_is_long() {
    let server = TestServer::start();
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
    let node = |(number, mv): (usize, &str)| json!({"parent": number.checked_sub(1), "move": mv});
    let nodes: Vec<_> = knights.enumerate().map(node).take(4_097).collect();
    let body = json!({"nodes": &nodes[..4_096]});
    assert!(body.to_string().len() > 64 << 10);
    let game = server.post("/api/v1/game", &body);
    assert_eq!(game["nodes"].as_array().unwrap().len(), 4_096);
    server.refused(422, "/api/v1/game", &json!({ "nodes": nodes }));
}
