//! A program whose surroundings fail: whatever happens to its inputs and outputs, every command gives the full result or a clear
//! error, and ends.
#![cfg(unix)]

use crate::program::{Answer, Folder};
use std::fs::{self, OpenOptions};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The commands with small tasks, and their options that name an output file.
const COMMANDS: [(&str, &[&str]); 12] = [
    (
        "compare minimax alpha-beta --evaluator material --depth 2 --positions p.epd",
        &["--csv", "--html", "--svg", "--journal"],
    ),
    (
        "tree alpha-beta --game tic-tac-toe --position XOX/.O./.X.",
        &["--svg", "--html"],
    ),
    ("explain material classical", &["--html", "--svg", "--csv"]),
    (
        "suite p.epd minimax --depth 1",
        &["--csv", "--html", "--svg", "--journal"],
    ),
    (
        "ablate minimax alpha-beta --epd p.epd --to-depth 1 --depth 1",
        &["--csv", "--svg", "--html", "--journal"],
    ),
    (
        "match random a=random --games 2 --max-moves 3 --threads 1",
        &[
            "--pgn",
            "--html",
            "--svg",
            "--markdown",
            "--journal",
            "--log",
        ],
    ),
    ("merge match.jsonl", &["--pgn", "--html", "--journal"]),
    ("merge suite.jsonl", &["--csv", "--html", "--journal"]),
    ("fit known.epd --evaluator material", &["--output"]),
    ("export p.epd --evaluator material --csv", &[]),
    ("list", &[]),
    ("completions bash", &[]),
];

/// The commands with an input in place of `INPUT`, whose name ends like this.
const INPUTS: [(&str, &str); 12] = [
    (
        "compare minimax --evaluator material --depth 1 --positions INPUT",
        ".epd",
    ),
    ("tree minimax --depth 1 --positions INPUT", ".epd"),
    ("suite INPUT minimax --depth 1", ".epd"),
    ("suite INPUT minimax --depth 1", ".pgn"),
    (
        "ablate minimax alpha-beta --to-depth 1 --depth 1 --epd INPUT",
        ".epd",
    ),
    (
        "match random a=random --games 2 --max-moves 3 --openings INPUT",
        ".epd",
    ),
    (
        "match random a=random --games 2 --max-moves 3 --openings INPUT",
        ".pgn",
    ),
    (
        "match random a=random --games 2 --max-moves 3 --openings INPUT",
        ".bin",
    ),
    (
        "match random a=random --games 2 --max-moves 3 --journal INPUT",
        ".jsonl",
    ),
    ("merge INPUT", ".jsonl"),
    ("export INPUT --evaluator material", ".epd"),
    ("export INPUT --evaluator material", ".pgn"),
];

const POSITIONS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"a\";\n\
    r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"b\";\n";
const GAMES: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("p.epd", POSITIONS);
    folder.write("known.epd", &POSITIONS.replace("bm", "c9 \"1-0\"; bm"));
    for line in [
        "match random a=random --games 2 --max-moves 3 --journal match.jsonl",
        "suite p.epd minimax --depth 1 --journal suite.jsonl",
    ] {
        let answer = folder.line(line);
        assert_eq!(answer.code(), Some(0), "{line}: {}", answer.errors());
    }
    folder
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs a command that must end by itself; a machine under load takes its time.
fn run(command: &mut Command) -> Answer {
    const PATIENCE: Duration = Duration::from_secs(100);
    let mut child = command.spawn().expect("the program can be started");
    let started = Instant::now();
    while child.try_wait().expect("it is a child").is_none() {
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("{command:?} does not end");
        }
        sleep(Duration::from_millis(2));
    }
    Answer::from(child.wait_with_output().expect("it is a child"))
}

/// An exit code that says what is wrong, and a sentence; no panic.
fn assert_clear(answer: &Answer, codes: &[i32], what: &str) {
    let (code, errors) = (answer.code(), answer.errors());
    assert!(
        code.is_some_and(|code| codes.contains(&code)),
        "{what}: {code:?} {errors}"
    );
    assert!(
        errors.contains("error: ") && !errors.contains("panicked"),
        "{what}: {errors}"
    );
}

fn full() -> Stdio {
    let full = OpenOptions::new().write(true).open("/dev/full");
    Stdio::from(full.expect("Linux has it"))
}

#[test]
fn printing_to_a_full_disk_is_an_error_and_to_a_closed_pipe_is_none() {
    let folder = folder("full-stdout");
    for (line, _) in COMMANDS {
        let command = || folder.command(&words(line));
        let answer = run(command().stdout(full()).stderr(Stdio::piped()));
        assert_clear(&answer, &[1], line);
        answer.complains("standard output");
        // Where nothing can be said, the exit code is still right.
        let silent = run(command().stdout(full()).stderr(full()));
        assert_eq!(silent.code(), Some(1), "{line}");
        let quiet = run(command().stdout(Stdio::null()).stderr(full()));
        assert_eq!(quiet.code(), Some(0), "{line}");
        let (reader, writer) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let answer = run(command().stdout(writer).stderr(Stdio::piped()));
        assert_eq!(answer.code(), Some(0), "{line}: {}", answer.errors());
    }
}

