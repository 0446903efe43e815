//! What the operating system is asked for: process groups, and files that only one process may write.

use std::fs::File;
use std::io;
use std::process::{Child, Command, ExitStatus};

/// Makes the program, and whatever it starts, a group that can be ended as one.
pub(crate) fn in_own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a program that was started in its own group, with all that it has started, and says how it ended.
///
/// It must not have been waited for yet: until then its number is not given to another program.
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

/// Keeps other processes from locking the file until this one ends or closes it; whether none had.
pub(crate) fn lock(file: &File) -> bool {
    #[cfg(unix)]
    let is_ours =
        rustix::fs::flock(file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok();
    #[cfg(not(unix))]
    let is_ours = true;
    is_ours
}
