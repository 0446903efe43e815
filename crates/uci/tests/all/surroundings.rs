//! The program where its surroundings fail: it says so or gives its full result, and it never hangs.
#![cfg(target_os = "linux")]

use crate::program::{Engine, Folder, run, text};
use plywood_notation::pgn::PgnGame;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// However slow the machine is, a program that runs longer hangs.
const PATIENCE: Duration = Duration::from_mins(1);

const GAME: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";
const POSITIONS: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8; id \"mate\";\n";
/// Bytes that no reader expects.
const NOISE: &[u8] = b"\xFE\x00\x91[\"{;\xC3(\x07%\n\xED\xA0\x80 1. \xFF\x1F$\\\x1B[2J\x80\n)";

/// A command of the program and what it reads.
struct Run<'a> {
    arguments: Vec<&'a str>,
    input: &'a [u8],
}

impl<'a> Run<'a> {
    fn new(arguments: &'a str) -> Self {
        Self {
            arguments: arguments.split_whitespace().collect(),
            input: b"",
        }
    }

    fn typing(self, input: &'a [u8]) -> Self {
        Self { input, ..self }
    }

    /// The exit code and the complaints, with this standard output.
    fn to(&self, output: impl Into<Stdio>) -> (Option<i32>, String) {
        self.with(output.into(), Stdio::piped())
    }

    fn with(&self, output: Stdio, errors: Stdio) -> (Option<i32>, String) {
        let mut child = self.spawn(output, errors);
        let mut text = String::new();
        let code = self.code(&mut child);
        if let Some(mut errors) = child.stderr.take() {
            let _ = errors.read_to_string(&mut text);
        }
        assert!(!text.contains("panicked"), "{:?}: {text}", self.arguments);
        (code, text)
    }

    fn spawn(&self, output: Stdio, errors: Stdio) -> Child {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(output)
            .stderr(errors)
            .spawn()
            .expect("the program can be started");
        let mut input = child.stdin.take().expect("it is a pipe");
        // A command that does not read its input may have ended already.
        let _ = input.write_all(self.input);
        child
    }

    fn code(&self, child: &mut Child) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = child.try_wait().expect("it is our child") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(2));
        }
        let _ = child.kill();
        panic!("{:?} hangs", self.arguments);
    }
}

fn full() -> File {
    let options = File::options().write(true).open("/dev/full");
    options.expect("Linux has a device that is always full")
}

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (_, writer) = std::io::pipe().expect("there are pipes");
    writer.into()
}

const SESSION: &[u8] = b"uci\nposition startpos\ngo depth 2\n";

/// Every command, short enough for a test.
fn every_command<'a>(game: &'a str, positions: &'a str) -> Vec<Run<'a>> {
    let mut runs: Vec<Run> = [
        "--help",
        "--version",
        "analyze --help",
        "bench 1",
        "perft 2",
        "perft 2 --divide",
        "eval",
        "genfens 1 seed 1 book None",
    ]
    .map(Run::new)
    .into();
    for arguments in ["analyze --depth 1", "analyze --depth 1 --json"] {
        for file in [game, positions] {
            let mut run = Run::new(arguments);
            run.arguments.push(file);
            runs.push(run);
        }
    }
    runs.push(Run::new("").typing(SESSION));
    runs.push(Run::new("play --depth 1").typing(b"e4\nresign\n"));
    runs
}

#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new("full");
    let game = folder.write("game.pgn", GAME);
    let positions = folder.write("positions.epd", POSITIONS);
    for run in every_command(&game, &positions) {
        let (code, errors) = run.to(full());
        assert_eq!(code, Some(1), "{:?}: {errors}", run.arguments);
        assert!(errors.starts_with("error: "), "{errors}");
        // Whoever closes a pipe has seen enough, but nothing hangs.
        let (code, errors) = run.to(closed());
        assert!(matches!(code, Some(0 | 1)), "{:?}: {errors}", run.arguments);
    }
}

#[test]
fn a_session_ends_when_nobody_hears_it() {
    let session = Run::new("");
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .stdin(Stdio::piped())
        .stdout(closed())
        .spawn()
        .expect("the program can be started");
    let input = child.stdin.take();
    let mut open = input.as_ref().expect("it is a pipe");
    open.write_all(b"go infinite\n").expect("it reads");
    assert_eq!(session.code(&mut child), Some(0));
}

#[test]
fn files_for_results_must_be_there_to_the_end() {
    let folder = Folder::new("outputs");
    let game = folder.write("game.pgn", GAME);
    for place in ["/dev/full", "/dev/null/x", "/tmp"] {
        let analyze = format!("analyze {game} --depth 1 -o {place}");
        assert_ne!(Run::new(&analyze).to(Stdio::null()).0, Some(0), "{place}");
        let play = format!("play --depth 1 --pgn {place}");
        let run = Run::new(&play).typing(b"e4\nquit\n");
        assert_ne!(run.to(Stdio::null()).0, Some(0), "{place}");
    }
    let (code, errors) = Run::new("play --pgn /nowhere/game.pgn").to(full());
    assert!(
        code == Some(2) && errors.contains("/nowhere/game.pgn"),
        "no move is asked for"
    );
    let lost = folder.path("lost.pgn");
    let analyze = format!("analyze {game} --time 0.2 -o {}", lost.display());
    let run = Run::new(&analyze);
    let mut child = run.spawn(Stdio::null(), Stdio::null());
    while !lost.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    fs::remove_file(&lost).expect("it was there");
    assert_eq!(run.code(&mut child), Some(1));
}

