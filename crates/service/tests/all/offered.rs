//! Games, strategies, evaluators, and evaluations.

use crate::client::{Client, assert_has, list};
use plywood_service::{ROUTES, description};
use serde_json::json;
use std::collections::BTreeSet;

#[test]
fn games_are_listed_with_their_strategies_and_evaluators() {
    let client = Client::start();
    let games = client.get("/games");
    let games = list(&games["games"]);
    let names: Vec<&str> = games
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    let expected = "chess chess960 tic-tac-toe connect-four einstein backgammon tree";
    let expected: Vec<&str> = expected.split(' ').collect();
    assert_eq!(names, expected);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let chess = json!({"start": start, "columns": 8, "players": ["white", "black"]});
    assert_has(&games[0], &chess);
    for game in names {
        let strategies = client.get(&format!("/strategies?game={game}"));
        let strategies = list(&strategies["strategies"]);
        let named = |name: &str| strategies.iter().find(|strategy| strategy["name"] == name);
        let [plain, deepening] = match game {
            "einstein" | "backgammon" => ["expectiminimax", "deepening-star"],
            _ => ["minimax", "deepening"],
        };
        assert_eq!(named(plain).unwrap()["deepens"], false, "{game}");
        assert_eq!(named(deepening).unwrap()["deepens"], true, "{game}");
        let is_chess = game.starts_with("chess");
        assert_eq!(named("blogchess").is_some(), is_chess);
        if is_chess {
            let levels = json!({"lowest": 800, "highest": 2_400, "levels": 9});
            let engine = json!({"evaluator": "net", "elo": levels});
            assert_has(named("engine").unwrap(), &engine);
            assert_eq!(named("blogchess").unwrap()["depth"], 3);
        }
        let evaluators = client.get(&format!("/evaluators?game={game}"));
        let mut all = list(&evaluators["evaluators"]).iter();
        assert!(all.any(|evaluator| evaluator["name"] == evaluators["default"]));
    }
}

#[test]
fn chess960_has_960_starting_positions() {
    let client = Client::start();
    let start = client.get("/games/chess960/start?number=0");
    let expected = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(start["position"], expected);
    let any = client.get("/games/chess960/start");
    assert!(any["number"].as_u64().unwrap() < 960);
    client.refuses("/games/chess960/start?number=960 => 422 number: 0 to 959");
}

#[test]
fn an_evaluation_of_any_game_has_its_terms() {
    let body = json!({"game": "backgammon", "position": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31", "evaluators": ["estimate", "net"]});
    let evaluation = Client::start().post("/evaluate", &body);
    let [estimate, net] = list(&evaluation["evaluators"]) else {
        panic!("{evaluation}");
    };
    let roll = json!({"name": "roll", "white": 900, "black": 0});
    assert!(list(&estimate["terms"]).contains(&roll), "{estimate}");
    assert_eq!(net["terms"], json!([]));
}

#[test]
fn an_evaluation_is_taken_apart() {
    let client = Client::start();
    let body = json!({"position": "4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "evaluators": ["material"], "questions": true});
    let evaluation = client.post("/evaluate", &body);
    let material = &evaluation["evaluators"][0];
    assert_has(
        material,
        &json!({"score": {"cp": 200}, "score_text": "+2.00"}),
    );
    let pawn = json!({"square": "a2", "piece": "P", "worth": 100, "lead": 0});
    assert_eq!(material["pieces"][0], pawn);
    assert!(
        list(&material["terms"])
            .iter()
            .any(|term| term["white"] == 200)
    );
    let questions = list(&evaluation["questions"]);
    assert_eq!(questions.len(), 10);
    for question in questions {
        assert!(question["question"].as_str().unwrap().ends_with('?'));
        assert!(!list(&question["answers"]).is_empty());
    }
    assert_eq!(
        list(&client.post("/evaluate", &json!({}))["evaluators"]).len(),
        7
    );
    // The second player is to move, with a score of -20.
    let body = json!({"game": "connect-four", "position": "ccdde", "evaluators": ["estimate"]});
    let small = client.post("/evaluate", &body);
    assert_eq!(small["evaluators"][0]["score"], json!({"cp": 20}));
}

#[test]
fn an_evaluator_that_can_be_drawn_has_a_portrait() {
    let client = Client::start();
    let evaluation = client.post("/evaluate", &json!({"game": "chess"}));
    for evaluated in list(&evaluation["evaluators"]) {
        let name = evaluated["evaluator"].as_str().unwrap();
        let path = format!("/portrait?evaluator={name}");
        assert_eq!(evaluated["has_portrait"], name == "net", "{name}");
        if name == "net" {
            let portrait = client.get(&path);
            assert!(portrait["svg"].as_str().unwrap().starts_with("<svg "));
            assert!(portrait["caption"].is_string());
        } else {
            client.refuses(&format!("{path} => 422 evaluator: no picture"));
        }
    }
    client.refuses("/portrait?evaluator=nets => 422 evaluator: material");
}

#[test]
fn a_strategy_can_be_spelled_out() {
    let client = Client::start();
    let found = client.get("/strategy?strategy=pvs%2Btable=16%2Bdeepening&word=table&values=8");
    assert_has(
        &found,
        &json!({"name": "pvs+deepening+table=8", "deepens": true}),
    );
    let fewer = client.get("/strategy?strategy=pvs%2Btable=16&word=table");
    assert_has(&fewer, &json!({"name": "pvs", "deepens": false}));
    client.check(r#"/best-move {"strategy": "alpha-beta killers+table=1:evaluator=material,nodes=900", "limits": {"depth": 3}} => {"spec": "alpha-beta+killers+table=1:evaluator=material,nodes=900", "limits": {"nodes": 900}, "depth": 3}"#);
    for row in [
        r#"{"game": "tic-tac-toe", "strategy": "alpha-beta+captures"} => 422 strategy: noisy"#,
        r#"{"strategy": "alpha-beta+table=9000"} => 422 strategy: at most 64"#,
        r#"{"strategy": "alpha-beta+killer"} => 422 strategy: takes no"#,
        r#"{"strategy": "minmax"} => 422 strategy: minimax"#,
    ] {
        client.refuses(&format!("/best-move {row}"));
    }
}

#[test]
fn a_request_reads_no_file_and_names_few_evaluators() {
    let client = Client::start();
    for row in [
        r#"/best-move {"strategy": "negamax:evaluator=classical@/dev/zero"} => 422 evaluator"#,
        r#"/best-move {"evaluator": "classical@/dev/zero"} => 422 evaluator"#,
        r#"/evaluate {"evaluators": ["classical@/dev/zero"]} => 422 evaluators"#,
        "/portrait?evaluator=classical@/dev/zero => 422 evaluator",
    ] {
        client.refuses(&format!("{row}: does not read weights files"));
    }
    let many = json!({"evaluators": vec!["net"; 33]});
    client.refuses(&format!("/evaluate {many} => 422 evaluators: at most 32"));
}

#[test]
fn every_route_is_described_as_it_is_asked() {
    let described = serde_json::to_value(description()).unwrap();
    let paths = described["paths"].as_object().unwrap().iter();
    let described = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(|method| (method.to_uppercase(), path.clone()))
    });
    let described: BTreeSet<(String, String)> = described.collect();
    let asked = ROUTES.iter();
    let asked = asked.map(|route| (route.method.to_owned(), route.path.to_owned()));
    assert_eq!(described, asked.collect());
}
