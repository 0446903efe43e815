//! Matches against UCI programs: well-behaved ones and others.
#![cfg(unix)]

use crate::patience::PATIENCE;
use crate::program::{Folder, installed};
use crate::signals::{POSITIONS, wait_for};
use plywood_notation::pgn::PgnGame;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A short program, defined by its actions when it must move with White or Black.
pub(crate) fn scripted(folder: &Folder, name: &str, on_go: &str) {
    scripted_to(folder, name, ":", on_go);
}

/// A short program, defined by its actions when an option is set, and when it must move.
fn scripted_to(folder: &Folder, name: &str, on_option: &str, on_go: &str) {
    let script = format!(
        "#!/bin/sh\necho \"$$\" >> started\necho 'noise on standard error' >&2\nwhile read -r word rest; do\n\
         case \"$word\" in\nuci) echo 'id name scripted'; echo 'option name Hash type spin'\n\
         echo 'option name Move Overhead type spin default 0 min 0 max 9'; echo uciok ;;\nisready) echo readyok ;;\nsetoption) {on_option} ;;\n\
         go) {on_go} ;;\nquit) exit 0 ;;\nesac\ndone\n"
    );
    let path = folder.write(name, &script);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

/// Plays four games of the program against a random player and returns the reasons they ended.
fn misbehaving(name: &str, on_go: &str, limits: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    scripted(&folder, "program", on_go);
    let player = format!("uci:cmd=./program,{limits}");
    let line = "random --depth 1 --games 4 --plies 0 --threads 1";
    let outputs = "--journal journal --pgn games.pgn --json";
    let answer = folder.line(&format!("match {player} {line} {outputs}"));
    let summary: Value = serde_json::from_str(&answer.text()).expect("the result is printed");
    assert_eq!(answer.code(), Some(3), "a program failed");
    answer.complains("players failed (program: ");
    assert_eq!(summary["games"], 4, "the match went on");
    assert_eq!(
        summary["head_to_heads"][0]["games"],
        serde_json::json!({"won": 0, "drawn": 0, "lost": 4})
    );
    assert_eq!(folder.games("games.pgn").len(), 4);
    let ends = summary["ends"].to_string();
    (folder, ends)
}

/// The time in which answers come even on a slow machine.
const PATIENT: &str = "patience=5m";
/// The time to wait for answers that do not come.
const IMPATIENT: &str = "patience=300ms";

#[test]
fn a_program_that_crashes_loses_and_is_started_again() {
    let (folder, ends) = misbehaving("crash", "exit 3", PATIENT);
    assert_eq!(ends, r#"{"crash":4}"#);
    assert!(
        folder
            .read("journal")
            .contains("(exit status: 3; its last error line is \\\"noise on standard error\\\")")
    );
    assert_eq!(
        folder.read("started").lines().count(),
        4,
        "for every game; for the first one to see whether it can play"
    );
}

/// On a busy machine they are read long after the program has ended.
#[test]
#[cfg(target_os = "linux")]
fn the_last_words_of_a_program_may_come_late() {
    let on_go = "setsid sh -c 'sleep 0.2; echo these are late >&2' & sleep 0.05; exit 3";
    let (folder, _) = misbehaving("late-words", on_go, PATIENT);
    let journal = folder.read("journal");
    let heard = |line: &&str| line.contains(r#"its last error line is \"these are late\""#);
    assert_eq!(journal.lines().filter(heard).count(), 4);
}

/// Stockfish looks for its network when it is to move.
#[test]
fn the_error_after_which_a_program_exits_is_shown() {
    let error = "ERROR: The network file a.nnue was not loaded successfully.";
    let on_go = format!("echo info string {error}; exit 1");
    let (folder, ends) = misbehaving("error", &on_go, PATIENT);
    assert_eq!(ends, r#"{"crash":4}"#);
    let shown = format!("; it wrote \\\"{error}\\\")");
    assert!(folder.read("journal").contains(&shown), "{shown}");
}

#[test]
fn a_program_that_crashes_at_a_position_judges_the_others() {
    let folder = Folder::new("crash-at-a-position");
    folder.write("p.epd", POSITIONS);
    let crashes_once = "echo x >> asked; if [ $(wc -l < asked) = 3 ]; then exit 4; fi; \
        echo 'info depth 1 score cp 7'; echo bestmove a2a3";
    scripted(&folder, "program", crashes_once);
    let line = "data annotate p.epd --player uci:cmd=./program --depth 1 --threads 1 --journal j";
    let answer = folder.line(line);
    assert_eq!(answer.code(), Some(3), "{}", answer.errors());
    answer.complains("it ended in the middle of the game (exit status: 4");
    answer.complains("the player failed; unusable positions: 1");
    answer.prints("6 positions");
    let journal = folder.read("j");
    assert_eq!(
        journal.lines().filter(|line| line.contains("a2a3")).count(),
        5
    );
    assert_eq!(
        folder.read("started").lines().count(),
        2,
        "it is started again"
    );
    folder.line("data stats j").prints("5 positions");
    folder.line(line).prints("6 positions");
    assert_eq!(
        folder.read("asked").lines().count(),
        6,
        "nothing is left to do"
    );
}

#[test]
fn a_hanging_program_loses_and_is_killed_with_its_children() {
    let (folder, ends) = misbehaving("hang", "sleep 1000 & echo $! >> children; wait", IMPATIENT);
    assert_eq!(ends, r#"{"hang":4}"#);
    let children = folder.read("children");
    assert_eq!(children.lines().count(), 4);
    assert_gone(&children);
}

#[test]
fn a_hang_names_the_limit_and_not_the_grace() {
    let (folder, _) = misbehaving("hang-limit", "sleep 1000", IMPATIENT);
    let games = folder.read("games.pgn");
    assert!(games.contains("no move within 300ms"), "{games}");
}

#[test]
fn the_end_of_a_program_is_noticed_while_a_child_holds_its_output() {
    let on_go = "sleep 1000 & echo $! >> children; exit 3";
    let (folder, ends) = misbehaving("held-output", on_go, PATIENT);
    assert_eq!(ends, r#"{"crash":4}"#);
    assert!(folder.read("games.pgn").contains("exit status: 3"));
    assert_gone(&folder.read("children"));
}

#[test]
fn a_second_answer_is_not_the_next_one() {
    let folder = Folder::new("second-answer");
    let first = "case \"$last\" in '') last=1; printf 'bestmove a2a3\\nbestmove a2a3\\n' ;; *) echo bestmove b2b3 ;; esac";
    scripted(&folder, "program", first);
    scripted(&folder, "other", "sleep 0.3; echo bestmove a7a6");
    let line = "match uci:cmd=./program,patience=5m uci:cmd=./other,patience=5m --depth 1 --plies 0 --games 2 --max-moves 2 --threads 1 --pgn games.pgn";
    let answer = folder.line(line);
    let games = folder.read("games.pgn");
    assert!(games.contains("b3"), "{} {games}", answer.errors());
}

#[test]
fn a_program_killed_from_outside_does_not_lose() {
    let folder = Folder::new("killed-outside");
    scripted(&folder, "program", ". ./on_go");
    let line = "match uci:cmd=./program,patience=5m random --depth 1 --plies 0 --games 2 --max-moves 1 --threads 1 --journal j --json";
    for (on_go, again) in [
        ("kill -9 $$", false),
        ("kill -9 $$", true),
        ("exit 137", false),
        ("kill -TERM $$", false),
        ("kill -HUP $$", false),
        ("exit 130", false),
    ] {
        folder.write("on_go", on_go);
        let answer = folder.line(line);
        answer.is_clear(&[1], on_go);
        answer.complains("error: the machine failed: the program program was killed from outside");
        let errors = answer.errors();
        assert_eq!(
            errors.contains("in a row; if memory is short"),
            again,
            "{errors}"
        );
        assert!(!folder.read("j").contains("\"result\""));
    }
    folder.write("on_go", "echo bestmove e2e5");
    let answer = folder.line(line);
    assert_eq!(answer.code(), Some(3), "{}", answer.errors());
    answer.prints(r#""illegal move": 2"#);
}

/// Waits until these processes have ended, which takes longer on a busy machine.
fn assert_gone(processes: &str) {
    let is_there = |process: &&str| {
        let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // An ended process remains until its parent reads its exit status.
        !status.is_empty() && !status.contains(") Z ")
    };
    let started = Instant::now();
    while let Some(left) = processes.lines().find(is_there) {
        assert!(started.elapsed() < PATIENCE, "{left} is still there");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn programs_end_with_the_lab_however_it_ends() {
    for signal in ["INT", "TERM", "HUP", "KILL"] {
        let folder = Folder::new(&format!("signal-{signal}"));
        scripted(&folder, "program", "sleep 1000 & echo $! >> children; wait");
        let line = "match uci:cmd=./program random --depth 1 --plies 0 --threads 1 --journal j";
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut lab = folder
            .command(&arguments)
            .spawn()
            .expect("it can be started");
        wait_for(&mut lab, || folder.path("children").exists());
        sleep(Duration::from_millis(50));
        let sent = Command::new("kill")
            .args(["-s", signal, &lab.id().to_string()])
            .status();
        assert!(sent.is_ok_and(|status| status.success()), "{signal}");
        lab.wait().expect("it is a child");
        assert_gone(&folder.read("children"));
        assert_gone(&folder.read("started"));
    }
}

#[test]
fn a_program_that_plays_an_illegal_move_loses() {
    let (folder, ends) = misbehaving("illegal", "echo bestmove e2e5", PATIENT);
    assert_eq!(ends, r#"{"illegal move":4}"#);
    assert!(
        folder
            .read("games.pgn")
            .contains("loses: it chose \"e2e5\""),
        "{}",
        folder.read("games.pgn")
    );
    let (_, ends) = misbehaving("garbage", "printf 'bestmove \\303\\377\\n'", PATIENT);
    assert_eq!(ends, r#"{"illegal move":4}"#);
}

#[test]
fn a_program_that_floods_loses_without_filling_the_memory() {
    let (_, ends) = misbehaving("flood", "yes info depth 1", PATIENT);
    assert_eq!(ends, r#"{"flood":4}"#);
    let (folder, ends) = misbehaving("long-line", "tr '\\0' x < /dev/zero", PATIENT);
    assert_eq!(ends, r#"{"flood":4}"#);
    assert!(
        folder
            .read("journal")
            .contains("a line of more than 65536 bytes")
    );
}

#[test]
fn a_program_that_is_late_loses_on_time() {
    let (folder, ends) = misbehaving("late", "sleep 0.4; echo bestmove e2e4", "time=10ms");
    // With Black the move is also illegal, so the program is restarted; with White it is only late.
    assert_eq!(ends, r#"{"illegal move":2,"time":2}"#);
    assert_eq!(folder.read("started").lines().count(), 2);
}

#[test]
fn a_program_that_thinks_too_long_is_stopped() {
    let on_go = "read -r word; [ \"$word\" = stop ] && echo bestmove e2e4";
    let (folder, ends) = misbehaving("stop", on_go, IMPATIENT);
    // It answered, and its move is legal only at the start, with White.
    assert_eq!(ends, r#"{"illegal move":4}"#);
    let lengths = folder
        .games("games.pgn")
        .into_iter()
        .map(|game| game.main_line().count());
    assert_eq!(lengths.collect::<Vec<_>>(), [2, 1, 2, 1]);
}

#[test]
fn a_program_that_ignores_its_limit_is_stopped_and_named() {
    let folder = Folder::new("ignores");
    let on_go = "echo info depth 9 nodes 5000000 score cp 1; read -r word; echo bestmove e2e4";
    scripted(&folder, "program", on_go);
    let line = "match uci:cmd=./program,patience=10m random --nodes 500 --games 2 --plies 0 --log log --threads 1";
    let started = Instant::now();
    let answer = folder.line(line);
    assert!(started.elapsed() < PATIENCE, "nobody waits for ever");
    let note = "note: program ignores the limit nodes=500";
    assert_eq!(
        answer.errors().matches(note).count(),
        1,
        "{}",
        answer.errors()
    );
    let log = folder.read("log");
    for part in [
        "program > go nodes 500",
        "program < info depth 9",
        "program > stop",
        "program ! noise",
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

#[test]
fn what_a_late_program_says_after_it_was_stopped_is_not_its_move() {
    let folder = Folder::new("late-excess");
    let on_go = "read -r word; echo info depth 9 nodes 5000000 score cp 1; echo bestmove e2e4";
    scripted(&folder, "program", on_go);
    let line = "match uci:cmd=./program,patience=300ms random --nodes 500 --games 2 --plies 0 --max-moves 1 --json";
    let answer = folder.line(line);
    let summary: Value = serde_json::from_str(&answer.text()).expect("the result is printed");
    // With White its move is legal, and with Black it is not.
    assert_eq!(
        summary["ends"].to_string(),
        r#"{"illegal move":1,"too long":1}"#,
        "{}",
        answer.errors()
    );
}

#[test]
fn options_that_a_program_does_not_have_are_refused() {
    let folder = Folder::new("options");
    scripted(&folder, "program", "exit 3");
    let player = "uci:cmd=./program,option.move overhead=5,option.Hsh=16";
    let answer = folder.run(&["match", "random", player, "--depth", "1"]);
    assert_eq!(answer.code(), Some(2));
    answer.complains(
        "it has no option \"Hsh\" (did you mean \"Hash\"?); its options are Hash, Move Overhead",
    );
    let beyond = "match random uci:cmd=./program,option.Hash=16,option.Hash=x --depth 1";
    folder
        .line(beyond)
        .refuses("its option \"Hash\" takes a whole number, not \"x\"");
    let player = "uci:cmd=./program,option.move overhead=10";
    let answer = folder.run(&["match", "random", player, "--depth", "1"]);
    answer.refuses("its option \"move overhead\" takes a whole number from 0 to 9, not \"10\"");
    let tuned = "spsa uci:cmd=./program --nodes 9 --pairs 2 --tune Hash=16";
    folder.line(&format!("{tuned}.5,1,100,2")).refuses(
        "takes a whole number, not \"63.37\"; a start without a decimal point is tuned as a whole number",
    );
    folder
        .line(&format!("{tuned},1,100,2 --tune hash=1,1,9,2"))
        .refuses("--tune: hash is given twice");
}

/// The protocol has no error reply, so a refused option is only a sentence. docs/testing.md lists the words that end a match.
#[test]
fn a_program_that_refuses_an_option_does_not_play() {
    for (said, with_option) in [
        (
            "info string error: EvalFile: weights in a.net: No such file",
            true,
        ),
        (
            "info string ERROR: The network file a.net was not loaded successfully.",
            true,
        ),
        ("info string Unable to read NNUE file at a.net", true),
        ("info string EvalFile load FAILED: a.net", true),
        (
            "info string Found 0 WDL and 0 DTZ tablebase files (up to 0-man).",
            true,
        ),
        ("error Unknown option: Hash", true),
        ("info string could not use large pages", false),
        ("info string set Hash to 16 MB", false),
    ] {
        let folder = Folder::new("refusal");
        scripted_to(
            &folder,
            "program",
            &format!("echo {said:?}"),
            "echo bestmove e2e5",
        );
        let plays = "random --depth 1 --games 2 --plies 0 --threads 1 --json --journal j";
        let answer = folder.line(&format!("match uci:cmd=./program,option.Hash=16 {plays}"));
        if with_option {
            answer.refuses(&format!("after its options were set, it wrote {said:?}"));
            assert!(!folder.path("j").exists(), "no game has begun");
        } else {
            assert_eq!(answer.code(), Some(3), "it plays: {}", answer.errors());
        }
        // Without an option there is nothing to refuse.
        let answer = folder.line(&format!("match uci:cmd=./program {plays}2"));
        assert_eq!(answer.code(), Some(3), "it plays: {}", answer.errors());
        for command in ["check-engine", "suite --depth 1 p.epd"] {
            folder.write("p.epd", POSITIONS);
            let answer = folder.line(&format!("{command} uci:cmd=./program,option.Hash=16"));
            assert_eq!(
                with_option,
                answer.code() == Some(2),
                "{command}: {}",
                answer.errors()
            );
        }
    }
}

#[test]
fn every_documented_word_of_a_refusal_ends_a_match() {
    let documented = include_str!("../../../../docs/testing.md");
    let section = documented
        .split("### Options that a program refuses\n")
        .nth(1);
    let list = section.and_then(|text| text.split("\n\n").nth(1));
    let words: Vec<&str> = list
        .expect("it is there")
        .split('`')
        .skip(1)
        .step_by(2)
        .collect();
    assert_eq!(words.len(), 21, "{words:?}");
    let folder = Folder::new("words");
    for word in words {
        let on_option = format!("echo \"info string the network: {word}\"");
        scripted_to(&folder, "program", &on_option, ":");
        let answer = folder.line("match uci:cmd=./program,option.Hash=16 random --depth 1");
        answer.refuses("after its options were set, it wrote");
    }
}

#[test]
fn what_a_program_says_before_its_first_game_is_recorded() {
    let folder = Folder::new("said");
    let on_option = "echo info string Using 4 threads; echo info string and 1 table";
    scripted_to(&folder, "program", on_option, "echo bestmove e2e5");
    let line =
        "match uci:cmd=./program,option.Hash=16 random --depth 1 --games 2 --plies 0 --journal j";
    let answer = folder.line(line);
    let note = "Note: before its first game, program wrote \"info string Using 4 threads\"";
    answer.prints(note);
    folder.line("merge j").prints(note);
    let said = r#""said":[["info string Using 4 threads","info string and 1 table"],[]]"#;
    let journal = folder.read("j");
    assert!(journal.contains(said), "{journal}");
    let again: Value = serde_json::from_str(&folder.line(&format!("{line} --json")).text())
        .expect("the result is printed");
    assert_eq!(again["said"]["program"], "info string Using 4 threads");
}

#[test]
fn a_program_that_does_not_start_is_the_callers_mistake() {
    let folder = Folder::new("missing");
    folder
        .line("match random uci:cmd=./nothing --depth 1")
        .refuses("could not be started: ./nothing");
    scripted(&folder, "mute", "exit 0");
    fs::write(folder.path("mute"), "#!/bin/sh\nexit 0\n").expect("it is ours");
    let answer = folder.line("match random uci:cmd=./mute --depth 1");
    answer.complains("it ended in the middle of the game");
}

#[test]
#[ignore = "needs Stockfish"]
fn a_real_program_plays_legal_games_by_every_limit() {
    let path = installed("stockfish");
    let player = format!("real=uci:cmd={},option.Hash=1", path.display());
    for limits in [
        "--nodes 500",
        "--depth 2",
        "--time 5ms",
        "--clock 300ms+20ms",
    ] {
        let folder = Folder::new("real");
        let line =
            format!("match {player} deepening --games 4 --seed 7 --max-moves 100 --margin 2s");
        let started = Instant::now();
        let summary = folder.line(&format!("{line} --pgn games.pgn --json {limits}"));
        let summary = summary.json();
        assert_eq!(summary["games"], 4);
        let games = folder.games("games.pgn");
        let plies: usize = games.iter().map(|game| game.main_line().count()).sum();
        assert!(
            games.len() == 4 && plies > 40,
            "{plies} plies in {:?}",
            started.elapsed()
        );
        let ends = summary["ends"].as_object().expect("ends are counted");
        assert!(
            ["crash", "hang", "flood", "illegal move", "time"]
                .iter()
                .all(|end| !ends.contains_key(*end)),
            "{ends:?}"
        );
        let scored = games
            .iter()
            .flat_map(PgnGame::main_line)
            .filter(|node| node.comments().iter().any(|c| c.evaluation().is_some()));
        assert!(scored.count() > plies / 2, "both players report scores");
    }
}

#[test]
fn what_a_program_writes_when_a_game_begins_may_refuse_its_options() {
    let folder = Folder::new("new-game");
    let on_go = "echo bestmove 0000 ;;\nucinewgame) echo 'info string cannot load it'";
    scripted(&folder, "program", on_go);
    let play = |option: &str| {
        let player = format!("uci:cmd=./program,{option}{PATIENT}");
        let limits = "--depth 1 --soft-nodes 10 --games 2 --threads 1";
        folder.line(&format!("match {player} random {limits}"))
    };
    let wrote = "wrote \"info string cannot load it\"";
    play("option.Hash=1,").refuses(&format!("after its options were set, it {wrote}"));
    let played = play("");
    played.prints(&format!("before its first game, program {wrote}"));
    played.prints("Note: program has no limit of soft nodes");
}

/// The program announces only `Hash` and `Move Overhead`.
#[test]
fn a_program_that_does_not_offer_chess960_is_not_sent_the_option() {
    let folder = Folder::new("no-chess960");
    folder.write("p.epd", "4k3/8/8/8/8/8/8/1R2K2R w HB -\n");
    let on_option = "echo \"$rest\" >> options";
    scripted_to(&folder, "program", on_option, "echo bestmove 0000");
    let player = format!("uci:cmd=./program,option.Hash=1,{PATIENT}");
    let line = format!("match {player} random --depth 1 --games 2 --openings p.epd --threads 1");
    let played = folder.line(&line);
    assert_eq!(played.code(), Some(3), "it makes no move");
    played.complains("program has no option UCI_Chess960, so it may misread castling");
    // At each start.
    let options = folder.read("options");
    assert_eq!(options.replace("name Hash value 1\n", ""), "", "{options}");
}

#[test]
#[ignore = "needs Stockfish"]
fn a_real_program_castles_in_chess960_as_it_expects_to() {
    let path = installed("stockfish");
    let folder = Folder::new("chess960");
    let castling = "bqnr1k1r/pppppppp/8/8/8/8/PPPPPPPP/BQNR1K1R w HDhd -\nrk2nqbr/pppppppp/8/8/8/8/PPPPPPPP/RK2NQBR w HAha -\n";
    folder.write("positions.epd", castling);
    let player = format!("real=uci:cmd={},nodes=100", path.display());
    let line = format!("match {player} alpha-beta:depth=1 --games 4 --openings positions.epd");
    let summary = folder.line(&format!("{line} --max-moves 30 --pgn games.pgn --json"));
    let summary = summary.json();
    let ends = summary["ends"].as_object().expect("ends are counted");
    assert!(
        ["crash", "hang", "illegal move"]
            .iter()
            .all(|end| !ends.contains_key(*end)),
        "{ends:?}"
    );
    let games = folder.games("games.pgn");
    assert!(
        games.len() == 4
            && games
                .iter()
                .all(|game| game.tags().get("Variant") == Some("Chess960"))
    );
    assert!(
        folder.read("games.pgn").contains("O-O"),
        "at least one side castles"
    );
}
