//! [`Process`]: a child process that writes lines. Their length, number and timing are all bounded.

use crate::players::player::Fault;
use crate::players::program::ProgramSpec;
use crate::system::Group;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// No useful UCI line is longer.
const LONGEST_LINE: u64 = 64 * 1024;
/// When this many lines are unread, the program has to wait.
const LINES_WAITING: usize = 256;

/// How long a program may take to exit after closing its output, before it is killed.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// A running program. Dropping it kills it with all its children.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    input: ChildStdin,
    lines: Receiver<Result<String, Fault>>,
}

impl Process {
    pub(super) fn start(program: &ProgramSpec) -> Result<Self, Fault> {
        let mut command = Command::new(program.command());
        command.args(program.arguments());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let failed = |what: &dyn std::fmt::Display| {
            Fault::Start(format!("{}: {what}", program.command().display()))
        };
        let mut group = Group::start(&mut command).map_err(|error| failed(&error))?;
        let leader = group.leader();
        let (Some(input), Some(output)) = (leader.stdin.take(), leader.stdout.take()) else {
            return Err(failed(&"its input and output are not connected"));
        };
        let (sender, lines) = sync_channel(LINES_WAITING);
        thread::spawn(move || read_lines(output, &sender));
        Ok(Self {
            group,
            input,
            lines,
        })
    }

    /// Writes a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = self
            .input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.input.flush());
        sent.map_err(|_| self.crash())
    }

    /// The next line; `None` if none comes in time.
    pub(super) fn line(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => line.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.crash()),
        }
    }

    /// The fault of a program whose input or output is closed. If it does not exit by itself, it is killed.
    fn crash(&mut self) -> Fault {
        let started = Instant::now();
        while !self.group.has_ended() && started.elapsed() < TIME_TO_END {
            thread::sleep(Duration::from_millis(1));
        }
        let is_own_end = self.group.has_ended();
        Fault::Crash(match self.group.end() {
            Ok(status) if is_own_end => status.to_string(),
            Ok(_) => "it closed its output, and was then killed".to_owned(),
            Err(error) => error.to_string(),
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have been ended by a fault already.
        let _ = self.group.end();
    }
}

/// Forwards lines until the output ends or the receiver is gone.
fn read_lines(output: ChildStdout, sender: &SyncSender<Result<String, Fault>>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let is_whole = bytes.len() as u64 != LONGEST_LINE || bytes.ends_with(b"\n");
        let line = String::from_utf8_lossy(&bytes).into_owned();
        let flood = || Fault::Flood(format!("a line of more than {LONGEST_LINE} bytes"));
        let is_heard = sender
            .send(is_whole.then_some(line).ok_or_else(flood))
            .is_ok();
        if !is_heard || !is_whole {
            return;
        }
    }
}
