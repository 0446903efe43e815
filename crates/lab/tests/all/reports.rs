//! The commands that report: their printed and written results, and their display in a browser.

mod browser;
mod commands;
pub(crate) mod markup;
mod pages;

use std::path::PathBuf;
use std::process::{Command, Output};

/// Returns the arguments in a line; single quotes enclose those with spaces.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// Runs the program.
fn lab(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood-lab"));
    let output = command.args(arguments).output();
    output.expect("the program can be started")
}

/// Returns the output of a successful run.
fn printed(arguments: &[&str]) -> String {
    let output = lab(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Returns a file in the tests' temporary folder.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the contents of the file that a command writes for this option.
fn written(name: &str, option: &str, arguments: &[&str]) -> String {
    let path = file(name);
    let path_text = path.to_str().expect("the folder has a plain name");
    let mut all = arguments.to_vec();
    all.extend([option, path_text, "--replace"]);
    printed(&all);
    std::fs::read_to_string(path).expect("the file was written")
}

/// A file of test positions, one of which has a name that could break a page.
fn suite() -> String {
    let path = file("suite.epd");
    let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; dm 1; id \"<script>alert('back rank')</script>\";\n\
                4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5; id \"a, \\\"queen\\\"\";\n";
    std::fs::write(&path, text).expect("the folder can be written");
    path.to_str()
        .expect("the folder has a plain name")
        .to_owned()
}
