//! A continued match: with more games, and after an interruption. `killed` ends it at any moment.

use crate::program::Folder;
#[cfg(unix)]
use crate::signals::{lines, wait_for};
#[cfg(unix)]
use std::process::{Command, Stdio};

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
    shorter.refuses("is for 40 results");
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
    let mut child = child.expect("the program can be started");
    wait_for(&mut child, || lines(&folder, "j") >= 5);
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
