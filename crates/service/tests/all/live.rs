//! The progress of searches.

use crate::client::{Client, assert_has, list, named};
use serde_json::json;
use std::collections::BTreeSet;

#[test]
fn a_search_reports_its_events_in_order_and_answers_as_a_comparison_does() {
    let client = Client::start();
    let body = json!({
        "game": "connect-four", "against": "minimax", "limits": {"depth": 3},
        "strategies": [{"strategy": "minimax"}, {"strategy": "deepening", "name": "mine"}],
    });
    let told = client.watch(&body);
    let names: Vec<&str> = told.iter().map(|(name, _)| *name).collect();
    let (one, all) = ("started result started", "comparison done");
    let expected = format!("{one} iteration iteration iteration result {all}");
    assert_eq!(names.join(" "), expected);
    assert_has(
        &told[2].1,
        &json!({"index": 1, "name": "mine", "strategy": "deepening"}),
    );
    let iterations = named(&told, "iteration");
    let depths = iterations.iter().map(|data| &data["depth"]);
    assert_eq!(depths.collect::<Vec<_>>(), [1, 2, 3]);
    let results = named(&told, "result");
    assert_eq!(results[1]["counts"]["nodes"], iterations[2]["total_nodes"]);
    let [comparison] = named(&told, "comparison")[..] else {
        panic!("{told:?}")
    };
    let second = json!({"same_value": true, "is_reference": false});
    assert_has(&comparison["rows"][1], &second);
    let compared = client.post("/compare", &body);
    for (row, watched) in list(&compared["rows"])
        .iter()
        .zip(list(&comparison["rows"]))
    {
        assert_has(row, watched);
    }
}

#[test]
fn a_live_search_goes_on_at_its_depth_until_another_strategy_has_searched() {
    let client = Client::start();
    let searched = |strategy: &str, lines: u32, goes_on: bool| {
        let strategies = json!([{"strategy": strategy}]);
        let body = json!({"strategies": strategies, "limits": {"depth": 9}, "lines": lines, "goes_on": goes_on});
        let told = client.watch(&body);
        let result = named(&told, "result")[0];
        assert_eq!(result["depth"], 9);
        let nodes = result["counts"]["nodes"].as_u64().unwrap();
        (nodes, named(&told, "iteration").len())
    };
    let first = searched("engine", 2, true);
    assert_eq!(first.1, 9);
    let again = searched("engine", 2, true);
    assert!(
        again.0 * 2 < first.0 && again.1 == 1,
        "{first:?}, then {again:?}"
    );
    assert_eq!(searched("engine", 1, true).1, 9, "another question");
    let body = json!({"strategies": [{"strategy": "engine"}], "limits": {"depth": 9}, "lines": 1, "goes_on": true, "root_moves": ["a2a3"]});
    let told = client.watch(&body);
    assert_eq!(named(&told, "iteration").len(), 9, "other moves");
    assert_eq!(searched("engine", 2, false), first, "others begin anew");
    searched("engine+hash=1", 2, true);
    assert_eq!(searched("engine", 2, true), first, "one strategy is kept");
}

/// The table of a game serves its next move, from depth 1 on; another seed is another game.
#[test]
fn a_search_in_a_game_continues_with_its_table() {
    let client = Client::start();
    let searched = |seed: u64, in_game: bool| {
        let body = json!({
            "strategies": [{"strategy": "engine"}], "limits": {"depth": 9}, "moves": ["e2e4"],
            "goes_on": true, "in_game": in_game, "seed": seed,
        });
        let told = client.watch(&body);
        let nodes = named(&told, "result")[0]["counts"]["nodes"].as_u64();
        (nodes.unwrap(), named(&told, "iteration").len())
    };
    let first = searched(0, true);
    let again = searched(0, true);
    assert!(
        again.0 < first.0 && again.1 == 9,
        "{first:?}, then {again:?}"
    );
    assert_eq!(searched(1, true), first, "another game");
    assert_eq!(searched(1, false).1, 9, "positions alone");
}

#[test]
fn the_best_lines_grow() {
    let client = Client::start();
    let mut body = json!({"limits": {"depth": 6}, "lines": 3, "moves": ["e2e4"], "strategies": [{"strategy": "engine"}]});
    let told = client.watch(&body);
    let iterations = named(&told, "iteration");
    assert_eq!(iterations.len(), 6);
    let lines = list(&iterations[5]["lines"]);
    assert_eq!(lines[0]["move"], iterations[5]["move"]);
    let moves: BTreeSet<&str> = lines
        .iter()
        .map(|line| line["move"].as_str().unwrap())
        .collect();
    assert_eq!(
        (lines.len(), moves.len()),
        (3, 3),
        "each begins with another move"
    );
    assert!(list(&lines[2]["line_san"]).len() > 1);
    body["lines"] = json!(6);
    client.refuses(&format!("/search {body} => 422 lines: 1 to 5"));
}

#[test]
fn a_threat_is_what_the_opponent_would_play() {
    let client = Client::start();
    // Black threatens mate on f2, and it is White's turn.
    let moves = ["e2e4", "e7e5", "a2a3", "f8c5", "a3a4", "d8f6"];
    let body = json!({"limits": {"depth": 3}, "threat": true, "moves": moves, "strategies": [{"strategy": "engine"}]});
    let told = client.watch(&body);
    let mate = json!({"move": "f6f2", "score": {"mate": 1}});
    assert_has(named(&told, "result")[0], &mate);
    let in_check = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let body =
        json!({"position": in_check, "strategies": [{"strategy": "minimax"}], "threat": true});
    client.refuses(&format!("/search {body} => 422 threat: cannot pass"));
}