#[test]
fn a_game_is_saved_however_it_ends() {
    let folder = Folder::new("saved");
    let file = folder.path("game.pgn");
    let play = format!("play --depth 1 --pgn {}", file.display());
    let saved = || -> Option<PgnGame> { fs::read_to_string(&file).ok()?.parse().ok() };
    // The terminal is closed, and the input ends within a line.
    let run = Run::new(&play).typing(b"e4\nd4");
    run.to(Stdio::null());
    assert_eq!(saved().map(|game| game.len()), Some(4));
    // Somebody presses Ctrl-C, or the machine is switched off.
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(&run.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let mut input = child.stdin.take().expect("it is a pipe");
    input.write_all(b"Nf3\n").expect("the program reads");
    let end = Instant::now() + PATIENCE;
    let first = || {
        saved()?
            .main_line()
            .next()
            .map(|node| node.san().to_string())
    };
    while first().as_deref() != Some("Nf3") {
        assert!(Instant::now() < end, "{:?}", saved());
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("it waits for a move");
    child.wait().expect("it is our child");
    assert!(saved().is_some_and(|game| !game.is_empty()));
}

#[test]
fn errors_have_their_exit_code_even_if_nobody_can_read_them() {
    for wrong in ["analyze nothing.pgn", "eval x", "dance", "genfens many"] {
        let (code, _) = Run::new(wrong).with(Stdio::null(), full().into());
        assert_eq!(code, Some(2), "{wrong}");
    }
}

/// Makes a named pipe, into which nobody writes.
fn pipe(folder: &Folder, name: &str) -> String {
    let path = folder.path(name);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("Linux has mkfifo").success());
    path.to_str().expect("the name is plain").to_owned()
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = Folder::new("inputs");
    fs::create_dir(folder.path("folder.pgn")).expect("the folder can be written");
    fs::create_dir(folder.path("folder.epd")).expect("the folder can be written");
    let folders = ["folder.pgn", "folder.epd"].map(|name| folder.path(name).display().to_string());
    let pipes = ["pipe.pgn", "pipe.epd"].map(|name| pipe(&folder, name));
    let noises = ["noise.pgn", "noise.epd"].map(|name| folder.write(name, NOISE));
    let empty = ["empty.pgn", "empty.epd"].map(|name| folder.write(name, ""));
    for file in [folders, pipes, noises, empty].iter().flatten() {
        let analyze = format!("analyze --depth 1 {file}");
        let (code, errors) = Run::new(&analyze).to(Stdio::null());
        assert!(matches!(code, Some(1 | 2)), "{file}: {errors}");
        assert!(!errors.is_empty(), "{file}");
        let openings = format!("genfens 1 seed 1 book {file}");
        let (code, errors) = Run::new(&openings).to(Stdio::null());
        assert!(
            matches!(code, Some(1 | 2)) && errors.contains(file),
            "{errors}"
        );
    }
    for file in [
        folder.path("folder.pgn").display().to_string(),
        folder.path("pipe.pgn").display().to_string(),
    ] {
        let mut engine = Engine::start();
        engine.send("setoption name OwnBook value true");
        engine.send(format!("setoption name BookFile value {file}"));
        engine.send("go depth 1");
        let lines = engine.until("bestmove");
        assert!(
            lines[0].starts_with(&format!("info string BookFile {file}: ")),
            "{lines:?}"
        );
    }
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let folder = Folder::new("marks");
    for (plain, marked, content) in [
        ("plain.pgn", "marked.pgn", GAME),
        ("plain.epd", "marked.epd", POSITIONS),
    ] {
        let plain = folder.write(plain, content);
        let marked = folder.write(marked, format!("\u{feff}{content}"));
        let result = |file: String| text(&["analyze", "--depth", "2", &file]);
        assert_eq!(result(marked), result(plain));
    }
    let session = run(&[], "\u{feff}position startpos\ngo depth 1\n");
    let lines = String::from_utf8_lossy(&session.stdout);
    assert!(
        lines.contains("bestmove ") && !lines.contains("string"),
        "{lines}"
    );
}

#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    for arguments in [&[][..], &["play", "--depth", "1"]] {
        let status = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(arguments)
            .stdin(File::open("/tmp").expect("there is such a folder"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let code = status.expect("the program can be started").code();
        assert_eq!(code, Some(1), "{arguments:?}");
    }
    for input in [NOISE, b"\n\n\0\0\n", b"\xFF\n"] {
        let run = Run::new("play --depth 1").typing(input);
        assert_eq!(run.to(Stdio::null()).0, Some(0), "{input:?}");
        let run = Run::new("").typing(input);
        assert_eq!(run.to(Stdio::null()).0, Some(0), "{input:?}");
    }
}
