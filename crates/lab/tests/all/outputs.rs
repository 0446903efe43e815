//! No command loses a file of the user: the laws of written files.
#![cfg(unix)]

use crate::program::{Answer, Folder};
use crate::surroundings::{COMMANDS, folder, run, words};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

/// A command with a small task, in a folder that has its inputs.
#[derive(Clone, Copy)]
struct Task {
    line: &'static str,
    /// The output that the command requires.
    required: Option<&'static str>,
    outputs: &'static [&'static str],
}

/// The commands that must write a file.
const WRITERS: [(&str, &str, &[&str]); 7] = [
    (
        "data generate --player random --depth 1 --games 2 --max-moves 9 --random-plies 2",
        "--journal",
        &[],
    ),
    (
        "data annotate p.epd --player minimax --depth 1",
        "--journal",
        &[],
    ),
    (
        "data convert games.jsonl --format csv --skip-plies 0 --with-checks --with-captures",
        "--output",
        &[],
    ),
    ("data convert games.vf --format viri", "--output", &[]),
    ("data stats games.jsonl", "--html", &[]),
    (
        "train games.jsonl --hidden 16 --buckets 1 --epochs 1 --skip-plies 0",
        "--output",
        &["--html", "--checkpoint"],
    ),
    (
        "spsa engine --tune futility=90,0,500,60 --nodes 50 --pairs 1 --together 1 --max-moves 9",
        "--journal",
        &["--html"],
    ),
];

/// Contents that a user would not want to lose. Games can be added to it.
const PRECIOUS: &str = "[precious \"\"]";

/// The options of inputs, in all commands.
const INPUT_OPTIONS: [&str; 7] = [
    "--positions",
    "--epd",
    "--openings",
    "--players",
    "--start",
    "--from",
    "--check",
];

fn tasks() -> Vec<Task> {
    let required = WRITERS.map(|(line, required, outputs)| Task {
        line,
        required: Some(required),
        outputs,
    });
    let free = COMMANDS.map(|(line, outputs)| Task {
        line,
        required: None,
        outputs,
    });
    free.into_iter().chain(required).collect()
}

/// Each command with one of its outputs, and each output of each kind with one of its commands. All of them go through one door, which
/// `plywood-console` tests.
fn tasks_and_outputs() -> Vec<(Task, &'static str)> {
    let mut known = Vec::new();
    let mut chosen = Vec::new();
    for task in tasks() {
        let is_new = |output: &&str| !known.contains(output);
        let mut outputs: Vec<&str> = task.outputs().filter(is_new).collect();
        if outputs.is_empty() {
            outputs.extend(task.outputs().next());
        }
        known.extend(&outputs);
        chosen.extend(outputs.into_iter().map(|output| (task, output)));
    }
    chosen
}

fn all_files(name: &str) -> Folder {
    let folder = folder(name);
    for line in [
        "data generate --player random --depth 1 --games 25 --max-moves 9 --random-plies 2 --journal games.jsonl",
        "data convert games.jsonl --format viri --output games.vf",
    ] {
        let answer = folder.line(line);
        assert_eq!(answer.code(), Some(0), "{line}: {}", answer.errors());
    }
    folder
}

impl Task {
    fn outputs(self) -> impl Iterator<Item = &'static str> {
        self.required
            .into_iter()
            .chain(self.outputs.iter().copied())
    }

    /// Returns the words of the line that are files of the folder.
    fn inputs(self, folder: &Folder) -> Vec<&'static str> {
        let is_file = |word: &&str| folder.path(word).is_file();
        words(self.line).into_iter().filter(is_file).collect()
    }

    /// Runs the command with these outputs, and the required one.
    fn run(self, folder: &Folder, outputs: &[(&str, &str)]) -> Answer {
        run(&mut self.command(folder, outputs))
    }

    /// Runs the command while no file may grow, as on a full disk.
    fn run_without_room(self, folder: &Folder, outputs: &[(&str, &str)]) -> Answer {
        let command = self.command(folder, outputs);
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]);
        shell.arg(command.get_program()).args(command.get_args());
        let is_replaced = outputs.iter().any(|(output, _)| is_replaced(self, output));
        shell.args(is_replaced.then_some("--replace"));
        run(shell.current_dir(&folder.0))
    }

    fn command(self, folder: &Folder, outputs: &[(&str, &str)]) -> Command {
        let mut arguments = words(self.line);
        let needed = self
            .required
            .filter(|needed| outputs.iter().all(|(name, _)| name != needed));
        if let Some(needed) = needed {
            let _ = fs::remove_file(folder.path("own"));
            arguments.extend([needed, "own"]);
        }
        arguments.extend(outputs.iter().flat_map(|(name, path)| [*name, *path]));
        folder.command(&arguments)
    }
}

