//! [`Group`]: programs that end together with everything they have started.

use std::io;
#[cfg(unix)]
use std::io::Write;
#[cfg(unix)]
use std::process::Stdio;
use std::process::{Child, Command, ExitStatus};

/// A program in a separate process group, which ends together with everything it has started: when told to, and also when this process
/// ends, in any way. Only a process that starts a new session (`setsid`) leaves the group, and stays.
#[derive(Debug)]
pub(crate) struct Group {
    leader: Child,
    guard: Option<Child>,
    is_ended: bool,
}

/// Waits for the end of its input, which comes when the process that holds the other end is gone, even if that was killed. A line reports
/// that the group has already ended.
#[cfg(unix)]
const GUARD: &str = "read -r ended || kill -s KILL -- \"-$0\"";

impl Group {
    /// Starts a program.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let leader = command.spawn()?;
        let guard = guard(&leader);
        Ok(Self {
            leader,
            guard,
            is_ended: false,
        })
    }

    /// Returns the program.
    pub(crate) fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Returns `true` if the program has exited by itself. It is not waited for, so that its process id is not reused.
    pub(crate) fn has_ended(&mut self) -> bool {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            waitid(WaitId::Pid(Pid::from_child(&self.leader)), options)
                .is_ok_and(|found| found.is_some())
        }
        #[cfg(not(unix))]
        self.leader.try_wait().is_ok_and(|found| found.is_some())
    }

    /// Ends the program and everything it has started, and returns its exit status.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        // Once the program has been waited for, its process id may belong to another.
        if std::mem::replace(&mut self.is_ended, true) {
            return self.leader.wait();
        }
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.leader),
            rustix::process::Signal::KILL,
        );
        #[cfg(not(unix))]
        let _ = self.leader.kill();
        let status = self.leader.wait();
        self.dismiss_guard();
        status
    }

    fn dismiss_guard(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            #[cfg(unix)]
            if let Some(mut input) = guard.stdin.take() {
                let _ = input.write_all(b"ended\n");
            }
            let _ = guard.wait();
        }
    }
}

/// Starts a process that ends the group when this one is gone. It is in a separate group, so that Ctrl-C does not reach it.
#[cfg(unix)]
fn guard(leader: &Child) -> Option<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", GUARD, &leader.id().to_string()]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().ok()
}

#[cfg(not(unix))]
fn guard(_leader: &Child) -> Option<Child> {
    None
}
