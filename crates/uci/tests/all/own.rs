//! User-defined strategies, good and bad, behind an interface.

use crate::program::Engine;
use crate::protocol::{best_move, check_lines};
use plywood_catalog::{Catalog, PositionAlone, Setting, Settings};
use plywood_core::{Move, MoveKind, Position, Square};
use plywood_notation::uci_protocol::Info;
use plywood_search::{AlphaBeta, Limits, Observer, Report, Score, StopReason, Strategy};
use plywood_uci::session;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Answers with the result of a function.
struct Answering<F>(F);

impl<F: FnMut(&Position) -> Report<Move>> Strategy<Position> for Answering<F> {
    fn name(&self) -> String {
        "bad".to_owned()
    }

    fn search_observed(
        &mut self,
        position: &Position,
        _: &Limits,
        _: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        (self.0)(position)
    }
}

fn bad<F>(answer: F) -> Engine
where
    F: FnMut(&Position) -> Report<Move> + Clone + Send + Sync + 'static,
{
    let make = move |_: &_, _| PositionAlone(Answering(answer.clone()));
    Engine::of(
        Catalog::chess()
            .strategy("bad", "for a test", make)
            .only(["bad"]),
    )
}

fn report(line: &[Move]) -> Report<Move> {
    let mut report = Report::new(StopReason::Solved);
    report.best_move = line.first().copied();
    report.score = Some(Score::DRAW);
    report.line = line.iter().copied().collect();
    report
}

const ILLEGAL: Move = Move::new(Square::E2, Square::E5, MoveKind::Normal);

/// The program reports the fault, makes a move, and creates a new strategy for the next one.
#[test]
fn a_strategy_that_fails_is_named_and_replaced() {
    fn panics(_: &Position) -> Report<Move> {
        panic!("no {}", "idea")
    }
    type Answer = fn(&Position) -> Report<Move>;
    let failures: [(Answer, &str); 3] = [
        (panics, "info string bad failed: it panicked: no idea"),
        (
            |_| report(&[ILLEGAL]),
            "info string bad returned e2e5, which is not one of the moves to choose from",
        ),
        (|_| report(&[]), "info string bad returned no move"),
    ];
    for (answer, complaint) in failures {
        let mut engine = bad(answer);
        for _ in 0..2 {
            engine.send("ucinewgame\nposition startpos\ngo movetime 10 searchmoves b1c3");
            let lines = engine.until("bestmove");
            assert!(lines.iter().any(|line| line == complaint), "{lines:?}");
            let reason = "info string b1c3 is played instead, and the next search is made by a new bad; \
                          the position is rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            assert!(lines.iter().any(|line| line == reason), "{lines:?}");
            assert_eq!(lines.last().map(String::as_str), Some("bestmove b1c3"));
        }
        engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3");
        assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove (none)");
    }
}

#[test]
fn a_strategy_that_fails_once_plays_on_anew() {
    let mut has_answered = false;
    let mut engine = bad(move |position| {
        assert!(!has_answered, "it is tired");
        has_answered = true;
        report(&position.legal_moves()[..1])
    });
    let mut complaints = || {
        let (infos, best) = engine.go("go depth 1");
        best_move(&Position::START, &best);
        infos.iter().filter(|info| info.text.is_some()).count()
    };
    assert_eq!([complaints(), complaints(), complaints()], [0, 2, 0]);
}

#[test]
fn a_strategy_that_cannot_be_made_is_named() {
    let bad = |settings: &Settings, evaluator| {
        assert!(!settings.has("broken"), "it is broken");
        AlphaBeta::new(evaluator)
    };
    let catalog = Catalog::chess().fixed_depth("bad", "for a test", bad);
    let catalog = catalog.with_settings([Setting::switch("broken")]);
    let mut engine = Engine::of(catalog.only(["bad"]));
    engine.send("setoption name broken value true");
    let (infos, best) = engine.go("go depth 1");
    let says = |text| infos.iter().any(|info| info.text.as_deref() == Some(text));
    assert!(
        says("error: bad+broken failed: it panicked: it is broken"),
        "{infos:?}"
    );
    best_move(&Position::START, &best);
    engine.send("setoption name broken value false");
    let (infos, _) = engine.go("go depth 1");
    assert!(infos.iter().all(|info| info.text.is_none()), "{infos:?}");
}

/// A strategy that can never be made does not keep the session from starting.
#[test]
fn an_evaluator_that_panics_is_named_and_the_session_goes_on() {
    let broken = |_: &Position| -> Score { panic!("it is\n  broken") };
    let catalog = Catalog::tactical_repeating("chess", Position::START)
        .evaluator("mine", "for a test", broken)
        .fixed_depth("bad", "for a test", |settings, evaluator| {
            assert!(settings.has("mended"), "it cannot be made");
            AlphaBeta::new(evaluator)
        })
        .with_settings([Setting::switch("mended")]);
    let mut engine = Engine::of(catalog.only(["alpha-beta", "bad"]));
    let lines = engine.ask("eval");
    let complaint = "info string the evaluator panicked: it is, broken";
    assert!(lines.iter().any(|line| line == complaint), "{lines:?}");
    let (infos, best) = engine.go("go depth 1");
    let text = infos.iter().find_map(|info| info.text.as_deref());
    assert_eq!(text, Some("alpha-beta failed: it panicked: it is, broken"));
    best_move(&Position::START, &best);
}

#[test]
fn a_line_is_shown_up_to_its_first_illegal_move() {
    let mut engine = bad(|position| report(&[position.legal_moves()[0], ILLEGAL]));
    let (infos, best) = engine.go("go movetime 10");
    check_lines(&Position::START, &infos);
    assert!(!best.contains("ponder"), "{best}");
}

