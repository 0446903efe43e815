//! Equal searches give equal answers.

use crate::program::{Engine, Folder, text};
use plywood_net::{Model, Network};
use plywood_notation::uci_protocol::{Info, InfoBound};

const POSITIONS: [&str; 4] = [
    "position startpos",
    "position startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6",
    "position fen r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// Returns the results of a search, without times. Longer searches also report bounds and counts.
fn searched(engine: &mut Engine, position: &str) -> Vec<String> {
    engine.send(position);
    let (infos, best) = engine.go("go depth 6");
    let is_result = |info: &Info| info.bound == InfoBound::Exact && !info.line.is_empty();
    let results = infos.into_iter().filter(is_result);
    let without_time = results.map(|mut info| {
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
fn the_benchmark_counts_the_nodes_of_a_game() {
    let nodes = |arguments: &[&str]| {
        let output = text(arguments);
        let line = output.lines().last().unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{output}");
        words[0].to_owned()
    };
    let usual = nodes(&["bench", "4"]);
    assert_eq!(nodes(&["bench", "4"]), usual);
    let classical = nodes(&["bench", "4", "--evaluator", "engine"]);
    assert_ne!(classical, usual, "the network judges unless another does");
    assert_eq!(
        nodes(&["bench", "4", "--hash", "3"]),
        usual,
        "a table without collisions"
    );
    let threads = nodes(&["bench", "4", "--threads", "2"]);
    assert!(threads.parse::<u64>().unwrap() > usual.parse().unwrap());
}

/// The network in a file changes the signature, which is equal in a session and on the command line.
#[test]
fn a_session_benchmarks_what_its_options_say() {
    let folder = Folder::new("bench");
    let network: Network = Model::random(16, 1, 1).to_network(400);
    let file = folder.write("file.net", network.to_bytes());
    let expected = text(&["bench", "4", "--evaluator", &format!("net@{file}")]);
    let checksum = network.checksum();
    let about = format!("network {checksum}, 16 hidden units; instructions ");
    assert!(expected.starts_with(&about), "{expected}");
    let count = |line: &String| {
        line.split_once(" nodes ")
            .map(|(count, _)| count.to_owned())
    };
    let expected = expected.lines().map(str::to_owned).collect::<Vec<_>>();

    let mut engine = Engine::start();
    let benchmark = |engine: &mut Engine| {
        engine.send("bench 4");
        // A move is made when the benchmark has ended.
        engine.send("go depth 1");
        engine.until("bestmove")
    };
    let usual = benchmark(&mut engine);
    engine.send(format!("setoption name EvalFile value {file}"));
    let lines = benchmark(&mut engine);
    assert!(
        lines.contains(&format!("info string {}", expected[0])),
        "{lines:?}"
    );
    let [usual, with_file, expected] =
        [usual, lines, expected].map(|lines| lines.iter().find_map(count).unwrap());
    assert_eq!(with_file, expected);
    assert_ne!(with_file, usual);
}

#[test]
fn a_benchmark_can_be_stopped() {
    let mut engine = Engine::start();
    engine.send("bench 40");
    engine.send("go depth 1");
    engine.send("stop");
    let lines = engine.until("bestmove");
    let stopped = "info string the benchmark was stopped";
    assert!(lines.iter().any(|line| line == stopped), "{lines:?}");
}

#[test]
fn the_program_names_its_network_and_its_instructions() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    let network: Network = Network::default();
    let (checksum, hidden) = (network.checksum(), network.hidden());
    let instructions = plywood_core::cpu::name();
    let line = format!(
        "info string network {checksum}, {hidden} hidden units; instructions {instructions}"
    );
    assert!(lines.contains(&line), "{lines:?}");
}
