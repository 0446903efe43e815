//! [`Process`]: a child process that writes lines. Their length, number and timing are all limited.

use crate::players::program::ProgramSpec;
use crate::players::program::log::{Log, Source};
use crate::system::Group;
use plywood_search::Fault;
use plywood_search::threads::MachineFault;
use std::convert::Infallible;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// No useful UCI line is longer.
const LONGEST_LINE: u64 = 64 * 1024;
/// The number of unread lines at which the program has to wait.
const LINES_WAITING: usize = 256;

/// The time for a program to exit after closing its output, before it is killed.
const TIME_TO_END: Duration = Duration::from_secs(2);
/// The time until the last lines of a program that has ended are read. Only a child that holds its outputs open takes all of it.
const TIME_TO_HEAR: Duration = Duration::from_secs(1);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The most bytes kept of a line on standard error.
const LONGEST_ERROR: u64 = 1024;

/// A running program. Dropping it kills it and all its children.
#[derive(Debug)]
pub(super) struct Process {
    group: Group,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    lines: Receiver<Result<String, Fault>>,
    /// The last line of its standard error.
    last_words: Arc<Mutex<String>>,
    /// Disconnected once all of its standard error is read.
    errors_end: Receiver<Infallible>,
    /// The log, with the name of the program.
    log: Option<(Log, String)>,
    /// The name of a program whose end by a signal from outside is the machine's fault.
    trusted: Option<String>,
}

impl Process {
    pub(super) fn start(program: &ProgramSpec) -> Result<Self, Fault> {
        let mut command = Command::new(&program.command);
        command.args(&program.arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let failed =
            |what: &dyn Display| Fault::Start(format!("{}: {what}", program.command.display()));
        let not_started = |error: io::Error| {
            MachineFault::check(&error);
            failed(&error)
        };
        let mut group = Group::start(&mut command).map_err(not_started)?;
        let leader = group.leader();
        let (Some(input), Some(output)) = (leader.stdin.take(), leader.stdout.take()) else {
            return Err(failed(&"its input and output are not connected"));
        };
        let errors = leader.stderr.take();
        let (sender, lines) = sync_channel(LINES_WAITING);
        let read = move || read_lines(output, &sender);
        thread::Builder::new().spawn(read).map_err(not_started)?;
        let log = program.log.clone().map(|log| (log, program.name()));
        let last_words = Arc::new(Mutex::new(String::new()));
        let (errors_open, errors_end) = channel();
        if let Some(errors) = errors {
            let (last_words, log) = (last_words.clone(), log.clone());
            let read = move || {
                read_errors(errors, &last_words, log.as_ref());
                drop(errors_open);
            };
            thread::Builder::new().spawn(read).map_err(not_started)?;
        }
        Ok(Self {
            group,
            input: Some(input),
            lines,
            last_words,
            errors_end,
            log,
            trusted: None,
        })
    }

    /// Blames the machine if the program is killed from outside.
    ///
    /// # Panics
    /// From then on, with a [`MachineFault`].
    pub(super) fn trust(mut self, name: &str) -> Self {
        self.trusted = Some(name.to_owned());
        self
    }

    /// Writes a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), Fault> {
        if let Some((log, name)) = &self.log {
            log.write(name, Source::Lab, line);
        }
        let Some(input) = &mut self.input else {
            return Err(self.crash());
        };
        let sent = input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| input.flush());
        sent.map_err(|_| self.crash())
    }

    /// Closes its input.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until it has exited by itself. Its remaining output is read, so that it does not block.
    pub(super) fn end_within(&mut self, patience: Duration) -> Result<ExitStatus, Fault> {
        let started = Instant::now();
        while !self.group.has_ended() {
            if started.elapsed() > patience {
                let wanted = "end".into();
                return Err(Fault::Hang { wanted, patience });
            }
            if let Err(RecvTimeoutError::Disconnected) = self.lines.recv_timeout(BETWEEN_LOOKS) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        let status = self.group.end();
        status.map_err(|error| Fault::Crash(error.to_string()))
    }

    /// Writes a warning to the log.
    pub(super) fn warn(&self, warning: &str) {
        if let Some((log, name)) = &self.log {
            log.write(name, Source::Warning, warning);
        }
    }

    /// Returns the next line; `None` if none comes in time.
    pub(super) fn line(&mut self, patience: Duration) -> Result<Option<String>, Fault> {
        let mut line = self.lines.recv_timeout(patience);
        if line == Err(RecvTimeoutError::Timeout) {
            if !self.group.has_ended() {
                return Ok(None);
            }
            // A child may hold its output open, and its last line may still be on its way.
            line = self.lines.recv_timeout(TIME_TO_HEAR);
        }
        let line = line.map_err(|_| self.crash())?;
        if let (Some((log, name)), Ok(line)) = (&self.log, &line) {
            log.write(name, Source::Output, line);
        }
        line.map(Some)
    }

    /// Drops the lines it has written until now.
    pub(super) fn drop_unread(&mut self) -> Result<(), Fault> {
        for line in self.lines.try_iter().take(LINES_WAITING) {
            self.warn(&format!("not read: {}", line?));
        }
        Ok(())
    }

    /// Returns the fault of a program whose input or output is closed. If it does not exit by itself, it is killed.
    fn crash(&mut self) -> Fault {
        let started = Instant::now();
        while !self.group.has_ended() && started.elapsed() < TIME_TO_END {
            thread::sleep(Duration::from_millis(1));
        }
        let is_own_end = self.group.has_ended();
        let status = match self.group.end() {
            Ok(status) if is_own_end => {
                if let (Some(name), true) = (&self.trusted, is_killed(status)) {
                    let how = format!("the program {name} was killed from outside ({status})");
                    MachineFault::new(how).raise()
                }
                status.to_string()
            }
            Ok(_) => "it closed its output, and was then killed".to_owned(),
            Err(error) => error.to_string(),
        };
        // Its last words may still be on their way.
        let _ = self.errors_end.recv_timeout(TIME_TO_HEAR);
        let last_words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Fault::Crash(match last_words.as_str() {
            "" => status,
            words => format!("{status}; its last error line is {words:?}"),
        })
    }
}

