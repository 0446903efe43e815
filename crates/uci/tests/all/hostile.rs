//! With any input, the program survives, reports errors, and ends when its input does.

use crate::program::Engine;
use fastrand::Rng;
use std::time::Duration;

/// Elements of random lines: the words of the protocol in any order, and worse.
const WORDS: &str = "uci isready debug on off setoption name value Hash Threads MultiPV Strategy minimax negamax everything \
    Evaluator material UCI_Chess960 UCI_Elo UCI_LimitStrength true false Clear Ponder register ucinewgame position startpos fen \
    moves e2e4 e7e5 e1g1 a7a8q 0000 searchmoves ponder wtime btime movestogo nodes mate movetime stop ponderhit d eval -1 0 1 7 \
    99999999999999999999 8/8/8/8/8/8/8/8 w b KQkq - é♞ rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR \0\x7f";

fn random_line(random: &mut Rng) -> Vec<u8> {
    match random.u8(..8) {
        0 => (0..random.usize(..200))
            .map(|_| random.u8(..))
            .filter(|&byte| byte != b'\n')
            .collect(),
        1 => format!("go depth {}", random.u8(..4)).into_bytes(),
        2 => format!("go nodes {}", random.u16(..500)).into_bytes(),
        _ => {
            let length = random.usize(1..12);
            let known: Vec<&str> = WORDS.split_ascii_whitespace().collect();
            let mut word = || *random.choice(&known).expect("there are words");
            let words: Vec<&str> = (0..length).map(|_| word()).collect();
            words.join(" ").into_bytes()
        }
    }
}

/// A random line can be `go` without limits, so each is followed by `stop`.
#[test]
fn ten_thousand_random_lines_do_no_harm() {
    let mut random = Rng::with_seed(1);
    let mut engine = Engine::start();
    for _ in 0..100 {
        for _ in 0..100 {
            engine.send(random_line(&mut random));
            if random.bool() {
                engine.send("stop");
            }
        }
        engine.send("stop");
        engine.send("isready");
        engine.until("readyok");
    }
    engine.send("setoption name Strategy value everything");
    engine.send("ucinewgame");
    engine.send("position startpos");
    engine.ask("stop");
    let (_, best) = engine.go("go depth 3");
    assert!(best.starts_with("bestmove "), "{best}");
    assert!(engine.close().success());
}

#[test]
fn a_long_line_of_unknown_words_is_read_at_once_and_answered_in_a_few_lines() {
    let mut engine = Engine::start();
    let words: Vec<String> = (0..30_000).map(|number| format!(" w{number}")).collect();
    let words = words.concat();
    for (line, more) in [
        (format!("go depth 1{words}"), None),
        (
            format!("go depth 1 searchmoves{words}"),
            Some("info string searchmoves: there are no root moves to search"),
        ),
    ] {
        engine.send(line);
        let said = engine.until("bestmove");
        let said = said.iter().filter(|line| line.contains("info string"));
        let said: Vec<&String> = said.collect();
        assert_eq!(said[5], "info string … and 29995 more");
        assert_eq!(said.get(6).map(|line| line.as_str()), more);
    }
    for line in [
        format!("setoption name Strategy value{words}"),
        format!("setoption name MultiPV value{words}"),
        format!("setoption name Composition value pvs:{words}"),
        format!("setoption name{words}"),
    ] {
        let said = engine.ask(line);
        assert!(said.len() == 1 && said[0].len() < 5_000, "{said:?}");
    }
    let work = engine.work();
    assert!(work < Duration::from_secs(5), "{work:?}");
}

#[test]
fn hostile_positions_are_refused_with_a_reason() {
    let mut engine = Engine::start();
    for fen in [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
        "P7/8/8/8/8/8/8/k1K5 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "é7/8/8/8/8/8/8/8 w - - 0 1",
        "../../../etc/passwd",
    ] {
        let answer = engine.ask(format!("position fen {fen}"));
        assert_eq!(answer.len(), 1, "{fen}: {answer:?}");
        assert!(
            answer[0].starts_with("info string position: "),
            "{fen}: {answer:?}"
        );
    }
    let answer =
        engine.ask("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1");
    assert!(answer[0].contains("right dropped"), "{answer:?}");
    let answer = engine.ask("position startpos moves e2e4 e2e4 e7e5");
    assert_eq!(
        answer,
        ["info string position: move 2: \"e2e4\" is not a legal move here"]
    );
}

#[test]
fn absurd_options_are_clamped_or_refused() {
    let mut engine = Engine::start();
    for (option, beginning) in [
        ("MultiPV value 999999999999", "MultiPV: 256 is used"),
        ("Move Overhead value -3", "Move Overhead: 0 is used"),
        ("UCI_Elo value 0", "UCI_Elo: 800 is used"),
        ("Hash value -1", "Hash: 1 is used"),
        ("Threads value 100000", "Threads: 256 is used"),
        (
            "MultiPV value many",
            "error: MultiPV: expected a whole number",
        ),
        (
            "Strategy value",
            "error: Strategy: expected one of engine, ",
        ),
        ("Evaluator value nnue", "error: Evaluator: expected one of "),
        (
            "UCI_Chess960 value maybe",
            "error: UCI_Chess960: expected true or false",
        ),
        (
            "Speed value 11",
            "error: there is no option \"Speed\"; the options are ",
        ),
    ] {
        let answer = engine.ask(format!("setoption name {option}"));
        let expected = format!("info string {beginning}");
        assert!(
            answer.len() == 1 && answer[0].starts_with(&expected),
            "{option}: {answer:?}"
        );
    }
    // With all of these, and 256 threads, it still plays.
    assert!(engine.go("go depth 2").1.starts_with("bestmove "));
}

#[test]
fn a_line_of_a_million_bytes_is_skipped() {
    let mut engine = Engine::start();
    let answer = engine.ask("position startpos moves ".to_owned() + &"e2e4 ".repeat(250_000));
    assert_eq!(answer, ["info string the line is too long and was skipped"]);
}

#[test]
fn a_very_long_game_is_no_problem() {
    let mut engine = Engine::start();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(1_000);
    assert!(
        engine
            .ask(format!("position startpos moves {shuffle}"))
            .is_empty()
    );
    assert!(engine.go("go depth 3").1.starts_with("bestmove "));
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    for command in [
        "go infinite",
        "go ponder wtime 100000",
        "go wtime 100000000",
        "go depth 100",
        "perft 20",
    ] {
        let mut engine = Engine::start();
        engine.send(command);
        engine.within(Duration::from_millis(30));
        assert!(engine.close().success(), "{command}");
    }
}

/// A program that never stops its searches must not fill the memory with waiting ones.
#[test]
fn searches_that_wait_have_a_bound() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("go depth 1\n".repeat(1_500).trim_end());
    engine.send("stop\nd\neval\nisready");
    let mut lines = Vec::new();
    while lines
        .iter()
        .filter(|line: &&String| line.starts_with("bestmove"))
        .count()
        < 1_001
    {
        lines.extend(engine.until("bestmove"));
    }
    lines.extend(engine.ask("d"));
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert_eq!((count("is skipped"), count("bestmove")), (500, 1_001));
}