/// Work continues a journal, so it must not be another file; and a merged one replaces no file.
fn is_journal(output: &str) -> bool {
    ["--journal", "--checkpoint"].contains(&output)
}

/// Results that are marked as ours.
fn is_marked(task: Task, output: &str) -> bool {
    ["--html", "--svg", "--markdown"].contains(&output)
        || output == "--output" && ["fit", "train"].iter().any(|it| task.line.starts_with(it))
}

/// Results that replace others with `--replace`.
fn is_replaced(task: Task, output: &str) -> bool {
    !(["--pgn", "--log"].contains(&output) || is_marked(task, output) || is_journal(output))
}

/// Contents that a result may replace: one of ours, or with `--replace` what begins like such results.
fn replaceable(task: Task, output: &str, folder: &Folder) -> Vec<u8> {
    if is_journal(output) || ["--pgn", "--log"].contains(&output) {
        return PRECIOUS.into();
    }
    let _ = fs::remove_file(folder.path("old"));
    task.run(folder, &[(output, "old")]);
    let result = fs::read(folder.path("old")).expect("it was written");
    fs::remove_file(folder.path("old")).expect("it is there");
    let lines: Vec<&[u8]> = result.split_inclusive(|byte| *byte == b'\n').collect();
    // The mark is in the first line or the last two.
    let end = if is_marked(task, output) { 2 } else { 0 };
    let start = [lines[0], PRECIOUS.as_bytes(), b"\n"].concat();
    [start, lines[lines.len() - end..].concat()].concat()
}

