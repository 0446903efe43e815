//! Programs in folders for a test, and failing environments. The tests of the programs include this file.

use crate::patience::PATIENCE;
use std::ffi::{OsStr, c_int};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;

/// A program that handles signals as if it were started in a terminal. A script's background jobs, for example, ignore Ctrl-C, and programs
/// inherit that.
#[expect(
    unsafe_code,
    reason = "no safe function changes how signals are handled"
)]
pub(crate) fn program(path: impl AsRef<OsStr>) -> Command {
    unsafe extern "C" {
        fn signal(number: c_int, action: usize) -> usize;
    }
    const SIG_DFL: usize = 0;
    for number in [SIGHUP, SIGINT, SIGTERM] {
        // SAFETY: the default is an action, and no test sets another one.
        unsafe { signal(number, SIG_DFL) };
    }
    Command::new(path)
}

pub(crate) const SIGHUP: c_int = 1;
pub(crate) const SIGINT: c_int = 2;
pub(crate) const SIGTERM: c_int = 15;

/// Sends a signal to a program.
pub(crate) fn send(signal: impl Display, child: &Child) {
    let words = [format!("-{signal}"), child.id().to_string()];
    let sent = Command::new("kill").args(words).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// A program as started by a shell script that ends with `exec`.
pub(crate) fn after(script: &str, command: &Command) -> Command {
    let mut shell = program("sh");
    shell.args(["-c", &format!("{script} \"$0\" \"$@\"")]);
    shell.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    shell
}

/// A program that can start no thread. The limit does not hold for root, who becomes another user and runs a copy in the command's folder;
/// if that is not possible there is nothing to test.
pub(crate) fn without_threads(command: &Command) -> Option<Command> {
    let user = "[ $(id -u) = 0 ] && other='setpriv --reuid 12345 --clear-groups'; exec $other prlimit --nproc=1";
    let folder = command.get_current_dir().map(Path::to_owned);
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    let copy = folder.join(format!("plywood-copy-{}", std::process::id()));
    fs::copy(command.get_program(), &copy).expect("the folder can be written");
    let mut copied = program(&copy);
    copied.args(command.get_args()).current_dir(folder);
    let mut can_run = program("test");
    let answer = after(user, can_run.arg("-x").arg(&copy)).status();
    if answer.is_ok_and(|status| status.success()) {
        return Some(after(user, &copied));
    }
    eprintln!("skipped: another user cannot run {}", copy.display());
    None
}

/// Checks that each signal ends this program with the signal's exit code, and that it ignores those that its parent ignores. The function
/// waits until the program works.
#[track_caller]
pub(crate) fn check_signals(command: impl Fn() -> Command, wait: impl Fn(&mut Child)) {
    for (ignored, heard) in [(SIGHUP, SIGINT), (SIGINT, SIGTERM), (SIGTERM, SIGHUP)] {
        let mut shell = after(&format!("trap '' {ignored}; exec"), &command());
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        shell.stderr(Stdio::null());
        let mut child = shell.spawn().expect("the program can be started");
        wait(&mut child);
        send(ignored, &child);
        send(heard, &child);
        // Waiting would close it, and end the processes that read it.
        let _input = child.stdin.take();
        let status = child.wait().expect("it is our child");
        assert_eq!(status.code(), Some(128 + heard), "with {ignored} ignored");
    }
}

/// A folder that is removed when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("the folder can be written");
        path.to_str().expect("the name is plain").to_owned()
    }

    /// Makes files that no command can read: a named pipe without a writer, a folder, and random bytes.
    pub(crate) fn unreadable(&self, ending: &str) -> [String; 3] {
        const NOISE: &[u8] =
            b"\xFE\x00\x91[\"{;\xC3(\x07%\n\xED\xA0\x80 1. \xFF\x1F$\\\x1B[2J\x80\n)";
        let names = ["pipe", "folder", "noise"].map(|name| format!("{name}{ending}"));
        let pipe = Command::new("mkfifo").arg(self.path(&names[0])).status();
        assert!(pipe.is_ok_and(|status| status.success()));
        fs::create_dir(self.path(&names[1])).expect("the folder can be written");
        self.write(&names[2], NOISE.repeat(600));
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The output and exit code of a program.
pub(crate) struct Answer(pub(crate) Output);

impl Answer {
    pub(crate) fn code(&self) -> Option<i32> {
        self.0.status.code()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub(crate) fn errors(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// Checks that the exit code reports an error, with a sentence and without a panic.
    #[track_caller]
    pub(crate) fn is_clear(&self, codes: &[i32], what: &str) {
        let (code, errors) = (self.code(), self.errors());
        assert!(
            code.is_some_and(|code| codes.contains(&code)),
            "{what}: {code:?} {errors}"
        );
        assert!(
            errors.contains("error: ") && !errors.contains("panicked"),
            "{what}: {errors}"
        );
    }
}

/// Sends this input to a command, which must end by itself. Its output is read unless it is set otherwise.
pub(crate) fn end_of(command: &mut Command, input: &[u8]) -> Answer {
    let mut child = command
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // A command that does not read its input may have ended already.
    let _ = child.stdin.take().expect("it is a pipe").write_all(input);
    let (process, (sender, ended)) = (child.id().to_string(), channel());
    // The output is read, so that no pipe is full.
    thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = ended.recv_timeout(PATIENCE) else {
        let _ = Command::new("kill").args(["-KILL", &process]).status();
        panic!("{command:?} does not end");
    };
    Answer(output.expect("it is our child"))
}

/// A device that is always full.
pub(crate) fn full() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    full.expect("Linux has it").into()
}

/// A pipe without a reader.
pub(crate) fn closed() -> Stdio {
    let (_, writer) = std::io::pipe().expect("there are pipes");
    writer.into()
}

/// A command that cannot print fails with an error on a full disk, even without a reader of its errors, and ends quietly if its pipe was
/// closed. Returns the error.
#[track_caller]
pub(crate) fn check_printing(
    command: impl Fn() -> Command,
    input: &[u8],
    closed_codes: &[i32],
) -> String {
    let what = format!("{:?}", command());
    let answer = end_of(command().stdout(full()).stderr(Stdio::piped()), input);
    answer.is_clear(&[1], &what);
    let silent = end_of(command().stdout(full()).stderr(full()), input);
    assert_eq!(silent.code(), Some(1), "{what}");
    let quiet = end_of(command().stdout(closed()).stderr(Stdio::piped()), input);
    let (code, errors) = (quiet.code(), quiet.errors());
    assert!(
        code.is_some_and(|code| closed_codes.contains(&code)),
        "{what}: {errors}"
    );
    assert!(!errors.contains("panicked"), "{what}: {errors}");
    answer.errors()
}
