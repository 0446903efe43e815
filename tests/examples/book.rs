//! The programs of the book: each prints what its chapter shows.

use std::fs;
use std::path::Path;
use std::thread;

use crate::run;

#[test]
fn every_chapter_shows_what_its_program_prints() {
    let help = run("book", &["--help"]).unwrap();
    let (_, names) = help
        .split_once("one of: ")
        .expect("the help lists the programs");
    let names: Vec<&str> = names.split_whitespace().collect();
    assert_eq!(names.len(), 14);
    thread::scope(|threads| {
        for name in names {
            threads.spawn(move || check(name));
        }
    });
}

fn check(name: &str) {
    let printed = run("book", &[name]).expect("it runs");
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/book/src/{name}.md"));
    let chapter = fs::read_to_string(&chapter).expect("it has a chapter");
    let mark = format!("--example book -- {name}");
    let blocks: Vec<&str> = chapter
        .split(&mark)
        .skip(1)
        .filter_map(|rest| rest.split("```").nth(1))
        .collect();
    // The first hit may be the command that a reader types; a figure has the mark in a comment above it.
    let shown = blocks.iter().filter(|block| block.starts_with("text\n"));
    let lines: Vec<&str> = shown.flat_map(|block| block.lines().skip(1)).collect();
    assert!(!lines.is_empty(), "{name} shows nothing");
    for line in lines {
        assert!(
            printed.lines().any(|printed| printed == line),
            "{name} does not print {line:?}"
        );
    }
}
