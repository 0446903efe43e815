//! The engine's options: several lines, chosen root moves, threads, a large table, strength by Elo, endgame tables.

use crate::program::{Engine, Folder, failure, infos, text};
use crate::protocol::{best_move, check_lines};
use plywood_core::{Move, MoveKind, Position, Square};
use plywood_net::{Model, Network};
use plywood_notation::polyglot::Book;
use plywood_notation::uci_protocol::{Info, InfoBound, InfoScore};
use plywood_tables::{Syzygy, Tables};
use std::thread;
use std::time::Duration;

#[test]
fn several_lines_are_reported_in_order() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    let (infos, best) = engine.go("go depth 5");
    check_lines(&Position::START, &infos);
    // A search that takes more than a second also reports counts and bounds.
    let is_last = |info: &&Info| {
        info.depth == Some(5) && info.rank.is_some() && info.bound == InfoBound::Exact
    };
    let last: Vec<&Info> = infos.iter().filter(is_last).collect();
    let ranks: Vec<_> = last.iter().map(|info| info.rank).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3)]);
    let mut firsts: Vec<_> = last
        .iter()
        .map(|info| info.line.split(' ').next())
        .collect();
    assert_eq!(best.split(' ').nth(1), firsts[0]);
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "the lines begin with different moves");
}

/// Returns a number that orders scores for the side to move.
fn worth(info: &Info) -> i32 {
    match info.score {
        Some(InfoScore::Centipawns(value)) => value,
        Some(InfoScore::Mate(moves)) if moves > 0 => 1_000_000 - moves,
        Some(InfoScore::Mate(moves)) => -1_000_000 - moves,
        None => panic!("{info} has no score"),
    }
}

#[test]
fn lines_are_in_order_wherever_a_search_is_stopped() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 4");
    for millis in (0..80).step_by(4) {
        engine.send("ucinewgame\nposition startpos moves d2d4 g8f6 c2c4 e7e6\ngo infinite");
        thread::sleep(Duration::from_millis(millis));
        engine.send("stop");
        let lines = engine.until("bestmove");
        let infos = infos(&lines);
        let exact = |info: &&Info| info.rank.is_some() && info.bound == InfoBound::Exact;
        let lines: Vec<&Info> = infos.iter().filter(exact).collect();
        // An interrupted iteration may have fewer best lines than the one before.
        let first = lines.iter().rposition(|info| info.rank == Some(1));
        let last = &lines[first.expect("there is a best line")..];
        let ranks: Vec<Option<u32>> = last.iter().map(|info| info.rank).collect();
        assert_eq!(ranks, [Some(1), Some(2), Some(3), Some(4)][..last.len()]);
        assert!(last.is_sorted_by_key(|info| -worth(info)), "{lines:?}");
    }
}

#[test]
fn a_position_full_of_captures_is_left_when_the_time_is_over() {
    let mut engine = Engine::start();
    engine.send("position fen nqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQQN w - - 0 1");
    for command in ["go movetime 300", "go wtime 100", "go infinite"] {
        engine.send(command);
        thread::sleep(Duration::from_millis(20));
        engine.send("stop");
        assert_ne!(engine.until("bestmove").last().unwrap(), "bestmove (none)");
    }
}

#[test]
fn a_large_table_is_ready_at_once() {
    let mut engine = Engine::start();
    // Only an optimized build leaves the system's zeroed pages untouched.
    let megabytes = if cfg!(debug_assertions) { 64 } else { 8_192 };
    engine.send(format!("setoption name Hash value {megabytes}\nucinewgame"));
    assert!(
        engine
            .ask("setoption name UCI_LimitStrength value true")
            .is_empty()
    );
    engine.send("ucinewgame");
    assert!(
        engine
            .ask("setoption name UCI_LimitStrength value false")
            .is_empty()
    );
    assert_ne!(engine.go("go depth 3").1, "bestmove (none)");
    let work = engine.work();
    assert!(work < Duration::from_secs(5), "{work:?}");
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut engine = Engine::start();
    let (infos, best) = engine.go("go depth 6 searchmoves a2a3 h2h3 e2e5");
    assert!(
        best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h3"),
        "{best}"
    );
    let complaint = "searchmoves: \"e2e5\" is not a legal move here";
    assert_eq!(infos[0].text.as_deref(), Some(complaint));
}

#[test]
fn nothing_is_searched_if_no_move_asked_for_is_legal() {
    let mut engine = Engine::start();
    let (infos, best) = engine.go("go depth 6 searchmoves e2e5 banana");
    let said: Vec<&str> = infos.iter().filter_map(|it| it.text.as_deref()).collect();
    let complaints = [
        "searchmoves: \"e2e5\" is not a legal move here",
        "searchmoves: \"banana\" is not a legal move here",
        "searchmoves: there are no root moves to search",
    ];
    assert_eq!(
        (said.as_slice(), best.as_str()),
        (&complaints[..], "bestmove (none)")
    );
    let (_, best) = engine.go("go depth 1 searchmoves e2e4");
    assert!(best.starts_with("bestmove e2e4"), "{best}");
}

