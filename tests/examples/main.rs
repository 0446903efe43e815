//! The output of the examples. They are run as programs, as by a reader; `cargo test` builds them first.

mod compare_strategies;
mod figures;
mod others;
mod replications;
mod retrograde;

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Returns the output of an example, or its error message.
fn run(example: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program(example)).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{example} cannot be run: {error}"));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("examples print UTF-8");
    match output.status.code() {
        Some(0) => Ok(text(output.stdout)),
        Some(2) => Err(text(output.stderr)),
        _ => panic!("{example} {arguments:?}: {}", text(output.stderr)),
    }
}

/// Returns the example beside this test, in `target/debug/examples` or the folder of another build.
fn program(example: &str) -> PathBuf {
    let test = env::current_exe().expect("the test knows its own path");
    let build = test
        .ancestors()
        .nth(2)
        .expect("tests lie in the folder deps");
    let name = format!("{example}{}", env::consts::EXE_SUFFIX);
    let program = build.join("examples").join(name);
    assert!(
        program.exists(),
        "there is no {}: `cargo test` builds the examples, `cargo test --test examples` does not; run \
         `cargo build --examples` first",
        program.display()
    );
    program
}

/// Returns the words of the first line that begins with these.
fn words<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let line = text
        .lines()
        .find(|line| line.trim_start().starts_with(start));
    line.unwrap_or_else(|| panic!("no line begins with {start:?} in\n{text}"))
        .split_whitespace()
        .collect()
}
