//! Sessions with an interface.

use crate::program::{Engine, Folder, infos};
use plywood_arena::TimeControl;
use plywood_core::{Move, MoveKind, Position, Square};
use plywood_notation::polyglot::Book;
use plywood_notation::uci;
use plywood_notation::uci_protocol::{Info, InfoScore};
use plywood_report::quotes;
use plywood_workbench::{Kept, PlayerSpec, PlayerText};
use std::time::{Duration, Instant};

/// Checks that every line is legal to its end, and that every score comes with one.
pub(crate) fn check_lines(position: &Position, infos: &[Info]) {
    for info in infos.iter().filter(|info| info.text.is_none()) {
        let mut position = position.clone();
        for text in info.line.split_whitespace() {
            let mv = uci::parse(&position, text).unwrap_or_else(|error| panic!("{info}: {error}"));
            position = position.play(mv).expect("it was parsed as a legal move");
        }
        let has_line = !info.line.is_empty();
        assert!(has_line || info.score.is_none(), "{info} has no line");
    }
}

pub(crate) fn best_move(position: &Position, line: &str) -> Move {
    let text = line.split(' ').nth(1).unwrap_or_default();
    uci::parse(position, text).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn it_passes_every_check_of_the_protocol() {
    let program = quotes::quote(env!("CARGO_BIN_EXE_plywood"));
    let program: PlayerText = format!("uci:cmd={program}")
        .parse()
        .expect("it can be read");
    let checks = program.program_checks().expect("it is a program");
    let mut count = 0;
    for (check, found) in checks.run() {
        assert_eq!(found, Ok(Kept::Yes), "{check}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}

/// Testers recognize a refusal by its words.
#[test]
fn a_refused_option_ends_a_match_before_its_first_game() {
    let check = |option: &str| {
        let program = quotes::quote(env!("CARGO_BIN_EXE_plywood"));
        let player = format!("uci:cmd={program},option.{option},depth=1");
        let player: PlayerSpec = player.parse().expect("it can be read");
        player.check(&TimeControl::default())
    };
    assert_eq!(check("Hash=1"), Ok(()));
    for option in [
        "EvalFile=/nonexistent.net",
        "BookFile=/nonexistent.bin",
        "SyzygyPath=/nonexistent",
        "Composition=pvs+capturs",
    ] {
        let error = check(option).expect_err(option).to_string();
        let wrote = "after its options were set, it wrote \"info string error: ";
        assert!(error.contains(wrote), "{error}");
    }
}

#[test]
fn the_program_introduces_itself() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name plywood "));
    assert!(lines[1].starts_with("id author "));
    for option in [
        "Strategy type combo",
        "Evaluator type combo",
        "MultiPV type spin",
        "UCI_Chess960 type check",
    ] {
        let start = format!("option name {option} default ");
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{option}"
        );
    }
    assert!(engine.ask("").is_empty());
    assert!(engine.close().success());
}

/// The strategies that the program offers.
fn strategy_names(engine: &mut Engine) -> Vec<String> {
    engine.send("uci");
    let lines = engine.until("uciok");
    let declaration = lines.iter().find(|line| line.contains("name Strategy"));
    let names = declaration
        .into_iter()
        .flat_map(|line| line.split(" var ").skip(1));
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.iter().any(|name| name == "everything"));
    names
}

/// Random moves have no score, and proofs one only for proven results.
const WITHOUT_SCORES: [&str; 3] = ["random", "proof-number", "df-pn"];

#[test]
fn every_strategy_plays_by_the_clock() {
    let mut engine = Engine::start();
    for name in strategy_names(&mut engine) {
        engine.send(format!("setoption name Strategy value {name}"));
        engine.send("position startpos moves e2e4");
        let position: Position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
            .parse()
            .unwrap();
        let mut is_scored = || {
            let (infos, best) = engine.go("go wtime 1000 btime 1000 winc 10 binc 10");
            best_move(&position, &best);
            check_lines(&position, &infos);
            let last = infos.last().expect("it says something");
            last.score.is_some() || WITHOUT_SCORES.contains(&name.as_str())
        };
        // Other programs use the machine, so it may try again.
        assert!((0..5).any(|_| is_scored()), "{name}");
    }
}

#[test]
fn a_millisecond_is_enough_for_a_move_with_a_score() {
    let mut engine = Engine::start();
    for command in [
        "go wtime 1 btime 1",
        "go wtime 0 btime 0 movestogo 1",
        "go wtime -5 btime -5 movestogo 0",
        "go movetime 0",
        "go nodes 0",
        "go nodes 1",
        "go depth 0",
    ] {
        let (infos, best) = engine.go(command);
        best_move(&Position::START, &best);
        // A note that the search took too long may follow.
        let mut latest = infos.iter().rev();
        let last = latest.find(|info| info.text.is_none());
        assert!(last.is_some_and(|info| info.score.is_some()), "{command}");
    }
}

#[test]
fn an_endless_search_answers_only_after_stop() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info");
    let lines = engine.within(Duration::from_millis(300));
    assert!(lines.iter().all(|line| line.starts_with("info ")));
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    engine.until("bestmove");
    assert!(
        engine.within(Duration::from_millis(100)).is_empty(),
        "one bestmove for each go"
    );
    // The position is solved at once, and the answer still waits.
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    engine.send("go infinite");
    engine.gives_no_move_within(200);
    engine.send("stop");
    assert_eq!(
        engine.until("bestmove").last().map(String::as_str),
        Some("bestmove a1a8")
    );
}