#[test]
fn many_threads_on_a_small_table_play_legal_moves() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 4");
    engine.send("setoption name Hash value 1");
    let mut position = Position::START;
    let mut moves = String::new();
    for _ in 0..30 {
        engine.send(format!("position startpos moves{moves}"));
        let (infos, best) = engine.go("go movetime 15");
        if best == "bestmove (none)" {
            break;
        }
        check_lines(&position, &infos);
        let mv = best_move(&position, &best);
        position = position.play(mv).expect("it was parsed as a legal move");
        moves = format!("{moves} {mv}");
    }
}

#[test]
fn a_weak_player_searches_less_and_differs_from_game_to_game() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 900");
    let mut games = Vec::new();
    for _ in 0..8 {
        engine.send("ucinewgame");
        let (infos, best) = engine.go("go movetime 200");
        assert!(
            infos.last().and_then(|info| info.nodes) < Some(2_000),
            "{infos:?}"
        );
        games.push(best);
    }
    games.sort_unstable();
    games.dedup();
    assert!(games.len() > 1, "{games:?}");
}

#[test]
fn a_search_may_follow_stop_without_waiting() {
    let mut engine = Engine::start();
    for _ in 0..10 {
        engine
            .send("position startpos\ngo infinite\nstop\nposition startpos moves e2e4\ngo depth 2");
        let first = engine.until("bestmove");
        best_move(&Position::START, first.last().unwrap());
        let second = engine.until("bestmove");
        let position: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
            .parse()
            .unwrap();
        best_move(&position, second.last().unwrap());
    }
    assert!(engine.ask("").is_empty(), "one bestmove for each go");
}

#[test]
fn a_network_judges_from_its_file_and_a_bad_file_is_refused() {
    let folder = Folder::new("network");
    let network: Network = Model::random(16, 1, 1).to_network(400);
    let good = folder.write("good.net", network.to_bytes());
    let bad = folder.write("bad.net", "no network");
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine| {
        engine.send("ucinewgame");
        let (infos, _) = engine.go("go depth 6");
        infos.iter().filter_map(|info| info.nodes).next_back()
    };
    let usual = nodes(&mut engine);
    let answer = engine.ask(format!("setoption name EvalFile value {bad}"));
    assert!(answer[0].contains("expected a network"), "{answer:?}");
    assert_eq!(nodes(&mut engine), usual);
    let answer = engine.ask(format!("setoption name EvalFile value {good}"));
    assert!(answer.is_empty(), "{answer:?}");
    assert_ne!(nodes(&mut engine), usual);
    engine.send("setoption name EvalFile value <empty>");
    assert_eq!(nodes(&mut engine), usual);
}

/// A network is recognized in a file of any name, and other files are refused.
#[test]
fn a_file_of_an_option_may_be_called_anything() {
    let network: Network = Model::random(16, 1, 1).to_network(400);
    let book = {
        let mut book = Book::new();
        let rare = Move::new(Square::A2, Square::A3, MoveKind::Normal);
        book.add(&Position::START, rare, 1).unwrap();
        book.to_bytes()
    };
    for name in [
        "a,b.net",
        "a:b=c@d.net",
        "+ä  b.net",
        "\"a\", depth=1",
        "value.net",
        "棋.net",
    ] {
        let folder = Folder::new("names");
        let file = folder.write(name, network.to_bytes());
        let mut engine = Engine::start();
        let answer = engine.ask(format!("setoption name EvalFile value {file}"));
        assert!(answer.is_empty(), "{answer:?}");
        engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
        assert_eq!(engine.go("go depth 3").1, "bestmove a1a8", "{name}");
        // The file in a composition.
        let evaluator = format!("net@{file}").replace('"', "\"\"");
        let composition = format!("minimax:evaluator=\"{evaluator}\",depth=2");
        let answer = engine.ask(format!("setoption name Composition value {composition}"));
        assert!(answer.is_empty(), "{answer:?}");
        assert_eq!(engine.go("go depth 3").1, "bestmove a1a8", "{name}");

        let file = folder.write(name, &book);
        let answer = engine.ask(format!("setoption name BookFile value {file}"));
        assert!(answer.is_empty(), "{answer:?}");
        engine.send("setoption name OwnBook value true");
        engine.send("position startpos");
        assert_eq!(engine.go("go depth 1").1, "bestmove a2a3", "{name}");
        // It is no longer a network.
        let answer = engine.ask(format!("setoption name EvalFile value {file}"));
        assert!(
            answer[0].starts_with("info string error: EvalFile: "),
            "{answer:?}"
        );
    }
}

