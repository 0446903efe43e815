//! Signals end the program with their exit codes, from the moment on at which a result is opened.
#![cfg(unix)]

use crate::harness::{Folder, SIGTERM, check_signals, program, send};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");
const GAME: &str = "[Event \"mine\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n";

/// A result has a name for a moment when its file is opened: a signal in that moment is delayed until it has none.
#[cfg(target_os = "linux")]
#[test]
fn signals_are_heard_from_the_moment_on_at_which_a_result_is_opened() {
    let folder = Folder::new("heard");
    folder.write("mine.pgn", GAME);
    let mut command = program(PLYWOOD);
    command.args(["analyze", "mine.pgn", "--time", "60s", "-o", "new.pgn"]);
    let child = command.current_dir(&folder.0).spawn();
    let mut child = child.expect("the program can be started");
    let is_open = |process: u32| {
        let files = fs::read_dir(format!("/proc/{process}/fd")).into_iter();
        let mut links = files
            .flatten()
            .flatten()
            .filter_map(|file| fs::read_link(file.path()).ok());
        links.any(|link| link.to_string_lossy().ends_with(".unfinished (deleted)"))
    };
    while !is_open(child.id()) {
        assert_eq!(child.try_wait().expect("it is our child"), None);
        sleep(Duration::from_millis(1));
    }
    send(SIGTERM, &child);
    assert_eq!(child.wait().expect("it is our child").code(), Some(143));
}

#[test]
fn signals_have_their_exit_codes_and_ignored_ones_are_ignored() {
    let first_line = |child: &mut Child| {
        let mut input = child.stdin.as_ref().expect("it is a pipe");
        input.write_all(b"uci\n").expect("the program reads");
        let output = child.stdout.as_mut().expect("it is a pipe");
        let line = BufReader::new(output).read_line(&mut String::new());
        assert!(line.expect("the program writes lines") > 0);
    };
    check_signals(|| program(PLYWOOD), first_line);
}