#[test]
fn stop_may_follow_go_at_once() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.send("go infinite\nstop");
        let lines = engine.until("bestmove");
        best_move(&Position::START, lines.last().unwrap());
        let infos = infos(&lines);
        assert!(
            infos.last().is_some_and(|info| info.score.is_some()),
            "{lines:?}"
        );
    }
}

#[test]
fn pondering_ends_by_a_hit_or_by_stop() {
    let mut engine = Engine::start();
    engine.send("setoption name Ponder value true");
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder wtime 300 btime 300");
    let lines = engine.within(Duration::from_millis(500));
    assert!(
        !lines.iter().any(|line| line.starts_with("bestmove")),
        "the clock does not run yet"
    );
    engine.send("ponderhit");
    engine.until("bestmove");
    engine.send("go ponder wtime 300 btime 300");
    engine.send("stop");
    engine.until("bestmove");
}

/// With ten seconds on the clock a move takes 1.2 s at most. If it was pondered on for longer than that, it is made at once.
#[test]
fn time_spent_pondering_counts_as_thought() {
    let mut engine = Engine::start();
    engine.send("setoption name Ponder value true");
    engine.send("position startpos moves e2e4 e7e5");
    // Other programs use the machine, so it may try again.
    let mut answers = (0..5).map(|_| {
        engine.send("go ponder wtime 10000 btime 10000");
        engine.within(Duration::from_millis(1_500));
        let hit = Instant::now();
        engine.send("ponderhit");
        engine.until("bestmove");
        hit.elapsed()
    });
    assert!(answers.any(|time| time < Duration::from_secs(1)));
    let hit = Instant::now();
    engine.send("go ponder movetime 700");
    engine.send("ponderhit");
    engine.until("bestmove");
    assert!(
        hit.elapsed() > Duration::from_millis(500),
        "{:?}",
        hit.elapsed()
    );
}

#[test]
fn a_hit_reaches_the_search_that_waits_for_another_to_stop() {
    let mut engine = Engine::start();
    engine.send("go infinite\nstop\ngo ponder wtime 100 btime 100\nponderhit");
    engine.until("bestmove");
    engine.until("bestmove");
}

/// The moves of all `bestmove` lines.
fn best_moves(lines: &[String]) -> Vec<&str> {
    let moves = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "));
    moves.collect()
}

#[test]
fn a_second_go_is_answered_after_the_first() {
    let mut engine = Engine::start();
    engine.send("go infinite searchmoves a2a3");
    engine.send("go depth 1 searchmoves h2h3");
    let notice = |line: &String| line.starts_with("info string a search is running");
    assert!(engine.ask("").iter().any(notice));
    engine.send("stop");
    let mut lines = engine.until("bestmove");
    lines.extend(engine.until("bestmove"));
    let best = best_moves(&lines);
    assert!(best[0].starts_with("a2a3") && best[1].starts_with("h2h3"));
    assert!(engine.within(Duration::from_millis(100)).is_empty());
}