/// Names of files in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let found = fs::read_dir(&folder.0).expect("it is there");
    let names = found.map(|entry| entry.expect("it is there").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_file_that_a_command_can_write_is_known_here() {
    let folder = Folder::new("outputs-known");
    let commands = |line: &str| -> Vec<String> {
        let help = folder.line(&format!("{line} --help")).text();
        let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let lines = lines.take_while(|line| line.starts_with("  "));
        let names = lines.filter(|line| !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        names
            .filter(|name| *name != "help")
            .map(|name| format!("{line} {name}").trim().to_owned())
            .collect()
    };
    let known = tasks();
    for command in commands("").into_iter().chain(commands("data")) {
        let help = folder.line(&format!("{command} --help")).text();
        let options = help
            .lines()
            .map(str::trim)
            .filter(|line| line.starts_with('-'));
        for option in options.filter(|line| line.contains("<FILE>")) {
            let option = option
                .split([' ', ','])
                .find(|word| word.starts_with("--"))
                .expect("it is long");
            let mut known = known.iter().filter(|task| task.line.starts_with(&command));
            let is_output = known.any(|task| task.outputs().any(|output| output == option));
            assert!(
                is_output || INPUT_OPTIONS.contains(&option),
                "{command} {option}"
            );
        }
    }
}

#[test]
fn no_result_takes_the_place_of_another_file_of_the_command() {
    let folder = all_files("outputs-clash");
    folder.write("[precious]", "[precious]");
    for task in tasks() {
        let outputs: Vec<&str> = task.outputs().collect();
        let refused = |given: &[(&str, &str)]| {
            let answer = task.run(&folder, given);
            let what = format!("{} {given:?}", task.line);
            answer.is_clear(&[2], &what);
            assert!(
                answer.errors().contains("name the same file"),
                "{what}: {}",
                answer.errors()
            );
        };
        for input in task.inputs(&folder) {
            let before = fs::read(folder.path(input)).expect("it is there");
            let _ = fs::remove_file(folder.path("link"));
            symlink(input, folder.path("link")).expect("the folder can be written");
            for output in &outputs {
                for name in [input, "link", &format!("./{input}")] {
                    refused(&[(output, name)]);
                }
            }
            assert_eq!(fs::read(folder.path(input)).expect("it is there"), before);
        }
        for (place, one) in outputs.iter().enumerate() {
            for other in &outputs[place + 1..] {
                for names in [["[precious]", "./[precious]"], ["new", "./new"]] {
                    refused(&[(one, names[0]), (other, names[1])]);
                }
            }
        }
    }
    assert_eq!(folder.read("[precious]"), "[precious]");
    assert!(!folder.path("new").exists());
    // Weights and programs are files within a word, and outputs that are not regular files can be shared.
    folder.write("mine.json", "{}");
    let fit = "fit known.epd --evaluator material@mine.json --output mine.json";
    folder.line(fit).refuses("name the same file");
    fs::create_dir(folder.path("x=y")).expect("it is new");
    folder.write("players", "random\nminimax:evaluator=material@w@1.json\n");
    for weights in ["w@1.json", "x=y/w.json"] {
        let fit = format!("fit known.epd --evaluator material --output {weights}");
        assert_eq!(folder.line(&fit).code(), Some(0));
        let line = format!("explain material@{weights} --html {weights}");
        folder.line(&line).refuses("name the same file");
    }
    let weights = folder.read("w@1.json");
    // Files named in a file of players or a journal are also files of the command.
    let line = "match minimax:evaluator=material@w@1.json random --depth 1 --games 2 --max-moves 4 --journal of-weights.jsonl";
    assert_eq!(folder.line(line).code(), Some(0));
    for line in [
        "match --players players --depth 1 --games 2 --markdown w@1.json",
        "match --players players --depth 1 --games 2 --journal w@1.json",
        "merge of-weights.jsonl --html w@1.json",
        "merge of-weights.jsonl --pgn w@1.json",
    ] {
        folder.line(line).refuses("w@1.json");
        assert_eq!(folder.read("w@1.json"), weights, "{line}");
    }
    let both = folder.line("tree alpha-beta --game tic-tac-toe --svg /dev/null --html /dev/null");
    assert_eq!(both.code(), Some(0), "{}", both.errors());
}

#[test]
fn what_a_command_cannot_replace_by_a_whole_result_stays() {
    let folder = all_files("outputs-old");
    let before = names(&folder);
    for (task, output) in tasks_and_outputs() {
        let what = format!("{} {output}", task.line);
        let precious = replaceable(task, output, &folder);
        let held = || fs::read(folder.path("old")).expect("it is there");
        let old = folder.write("old", &precious);
        // A missing input, or another output that cannot be written.
        for input in task.inputs(&folder) {
            let line = task.line.replace(input, "missing");
            let required = task.required.filter(|needed| *needed != output);
            let own = required.map_or(String::new(), |needed| format!(" {needed} own"));
            let answer = folder.line(&format!("{line}{own} {output} old"));
            answer.is_clear(&[2], &what);
            assert_eq!(held(), precious, "{what}, {input} is missing");
        }
        for other in task.outputs().filter(|other| *other != output) {
            task.run(&folder, &[(output, "old"), (other, "no/such/folder")])
                .is_clear(&[2], &what);
            assert!(held().starts_with(&precious), "{what}, {other}");
        }
        // The result itself, which is the target of a link.
        fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("it is ours");
        let _ = fs::remove_file(folder.path("link"));
        symlink("old", folder.path("link")).expect("the folder can be written");
        if is_replaced(task, output) {
            let answer = task.run(&folder, &[(output, "link")]);
            answer.is_clear(&[2], &what);
            assert!(answer.errors().contains("--replace"), "{what}");
            assert_eq!(held(), precious, "{what}");
        }
        let mut command = task.command(&folder, &[(output, "link")]);
        let answer = run(command.args(is_replaced(task, output).then_some("--replace")));
        let held = held();
        if is_journal(output) || output == "--log" {
            answer.is_clear(&[2], &what);
            assert_eq!(held, precious, "{what}");
        } else {
            assert_eq!(answer.code(), Some(0), "{what}: {}", answer.errors());
            let is_added = output == "--pgn";
            assert_eq!(held.starts_with(&precious), is_added, "{what}");
        }
        let found = fs::symlink_metadata(folder.path("link")).expect("it is there");
        assert!(found.is_symlink(), "{what}");
        let found = fs::metadata(&old).expect("it is there");
        assert_eq!(found.permissions().mode() & 0o777, 0o640, "{what}");
    }
    for name in ["old", "link", "own"] {
        let _ = fs::remove_file(folder.path(name));
    }
    assert_eq!(names(&folder), before, "nothing is left");
}

/// A wrong name loses nothing.
#[test]
fn a_file_of_another_kind_is_not_replaced() {
    const DIARY: &str = "Dear diary,\nis 1, 2, 3 not beautiful?\n";
    let folder = all_files("outputs-foreign");
    for (task, output) in tasks_and_outputs() {
        folder.write("diary", DIARY);
        let what = format!("{} {output}", task.line);
        task.run(&folder, &[(output, "diary")])
            .is_clear(&[2], &what);
        assert_eq!(folder.read("diary"), DIARY, "{what}");
        let _ = fs::remove_file(folder.path("own"));
    }
    let line = "match random a=random --games 2 --max-moves 3 --pgn diary --replace";
    folder.line(line).refuses("diary: expected games");
}

#[test]
fn games_are_added_only_to_games_and_logs_only_to_logs() {
    let folder = Folder::new("outputs-added");
    let added = |option: &str, text: &str| {
        folder.write("old", text);
        let line = format!("match random a=random --depth 1 --games 2 --max-moves 2 {option} old");
        let answer = folder.line(&line);
        assert!(folder.read("old").starts_with(text), "{text}");
        let is_added = answer.code() == Some(0);
        if !is_added {
            answer.refuses("old: expected ");
            assert_eq!(folder.read("old"), text);
        }
        is_added
    };
    for other in [
        "[tool]\nname = 1\n",
        "1,2,3\n4,5,6\n",
        "[{\"a\":1}]",
        "[\"a\"]",
        "%PDF-1.7\n",
        "%PDF-1.7\n1 0 obj\n",
        "{\"pawn\": 1}",
        "12.5 kg flour\n",
        "12 eggs\n",
        "1e4\n",
        "; settings\n[section]\n",
    ] {
        assert!(!added("--pgn", other), "{other}");
        assert!(!added("--log", other), "{other}");
    }
    for games in [
        "",
        "\n",
        "[Event \"?\"]\n\n*\n",
        "\u{FEFF}[ Event  \"?\" ]\n\n*\n",
        "1. e4 e5 *\n",
        "1.Nf3 *\n",
        "12... O-O *\n",
        "% mine\n; of 1999\n{the first}\n1. dxe5 *\n",
    ] {
        assert!(added("--pgn", games), "{games}");
    }
    for log in [
        "",
        "0.001 stockfish > uci\n",
        "12.500 my own < id\n0.1 x ! \n",
    ] {
        assert!(added("--log", log), "{log}");
    }
}

/// Opening such a pipe blocks.
#[test]
fn a_pipe_that_nobody_reads_is_refused() {
    let folder = all_files("outputs-unread");
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let games = "match random a=random --depth 1 --games 2 --max-moves 2";
    for line in [
        "explain material --html pipe".to_owned(),
        format!("{games} --log pipe"),
        format!("{games} --pgn pipe"),
    ] {
        run(&mut folder.command(&words(&line)))
            .refuses("pipe: cannot write: this pipe has no reader");
    }
    // A checkpoint is read first.
    let train = "train games.jsonl --output own.net --checkpoint pipe";
    run(&mut folder.command(&words(train))).is_clear(&[2], train);
}

#[test]
fn a_full_disk_is_a_failure_of_the_work_and_loses_nothing() {
    let folder = all_files("outputs-full");
    // Without a program the log stays empty.
    let chosen = tasks_and_outputs().into_iter();
    for (task, output) in chosen.filter(|(_, output)| *output != "--log") {
        let answer = task.run(&folder, &[(output, "/dev/full")]);
        let what = format!("{} {output}", task.line);
        let is_file = is_journal(output);
        answer.is_clear(if is_file { &[2] } else { &[1] }, &what);
        let errors = answer.errors();
        assert!(
            is_file || errors.contains("/dev/full: cannot write: "),
            "{what}: {errors}"
        );
        if let Some((_, kept)) = errors.split_once("the network is kept in ") {
            fs::remove_file(kept.trim()).expect("the network is there");
        } else {
            assert!(
                !task.line.starts_with("train") || output != "--output",
                "{what}: {errors}"
            );
        }
        let _ = fs::remove_file(folder.path("own"));
        let precious = replaceable(task, output, &folder);
        let _ = fs::remove_file(folder.path("own"));
        let before = names(&folder);
        folder.write("old", &precious);
        let path = if is_file { "new" } else { "old" };
        let answer = task.run_without_room(&folder, &[(output, path)]);
        answer.is_clear(&[1], &what);
        let errors = answer.errors();
        assert!(errors.contains("cannot write: "), "{what}: {errors}");
        assert_eq!(
            fs::read(folder.path("old")).expect("it is there"),
            precious,
            "{what}"
        );
        for name in ["old", "new", "own"] {
            let _ = fs::remove_file(folder.path(name));
        }
        assert_eq!(names(&folder), before, "{what}");
    }
}

#[test]
fn a_text_that_is_no_line_of_a_journal_is_not_cut_off() {
    let folder = all_files("outputs-journals");
    for task in tasks() {
        for output in task.outputs().filter(|output| *output == "--journal") {
            if task.line.starts_with("merge") {
                continue;
            }
            let what = format!("{} {output}", task.line);
            let _ = fs::remove_file(folder.path("j"));
            let answer = task.run(&folder, &[(output, "j")]);
            assert_eq!(answer.code(), Some(0), "{what}: {}", answer.errors());
            let whole = folder.read("j");
            for text in [
                "important".to_owned(),
                "{\"job\":1".to_owned(),
                format!("{whole}important"),
            ] {
                folder.write("j", &text);
                task.run(&folder, &[(output, "j")]).is_clear(&[2], &what);
                assert_eq!(folder.read("j"), text, "{what}");
            }
            for length in [20, whole.len() - 20] {
                folder.write("j", &whole[..length]);
                let answer = task.run(&folder, &[(output, "j")]);
                assert_eq!(answer.code(), Some(0), "{what}: {}", answer.errors());
            }
        }
    }
    // A changed header is not that of these results.
    for (from, to) in [
        ("\"players\":[{", "\"players\":[],\"others\":[{"),
        ("\"name\":\"a\"", "\"name\":\"b\""),
        ("\"depth\":1", "\"depth\":2"),
    ] {
        let changed = folder.read("match.jsonl").replacen(from, to, 1);
        assert_ne!(changed, folder.read("match.jsonl"));
        folder.write("changed.jsonl", changed);
        folder.line("merge changed.jsonl").is_clear(&[2], to);
    }
}

#[test]
fn games_are_added_also_if_other_results_replace_theirs() {
    let folder = folder("outputs-games");
    for (line, counts) in [
        ("match random a=random --games 2 --max-moves 3", [3, 5]),
        ("merge match.jsonl", [3, 3]),
    ] {
        folder.write("games.pgn", "[Event \"x\"]\n\n*\n");
        for (option, count) in ["", "--html page --replace"].into_iter().zip(counts) {
            let answer = folder.line(&format!("{line} --pgn games.pgn {option}"));
            assert_eq!(answer.code(), Some(0), "{line}: {}", answer.errors());
            assert_eq!(folder.games("games.pgn").len(), count, "{line} {option}");
        }
    }
    // A collection can be larger than the memory.
    folder.write("long.pgn", "[Event \"x\"]\n\n*\n\n");
    let long = fs::File::options()
        .write(true)
        .open(folder.path("long.pgn"));
    long.and_then(|long| long.set_len(8 << 30))
        .expect("it is sparse");
    let mut shell = Command::new("sh");
    let line = "match random a=random --games 2 --max-moves 3 --pgn long.pgn";
    shell.args(["-c", "ulimit -v 2000000; exec \"$@\"", "sh"]);
    let lab = folder.command(&words(line));
    shell.arg(lab.get_program()).args(lab.get_args());
    let answer = run(shell.current_dir(&folder.0));
    assert_eq!(answer.code(), Some(0), "{}", answer.errors());
}

#[test]
fn what_the_shell_has_opened_is_written_through() {
    let folder = Folder::new("outputs-opened");
    let tree = "tree alpha-beta --game tic-tac-toe --position XOX/.O./.X. --svg";
    let plain = folder.line(&format!("{tree} plain")).code();
    assert_eq!(plain, Some(0));
    for (path, opened) in [
        ("/dev/stdout", ">>"),
        ("/dev/fd/1", ">>"),
        ("/proc/self/fd/1", ">>"),
        ("/dev/fd/5", "5>>"),
        ("/proc/self/fd/5", "5>>"),
    ] {
        folder.write("held", "[precious]");
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec \"$@\" {opened} held"), "sh"]);
        let lab = folder.command(&words(&format!("{tree} {path}")));
        shell.arg(lab.get_program()).args(lab.get_args());
        let answer = run(shell.current_dir(&folder.0));
        assert_eq!(answer.code(), Some(0), "{path}: {}", answer.errors());
        let wanted = format!("[precious]{}", folder.read("plain"));
        assert_eq!(folder.read("held"), wanted, "{path}");
    }
}

#[test]
fn a_log_is_added_to_a_log() {
    let folder = folder("outputs-log");
    let program = "#!/bin/sh\nread -r word; echo uciok; read -r word\n";
    let path = folder.write("program", program);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let line = "match uci:cmd=./program random --depth 1 --games 2 --max-moves 1 --log log";
    folder.line(line);
    let first = folder.read("log");
    folder.line(line);
    let both = folder.read("log");
    assert!(
        both.starts_with(&first) && both.len() > first.len(),
        "{both}"
    );
}

#[test]
fn words_that_are_no_text_do_not_end_a_command() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("outputs-bytes");
    let line = "match random a=random --games 2 --max-moves 3 --journal";
    for _ in 0..2 {
        let mut command = folder.command(&words(line));
        let answer = run(command.arg(OsStr::from_bytes(b"j\xFF")));
        assert_eq!(answer.code(), Some(0), "{}", answer.errors());
    }
}
