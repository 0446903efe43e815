//! Any number of any option, and every example of the help.

#[path = "../../../console/tests/harness/command_lines.rs"]
mod laws;

use crate::program::Folder;
use laws::{Program, Small};
use std::fs;

const LINES: &[(&str, &str)] = &[
    ("bench", "1"),
    ("perft", "2"),
    ("eval", ""),
    ("analyze", "startpos --depth 1"),
    (
        "judge",
        "--plain --questions 1 --program 'sh -c \"read tree; echo 7\"'",
    ),
    ("genfens", "1"),
];

fn program(folder: &Folder) -> Program {
    Program {
        name: "plywood",
        path: env!("CARGO_BIN_EXE_plywood"),
        folder: folder.0.clone(),
    }
}

#[test]
fn numbers_are_taken_or_refused() {
    let folder = Folder::new("numbers");
    program(&folder).numbers_are_taken_or_refused(LINES);
}

const SMALL: Small = Small {
    values: &[
        ("--time", "10ms"),
        ("--depth", "2"),
        ("--nodes", "100"),
        ("perft", "2"),
    ],
    added: &[("plywood bench", "1"), ("plywood analyze", "--time 10ms")],
    serves: None,
};

#[test]
fn examples_run() {
    let folder = Folder::new("examples");
    program(&folder).examples_run(&SMALL, &|_, folder| {
        fs::write(folder.join("game.pgn"), "1. f3 e5 2. g4 Qh4# 0-1\n").expect("it can be written");
        fs::write(
            folder.join("wac.epd"),
            "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"mate\";\n",
        )
        .expect("it can be written");
        fs::write(folder.join("submissions.txt"), "# one\necho 9\n").expect("it can be written");
        for tables in ["syzygy/345", "syzygy/6"] {
            fs::create_dir_all(folder.join(tables)).expect("it can be written");
        }
    });
}