#[test]
fn a_hit_reaches_the_search_that_ponders_before_another() {
    let mut engine = Engine::start();
    engine.send("go ponder wtime 100 btime 100\ngo depth 1\nponderhit");
    engine.until("bestmove");
    engine.until("bestmove");
}

#[test]
fn a_go_with_a_wrong_limit_is_answered_without_a_move() {
    let mut engine = Engine::start();
    for wrong in [
        "go movetime 1.5",
        "go depth",
        "go wtime x btime 100",
        "go nodes 1e6",
        "go depth 2 depth 3",
    ] {
        engine.send(wrong);
        let lines = engine.until("bestmove");
        assert!(lines[0].starts_with("info string go: "), "{lines:?}");
        assert_eq!(best_moves(&lines), ["(none)"], "{wrong}");
    }
    // The answer to a search comes before the answers to lines sent while it ran.
    engine.send("go infinite\ngo depth six\nstop");
    let first = engine.until("bestmove");
    best_move(&Position::START, first.last().unwrap());
    assert_eq!(best_moves(&engine.until("bestmove")), ["(none)"]);
    assert!(engine.within(Duration::from_millis(100)).is_empty());
}

#[test]
fn rounds_limit_only_searches_that_play_them() {
    let mut engine = Engine::start();
    engine.send("go rounds 100");
    let lines = engine.until("bestmove");
    assert!(
        lines[0].contains("since engine plays no rounds"),
        "{lines:?}"
    );
    assert_eq!(best_moves(&lines), ["(none)"]);
    engine.send("go rounds 100 depth 1");
    best_move(&Position::START, engine.until("bestmove").last().unwrap());
    engine.send("setoption name Strategy value puct\ngo rounds 100");
    let lines = engine.until("bestmove");
    best_move(&Position::START, lines.last().unwrap());
    assert!(
        lines.iter().any(|line| line.contains("nodes ")),
        "{lines:?}"
    );
}

#[test]
fn a_word_of_go_that_is_skipped_is_said() {
    let mut engine = Engine::start();
    for (line, said) in [
        (
            "go depht 3 depth 1",
            "\"depht\" is not known and was skipped (did you mean \"depth\"?)",
        ),
        ("go depth 1 inf", "\"inf\" is not known and was skipped"),
        (
            "go nods -5 depth 1",
            "\"nods\" is not known and was skipped (did you mean \"nodes\"?)",
        ),
    ] {
        engine.send(line);
        let lines = engine.until("bestmove");
        let told: Vec<&String> = lines.iter().filter(|line| line.contains("go: ")).collect();
        assert_eq!(told, [&format!("info string go: {said}")]);
    }
}

#[test]
fn after_a_refused_position_no_move_of_the_old_game_is_made() {
    let mut engine = Engine::start();
    for wrong in [
        "position startpos moves e2e4 e2e4".to_owned(),
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
        "position".to_owned(),
        "position startpos moves ".to_owned() + &"e2e4 ".repeat(60_000),
    ] {
        engine.send("position startpos moves e2e4");
        assert_eq!(engine.ask(wrong).len(), 1);
        for command in ["go depth 3", "go infinite", "go ponder wtime 9"] {
            engine.send(command);
            let lines = engine.until("bestmove");
            let reason = "info string there is no position: the last one was refused";
            assert_eq!(lines, [reason, "bestmove (none)"]);
        }
        for command in ["d", "eval", "perft 2"] {
            let answer = engine.ask(command);
            assert!(
                answer.len() == 1 && answer[0].contains("there is no position"),
                "{answer:?}"
            );
        }
    }
    engine.send("position startpos");
    assert_ne!(engine.go("go depth 1").1, "bestmove (none)");
}

#[test]
fn a_count_is_stopped() {
    let mut engine = Engine::start();
    for command in ["go perft 20", "perft 100"] {
        engine.send(command);
        engine.within(Duration::from_millis(20));
        engine.send("stop");
        let lines = engine.until("info");
        let end = "info string the count was stopped after ";
        assert!(lines.last().unwrap().starts_with(end), "{lines:?}");
    }
    let answer = engine.ask("go perft 3000");
    let reason = "info string perft: expected at most 100 plies, found 3000";
    assert_eq!(answer, [reason]);
}

