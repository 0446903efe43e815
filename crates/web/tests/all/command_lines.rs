//! Any number of any option, and every example of the help.

#[path = "../../../console/tests/harness/command_lines.rs"]
mod laws;

use laws::{Program, Small};
use std::env;
use std::fs;
use std::process;
use std::time::Duration;

/// Runs this in a temporary folder.
fn in_a_folder(name: &str, run: impl FnOnce(&Program)) {
    let folder = env::temp_dir().join(format!("plywood-web-{name}-{}", process::id()));
    let path = env!("CARGO_BIN_EXE_plywood-web");
    run(&Program {
        name: "plywood-web",
        path,
        folder: folder.clone(),
    });
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn numbers_are_taken_or_refused() {
    in_a_folder("numbers", |program| {
        program.numbers_are_taken_or_refused(&[("", "--port 0")]);
    });
}

#[test]
fn examples_run() {
    let small = Small {
        values: &[("--port", "0")],
        added: &[("plywood-web", "--port 0")],
        serves: Some(Duration::from_secs(1)),
    };
    in_a_folder("examples", |program| {
        program.examples_run(&small, &|_, _| ());
    });
}
