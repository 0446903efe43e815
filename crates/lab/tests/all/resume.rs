//! A match that is killed at any moment resumes, and counts every game once.

use crate::program::Folder;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const POSITIONS: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -
rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq -
";

const CHESS: &str =
    "match a=minimax b=alpha-beta --depth 2 --max-moves 20 --openings positions.epd";
const CONNECT_FOUR: &str = "match --game connect-four a=minimax b=alpha-beta --depth 4 --plies 4";

/// Kills a match of this many games `kills` times, each time after it has made progress.
fn kill_and_resume(name: &str, line: &str, games: usize, kills: usize) {
    let folder = Folder::new(name);
    folder.write("positions.epd", POSITIONS);
    let line = format!("{line} --games {games} --journal journal.jsonl --pgn games.pgn --json");
    let arguments: Vec<&str> = line.split(' ').collect();
    let mut rng = fastrand::Rng::with_seed(2026);
    let lines = || {
        std::fs::read_to_string(folder.path("journal.jsonl")).map_or(0, |text| text.lines().count())
    };
    for _ in 0..kills {
        let before = lines();
        let mut child = folder
            .command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        // It may be killed during its start, but not every time, or no game would ever be played.
        let wanted = before + rng.usize(0..games / kills);
        let started = Instant::now();
        while lines() < wanted && started.elapsed() < Duration::from_mins(1) {
            sleep(Duration::from_micros(rng.u64(..2_000)));
        }
        sleep(Duration::from_micros(rng.u64(..3_000)));
        assert_eq!(
            child.try_wait().expect("it is a child"),
            None,
            "it was to be killed before its end"
        );
        child.kill().expect("it still runs");
        child.wait().expect("it is a child");
    }
    assert!(lines() > games / 4 && lines() <= games, "{} lines", lines());

    let summary = folder.run(&arguments).json();
    check(&folder, games, &summary);
    assert_eq!(
        folder.run(&arguments).json(),
        summary,
        "a finished match is not played on"
    );
}

/// Totals, PGN and journal agree.
fn check(folder: &Folder, games: usize, summary: &Value) {
    let journal = folder.read("journal.jsonl");
    let entries: Vec<Value> = journal
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect();
    let mut entries: Vec<Value> = entries
        .iter()
        .map(|entry| entry["result"].clone())
        .collect();
    entries.sort_by_key(|entry| entry["game"].as_u64());
    let numbers = entries.iter().filter_map(|entry| entry["game"].as_u64());
    assert!(numbers.eq(0..games as u64), "every game is there once");

    let recorded = entries.iter().filter_map(|entry| entry["pgn"].as_str());
    let written: Vec<&str> = recorded.flat_map(|pgn| [pgn, "\n"]).collect();
    assert_eq!(folder.read("games.pgn"), written.concat());

    let mut counts = [0_u64; 3];
    for (game, entry) in entries.iter().enumerate() {
        let points = match entry["result"].as_str() {
            Some("1-0") => 2,
            Some("0-1") => 0,
            other => {
                assert_eq!(other, Some("1/2-1/2"));
                1
            }
        };
        counts[if game % 2 == 0 { points } else { 2 - points }] += 1;
    }
    assert_eq!(
        summary["head_to_heads"][0]["games"],
        Value::from(counts.to_vec())
    );
    assert_eq!(summary["games"], Value::from(games));
}

#[test]
fn every_game_is_counted_once() {
    kill_and_resume("resume", CHESS, 100, 20);
    kill_and_resume("resume-connect-four", CONNECT_FOUR, 100, 10);
}

#[test]
#[ignore = "takes a minute"]
fn every_one_of_a_thousand_games_is_counted_once() {
    kill_and_resume("resume-long", CHESS, 1_000, 20);
}

#[test]
fn a_finished_match_can_be_extended() {
    let folder = Folder::new("resume-longer");
    let run = |games, journal| {
        let line = "match random alpha-beta --depth 1 --max-moves 10 --json";
        folder.line(&format!(
            "{line} --games {games} --journal {journal} --pgn {journal}.pgn"
        ))
    };
    run(20, "first").json();
    let extended = run(40, "first").json();
    let at_once = run(40, "second").json();
    assert_eq!(extended, at_once);
    assert_eq!(folder.read("first.pgn"), folder.read("second.pgn"));
    let shorter = run(20, "first");
    shorter.refuses("is of 40 results");
}

#[test]
fn games_are_added_to_a_file_that_has_others() {
    let folder = Folder::new("resume-append");
    let run = |seed, journal: &str| {
        let line = "match random a=random --depth 1 --games 2 --max-moves 5 --pgn all.pgn --seed";
        folder.line(&format!("{line} {seed} {journal}"))
    };
    for (seed, journal) in [(1, ""), (2, ""), (3, "--journal j")] {
        assert_eq!(run(seed, journal).code(), Some(0));
    }
    assert_eq!(folder.games("all.pgn").len(), 6);
    let before = folder.read("all.pgn");
    assert_eq!(run(3, "--journal j").code(), Some(0));
    assert_eq!(
        folder.read("all.pgn"),
        before,
        "these games are there already"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_its_standing_and_says_how_to_go_on() {
    let folder = Folder::new("resume-interrupted");
    let line =
        "match minimax a=minimax --depth 2 --games 2000 --max-moves 5 --threads 2 --journal j";
    let arguments: Vec<&str> = line.split(' ').collect();
    let mut command = folder.command(&arguments);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("the program can be started");
    let lines = || std::fs::read_to_string(folder.path("j")).map_or(0, |text| text.lines().count());
    while lines() < 5 {
        sleep(Duration::from_millis(5));
    }
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it is a child");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(
        printed.contains(" of 2000 games") && printed.contains("Elo"),
        "{printed}"
    );
    assert!(
        errors.contains("the same command plays the other"),
        "{errors}"
    );
}

#[test]
fn another_match_does_not_go_on_with_the_journal() {
    let folder = Folder::new("resume-other");
    let run = |seed| {
        let line = "match random a=random --depth 1 --games 2 --journal j --seed";
        folder.line(&format!("{line} {seed}"))
    };
    assert_eq!(run(1).code(), Some(0));
    let refused = run(2);
    refused.refuses("its seed is \"1\"");
}
