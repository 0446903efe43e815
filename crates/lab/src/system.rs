//! Calls to the operating system: process groups and file locks.

use std::fs::File;
use std::io;
use std::process::{Child, Command, ExitStatus};

/// Puts the program in a new process group, so that it can be ended together with its children.
pub(crate) fn in_own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a program that was started in its own group, with all its children, and returns its exit status.
///
/// The program must not have been waited for yet, since the system may reuse its process id afterwards.
pub(crate) fn end_group(child: &mut Child) -> io::Result<ExitStatus> {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::KILL,
    );
    #[cfg(not(unix))]
    let _ = child.kill();
    child.wait()
}

/// Locks the file against other processes until this one ends or closes it. Returns `false` if another holds the lock.
pub(crate) fn lock(file: &File) -> bool {
    #[cfg(unix)]
    let is_ours =
        rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok();
    #[cfg(not(unix))]
    let is_ours = true;
    is_ours
}