#[test]
fn every_strategy_obeys_a_depth_chosen_moves_and_several_lines() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 2");
    let fen = "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1";
    engine.send(format!("position fen {fen}"));
    for name in strategy_names(&mut engine) {
        engine.send(format!("setoption name Strategy value {name}"));
        let (infos, best) = engine.go("go depth 2 searchmoves e1d1 e1f1 e2e3");
        let is_chosen = |mv: &str| {
            ["e1d1", "e1f1", "e2e3"]
                .iter()
                .any(|chosen| mv.starts_with(chosen))
        };
        assert!(
            is_chosen(best.trim_start_matches("bestmove ")),
            "{name}: {best}"
        );
        check_lines(&fen.parse().unwrap(), &infos);
        // Without scores there is no second best line.
        if WITHOUT_SCORES.contains(&name.as_str()) {
            continue;
        }
        let last: Vec<&Info> = infos.iter().rev().take(2).collect();
        assert_eq!([last[1].rank, last[0].rank], [Some(1), Some(2)], "{name}");
        assert!(last.iter().all(|info| is_chosen(&info.line)), "{name}");
        assert_ne!(last[0].line[..4], last[1].line[..4], "{name}");
    }
}

#[test]
fn chosen_moves_count_however_early_the_search_ends() {
    let mut engine = Engine::start();
    let position =
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (lines, position) in [
        (1, "position startpos"),
        (3, "position startpos"),
        (2, position),
    ] {
        engine.send(format!("setoption name MultiPV value {lines}"));
        engine.send(position);
        for command in ["go nodes 1", "go nodes 30", "go movetime 0", "go infinite"] {
            engine.send(format!("{command} searchmoves a2a3 h1g1 g1h3"));
            engine.send("stop");
            let lines = engine.until("bestmove");
            let best = best_moves(&lines);
            let is_chosen = |text: &str| {
                ["a2a3", "h1g1", "g1h3"]
                    .iter()
                    .any(|mv| text.starts_with(mv))
            };
            assert!(is_chosen(best[0]), "{command}: {lines:?}");
            for info in infos(&lines).iter().filter(|info| info.text.is_none()) {
                assert!(is_chosen(&info.line), "{command}: {lines:?}");
            }
        }
    }
}

#[test]
fn castling_is_written_as_the_option_says() {
    let mut engine = Engine::start();
    let fen = "8/8/8/8/8/8/7R/k3K2R w K - 0 1";
    for (is_chess960, text) in [(false, "e1g1"), (true, "e1h1")] {
        engine.send(format!("setoption name UCI_Chess960 value {is_chess960}"));
        engine.send(format!("position fen {fen} moves e1h1 a1b1"));
        engine.send(format!("position fen {fen}"));
        let (infos, best) = engine.go(&format!("go depth 3 searchmoves {text}"));
        let position: Position = fen.parse().unwrap();
        check_lines(&position, &infos);
        let lines: Vec<&str> = infos.iter().map(|info| info.line.as_str()).collect();
        assert!(
            best.starts_with(&format!("bestmove {text}")),
            "{best}, {lines:?}"
        );
    }
}

/// An interface may leave out a clock; only a search without any time waits for `stop`.
#[test]
fn a_search_with_the_other_sides_clock_ends() {
    let mut engine = Engine::start();
    for command in ["go btime 100", "go winc 10", "go btime 100 movestogo 2"] {
        let (_, best) = engine.go(command);
        assert!(best.starts_with("bestmove "), "{command}: {best}");
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.go("go depth 3").1, "bestmove (none)");
    engine.send("position startpos moves f2f3 e7e5 g2g4 d8h4");
    let (infos, best) = engine.go("go wtime 1000");
    assert_eq!(best, "bestmove (none)");
    assert_eq!(
        infos.last().and_then(|info| info.score),
        Some(InfoScore::Mate(0))
    );
    // Bare kings are a draw, but a legal move exists.
    engine.send("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_ne!(engine.go("go depth 3").1, "bestmove (none)");
}

#[test]
fn a_mate_ends_the_search_for_it() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    let (infos, _) = engine.go("go mate 2");
    assert_eq!(
        infos.last().and_then(|info| info.score),
        Some(InfoScore::Mate(2))
    );
    assert_eq!(
        infos.last().map(|info| info.line.split(' ').count()),
        Some(3),
        "{infos:?}"
    );
}

