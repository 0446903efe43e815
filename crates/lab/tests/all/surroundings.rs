//! A program in a failing environment: despite failing inputs and outputs, every command gives the full result or a clear error, and ends.
#![cfg(unix)]

use crate::harness::{check_printing, end_of, full};
use crate::program::{Answer, Folder};
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// The commands with small tasks, and their options that name an output file.
pub(crate) const COMMANDS: [(&str, &[&str]); 12] = [
    (
        "compare minimax alpha-beta --evaluator material --depth 2 --positions p.epd",
        &["--csv", "--html", "--svg", "--journal"],
    ),
    (
        "tree alpha-beta --game tic-tac-toe --position XOX/.O./.X.",
        &["--svg", "--html", "--events"],
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
    (
        "merge suite.jsonl",
        &["--csv", "--svg", "--html", "--journal"],
    ),
    ("fit known.epd --evaluator material", &["--output"]),
    ("export p.epd --evaluator material", &["--output"]),
    ("list", &[]),
    ("completions bash", &[]),
];

/// The commands with an input in place of `INPUT`, whose name has this end.
const INPUTS: [(&str, &str); 22] = [
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
    (
        "match minimax:depth=1,evaluator=net@INPUT random --games 2",
        ".net",
    ),
    (
        "match minimax:depth=1,evaluator=material@INPUT random --games 2",
        ".json",
    ),
    ("match --players INPUT --games 2", ".txt"),
    ("explain material@INPUT", ".json"),
    ("train INPUT --output o", ".jsonl"),
    ("train INPUT --output o", ".vf"),
    ("train INPUT --output o", ".csv"),
    ("data annotate INPUT --nodes 1 --journal o", ".epd"),
    ("data convert INPUT --format csv --output o", ".vf"),
    ("data stats INPUT", ".csv"),
];

const POSITIONS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"a\";\n\
    r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; id \"b\";\n";
const WEIGHTS: &str = "{\n\"pawn\": 1, \"knight\": 3,\n\"bishop\": 3, \"rook\": 5, \"queen\": 9}\n";
const GAMES: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n";

pub(crate) fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("p.epd", POSITIONS);
    folder.write("known.epd", POSITIONS.replace("bm", "c9 \"1-0\"; bm"));
    for line in [
        "match random a=random --games 2 --max-moves 3 --journal match.jsonl",
        "suite p.epd minimax --depth 1 --journal suite.jsonl",
    ] {
        let answer = folder.line(line);
        assert_eq!(answer.code(), Some(0), "{line}: {}", answer.errors());
    }
    folder
}

pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs a command that must end by itself.
pub(crate) fn run(command: &mut Command) -> Answer {
    end_of(command.stdout(Stdio::piped()).stderr(Stdio::piped()), b"")
}

#[test]
fn printing_to_a_full_disk_is_an_error_and_to_a_closed_pipe_is_none() {
    let folder = folder("full-stdout");
    // All commands print through one function.
    let (line, _) = COMMANDS[0];
    let complaint = check_printing(|| folder.command(&words(line)), b"", &[0]);
    assert!(complaint.contains("standard output"), "{complaint}");
    for (line, _) in COMMANDS {
        let answer = end_of(
            folder
                .command(&words(line))
                .stdout(full())
                .stderr(Stdio::piped()),
            b"",
        );
        answer.is_clear(&[1], line);
        // A lost message is no failure if nothing is printed.
        let quiet = end_of(
            folder
                .command(&words(line))
                .stdout(Stdio::null())
                .stderr(full()),
            b"",
        );
        assert_eq!(quiet.code(), Some(0), "{line}");
    }
}

#[test]
fn a_result_that_cannot_be_written_is_an_error_and_the_others_are_there() {
    let folder = folder("full-files");
    for (line, outputs) in COMMANDS {
        let plain = run(&mut folder.command(&words(line)));
        for output in outputs {
            let run = |path: &str| {
                let arguments = [&words(line)[..], &[output, path]].concat();
                run(&mut folder.command(&arguments))
            };
            let what = format!("{line} {output}");
            let answer = run("/dev/full");
            // Without a program the log stays empty.
            if *output != "--log" {
                let code = if *output == "--journal" { 2 } else { 1 };
                answer.is_clear(&[code], &what);
                answer.complains("/dev/full");
            }
            // A tree or table written to a file is not printed.
            let is_printed = !line.starts_with("tree") && !line.starts_with("export");
            if answer.code() == Some(1) && is_printed {
                assert_eq!(without_times(&answer), without_times(&plain), "{what}");
            }
            // All commands open their files in one way, and a match has every kind of output.
            let wrong = ["no/such/folder/x", "."];
            let wrong = &wrong[..if line.starts_with("match") { 2 } else { 0 }];
            for &path in wrong {
                let answer = run(path);
                answer.is_clear(&[2], &what);
                answer.complains(path);
                if path != "." {
                    answer.complains(&format!("{path}: cannot write: "));
                }
            }
        }
    }
}

