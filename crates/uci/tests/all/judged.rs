//! `plywood judge`: the starters in five languages, a list of submissions, and programs that misbehave.

use crate::program::{Folder, run};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The bugs that a starter can switch on, with part of the verdict.
const BUGS: [(&str, &str); 4] = [
    (
        "window-not-negated",
        "wrong: the window is swapped but not negated",
    ),
    (
        "alpha-not-raised",
        "right but wasteful: it never cuts: this is minimax",
    ),
    (
        "no-cut-at-equality",
        "right but wasteful: there is no cutoff at equality",
    ),
    (
        "leaf-sign",
        "wrong: leaves are scored for the side to move at the root",
    ),
];

fn starter(name: &str) -> String {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/judge"));
    root.join(name)
        .to_str()
        .expect("the name is plain")
        .to_owned()
}

/// Returns `true` if a tool, such as a compiler, exists and succeeds with this.
fn does(words: &[&str]) -> bool {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).stdout(Stdio::null());
    command
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[test]
fn starters_are_right_and_their_bugs_are_named() {
    let folder = Folder::new("starters");
    let built = |name: &str| {
        folder
            .path(name)
            .to_str()
            .expect("the name is plain")
            .to_owned()
    };
    let (cpp, rust) = (built("starter-cpp"), built("starter-rust"));
    let mut programs: Vec<Vec<String>> = Vec::new();
    let mut add =
        |words: &[&str]| programs.push(words.iter().map(|word| (*word).to_owned()).collect());
    if does(&["python3", "--version"]) {
        add(&["python3", &starter("alpha_beta.py")]);
    }
    if does(&["node", "--version"]) {
        add(&["node", &starter("alpha_beta.mjs")]);
    }
    if does(&["java", "--version"]) {
        add(&["java", &starter("AlphaBeta.java")]);
    }
    if does(&["c++", "-std=c++17", &starter("alpha_beta.cpp"), "-o", &cpp]) {
        add(&[&cpp]);
    }
    if does(&[
        "rustc",
        "--edition",
        "2024",
        &starter("alpha_beta.rs"),
        "-o",
        &rust,
    ]) {
        add(&[&rust]);
    }
    assert!(!programs.is_empty(), "rustc is there");
    for program in programs {
        for (bug, expected) in [("", "right\n")].iter().chain(&BUGS) {
            let mut words = vec![
                "judge",
                "--plain",
                "--patience",
                "60s",
                "--time",
                "10m",
                "--",
            ];
            words.extend(program.iter().map(String::as_str));
            words.extend(Some(*bug).filter(|bug| !bug.is_empty()));
            let answer = run(&words, "");
            assert!(
                answer.text().contains(expected),
                "{words:?}: {}{}",
                answer.text(),
                answer.errors()
            );
            let is_wrong = !bug.is_empty();
            assert_eq!(answer.code(), Some(i32::from(is_wrong)), "{words:?}");
        }
    }
}

/// Shell programs that do not answer, with part of the expected error.
const HOSTILE: [(&str, &str); 7] = [
    ("exit 3", "exit status: 3"),
    (
        "head -c 1000000 /dev/zero; sleep 60",
        "a line of more than 65536 bytes",
    ),
    ("exec <&-; sleep 1", "it ended before it had answered"),
    (
        "echo I am ready; sleep 60",
        "expected a whole number as the value",
    ),
    (
        "printf '\\377\\376\\n'; sleep 60",
        "expected a whole number as the value",
    ),
    (
        "while read tree; do echo '{\"value\":'; done",
        "the answer is not JSON",
    ),
    ("exec >&-; sleep 60", "it closed its output"),
];

#[test]
fn a_program_that_misbehaves_fails_alone() {
    let folder = Folder::new("hostile-submissions");
    let mut list = String::from("# they misbehave\n\n");
    for (number, (script, _)) in HOSTILE.iter().enumerate() {
        let file = folder.write(&format!("{number}.sh"), script);
        list.extend(["sh \"", &*file, "\"\n"]);
    }
    let list = folder.write(
        "list",
        list + "/no/such/program\nsh -c \"while read tree; do echo -; done\"\n",
    );
    let junit = folder.path("junit.xml");
    let junit = junit.to_str().expect("the name is plain");
    let words = [
        "judge",
        "--plain",
        "--time",
        "5m",
        "--programs",
        &list,
        "--junit",
        junit,
    ];
    let answer = run(&words, "");
    assert_eq!(answer.code(), Some(1), "{}", answer.errors());
    let text = answer.text();
    for ((script, expected), line) in HOSTILE.iter().zip(text.lines()) {
        assert!(line.contains(expected), "{script}: {line}");
    }
    assert!(text.contains("no question was answered"), "{text}");
    assert!(text.contains("0 of 9 programs right"), "{text}");
    let xml = std::fs::read_to_string(junit).expect("it is written");
    assert!(xml.contains("tests=\"27\" failures=\"9\""), "{xml}");
}

#[test]
fn a_program_that_does_not_answer_is_given_up() {
    for script in ["while :; do :; done", "yes ''"] {
        let words = ["judge", "--plain", "--time", "1s", "--", "sh", "-c", script];
        let answer = run(&words, "");
        assert_eq!(answer.code(), Some(1), "{}", answer.errors());
        let expected = "there was no answer within";
        assert!(answer.text().contains(expected), "{}", answer.text());
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (words, expected) in [
        (vec!["judge"], "expected a program to judge"),
        (
            vec!["judge", "--plain", "--game", "chess", "--", "true"],
            "--plain asks about trees alone",
        ),
    ] {
        let answer = run(&words, "");
        assert_eq!(answer.code(), Some(2));
        assert!(answer.errors().contains(expected), "{}", answer.errors());
    }
}
