//! Games and strategies added by a program, good and bad ones.

use crate::client::{Client, assert_has, list};
use plywood_catalog::{Catalog, Games as _, Setting};
use plywood_core::{PieceKind, Position};
use plywood_eval::{Score, Side, Weighted};
use plywood_search::games::{BoardGame, BoardRules, Play, TicTacToe};
use plywood_search::{AlphaBeta, Ending, Game, Limits, Observer, Random, Report, Strategy};
use plywood_service::ServiceLimits;
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

/// Tic-tac-toe by another name, with its own strategies.
fn client() -> Client {
    let mine = Catalog::keyed("mine", TicTacToe::new())
        .fixed_depth(
            "careful",
            "alpha-beta with a setting",
            |settings, evaluator| {
                let _width: u32 = settings.number("width");
                AlphaBeta::new(evaluator)
            },
        )
        .with_settings([Setting::number("width", 8, 1..=64)])
        .strategy("panics", "panics", |_, _| Bad("panics"))
        .strategy("nothing", "has no move", |_, _| Bad("nothing"));
    let games = mine.and(Catalog::written_tree());
    Client::of(&games, ServiceLimits::default())
}

#[test]
fn an_own_game_is_described_and_played() {
    let client = client();
    let mine = json!({"name": "mine", "columns": 3, "start": ".........", "is_chess": false});
    assert_has(&client.get("/games")["games"][0], &mine);
    let played = client.post("/play", &json!({"moves": ["a1"], "move": "b2"}));
    let cells = json!({"cells": {"a1": "X", "b2": "O"}});
    assert_has(
        &played,
        &json!({"grid": cells, "side_to_move": "X", "start_cells": {}}),
    );
    assert_eq!(played["history"][1]["changes"], json!({"b2": "O"}));
    let first = &list(&played["moves"])[0];
    assert_eq!(first["clicks"], json!([[first["move"]]]));
    let tree = client.post("/play", &json!({"game": "tree", "move": "2"}));
    assert_eq!(
        [&tree["grid"], &tree["moves"][0]["clicks"]],
        [&Value::Null; 2]
    );
    client.refuses(r#"/legal-moves {"game": "chess"} => 400 game: choose one of mine, tree"#);
    let found = client.get("/strategy?strategy=careful%2Bwidth=12");
    assert_eq!(found["settings"][0]["name"], "width");
    assert_eq!(found["settings"][0]["range"], json!(["1", "64"]));
    client.refuses(r#"/best-move {"strategy": "careful+width=99"} => 422 strategy: from 1 to 64"#);
}

#[test]
fn a_bad_strategy_is_named_and_others_go_on() {
    let client = client();
    for name in ["panics", "nothing"] {
        let body = json!({"strategy": name});
        client.refuses(&format!("/best-move {body} => 500 strategy: {name} failed"));
    }
    let body = json!({"strategies": [{"strategy": "panics"}, {"strategy": "minimax"}]});
    let told = client.watch(&body);
    let names = told.iter().map(|(name, _)| *name);
    let expected = "started failed started result comparison done";
    assert_eq!(names.collect::<Vec<_>>().join(" "), expected);
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
    let client = Client::of(&broken, ServiceLimits::default());
    for row in [
        r#"/evaluate {"evaluators": ["breaks"]} => 500: no idea"#,
        r#"/legal-moves {"moves": ["a3", "b3"]} => 500: no moves"#,
        r#"/best-move {"moves": ["a3", "b3"]} => 500: no moves"#,
        r#"/best-move {"strategy": "minimax", "evaluator": "breaks", "limits": {"depth": 1}} => 500 strategy: no idea"#,
    ] {
        client.refuses(row);
    }
    client.check(r#"/legal-moves {} => {"position": ".../.../... X"}"#);
}

#[test]
fn the_evaluators_of_a_served_chess_are_its_own() {
    let pawns = |position: &Position, side: Side| {
        let pawns = position.pieces(side.into(), PieceKind::Pawn);
        pawns.len().cast_signed()
    };
    let chess = Catalog::tactical_repeating("chess", Position::START);
    let chess = chess
        .evaluator("material", "a pawn", |_: &Position| Score::centipawns(100))
        .weighted("classical", "few", Weighted::new().term("men", 3, pawns));
    let client = Client::of(&chess, ServiceLimits::default());
    let position = json!({"position": "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"});
    let answer = client.post("/evaluate", &position);
    let [material, classical] = list(&answer["evaluators"]) else {
        panic!("{answer}");
    };
    assert_has(material, &json!({"score": {"cp": 100}, "terms": []}));
    assert_eq!(material["pieces"][0]["worth"], 0);
    let men = json!([{"name": "men", "white": 6, "black": 0}]);
    assert_has(classical, &json!({"score": {"cp": 6}, "terms": men}));
}

#[test]
fn an_own_evaluator_of_chess_also_plays_below_full_strength() {
    let chess = Catalog::chess();
    let chess = chess.evaluator("pawn", "a pawn", |_: &Position| Score::centipawns(100));
    let client = Client::of(&chess, ServiceLimits::default());
    client.check(
        r#"/best-move {"strategy": "engine", "evaluator": "pawn", "elo": 800} => {"evaluator": "pawn"}"#,
    );
}