/// Returns the output without numbers, since some are times.
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
            let answer = run(&mut folder.command(&arguments));
            let what = format!("{line} {output}");
            let errors = answer.errors();
            if ["--pgn", "--journal", "--log"].contains(output) {
                answer.is_clear(&[1], &what);
                assert!(
                    errors.contains("vanishing") && errors.contains("removed"),
                    "{what}: {errors}"
                );
            } else {
                // A result that is written at the end exists.
                assert!(
                    [Some(0), Some(3)].contains(&answer.code()),
                    "{what}: {errors}"
                );
                assert!(folder.path("vanishing").exists(), "{what}");
            }
            let _ = fs::remove_file(folder.path("vanishing"));
        }
    }
    let arguments = [&words(a_match)[..], &["--log", "/dev/full"]].concat();
    let answer = run(&mut folder.command(&arguments));
    answer.is_clear(&[1], "--log /dev/full");
    answer.prints("2 of 2 games");
}

#[test]
fn no_input_makes_a_command_hang_or_panic() {
    let folder = folder("inputs");
    let mut endings: Vec<&str> = INPUTS.iter().map(|(_, ending)| *ending).collect();
    endings.sort_unstable();
    endings.dedup();
    for ending in endings {
        folder.unreadable(ending);
        folder.write(&format!("empty{ending}"), "");
        let long = fs::File::create(folder.path(&format!("long{ending}")));
        long.and_then(|long| long.set_len(2 << 30))
            .expect("it has no content");
    }
    let mut known = HashSet::new();
    for (line, ending) in INPUTS {
        let run = |file: &str| {
            let _ = fs::remove_file(folder.path("o"));
            let line = line.replace("INPUT", file);
            run(&mut folder.command(&words(&line)))
        };
        let is_journal = line.contains("--journal");
        let wrong = ["pipe", "folder", "noise", "empty", "missing"];
        // A journal is created if it is missing.
        let wrong = &wrong[..if is_journal { 3 } else { 5 }];
        // All commands open and parse files with one ending in one way, so the others read the noise alone.
        let is_new = known.insert(ending);
        let wrong = if is_new { wrong } else { &wrong[2..3] };
        let mut files: Vec<String> = wrong.iter().map(|name| format!("{name}{ending}")).collect();
        if is_new {
            files.push("/dev/zero".to_owned());
        }
        // Files that are read as a whole have a limit; files of lines or games can be of any length.
        if is_new && [".json", ".net", ".txt"].contains(&ending) {
            files.push(format!("long{ending}"));
        }
        for file in files {
            let answer = run(&file);
            answer.is_clear(&[2], &format!("{line}, {file}"));
            assert!(
                answer.errors().contains(&file),
                "{line}: {}",
                answer.errors()
            );
        }
        let text = match ending {
            ".epd" if line.starts_with("tree") => POSITIONS.lines().next().unwrap_or_default(),
            ".epd" => POSITIONS,
            ".pgn" => GAMES,
            ".txt" => "random:depth=1\n# a comment\na=random:depth=1\n",
            ".json" if line.starts_with("explain") => WEIGHTS,
            ".jsonl" if line.starts_with("merge") => &folder.read("match.jsonl"),
            _ => continue,
        };
        let plain = check_marked(line, text, &|text| {
            let file = format!("plain{ending}");
            folder.write(&file, text);
            run(&file)
        });
        if ending == ".epd" {
            check_piped(&folder, line, (text, &plain));
        }
    }
}

/// A byte order mark and other line ends, as written by editors, change nothing. Returns the answer without them.
fn check_marked(line: &str, text: &str, run: &dyn Fn(&str) -> Answer) -> Answer {
    let other_ends = text.replace('\n', "\r\n");
    let plain = run(text);
    assert_eq!(
        (plain.code(), plain.errors()),
        (Some(0), String::new()),
        "{line}"
    );
    for other in [&other_ends, &format!("\u{FEFF}{other_ends}")] {
        let other = run(other);
        assert_eq!(other.code(), Some(0), "{line}: {}", other.errors());
        assert_eq!(without_times(&other), without_times(&plain), "{line}");
    }
    plain
}

/// An input that is read twice cannot be a pipe; other pipes give the same as a file.
fn check_piped(folder: &Folder, line: &str, (text, plain): (&str, &Answer)) {
    let _ = fs::remove_file(folder.path("o"));
    let line = line.replace("INPUT", "/dev/stdin");
    let mut command = folder.command(&words(&line));
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let piped = end_of(command, text.as_bytes());
    let first_line = |answer: &Answer| answer.text().lines().next().map(str::to_owned);
    match piped.code() {
        Some(0) => assert_eq!(first_line(&piped), first_line(plain), "{line}"),
        _ => piped.is_clear(&[2], &line),
    }
}
