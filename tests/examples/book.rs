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
    assert_eq!(names.len(), 15);
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
    // Of a figure the mark stands in the comment right above it; elsewhere it may be what a reader types, or above a paragraph.
    let shown = chapter.split(&mark).skip(1).filter_map(|rest| {
        let (filter, rest) = rest.split_once(" -->\n```text\n")?;
        let block = rest.split("```").next();
        block.filter(|_| !filter.contains('\n'))
    });
    let lines: Vec<&str> = shown.flat_map(str::lines).collect();
    assert!(!lines.is_empty(), "{name} shows nothing");
    for line in lines {
        assert!(
            printed.lines().any(|printed| printed == line),
            "{name} does not print {line:?}"
        );
    }
}
