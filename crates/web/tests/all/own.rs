//! Games and strategies of one's own, good and bad ones.

use crate::client::TestServer;
use plywood_catalog::{Catalog, Games as _, Setting};
use plywood_search::games::{BoardGame, BoardRules, Play, TicTacToe};
use plywood_search::{AlphaBeta, Ending, Game, Limits, Observer, Random, Report, Strategy};
use serde_json::{Value, json};

/// A strategy that panics, or has no move.
struct Bad(&'static str);

impl<G: Game> Strategy<G> for Bad {
    fn name(&self) -> String {
        self.0.to_owned()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        assert_ne!(self.0, "panics", "it cannot do this");
        let mut report = Strategy::<G>::search_observed(&mut Random, position, limits, observer);
        report.best_move = None;
        report
    }
}

/// Tic-tac-toe by another name, with strategies of its own.
fn server() -> TestServer {
    let mine = Catalog::keyed("mine", TicTacToe::new())
        .fixed_depth("careful", "alpha-beta with a setting", |_, evaluator| {
            AlphaBeta::new(evaluator)
        })
        .with_settings([Setting::number("width", 8, 1..=64)])
        .strategy("panics", "panics", |_, _| Bad("panics"))
        .strategy("nothing", "has no move", |_, _| Bad("nothing"));
    TestServer::of(mine.and(Catalog::written_tree()), "--threads 2")
}

#[test]
fn an_own_game_is_described_and_played() {
    let server = server();
    let games = server.get("/api/v1/games").json();
    let mine = &games["games"][0];
    assert_eq!(
        (&mine["name"], &mine["columns"]),
        (&json!("mine"), &json!(3))
    );
    assert_eq!(
        (&mine["start"], &mine["is_chess"]),
        (&json!("........."), &json!(false))
    );
    let played = server.post("/api/v1/play", &json!({"moves": ["a1"], "move": "b2"}));
    assert_eq!(played["grid"]["cells"], json!({"a1": "X", "b2": "O"}));
    assert_eq!(played["history"][1]["changes"], json!({"b2": "O"}));
    let first = &played["moves"][0];
    assert_eq!(first["clicks"], json!([[first["move"]]]));
    assert_eq!(
        (&played["side_to_move"], &played["start_cells"]),
        (&json!("X"), &json!({}))
    );
    let tree = server.post("/api/v1/play", &json!({"game": "tree", "move": "2"}));
    assert_eq!(
        (&tree["grid"], &tree["moves"][0]["clicks"]),
        (&Value::Null, &Value::Null)
    );
    let problem = server.refused(400, "/api/v1/legal-moves", &json!({"game": "chess"}));
    assert_eq!(problem["hint"], "choose one of mine, tree");
}

#[test]
fn a_strategy_can_be_spelled_out() {
    let server = server();
    let body = |strategy: &str| json!({"strategy": strategy, "limits": {"depth": 3}});
    let spelled = "alpha-beta killers+table=1:evaluator=none,nodes=900";
    let answer = server.post("/api/v1/best-move", &body(spelled));
    assert_eq!(
        answer["spec"],
        "alpha-beta+killers+table=1:evaluator=none,nodes=900"
    );
    assert_eq!(
        (&answer["limits"]["nodes"], &answer["depth"]),
        (&json!(900), &json!(3))
    );
    let found = server
        .get("/api/v1/strategy?strategy=careful%2Bwidth=12")
        .json();
    assert_eq!(
        (&found["deepens"], &found["settings"][0]["name"]),
        (&json!(false), &json!("width"))
    );
    assert_eq!(found["settings"][0]["range"], json!(["1", "64"]));
    for (wrong, text) in [
        ("alpha-beta+captures", "noisy"),
        ("careful+width=99", "from 1 to 64"),
        ("alpha-beta+table=9000", "at most 64"),
        ("alpha-beta+killer", "takes no"),
    ] {
        let problem = server.refused(422, "/api/v1/best-move", &body(wrong));
        assert_eq!(problem["field"], "strategy");
        assert!(
            problem["detail"].as_str().unwrap().contains(text),
            "{problem}"
        );
    }
}

#[test]
fn a_request_reads_no_file_of_the_server_and_names_few_evaluators() {
    let server = TestServer::of(Catalog::chess(), "--threads 2");
    let evaluator = "classical@/dev/zero";
    for (path, body) in [
        (
            "best-move",
            json!({"strategy": format!("negamax:evaluator={evaluator}")}),
        ),
        ("best-move", json!({"evaluator": evaluator})),
        ("evaluate", json!({"evaluators": [evaluator]})),
    ] {
        let problem = server.refused(422, &format!("/api/v1/{path}"), &body);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains("reads no files"), "{problem}");
    }
    let portrait = server.get(&format!("/api/v1/portrait?evaluator={evaluator}"));
    assert!(
        portrait.body.contains("reads no files"),
        "{}",
        portrait.body
    );
    let many = json!({"evaluators": vec!["net"; 33]});
    let problem = server.refused(422, "/api/v1/evaluate", &many);
    assert!(
        problem["hint"].as_str().unwrap().contains("at most 32"),
        "{problem}"
    );
}

#[test]
fn a_bad_strategy_is_named_and_the_server_goes_on() {
    let server = server();
    for (name, text) in [("panics", "it cannot do this"), ("nothing", "no move")] {
        let problem = server.refused(500, "/api/v1/best-move", &json!({"strategy": name}));
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.starts_with(name) && detail.contains(text),
            "{detail}"
        );
    }
    let answer = server.post(
        "/api/v1/best-move",
        &json!({"strategy": "minimax", "limits": {"depth": 2}}),
    );
    assert!(answer["move"].is_string());
    assert_eq!(server.searches(), (0, 0));
}

/// Letters on cells, until there are two.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Broken;

impl BoardRules for Broken {
    const START: &'static str = "... ... ... X";
    const SIDES: [char; 2] = ['X', 'O'];

    fn moves(board: &BoardGame<Self>) -> Vec<Play> {
        assert_eq!(board.count('O'), 0, "no moves");
        board.with('.').map(Play::On).collect()
    }

    fn play(board: &mut BoardGame<Self>, play: Play) {
        if let Play::On(cell) = play {
            board[cell] = board.own();
        }
    }

    fn ending(_: &BoardGame<Self>, moves: &[Play]) -> Option<Ending> {
        moves.is_empty().then_some(Ending::Drawn)
    }
}

#[test]
fn a_panic_of_a_game_costs_one_request() {
    let broken: Catalog<BoardGame<Broken>> = Catalog::board("broken");
    let broken = broken.evaluator("breaks", "panics", |_: &BoardGame<Broken>| {
        panic!("no idea")
    });
    let server = TestServer::of(broken, "--threads 1");
    for _ in 0..3 {
        server.refused(500, "/api/v1/evaluate", &json!({"evaluators": ["breaks"]}));
        server.refused(500, "/api/v1/legal-moves", &json!({"moves": ["a3", "b3"]}));
        let body = json!({"strategy": "alpha-beta", "evaluator": "breaks", "limits": {"depth": 1}});
        server.refused(500, "/api/v1/best-move", &body);
        assert_eq!(
            server.post("/api/v1/legal-moves", &json!({}))["position"],
            ".../.../... X"
        );
    }
}