#[test]
fn repetition_is_a_draw() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1 moves h5e8 g8h7 e8h5 h7g8");
    let (infos, best) = engine.go("go depth 4");
    assert_eq!(
        infos.last().and_then(|info| info.score),
        Some(InfoScore::Centipawns(0))
    );
    assert!(best.starts_with("bestmove h5e8"), "{best}");
}

#[test]
fn shares_of_wins_are_shown_on_request() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_ShowWDL value true");
    let (infos, _) = engine.go("go depth 3");
    for info in infos {
        let shares = info.win_draw_loss.unwrap_or_default();
        assert_eq!(shares.into_iter().sum::<u16>(), 1_000, "{info}");
    }
}

#[test]
fn the_book_is_used_in_games_only() {
    let mut book = Book::new();
    let rare = Move::new(Square::A2, Square::A3, MoveKind::Normal);
    book.add(&Position::START, rare, 1).unwrap();
    let folder = Folder::new("book");
    let file = folder.write("book.bin", book.to_bytes());
    let mut engine = Engine::start();
    engine.send(format!("setoption name BookFile value {file}"));
    assert_ne!(engine.go("go depth 3").1, "bestmove a2a3");
    engine.send("setoption name OwnBook value true");
    assert_eq!(engine.go("go depth 3").1, "bestmove a2a3");
    engine.send("setoption name UCI_AnalyseMode value true");
    assert_ne!(engine.go("go depth 3").1, "bestmove a2a3");
    engine.send("setoption name UCI_AnalyseMode value false");
    let lines = engine.ask("setoption name BookFile value /nowhere/book.bin");
    assert!(
        lines[0].starts_with("info string error: BookFile /nowhere/book.bin: "),
        "{lines:?}"
    );
    // The previous one stays.
    assert_eq!(engine.go("go depth 3").1, "bestmove a2a3");
    engine.send("setoption name BookFile value <empty>");
    assert_ne!(engine.go("go depth 3").1, "bestmove a2a3");
}

#[test]
fn the_engine_judges_by_the_network_unless_it_is_told_otherwise() {
    let usual = nodes_with(&[]);
    assert_eq!(usual, nodes_with(&["Evaluator value net"]));
    assert_ne!(usual, nodes_with(&["Evaluator value engine"]));
}

#[test]
fn the_engine_of_the_program_is_that_of_the_catalog() {
    for evaluator in ["net", "engine", "classical"] {
        let program = nodes_with(&[&format!("Evaluator value {evaluator}")]);
        let composition = format!("Composition value engine+hash=16:evaluator={evaluator}");
        assert_eq!(program, nodes_with(&[&composition]), "{evaluator}");
    }
}

/// Returns the nodes to depth 8 with these options.
fn nodes_with(options: &[&str]) -> u64 {
    let mut engine = Engine::start();
    for option in options {
        engine.send(format!("setoption name {option}"));
    }
    let (infos, _) = engine.go("go depth 8");
    infos
        .last()
        .and_then(|info| info.nodes)
        .expect("the search counts nodes")
}

#[test]
fn a_person_gets_boards_and_explanations() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    let drawing = engine.ask("d").join("\n");
    assert!(drawing.contains("4 . . . . P . . ."), "{drawing}");
    let by_net = engine.ask("eval").join("\n");
    assert!(by_net.contains("What each piece is worth"), "{by_net}");
    engine.send("setoption name Evaluator value engine");
    let explanation = engine.ask("eval").join("\n");
    assert!(
        explanation.contains("material") && explanation.contains("Black to move"),
        "{explanation}"
    );
    assert!(engine.ask("help").join("\n").contains("draw the board"));
    engine.send("perft 3");
    let counts = engine.until("Nodes");
    assert_eq!(
        counts.last().map(String::as_str),
        Some("Nodes searched: 13160")
    );
}
