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
                "--questions=60",
                "--patience=60s",
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
    for script in [
        "while :; do :; done",
        "yes ''",
        "yes '{\"e\":\"enter\",\"move\":\"1\"}'",
    ] {
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

/// Minimax on plain trees, with the value alone; what happens at each answer is filled in.
const MINIMAX: &str = r#"
import json, sys, time
def minimax(node, best, other):
    return node if isinstance(node, int) else best(minimax(child, other, best) for child in node)
for number, line in enumerate(sys.stdin):
    tree = eval(line.replace("(", "[").replace(")", "]").replace(" ", ","))
    value = minimax(tree, max, min)
    ANSWER
"#;

/// Judges minimax in Python with this way to answer; `None` if there is no Python.
fn judged(folder: &Folder, answer: &str, options: &[&str]) -> Option<(String, Option<i32>)> {
    if !does(&["python3", "--version"]) {
        return None;
    }
    let file = folder.write("minimax.py", MINIMAX.replace("ANSWER", answer));
    let mut words = vec!["judge", "--plain"];
    words.extend(options);
    // With that variable, Python flushes whatever it prints.
    words.extend(["--", "env", "-u", "PYTHONUNBUFFERED", "python3", &file]);
    let answer = run(&words, "");
    Some((answer.text() + &answer.errors(), answer.code()))
}

#[test]
fn what_is_not_tested_is_said_and_can_be_required() {
    let folder = Folder::new("untested");
    let flushed = "print(value, flush=True)";
    let Some((text, code)) = judged(&folder, flushed, &[]) else {
        return;
    };
    assert!(
        text.starts_with("right; not tested: move, cutoffs\n"),
        "{text}"
    );
    assert!(
        text.contains("  value right, move not tested, cutoffs not tested"),
        "{text}"
    );
    assert!(
        text.contains("\n  tested: trees ") && text.contains("\n  not tested: "),
        "{text}"
    );
    assert_eq!(code, Some(0));
    let strict = judged(&folder, flushed, &["--require", "move,cutoffs"]);
    let (text, code) = strict.expect("there is Python");
    assert!(text.starts_with("not tested: move, cutoffs\n"), "{text}");
    assert_eq!(code, Some(1));
    let once = "print(value if number == 0 else '-', flush=True)";
    let (text, code) = judged(&folder, once, &[]).expect("there is Python");
    assert!(
        text.starts_with("too few questions were answered: 1 of 200\n"),
        "{text}"
    );
    assert_eq!(code, Some(1));
    // One answer of 200 isn't worth all points.
    let report = folder.path("once.json");
    let report = report.to_str().expect("the name is plain");
    let (_, code) = judged(&folder, once, &["--report", report]).expect("there is Python");
    let text = std::fs::read_to_string(report).expect("it is written");
    let results: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, &results["score"]), (Some(1), &0.into()));
    assert_eq!(results["tests"][0]["status"], "failed");
    let random = judged(&folder, flushed, &["--seed", "random", "--questions", "20"]);
    assert!(random.expect("there is Python").0.contains("the seed was "));
}

#[test]
fn answers_are_read_in_many_forms() {
    let folder = Folder::new("forms");
    for answer in [
        "print(f'{value}.0', flush=True)",
        "print(json.dumps({'value': float(value), 'move': None}, indent=2), flush=True)",
    ] {
        if let Some((text, code)) = judged(&folder, answer, &[]) {
            assert!(text.starts_with("right; "), "{answer}: {text}");
            assert_eq!(code, Some(0));
        }
    }
}

/// A search that writes its log, and whose leaves have no sign.
const LOGGED: &str = r#"
def search(node, alpha, beta, move):
    print(json.dumps({"e": "enter", **({"move": str(move)} if move else {}), "alpha": alpha, "beta": beta}))
    score = node if isinstance(node, int) else -10 ** 6
    for index, child in enumerate(node if isinstance(node, list) else []):
        score = max(score, -search(child, -beta, -max(alpha, score), index + 1))
        if score >= beta:
            break
    print(json.dumps({"e": "leave", "score": score}))
    return score
"#;

