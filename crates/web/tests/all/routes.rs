//! Every route once, and what all answers have in common.

use crate::client::{TestServer, read_head};
use serde_json::json;
use std::io::BufReader;
use std::time::{Duration, Instant};

#[test]
fn what_there_is_can_be_listed() {
    let server = TestServer::start();
    let games = server.get("/api/v1/games").json();
    let names: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    let boards = ["chess", "chess960", "tic-tac-toe", "connect-four"];
    assert_eq!(names, [&boards[..], &["tree"]].concat());
    let chess = &games["games"][0];
    assert_eq!(
        chess["start"],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(
        (&chess["columns"], &chess["players"]),
        (&json!(8), &json!(["white", "black"]))
    );

    for game in names {
        let strategies = server
            .get(&format!("/api/v1/strategies?game={game}"))
            .json();
        let strategies = strategies["strategies"].as_array().unwrap();
        let named = |name: &str| strategies.iter().find(|strategy| strategy["name"] == name);
        assert_eq!(named("minimax").unwrap()["deepens"], false, "{game}");
        assert_eq!(named("deepening").unwrap()["deepens"], true, "{game}");
        let has_presets = named("blogchess").is_some_and(|preset| preset["depth"] == 3);
        assert_eq!(has_presets, game.starts_with("chess"));
        let judged_by_net = named("engine").is_some_and(|engine| engine["evaluator"] == "net");
        assert_eq!(judged_by_net, game.starts_with("chess"));
        let evaluators = server
            .get(&format!("/api/v1/evaluators?game={game}"))
            .json();
        let default = &evaluators["default"];
        let all = evaluators["evaluators"].as_array().unwrap();
        assert!(
            all.iter().any(|evaluator| evaluator["name"] == *default),
            "{evaluators}"
        );
    }
}

#[test]
fn chess960_has_960_starting_positions() {
    let server = TestServer::start();
    let start = server.get("/api/v1/games/chess960/start?number=0").json();
    assert_eq!(
        start["position"],
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    );
    let any = server.get("/api/v1/games/chess960/start").json();
    assert!(any["number"].as_u64().unwrap() < 960);
    let problem = server
        .get("/api/v1/games/chess960/start?number=960")
        .problem(422);
    assert_eq!(problem["field"], "number");
}

#[test]
fn an_evaluation_is_taken_apart() {
    let server = TestServer::start();
    let fen = "4k3/8/8/8/8/8/PP6/4K3 b - - 0 1";
    let body = json!({"position": fen, "evaluators": ["material"], "questions": true});
    let evaluation = server.post("/api/v1/evaluate", &body);
    let material = &evaluation["evaluators"][0];
    assert_eq!(
        (&material["score"], &material["score_text"]),
        (&json!({"cp": 200}), &json!("+2.00"))
    );
    assert_eq!(
        material["pieces"][0],
        json!({"square": "a2", "piece": "P", "worth": 100, "lead": 0})
    );
    assert!(
        material["terms"]
            .as_array()
            .unwrap()
            .iter()
            .any(|term| term["white"] == 200)
    );
    let questions = evaluation["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 10);
    assert!(questions.iter().all(|question| {
        question["question"].as_str().unwrap().ends_with('?')
            && !question["answers"].as_array().unwrap().is_empty()
    }));
    let all = server.post("/api/v1/evaluate", &json!({}));
    assert_eq!(all["evaluators"].as_array().unwrap().len(), 7);
    let small = json!({"game": "connect-four", "position": "ccdde", "evaluators": ["estimate"]});
    let small = server.post("/api/v1/evaluate", &small);
    // The second player is to move and sees -20.
    assert_eq!(small["evaluators"][0]["score"], json!({"cp": 20}));
}

#[test]
fn an_evaluator_that_can_be_drawn_has_a_portrait() {
    let server = TestServer::start();
    let evaluation = server.post("/api/v1/evaluate", &json!({"game": "chess"}));
    for evaluated in evaluation["evaluators"].as_array().unwrap() {
        let name = evaluated["evaluator"].as_str().unwrap();
        let answer = server.get(&format!("/api/v1/portrait?game=chess&evaluator={name}"));
        assert_eq!(evaluated["has_portrait"], json!(name == "net"), "{name}");
        if name == "net" {
            let portrait = answer.json();
            let svg = portrait["svg"].as_str().unwrap();
            assert!(svg.starts_with("<svg ") && portrait["caption"].is_string());
        } else {
            let problem = answer.problem(422);
            assert_eq!(problem["field"], json!("evaluator"), "{problem}");
        }
    }
    let unknown = server.get("/api/v1/portrait?game=chess&evaluator=nets");
    let detail = unknown.problem(422)["detail"].to_string();
    assert!(
        detail.contains("nets") && detail.contains("material"),
        "{detail}"
    );
}

#[test]
fn pgn_is_read_with_its_variations_and_errors() {
    let server = TestServer::start();
    let pgn = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5! (1... c5 2. Nf3) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. e4 Ke4 *";
    let answer = server
        .post_text("/api/v1/pgn", "application/x-chess-pgn", pgn)
        .json();
    let games = answer["games"].as_array().unwrap();
    let nodes = games[0]["nodes"].as_array().unwrap();
    let brief: Vec<String> = nodes
        .iter()
        .map(|node| format!("{} {} {}", node["parent"], node["san"], node["main"]))
        .collect();
    assert_eq!(
        brief,
        [
            "null \"e4\" true",
            "0 \"e5\" true",
            "0 \"c5\" false",
            "2 \"Nf3\" false",
            "1 \"Qh5\" true",
            "4 \"Ke7\" true",
            "5 \"Qxe5#\" true",
        ]
    );
    assert_eq!(nodes[0]["comments"], json!(["best"]));
    assert_eq!(
        (&nodes[1]["marks"], &nodes[1]["move"]),
        (&json!(["!"]), &json!("e7e5"))
    );
    assert_eq!(
        (&games[0]["result"], &games[0]["tags"]["White"]),
        (&json!("1-0"), &json!("A"))
    );
    assert_eq!(games[1]["errors"][0]["line"], 6);
    assert!(
        games[1]["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("Ke4")
    );
}

#[test]
fn the_server_reports_how_it_is() {
    let server = TestServer::with("--threads 3 --queue 5 --max-time 2 --live-time 30");
    let health = server.get("/api/v1/health").json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["book"], false);
    let searches = json!({"running": 0, "waiting": 0, "threads": 3, "queue": 5});
    assert_eq!(health["searches"], searches);
    assert_eq!(health["limits"]["time_ms"], 2_000);
    assert_eq!(health["limits"]["live_ms"], 30_000);
    server.post("/api/v1/best-move", &json!({"limits": {"depth": 2}}));
    let metrics = server.get("/api/v1/metrics").body;
    assert!(metrics.contains("plywood_searches_total 1\n"), "{metrics}");
    assert!(
        metrics.contains("route=\"/api/v1/best-move\",status=\"200\""),
        "{metrics}"
    );
}

#[test]
fn the_api_describes_itself() {
    let server = TestServer::start();
    let api = server.get("/api/v1/openapi.json").json();
    let paths = api["paths"].as_object().unwrap();
    for path in [
        "games",
        "games/chess960/start",
        "strategies",
        "evaluators",
        "legal-moves",
        "play",
        "best-move",
        "compare",
        "search",
        "tree",
        "evaluate",
        "pgn",
        "health",
        "metrics",
    ] {
        assert!(paths.contains_key(&format!("/api/v1/{path}")), "{path}");
    }
    let referred = api.to_string();
    let schemas = api["components"]["schemas"].as_object().unwrap();
    for part in referred.split("#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name} is not described");
    }
    let page = server.get("/docs");
    assert!(page.body.contains("POST /api/v1/best-move") && page.body.contains("id=\"Answer\""));
    assert!(!page.body.contains("<script") && !page.body.contains("style=\""));
}

#[test]
fn every_answer_has_the_headers_that_protect_the_page() {
    let server = TestServer::start();
    for path in [
        "/",
        "/docs",
        "/api/v1/health",
        "/nothing",
        "/api/v1/nothing",
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"),
            "{path}: {policy}"
        );
        assert_eq!(policy.matches("unsafe").count(), 1, "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    }
}

#[test]
fn the_page_is_served_from_the_binary() {
    let server = TestServer::start();
    let page = server.get("/");
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    let tag = page.header("etag").unwrap();
    let again = server.send(&server.head("GET", "/", &format!("If-None-Match: {tag}\r\n")));
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    for method in ["DELETE", "POST"] {
        let answer = server.send(&server.head(method, "/", ""));
        assert_eq!(answer.header("allow"), Some("GET, HEAD"));
        answer.problem(405);
    }
    let problem = server.get("/nothing").problem(404);
    assert!(problem["hint"].as_str().unwrap().contains("/docs"));
    server.get("/api/v1/play").problem(405);
}

/// The encoding of an answer, and what it says in `Vary` and `Cache-Control`.
fn sent(server: &TestServer, request: &str) -> [Option<String>; 3] {
    let mut stream = server.connect();
    std::io::Write::write_all(&mut stream, request.as_bytes()).unwrap();
    let (_, headers) = read_head(&mut BufReader::new(stream));
    ["content-encoding", "vary", "cache-control"].map(|name| {
        let found = headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone())
    })
}

#[test]
fn the_index_names_all_that_the_page_needs_and_browsers_keep_it() {
    let server = TestServer::start();
    let index = server.get("/").body;
    let places = index.split("href=\"v").skip(1);
    let places: Vec<&str> = places.filter_map(|rest| rest.split('"').next()).collect();
    assert!(places.len() > 50, "{index}");
    for place in places {
        let answer = server.get(&format!("/v{place}"));
        let keep = answer.header("cache-control").unwrap();
        assert!(
            answer.status == 200 && keep.contains("immutable"),
            "{place}"
        );
    }
}

#[test]
fn what_is_long_is_compressed() {
    let server = TestServer::start();
    let headers = "Accept-Encoding: gzip\r\n";
    let [encoding, vary, _] = sent(&server, &server.head("GET", "/style.css", headers));
    assert_eq!(
        (encoding.as_deref(), vary.as_deref()),
        (Some("gzip"), Some("accept-encoding"))
    );
    let [encoding, _, _] = sent(&server, &server.head("GET", "/style.css", ""));
    assert_eq!(encoding, None);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
    let body = json!({ "moves": moves }).to_string();
    for (accepted, expected) in [("gzip", Some("gzip")), ("br", None)] {
        let headers = format!(
            "Accept-Encoding: {accepted}\r\nContent-Length: {}\r\n",
            body.len()
        );
        let headers = format!("Content-Type: application/json\r\n{headers}");
        let head = server.head("POST", "/api/v1/legal-moves", &headers);
        let [encoding, ..] = sent(&server, &(head + &body));
        assert_eq!(encoding.as_deref(), expected, "{accepted}");
    }
}

#[test]
fn many_games_are_listed_and_read_one_by_one() {
    let server = TestServer::start();
    let game = format!("[White \"A\"]\n\n{}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(100));
    let text = game.repeat(60);
    let started = Instant::now();
    let answer = server.post_text("/api/v1/pgn", "text/plain", &text).json();
    let games = answer["games"].as_array().unwrap();
    // On a busy machine it is the time that ends an answer.
    assert!(games.len() == 60 || started.elapsed() > Duration::from_secs(10));
    let with_moves = games.iter().take_while(|game| game["nodes"].is_array());
    assert_eq!(with_moves.count(), games.len().min(50));
    let last = games.last().unwrap();
    assert_eq!(last["tags"]["White"], "A");
    let number = |name: &str| usize::try_from(last[name].as_u64().unwrap()).unwrap();
    let part = &text[number("offset")..][..number("length")];
    assert_eq!(part, game);
    let alone = server.post_text("/api/v1/pgn", "text/plain", part).json();
    assert_eq!(alone["games"][0]["nodes"].as_array().unwrap().len(), 400);
}

#[test]
fn the_rest_of_a_file_of_very_many_games_can_be_asked_for() {
    let server = TestServer::start();
    let ask = |text: &str| {
        let answer = server.post_text("/api/v1/pgn", "text/plain", text).json();
        let games = answer["games"].as_array().unwrap().clone();
        let last = games.last().unwrap();
        let end = last["offset"].as_u64().unwrap() + last["length"].as_u64().unwrap();
        (games.len(), usize::try_from(end).unwrap())
    };
    let text = "*\n\n".repeat(12_000);
    let (mut rest, mut found) = (&*text, Vec::new());
    while !rest.is_empty() {
        let (games, end) = ask(rest);
        assert_eq!(end, 3 * games);
        found.push(games);
        rest = &rest[end..];
    }
    // On a busy machine it is the time that ends an answer.
    assert!(found.len() > 1 && found.iter().all(|games| *games <= 5_000));
    assert_eq!(found.iter().sum::<usize>(), 12_000);
}

#[test]
fn the_limits_of_bodies_and_memory_are_options() {
    let server = TestServer::with("--body 1 --pgn 1 --memory 1");
    let limits = &server.get("/api/v1/health").json()["limits"];
    assert_eq!(
        (&limits["body_bytes"], &limits["pgn_bytes"]),
        (&json!(1 << 10), &json!(1 << 20))
    );
    let long = json!({"position": "x".repeat(2_000)});
    server.refused(413, "/api/v1/legal-moves", &long);
    let ask = |text: &str| server.post_text("/api/v1/pgn", "text/plain", text);
    ask(&" ".repeat((1 << 20) + 1)).problem(413);
    assert_eq!(ask("e4 *").status, 200);
    assert_eq!(
        ask(&"*\n\n".repeat(5_000)).status,
        200,
        "it has all of the memory"
    );
}

#[test]
fn a_body_that_exceeds_all_of_the_memory_is_too_long() {
    let server = TestServer::with("--pgn 2 --memory 1");
    let long = " ".repeat((1 << 20) + 1);
    let refused = server.post_text("/api/v1/pgn", "text/plain", &long);
    refused.problem(413);
}

#[test]
fn comments_come_with_their_commands_and_places() {
    let server = TestServer::start();
    let text = "{first} 1. e4 {[%clk 0:05:00] good} ({or} 1. d4) 1... e5 *";
    let game = &server.post_text("/api/v1/pgn", "text/plain", text).json()["games"][0];
    assert_eq!(game["comments"], json!(["first"]));
    assert_eq!(game["nodes"][0]["comments"], json!(["[%clk 0:05:00] good"]));
    assert_eq!(game["nodes"][1]["comments_before"], json!(["or"]));
}