#[test]
fn a_result_that_cannot_be_written_is_an_error_and_the_others_are_there() {
    let folder = folder("full-files");
    for (line, outputs) in COMMANDS {
        let plain = run(folder.command(&words(line)).stdout(Stdio::piped()));
        for output in outputs {
            let run = |path: &str| {
                let arguments = [&words(line)[..], &[output, path]].concat();
                let mut command = folder.command(&arguments);
                run(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
            };
            let what = format!("{line} {output}");
            let answer = run("/dev/full");
            // Without a program nothing is written to the log.
            if *output != "--log" {
                assert_clear(&answer, &[1, 2], &what);
                answer.complains("/dev/full");
            }
            // A tree that is written to a file is not printed, too.
            if answer.code() == Some(1) && !line.starts_with("tree") {
                assert_eq!(without_times(&answer), without_times(&plain), "{what}");
            }
            for path in [".", "no/such/folder/x"] {
                let answer = run(path);
                assert_clear(&answer, &[2], &what);
                answer.complains(path);
            }
        }
    }
}

/// What was printed, but for numbers, of which some are times.
fn without_times(answer: &Answer) -> String {
    let text = answer.text();
    let text: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    // The units of times.
    text.replace("ms", "").replace("µs", "").replace('s', "")
}

#[test]
fn a_result_that_vanishes_is_noticed() {
    const VANISH: &str = "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\n\
        uci) echo uciok ;;\nisready) echo readyok ;;\nposition) position=$rest ;;\n\
        go) rm -f vanishing; case \"$position\" in *moves*) echo bestmove e7e5 ;; *) echo bestmove e2e4 ;; esac ;;\n\
        esac; done\n";
    let folder = folder("vanishing");
    let program = folder.write("program", VANISH);
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let a_match =
        "match uci:cmd=./program random --depth 1 --games 2 --plies 0 --max-moves 1 --threads 1";
    let a_suite = "suite p.epd uci:cmd=./program --depth 1";
    let an_ablation = "ablate minimax uci:cmd=./program --epd p.epd --to-depth 1 --depth 1";
    for (line, outputs) in [
        (
            a_match,
            &[
                "--pgn",
                "--html",
                "--svg",
                "--markdown",
                "--journal",
                "--log",
            ][..],
        ),
        (a_suite, &["--csv", "--html", "--journal"]),
        (an_ablation, &["--csv", "--svg", "--html", "--journal"]),
    ] {
        for output in outputs {
            let arguments = [&words(line)[..], &[output, "vanishing"]].concat();
            let mut command = folder.command(&arguments);
            let answer = run(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
            let what = format!("{line} {output}");
            assert_clear(&answer, &[1], &what);
            let errors = answer.errors();
            assert!(
                errors.contains("vanishing") && errors.contains("removed"),
                "{what}: {errors}"
            );
            let _ = fs::remove_file(folder.path("vanishing"));
        }
    }
    let arguments = [&words(a_match)[..], &["--log", "/dev/full"]].concat();
    let mut command = folder.command(&arguments);
    let answer = run(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    assert_clear(&answer, &[1], "--log /dev/full");
    answer.prints("2 of 2 games");
}

#[test]
fn no_input_makes_a_command_hang_or_panic() {
    let folder = folder("inputs");
    let mut rng = fastrand::Rng::with_seed(1);
    let noise: Vec<u8> = (0..20_000).map(|_| rng.u8(..)).collect();
    for (number, (line, ending)) in INPUTS.into_iter().enumerate() {
        let run = |name: &str| {
            let input = format!("{name}{number}{ending}");
            let line = line.replace("INPUT", &input);
            let mut command = folder.command(&words(&line));
            run(command.stdout(Stdio::piped()).stderr(Stdio::piped()))
        };
        let path = |name: &str| folder.path(&format!("{name}{number}{ending}"));
        let pipe = Command::new("mkfifo").arg(path("pipe")).status();
        assert!(pipe.is_ok_and(|status| status.success()));
        fs::create_dir(path("folder")).expect("the folder can be written");
        fs::write(path("noise"), &noise).expect("the folder can be written");
        for name in ["pipe", "folder", "noise"] {
            assert_clear(&run(name), &[2], &format!("{line}, {name}{ending}"));
        }
        if !line.contains("--journal") {
            fs::write(path("empty"), b"").expect("the folder can be written");
            for name in ["empty", "missing"] {
                assert_clear(&run(name), &[2], &format!("{line}, {name}{ending}"));
            }
        }
        let text = match ending {
            ".epd" if line.starts_with("tree") => POSITIONS.lines().next().unwrap_or_default(),
            ".epd" => POSITIONS,
            ".pgn" => GAMES,
            _ => continue,
        };
        fs::write(path("plain"), text).expect("the folder can be written");
        fs::write(path("marked"), format!("\u{FEFF}{text}")).expect("the folder can be written");
        let (plain, marked) = (run("plain"), run("marked"));
        assert_eq!(
            (plain.code(), plain.errors()),
            (Some(0), String::new()),
            "{line}"
        );
        assert_eq!(marked.code(), Some(0), "{line}: {}", marked.errors());
        assert_eq!(without_times(&marked), without_times(&plain), "{line}");
    }
}