/// Returns `true` if a program was ended by SIGHUP, SIGINT, SIGQUIT, SIGKILL or SIGTERM. Shells report the signal's number plus 128.
fn is_killed(status: ExitStatus) -> bool {
    const SENT: [i32; 5] = [1, 2, 3, 9, 15];
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    let is_sent = |sent| signal == Some(sent) || status.code() == Some(128 + sent);
    SENT.into_iter().any(is_sent)
}

impl Drop for Process {
    fn drop(&mut self) {
        // A fault may have ended it already.
        let _ = self.group.end();
    }
}

/// Reads the program's standard error, so that it never has to wait, and keeps the last line.
fn read_errors(errors: ChildStderr, last_words: &Mutex<String>, log: Option<&(Log, String)>) {
    let mut errors = BufReader::new(errors);
    while let Some((line, _)) = next_line(&mut errors, LONGEST_ERROR) {
        let line = line.trim();
        if let Some((log, name)) = log {
            log.write(name, Source::Errors, line);
        }
        if !line.is_empty() {
            line.clone_into(&mut last_words.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// Forwards lines until the output ends or the receiver is gone.
fn read_lines(output: ChildStdout, sender: &SyncSender<Result<String, Fault>>) {
    let mut output = BufReader::new(output);
    while let Some((line, is_whole)) = next_line(&mut output, LONGEST_LINE) {
        let flood = || Fault::Flood(format!("a line of more than {LONGEST_LINE} bytes"));
        let heard = sender.send(is_whole.then_some(line).ok_or_else(flood));
        if heard.is_err() || !is_whole {
            return;
        }
    }
}

/// Returns the next line, or as much of it as is allowed, and whether it is complete; `None` at the end.
fn next_line(from: &mut impl BufRead, longest: u64) -> Option<(String, bool)> {
    let mut bytes = Vec::new();
    let length = from.take(longest).read_until(b'\n', &mut bytes).ok()?;
    let is_whole = length as u64 != longest || bytes.ends_with(b"\n");
    let line = String::from_utf8_lossy(&bytes).into_owned();
    (length > 0).then_some((line, is_whole))
}