#[test]
fn the_log_of_a_program_explains_its_error() {
    let folder = Folder::new("logged");
    let answer = "exec(SEARCH); print(search(tree, -10 ** 6, 10 ** 6, None), flush=True)";
    let answer = answer.replace("SEARCH", &format!("{LOGGED:?}"));
    let Some((text, code)) = judged(&folder, &answer, &[]) else {
        return;
    };
    assert_eq!(code, Some(1));
    assert!(text.contains("  it breaks a rule: "), "{text}");
    assert!(
        text.contains("    line 3: this is a leaf of 1, but the tree says -1"),
        "{text}"
    );
}

#[test]
fn slow_programs_are_told_why_and_keep_what_they_proved() {
    let folder = Folder::new("slow");
    let Some((text, _)) = judged(&folder, "print(value)", &["--patience", "2s"]) else {
        return;
    };
    assert!(text.contains("it doesn't flush its output"), "{text}");
    let slow = "time.sleep(9 if number == 20 else 0); print(value, flush=True)";
    let (text, _) = judged(&folder, slow, &["--patience", "1500ms"]).expect("there is Python");
    assert!(text.contains("there was no answer within 1500ms"), "{text}");
    let late = "time.sleep(99 if number == 20 else 0); print(value, flush=True)";
    let (text, code) =
        judged(&folder, late, &["--time", "4s", "--patience", "60s"]).expect("there is Python");
    assert!(
        text.starts_with("too few questions were answered: 20 of 200\n"),
        "{text}"
    );
    assert!(
        text.contains("  value right, ")
            && text.contains("its time, 4s, was over after 20 answers"),
        "{text}"
    );
    assert_eq!(code, Some(1));
}

/// Each part has its points and its test.
#[test]
fn a_class_gets_points_and_pages() {
    let folder = Folder::new("class");
    let file = |name: &str| {
        folder
            .path(name)
            .to_str()
            .expect("the name is plain")
            .to_owned()
    };
    let (report, html, junit) = (file("results.json"), file("page.html"), file("junit.xml"));
    let options = [
        "--report", &report, "--html", &html, "--junit", &junit, "--points", "50,30,20",
    ];
    let answer = "print(value, 9, flush=True)";
    let Some((_, code)) = judged(&folder, answer, &options) else {
        return;
    };
    assert_eq!(code, Some(1));
    let read = |name: &str| std::fs::read_to_string(name).expect("it is written");
    let results: serde_json::Value = serde_json::from_str(&read(&report)).expect("JSON");
    assert_eq!(results["score"], 50);
    let test = |place: usize| {
        (
            &results["tests"][place]["name"],
            &results["tests"][place]["status"],
        )
    };
    assert_eq!(test(0), (&"value".into(), &"passed".into()));
    assert_eq!(test(1), (&"move".into(), &"failed".into()));
    assert_eq!(test(2), (&"cutoffs".into(), &"passed".into()));
    assert_eq!(results["tests"][2]["score"], 0, "it isn't tested");
    assert!(
        results["output"]
            .as_str()
            .is_some_and(|text| text.contains("the best move is"))
    );
    let page = read(&html);
    assert!(
        page.contains("50 of 100 points") && page.contains("the best move is"),
        "{page}"
    );
    let xml = read(&junit);
    for part in [
        "tests=\"3\" failures=\"1\"",
        "<property name=\"score\" value=\"50\"/>",
        "name=\"move\"><failure message=\"wrong: the bug is unknown\">",
        "name=\"cutoffs\"><skipped message=\"not tested\"/>",
        "name=\"value\"></testcase>",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
}

/// Where there is a container engine with the image, the recipe of `docs/judge.md` is run.
#[test]
fn a_program_in_a_container_is_judged() {
    if !does(&["docker", "image", "inspect", "python:3"]) {
        eprintln!("not tested: there is no docker with python:3");
        return;
    }
    let examples = starter("");
    let volume = format!("{examples}:/work:ro");
    let words = [
        "judge",
        "--plain",
        "--time",
        "10m",
        "--",
        "docker",
        "run",
        "--rm",
        "-i",
        "--network",
        "none",
        "--memory",
        "1g",
        "--read-only",
        "-v",
        &volume,
        "python:3",
        "python3",
        "/work/alpha_beta.py",
    ];
    assert!(run(&words, "").text().starts_with("right\n"));
}
