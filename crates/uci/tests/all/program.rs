//! Runs the program `plywood`, with input as from an interface and from a person.

pub(crate) use crate::harness::Folder;
use crate::harness::{Answer, end_of, program};
use crate::patience::PATIENCE;
use crate::work::work;
use plywood_catalog::Catalog;
use plywood_core::Position;
use plywood_notation::uci_protocol::Info;
use plywood_uci::session;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A running program that speaks UCI, or a session in this one. Dropping it kills it.
pub(crate) struct Engine {
    child: Option<Child>,
    input: Option<Box<dyn Write>>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::program(env!("CARGO_BIN_EXE_plywood"))
    }

    pub(crate) fn program(path: impl AsRef<OsStr>) -> Self {
        let mut child = program(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let input = child.stdin.take().expect("its input is a pipe");
        let output = child.stdout.take().expect("its output is a pipe");
        let mut engine = Self::connected(input, output);
        engine.child = Some(child);
        engine
    }

    /// A session with the strategies of a catalog.
    pub(crate) fn of(catalog: Catalog<Position>) -> Self {
        let (reader, input) = std::io::pipe().expect("there are pipes");
        let (output, writer) = std::io::pipe().expect("there are pipes");
        thread::spawn(move || session::run("Own", "A. Student", catalog, reader, writer));
        Self::connected(input, output)
    }

    fn connected(input: impl Write + 'static, output: impl Read + Send + 'static) -> Self {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Self {
            child: None,
            input: Some(Box::new(input)),
            lines,
        }
    }

    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        let line = [line.as_ref(), b"\n"].concat();
        input
            .write_all(&line)
            .and_then(|()| input.flush())
            .expect("the program reads");
    }

    /// Returns the lines up to the first that begins with this word, including it.
    pub(crate) fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left);
            lines.push(line.unwrap_or_else(|_| panic!("no {word} after {lines:?}")));
            if lines.last().and_then(|line| line.split(' ').next()) == Some(word) {
                return lines;
            }
        }
    }

    /// Returns the lines that arrive within this time.
    pub(crate) fn within(&self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let left = || end.saturating_duration_since(Instant::now());
        std::iter::from_fn(|| self.lines.recv_timeout(left()).ok()).collect()
    }

    /// Checks that no move arrives within this number of milliseconds.
    #[track_caller]
    pub(crate) fn gives_no_move_within(&self, millis: u64) {
        let lines = self.within(Duration::from_millis(millis));
        let mut moves = lines.iter().filter(|line| line.starts_with("bestmove"));
        assert_eq!(moves.next(), None);
    }

    /// Sends a line and returns the program's output until it is ready.
    pub(crate) fn ask(&mut self, line: impl AsRef<[u8]>) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Returns the `info` lines of a search and its `bestmove` line.
    pub(crate) fn go(&mut self, command: &str) -> (Vec<Info>, String) {
        self.send(command);
        let mut lines = self.until("bestmove");
        let best = lines.pop().expect("until returns its last line");
        (infos(&lines), best)
    }

    /// Returns the processor time of the program.
    pub(crate) fn work(&self) -> Duration {
        work(self.child.as_ref().expect("it is a program").id())
    }

    /// Closes the input and waits for the program to end by itself.
    pub(crate) fn close(mut self) -> ExitStatus {
        self.input = None;
        let end = Instant::now() + PATIENCE;
        let child = self.child.as_mut().expect("it is a program");
        while Instant::now() < end {
            if let Some(status) = child.try_wait().expect("it is our child") {
                return status;
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("the program goes on after the end of its input");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The lines that are `info` lines with data.
pub(crate) fn infos(lines: &[String]) -> Vec<Info> {
    let read = |text: &str| text.parse().expect("info lines are well-formed");
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("info "))
        .map(read)
        .collect()
}

/// The program with these arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = program(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command of the program with this input.
pub(crate) fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Answer {
    end_of(&mut command(arguments), input.as_ref())
}

/// The output of a command that must succeed.
pub(crate) fn text(arguments: &[&str]) -> String {
    let answer = run(arguments, "");
    assert_eq!(answer.code(), Some(0), "{arguments:?}: {}", answer.errors());
    answer.text()
}

/// The exit code and the errors of a command that must fail.
pub(crate) fn failure(arguments: &[&str]) -> (Option<i32>, String) {
    let answer = run(arguments, "");
    (answer.code(), answer.errors())
}
