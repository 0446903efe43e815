//! Failures of the machine are not blamed on players: a command stops with a reason, records nothing false, and can be continued.
#![cfg(target_os = "linux")]

use crate::harness::{after, without_threads};
use crate::program::{Answer, Folder};
use crate::programs::scripted;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Checks that the machine is blamed, and that the journal has no item.
#[track_caller]
fn blames_the_machine(folder: &Folder, answer: &Answer, reason: &str) {
    answer.is_clear(&[1], reason);
    answer.complains("error: the machine failed: ");
    answer.complains(reason);
    let journal = fs::read_to_string(folder.path("j")).unwrap_or_default();
    assert!(!journal.contains("\"result\""), "{journal}");
}

/// There is room for either table, but not for both.
#[test]
fn a_match_without_memory_is_not_lost_by_the_players() {
    let folder = Folder::new("machine-memory");
    let line = "match a=engine+hash=300 b=engine+hash=301 --depth 1 --games 4 --max-moves 3 --threads 1 --json --journal j";
    let answer = Answer::of(&mut after(
        "ulimit -v 600000; exec",
        &folder.command(&words(line)),
    ));
    blames_the_machine(&folder, &answer, "a table of 30");
    answer.complains("MB does not fit in memory");
    let whole = folder.line(line);
    assert_eq!(whole.json()["ends"].to_string(), r#"{"too long":4}"#);
}

#[test]
fn programs_that_no_file_is_left_for_do_not_lose() {
    let folder = Folder::new("machine-files");
    scripted(&folder, "program", "echo bestmove a7a6");
    for line in [
        "match uci:cmd=./program random --depth 1 --games 4 --threads 1 --journal j",
        "data annotate p.epd --player uci:cmd=./program --depth 1 --journal j",
    ] {
        folder.write("p.epd", crate::signals::POSITIONS);
        // Enough for the lab to start but too few for another program, however many are open already.
        let answer = Answer::of(&mut after(
            "ulimit -n 8; exec",
            &folder.command(&words(line)),
        ));
        blames_the_machine(&folder, &answer, "Too many open files");
    }
    // The lab can raise a soft limit.
    let line = "match uci:cmd=./program random --depth 1 --games 2 --max-moves 1 --threads 1";
    let answer = Answer::of(&mut after(
        "ulimit -S -n 11; exec",
        &folder.command(&words(line)),
    ));
    assert!(
        !answer.errors().contains("the machine failed"),
        "{}",
        answer.errors()
    );
}

#[test]
fn without_threads_nothing_is_lost() {
    let folder = Folder::new("machine-threads");
    folder.write("p.epd", crate::signals::POSITIONS);
    let games = folder.line("data generate --games 8 --nodes 50 --journal games");
    assert_eq!(games.code(), Some(0), "{}", games.errors());
    fs::set_permissions(&folder.0, Permissions::from_mode(0o777)).expect("it is ours");
    for line in [
        "match random a=random --games 4 --threads 3 --journal j",
        "suite p.epd random --threads 3 --journal j",
    ] {
        let Some(mut command) = without_threads(&folder.command(&words(line))) else {
            return;
        };
        let answer = Answer::of(&mut command);
        blames_the_machine(&folder, &answer, "no thread can be started");
        let _ = fs::remove_file(folder.path("j"));
    }
    // The trainer continues alone.
    let train = "train games --output net --hidden 16 --buckets 1 --epochs 1 --threads 50";
    let train = without_threads(&folder.command(&words(train)));
    let answer = Answer::of(&mut train.expect("it could be run before"));
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
}

#[test]
fn games_that_a_player_has_lost_by_failing_can_be_played_again() {
    const PROGRAM: &str = "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\n\
        uci) echo uciok ;;\nisready) echo readyok ;;\nposition) position=$rest ;;\n\
        go) [ -e broken ] && exit 1\n\
        case \"$position\" in *moves*) echo bestmove a7a6 ;; *) echo bestmove a2a3 ;; esac ;;\nesac; done\n";
    let folder = Folder::new("machine-again");
    let path = folder.write("program", PROGRAM);
    fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours");
    folder.write("broken", "");
    let line = "match uci:cmd=./program random --depth 1 --plies 0 --games 4 --max-moves 1 --json --journal j";
    let again = format!("{line} --replay-failed");
    let ends = |line: &str, code| {
        let answer = folder.line(line);
        assert_eq!(answer.code(), Some(code), "{}", answer.errors());
        let found: serde_json::Value = serde_json::from_str(&answer.text()).expect("it is JSON");
        found["ends"].to_string()
    };
    assert_eq!(ends(line, 3), r#"{"crash":4}"#);
    assert_eq!(ends(line, 3), r#"{"crash":4}"#, "they are recorded");
    fs::remove_file(folder.path("broken")).expect("it was there");
    assert_eq!(ends(&again, 0), r#"{"too long":4}"#);
    assert_eq!(ends(line, 0), r#"{"too long":4}"#, "the last word counts");
    assert_eq!(ends(&again, 0), r#"{"too long":4}"#);
    let merged = folder.line("merge j");
    assert_eq!(merged.code(), Some(0), "{}", merged.errors());
}