#[test]
fn a_strategy_that_does_not_stop_is_named_and_does_not_hold_up_quit() {
    let may_end = Arc::new(AtomicBool::new(false));
    let has_begun = Arc::new(AtomicBool::new(false));
    let stubborn = {
        let (may_end, has_begun) = (Arc::clone(&may_end), Arc::clone(&has_begun));
        move |position: &Position| {
            has_begun.store(true, Ordering::Relaxed);
            while !may_end.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            report(&position.legal_moves()[..1])
        }
    };
    let mut engine = bad(stubborn.clone());
    engine.send("go movetime 10");
    while !has_begun.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    assert!(engine.within(Duration::from_millis(100)).is_empty());
    engine.send("stop");
    let complaint = engine.until("info").pop();
    let expected = "info string bad was told to stop but is still searching: the answer has to wait, though quit ends the program";
    assert_eq!(complaint.as_deref(), Some(expected));
    assert!(engine.ask("").is_empty(), "the session goes on");
    may_end.store(true, Ordering::Relaxed);
    let lines = engine.until("bestmove");
    assert!(
        lines.iter().any(|line| line.contains("bad took ")),
        "{lines:?}"
    );
    // The session ends with quit instead of the end of its input.
    may_end.store(false, Ordering::Relaxed);
    let make = move |_: &_, _| PositionAlone(Answering(stubborn.clone()));
    let catalog = Catalog::chess().strategy("bad", "for a test", make);
    let input = "setoption name Strategy value bad\ngo infinite\nstop\nquit\n".as_bytes();
    assert!(session::run("Own", "A. Student", catalog, input, io::sink()).is_ok());
}

/// The example that turns a strategy into an engine.
fn your_own_engine() -> Engine {
    let folder = Path::new(env!("CARGO_BIN_EXE_plywood")).with_file_name("examples");
    let program = folder.join(format!("your_own_engine{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.exists(),
        "`cargo test` builds the examples, `cargo test --test all` does not: run `cargo build --examples` first"
    );
    Engine::program(program)
}

#[test]
fn a_fixed_depth_search_of_your_own_is_a_whole_engine() {
    let mut engine = your_own_engine();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert_eq!(lines[..2], ["id name Shannon B", "id author A. Student"]);
    for option in [
        "option name Strategy type combo default type-b var type-b",
        "option name width type spin default 8 min 1 max 64",
    ] {
        assert!(lines.iter().any(|line| line == option), "{lines:?}");
    }
    let mut nodes_at_depth_3 = |width| {
        engine.send(format!("setoption name width value {width}"));
        let (infos, best) = engine.go("go depth 3");
        best_move(&Position::START, &best);
        check_lines(&Position::START, &infos);
        infos.last().and_then(|info| info.nodes)
    };
    assert!(nodes_at_depth_3(2) < nodes_at_depth_3(20));
    // With a clock, several lines and chosen moves, it is deepened.
    engine.send("setoption name MultiPV value 2");
    let (infos, best) = engine.go("go wtime 20000 btime 20000 searchmoves a2a3 h2h3");
    assert!(
        best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h3"),
        "{best}"
    );
    let last: Vec<&Info> = infos.iter().rev().take(2).collect();
    assert_eq!([last[1].rank, last[0].rank], [Some(1), Some(2)]);
    engine.send("go infinite");
    engine.gives_no_move_within(200);
    engine.send("stop\ngo ponder wtime 100 btime 100");
    engine.until("bestmove");
    engine.gives_no_move_within(200);
    engine.send("ponderhit");
    engine.until("bestmove");
    assert!(engine.close().success());
}

#[test]
fn a_composition_is_an_option() {
    let mut engine = Engine::start();
    assert!(
        engine
            .ask("setoption name Composition value minimax+aspiration:depth=2")
            .is_empty()
    );
    engine.send("go infinite");
    let is_second = |line: &String| line.starts_with("info depth 2 ");
    while !engine.until("info").last().is_some_and(is_second) {}
    let lines = engine.within(Duration::from_millis(500));
    assert!(lines.is_empty(), "its own limit counts: {lines:?}");
    engine.send("stop");
    engine.until("bestmove");
    for (wrong, complaint) in [
        (
            "pvs+kilers",
            "Composition: pvs takes no \"kilers\" (did you mean \"killers\"?); it takes quiescence, ",
        ),
        (
            "alfa-beta",
            "Composition: there is no strategy \"alfa-beta\" (did you mean \"alpha-beta\"?); the strategies are ",
        ),
        (
            "pvs:evaluator=x",
            "Composition: chess has no evaluator \"x\"; the evaluators are ",
        ),
    ] {
        let answer = engine.ask(format!("setoption name Composition value {wrong}"));
        assert!(
            answer.len() == 1 && answer[0].contains(complaint),
            "{answer:?}"
        );
    }
    // A wrong strategy, or one from the list, does not replace it; an empty text removes it.
    engine.send("setoption name Strategy value random\ndebug on");
    let mut strategy = || {
        engine.go("go depth 1").0[0]
            .text
            .clone()
            .unwrap_or_default()
    };
    assert!(strategy().starts_with("minimax+aspiration:depth=2 searches"));
    engine.send("setoption name Composition value <empty>");
    assert!(
        engine.go("go depth 1").0[0]
            .text
            .as_ref()
            .is_some_and(|text| text.starts_with("random searches"))
    );
}

#[test]
fn a_list_with_a_wrong_name_is_refused() {
    let catalog: Catalog<Position> = Catalog::chess().only(["tpye-b"]);
    let error = catalog.check().unwrap_err().to_string();
    assert!(
        error.starts_with("there is no strategy \"tpye-b\"; the strategies are random, "),
        "{error}"
    );
}
