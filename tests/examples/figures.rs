//! The program that makes the figures of the documents.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run;

/// A document with this figure, in a file of this name.
fn document(name: &str, command: &str, shown: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let text =
        format!("# A title\n\n<!-- made by: {command} -->\n```text\n{shown}```\n\nThe end.\n");
    fs::write(&path, text).expect("the folder for tests is there");
    path
}

fn figures(arguments: &[&str], path: &Path) -> Result<String, String> {
    let path = path.to_str().expect("the path is UTF-8");
    run("figures", &[arguments, &[path]].concat())
}

#[test]
fn a_figure_is_what_its_command_prints() {
    let path = document(
        "made.md",
        "printf 'a\\nb | c\\n' | sed 's/b | c/d/'",
        "old\n",
    );
    let error = figures(&["--check"], &path).unwrap_err();
    assert!(
        error.contains("--- is\nold\n+++ should be\na\nd\n"),
        "{error}"
    );
    assert!(figures(&[], &path).unwrap().contains("has changed"));
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("-->\n```text\na\nd\n```\n\nThe end.\n"),
        "{text}"
    );
    assert_eq!(
        figures(&["--check"], &path).unwrap(),
        "1 figures are up to date\n"
    );
}

#[test]
fn slow_figures_are_made_when_they_are_asked_for() {
    let path = document("slow.md", "echo quick", "quick\n");
    let text = fs::read_to_string(&path).unwrap();
    let slow = text.replace("made by: echo quick", "made on 2026-01-02 by: echo slow");
    fs::write(&path, text + &slow).unwrap();
    assert_eq!(
        figures(&["--check"], &path).unwrap(),
        "1 figures are up to date\n"
    );
    let error = figures(&["--check", "--slow", "2026-03-04"], &path).unwrap_err();
    assert!(error.contains("+++ should be\nslow\n"), "{error}");
    figures(&["--slow", "2026-03-04"], &path).unwrap();
    let made = fs::read_to_string(&path).unwrap();
    let mark = "<!-- made on 2026-03-04 by: echo slow -->\n```text\nslow\n";
    assert!(
        made.contains(mark) && made.contains("<!-- made by: echo quick -->"),
        "{made}"
    );
}

#[test]
fn a_program_that_fails_makes_no_empty_figure() {
    for command in [
        "false | cat",
        "echo text | false | cat",
        "echo text | grep other | cat",
    ] {
        let path = document("failing.md", command, "old\n");
        for arguments in [&[] as &[&str], &["--check"]] {
            let error = figures(arguments, &path).unwrap_err();
            assert!(
                error.contains("failed, exit status: 1"),
                "{command}: {error}"
            );
        }
        assert!(fs::read_to_string(&path).unwrap().contains("\nold\n"));
    }
}

#[test]
fn a_filter_need_not_read_everything() {
    let path = document("head.md", "seq 1 200000 | head -1", "1\n");
    assert_eq!(
        figures(&["--check"], &path).unwrap(),
        "1 figures are up to date\n"
    );
}

#[test]
fn programs_that_are_built_are_run_without_cargo() {
    let path = document(
        "built.md",
        "cargo run --release --example book -- sticks | sed -n 1p",
        "",
    );
    let error = figures(&["--check", "--built"], &path).unwrap_err();
    assert!(error.contains("+++ should be\n1 moves: 3 ways"), "{error}");
    let path = document(
        "unbuilt.md",
        "cargo run --release --example no_such_program",
        "",
    );
    let error = figures(&["--check", "--built"], &path).unwrap_err();
    assert!(error.contains("no_such_program: build it first"), "{error}");
}

#[test]
fn a_paragraph_below_a_mark_says_what_the_command_prints() {
    let path = document("claims.md", "echo 'Nf3 +1.00 12345 #-3 5 %'", "");
    let below = |paragraph: &str| {
        let mark = "<!-- made by: echo 'Nf3 +1.00 12345 #-3 5 %' -->\n";
        fs::write(
            &path,
            format!("{mark}{paragraph}\n\nOf 77 nothing was claimed.\n"),
        )
        .unwrap();
        figures(&["--check"], &path)
    };
    for true_text in [
        "**Nf3** is worth +1.00, after 12,345 nodes (5 %).",
        "A picture of two things has `#-3` in it.",
    ] {
        assert_eq!(below(true_text).unwrap(), "1 figures are up to date\n");
    }
    for (untrue, word) in [
        ("It is Nf6.", "Nf6"),
        ("It is −1.00.", "-1.00"),
        ("It takes 2,345 nodes\nor so.", "2345"),
    ] {
        let error = below(untrue).unwrap_err();
        assert!(error.contains(&format!("{word:?}")), "{untrue}: {error}");
    }
}

#[test]
fn a_command_that_a_reader_types_is_not_refused() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("typed.md");
    let check = |text: &str| {
        fs::write(&path, text).unwrap();
        figures(&["--check", "--built"], &path)
    };
    let accepted = "\
        ```sh\nprogram=target/release/examples/quick_start\n$program --depth \\\n  30   # in a moment\nother-program --whatever\n```\n\n\
        Or `cargo run --release --example\nquick_start` in a sentence.\n\n```text\nbook is a word here\n```\n";
    assert_eq!(
        check(accepted).unwrap(),
        "0 figures are up to date, and 2 commands are understood\n"
    );
    for refused in [
        "```sh\ncargo run --release --example quick_start -- --no-such-option\n```\n",
        "Type `target/debug/examples/quick_start nonsense --depth 3`.\n",
        "Type `cargo run --release --example no_such_program`.\n",
    ] {
        assert!(check(refused).is_err(), "{refused}");
    }
}
