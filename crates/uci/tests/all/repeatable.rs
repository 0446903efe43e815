//! The same searches give the same answers.

use crate::program::{Engine, text};

const POSITIONS: [&str; 4] = [
    "position startpos",
    "position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6",
    "position fen r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// What a search wrote, without times.
fn searched(engine: &mut Engine, position: &str) -> Vec<String> {
    engine.send(position);
    let (infos, best) = engine.go("go depth 6");
    let without_time = infos.into_iter().map(|mut info| {
        info.time = None;
        info.nodes_per_second = None;
        info.to_string()
    });
    without_time.chain([best]).collect()
}

#[test]
fn a_new_game_repeats_its_node_counts() {
    let mut engine = Engine::start();
    let mut game = || {
        engine.send("ucinewgame");
        let searches = POSITIONS
            .iter()
            .map(|position| searched(&mut engine, position));
        searches.collect::<Vec<_>>()
    };
    let first = game();
    assert_eq!(game(), first);
    engine.send("setoption name Clear Hash");
    let cleared: Vec<_> = POSITIONS
        .iter()
        .map(|position| searched(&mut engine, position))
        .collect();
    assert_eq!(cleared, first);
    let mut other = Engine::start();
    let fresh: Vec<_> = POSITIONS
        .iter()
        .map(|position| searched(&mut other, position))
        .collect();
    assert_eq!(fresh, first);
}

#[test]
fn openings_follow_from_their_seed() {
    let of_seed = |seed: &str| text(&["genfens", "5", "seed", seed, "book", "None"]);
    assert_eq!(of_seed("7"), of_seed("7"));
    assert_ne!(of_seed("7"), of_seed("8"));
    // OpenBench passes the whole command as one argument.
    assert_eq!(text(&["genfens 5 seed 7 book None", "quit"]), of_seed("7"));
    for line in of_seed("7").lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert!(fen.parse::<plywood_core::Position>().is_ok(), "{fen}");
    }
}

#[test]
fn the_benchmark_counts_the_same_nodes() {
    let nodes = || text(&["bench", "4"]).split(' ').next().map(str::to_owned);
    let first = nodes();
    assert_eq!(nodes(), first);
    let line = text(&["bench", "1"]);
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{line}");
}