#[test]
fn a_value_that_cannot_be_used_is_refused_and_the_one_before_stays() {
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine| {
        engine.send("ucinewgame");
        let (infos, _) = engine.go("go depth 4");
        infos.iter().filter_map(|info| info.nodes).next_back()
    };
    let answer = engine.ask("setoption name Composition value pvs+captures+table=1+deepening");
    assert!(answer.is_empty(), "{answer:?}");
    let usual = nodes(&mut engine);
    for wrong in [
        "Composition value pvs+capturs",
        "Composition value pvs:evaluator=net@/nowhere/a, b.net",
        "Composition value pvs:evaluator=\"net@/nowhere",
        "EvalFile value /nowhere/a, b.net",
        "BookFile value /nowhere/a, b.bin",
        "SyzygyPath value /nowhere/a, b",
        "Strategy value pvz",
        "Evaluator value nothing",
    ] {
        let answer = engine.ask(format!("setoption name {wrong}"));
        assert!(
            answer.len() == 1 && answer[0].starts_with("info string error: "),
            "{wrong}: {answer:?}"
        );
        assert_eq!(nodes(&mut engine), usual, "{wrong}");
    }
}

#[test]
fn missing_endgame_tables_are_reported_and_the_game_goes_on() {
    let mut engine = Engine::start();
    engine.send("setoption name SyzygyPath value /nowhere/syzygy");
    let answer = engine.ask("");
    assert!(
        answer.len() == 1 && answer[0].starts_with("info string error: SyzygyPath: "),
        "{answer:?}"
    );
    assert!(answer[0].contains("/nowhere/syzygy"), "{answer:?}");
    // XBoard would conclude that the engine could not be started.
    assert!(!answer[0].contains("No such file"), "{answer:?}");
    assert!(engine.go("go depth 3").1.starts_with("bestmove "));
}

/// A file with the beginning and the length of a table of results, but no table.
fn damaged_table(folder: &Folder, name: &str) -> String {
    let mut bytes = vec![0xFF; 64 + 16];
    bytes[..4].copy_from_slice(&[0x71, 0xE8, 0x23, 0x5D]);
    folder.write(name, bytes)
}

#[test]
fn each_damaged_endgame_table_is_reported_once_and_the_game_goes_on() {
    let folder = Folder::new("damaged");
    let files = ["KQvK.rtbw", "KRvK.rtbw"].map(|name| damaged_table(&folder, name));
    let mut engine = Engine::start();
    let path = folder.path("").display().to_string();
    engine.send(format!("setoption name SyzygyPath value {path}"));
    for (file, queen) in files.iter().zip(["Q", "R"]) {
        engine.send(format!("position fen 8/8/8/3k4/8/8/8/K{queen}6 w - - 0 1"));
        for is_first in [true, false] {
            engine.send("go depth 3");
            let lines = engine.until("bestmove");
            let complaint =
                format!("info string error: SyzygyPath: the endgame table {file} is damaged: ");
            let complaints = lines.iter().filter(|line| line.starts_with(&complaint));
            assert_eq!(complaints.count(), usize::from(is_first), "{lines:?}");
            assert!(lines.iter().any(|line| line.contains(" tbhits 0 ")));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn tables_that_cannot_be_used_are_left_out_and_named() {
    let folder = Folder::new("left-out");
    damaged_table(&folder, "KQvK.rtbw");
    folder.write("KRvK.rtbw", b"cut");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path("KBNvK.rtbw"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let path = format!("{}:/nowhere", folder.path("").display());
    let mut engine = Engine::start();
    let answer = engine.ask(format!("setoption name SyzygyPath value {path}"));
    assert_eq!(answer.len(), 1, "{answer:?}");
    assert!(
        answer[0].starts_with("info string error: SyzygyPath: "),
        "{answer:?}"
    );
    assert!(
        answer[0].ends_with("; and 2 more are left out"),
        "{answer:?}"
    );
    let (code, errors) = failure(&["tables", &*path]);
    assert_eq!(code, Some(1), "{errors}");
    assert_eq!(errors.matches("warning: ").count(), 4, "{errors}");
    for part in ["KRvK.rtbw", "KBNvK.rtbw", "/nowhere"] {
        assert!(errors.contains(part), "{errors}");
    }
}

#[test]
#[ignore = "needs the tables of ../shared/data/syzygy"]
fn endgame_tables_decide_the_root() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    let tables = Syzygy::open(folder).unwrap();
    assert!(text(&["tables", folder]).contains(" men"));
    let mut engine = Engine::start();
    engine.send(format!("setoption name SyzygyPath value {folder}"));
    for fen in [
        "8/8/8/8/2k5/8/8/K1BN4 w - - 0 1",
        "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
        "7k/5Q2/8/8/8/8/6r1/K7 b - - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        engine.send(format!("position fen {fen}"));
        let (infos, best) = engine.go("go depth 2");
        let hits = infos.last().and_then(|info| info.endgame_table_hits);
        assert!(hits > Some(0), "{infos:?}");
        let best = best_move(&position, &best);
        let known = tables.root_moves(&position).unwrap();
        assert!(
            known.keeping_result().iter().any(|kept| kept.mv == best),
            "{fen}: {best}"
        );
    }
}
