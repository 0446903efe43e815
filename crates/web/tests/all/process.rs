//! The program as a separate process.

use crate::client::TestServer;
use crate::work::work;
use rustix::process::{Pid, Signal, kill_process};
#[cfg(target_os = "linux")]
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The program as a separate process, which is ended when it is dropped.
pub(crate) struct Program {
    child: Child,
    pub(crate) server: TestServer,
}

impl Program {
    /// Starts it after a shell command that sets a limit.
    pub(crate) fn start(limit: &str, options: &str) -> Self {
        let program = env!("CARGO_BIN_EXE_plywood-web");
        let command = format!("{limit}; exec {program} --port 0 {options}");
        let mut child = Command::new("sh")
            .args(["-c", &command])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = log.next().unwrap().unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next();
        let server = TestServer::at(address.unwrap().parse().unwrap());
        // A closed pipe would be another test.
        thread::spawn(move || log.for_each(drop));
        Self { child, server }
    }

    /// Sends the program a signal.
    pub(crate) fn ask_to_end(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Ends the program with the signal of a system's service manager, and returns its exit code.
    pub(crate) fn terminate(mut self) -> Option<i32> {
        self.ask_to_end(Signal::TERM);
        self.child.wait().unwrap().code()
    }

    /// Waits until no search runs, and returns the program's processor time meanwhile.
    pub(crate) fn work_until_no_search_runs(&self) -> Duration {
        let before = self.work();
        while self.is_searching() {
            thread::sleep(Duration::from_millis(1));
        }
        let work = self.work().saturating_sub(before);
        self.server.wait_for_searches(0);
        work
    }

    /// Returns the processor time of the program.
    pub(crate) fn work(&self) -> Duration {
        work(self.child.id())
    }

    #[cfg(not(target_os = "linux"))]
    fn is_searching(&self) -> bool {
        self.server.searches() != 0
    }

    #[cfg(target_os = "linux")]
    fn is_searching(&self) -> bool {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        // A thread may end before it is read.
        let names = threads.filter_map(|thread| fs::read(thread.ok()?.path().join("comm")).ok());
        names.into_iter().any(|name| name == b"search\n")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
