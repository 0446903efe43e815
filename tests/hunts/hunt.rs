//! Rounds of a hunt, each with random cases from its seed. docs/testing.md explains how to run more of them.

use crate::harness::{Answer, Folder, SIGINT, SIGTERM, after, end_of, program, send};
use crate::patience::PATIENCE;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::{panicking, sleep};
use std::time::{Duration, Instant};

/// The limit of a program's address space, in KiB.
const MOST_MEMORY: u32 = 2 << 20;

/// One round of a hunt. If it fails, its folder is kept, and the message says how to repeat it.
pub(crate) struct Round {
    pub(crate) random: Rng,
    pub(crate) folder: Folder,
    name: &'static str,
    pub(crate) seed: u64,
    /// The last command, to repeat by hand.
    pub(crate) command: String,
}

/// Plays `PLYWOOD_HUNT_ROUNDS` rounds. The first has the seed `PLYWOOD_HUNT_SEED`, the next the one after it.
pub(crate) fn hunt(name: &'static str, rounds: u64, play: impl Fn(&mut Round)) {
    let number = |variable, default| {
        let text = env::var(variable).ok();
        text.map_or(default, |text| text.parse().expect("it is a number"))
    };
    let seed: u64 = number("PLYWOOD_HUNT_SEED", 1);
    for seed in seed..seed.saturating_add(number("PLYWOOD_HUNT_ROUNDS", rounds)) {
        play(&mut Round {
            random: Rng::with_seed(seed),
            folder: Folder::new(&format!("{name}-{seed}")),
            name,
            seed,
            command: String::new(),
        });
    }
}

/// Returns the path of a program that `cargo build` has put beside the folder of this test.
pub(crate) fn tool(name: &str) -> String {
    let test = env::current_exe().expect("the test is a file");
    let path = test
        .ancestors()
        .nth(2)
        .expect("it is in target/*/deps")
        .join(name);
    assert!(
        path.is_file(),
        "build {} first: cargo build",
        path.display()
    );
    path.to_str().expect("the name is plain").to_owned()
}

/// Runs a line of a program, of which no word has a space, in this folder. It must succeed.
pub(crate) fn succeed(name: &str, line: &str, folder: &Folder) {
    let mut command = program(tool(name));
    command.args(line.split_whitespace()).current_dir(&folder.0);
    let answer = end_of(command.stdout(Stdio::piped()).stderr(Stdio::piped()), b"");
    assert_eq!(answer.code(), Some(0), "{line}: {}", answer.errors());
}

impl Round {
    /// Replaces all files in the folder of the round by these.
    pub(crate) fn set_files(&self, files: &Contents) {
        for name in contents(&self.folder.0).keys() {
            fs::remove_file(self.folder.0.join(name)).expect("it is there");
        }
        for (path, content) in files {
            let name = path.to_str().expect("the name is plain");
            self.folder.write(name, content);
        }
    }

    /// Runs a program in the folder of the round with limited memory. It must end by itself, with an exit code and, if it fails, an error.
    #[track_caller]
    pub(crate) fn run(&mut self, path: &str, arguments: &[&str], input: &[u8]) -> Answer {
        self.command = format!("{path} {}", arguments.join(" "));
        let bounded = format!("ulimit -v {MOST_MEMORY} 2>/dev/null; exec \"$0\" \"$@\"");
        let mut command = program("sh");
        command
            .args(["-c", &bounded, path])
            .args(arguments)
            .current_dir(&self.folder.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let answer = end_of(&mut command, input);
        let (code, errors) = (answer.code(), answer.errors());
        assert!(
            matches!(code, Some(0..=3)),
            "{:?}: {errors}",
            answer.0.status
        );
        assert!(!errors.contains("panicked"), "{errors}");
        assert!(code == Some(0) || errors.contains("error: "), "{errors}");
        answer
    }
}

impl Round {
    /// Runs a program on a machine with little memory, few open files or, unless it is root's, few threads. It must end, and may abort only
    /// if an allocation of a few bytes fails.
    #[track_caller]
    pub(crate) fn run_in_want(&mut self, path: &str, arguments: &[&str]) {
        let script = match self.random.u8(..3) {
            0 => format!("ulimit -v {}; exec", self.random.u32(50_000..1_500_000)),
            1 => format!("ulimit -n {}; exec", self.random.u8(5..40)),
            _ => format!("exec prlimit --nproc={}", self.random.u8(1..9)),
        };
        self.command = format!("{script} {path} {}", arguments.join(" "));
        let mut command = program(path);
        let mut command = after(&script, command.args(arguments).current_dir(&self.folder.0));
        let answer = end_of(command.stdout(Stdio::piped()).stderr(Stdio::piped()), b"");
        let (code, errors) = (answer.code(), answer.errors());
        let is_aborted = code.is_none_or(|code| code > 3) && !errors.contains("error: ");
        assert!(is_aborted || !errors.contains("panicked"), "{errors}");
    }
}

impl Drop for Round {
    fn drop(&mut self) {
        if panicking() {
            let (name, seed, command) = (self.name, self.seed, &self.command);
            // The folder stays, since its name is forgotten.
            let path = std::mem::take(&mut self.folder.0);
            println!("\n{name}, seed {seed}; in {}:\n  {command}", path.display());
            println!(
                "Once more: PLYWOOD_HUNT_SEED={seed} PLYWOOD_HUNT_ROUNDS=1 cargo test -p plywood-hunts {name}"
            );
        }
    }
}

/// The files in a folder.
pub(crate) type Contents = BTreeMap<PathBuf, Vec<u8>>;

pub(crate) fn contents(folder: &Path) -> Contents {
    let entries = fs::read_dir(folder).expect("it is a folder");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let named = |path: PathBuf| Some((path.file_name()?.into(), fs::read(&path).ok()?));
    paths.filter_map(named).collect()
}

/// Texts that break readers in unexpected places.
const STRANGE: [&[u8]; 14] = [
    b"\xFF",
    b"\xC3(",
    b"\xED\xA0\x80",
    b"\0\0\0\0",
    b"\r",
    b"\n",
    b"\"",
    b"\\",
    b"99999999999999999999999",
    b"18446744073709551615",
    b"-1",
    b"1e400",
    b"NaN",
    b"\xFF\xFF\xFF\x7F",
];

/// Damages a file in one to three ways.
pub(crate) fn damage(bytes: &mut Vec<u8>, random: &mut Rng) {
    for _ in 0..random.u8(1..4) {
        // Half of the places are near the start.
        let end = if random.bool() {
            bytes.len()
        } else {
            bytes.len().min(200)
        };
        let start = random.usize(..=end);
        let longest = 1 << random.u8(..10);
        let length = random.usize(..=longest).min(bytes.len() - start);
        let part = start..start + length;
        let strange = STRANGE[random.usize(..STRANGE.len())];
        match random.u8(..14) {
            0 => bytes.truncate(start),
            1 if start < bytes.len() => bytes[start] ^= 1 << random.u8(..8),
            2 => bytes[part].fill_with(|| random.u8(..)),
            3 => drop(bytes.drain(part)),
            4 => bytes[part].fill(random.u8(..)),
            5 => bytes[part].reverse(),
            6 => {
                let block = bytes[part].repeat(random.usize(1..100));
                drop(bytes.splice(start..start, block));
            }
            7 => {
                let block: Vec<u8> = bytes.drain(part).collect();
                let place = random.usize(..=bytes.len());
                drop(bytes.splice(place..place, block));
            }
            8 => drop(bytes.splice(start..start, strange.iter().copied())),
            9 => {
                let nested = [b"(", b"[", b"{"][random.usize(..3)].repeat(100_000);
                drop(bytes.splice(start..start, nested));
            }
            10 => *bytes = String::from_utf8_lossy(bytes).replace('\n', "\r\n").into(),
            11 => drop(bytes.splice(0..0, *b"\xEF\xBB\xBF")),
            12 => bytes.retain(|&byte| byte != b'\n'),
            _ => replace_number(bytes, start, strange),
        }
    }
}

/// Replaces the first number after this place.
fn replace_number(bytes: &mut Vec<u8>, start: usize, other: &[u8]) {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    if let Some(first) = bytes[start..].iter().position(is_digit) {
        let first = start + first;
        let length = bytes[first..]
            .iter()
            .take_while(|byte| is_digit(byte))
            .count();
        drop(bytes.splice(first..first + length, other.iter().copied()));
    }
}

/// Work that is run repeatedly, and ended with a signal at a random moment each time.
#[derive(Default)]
pub(crate) struct Interrupted {
    times: u32,
    /// True if a run was ended in a way that prevents cleaning up.
    is_killed: bool,
}

impl Interrupted {
    /// Starts the work with the beginning of its input, and ends it, unless it finishes first or was interrupted often enough.
    #[track_caller]
    pub(crate) fn again(
        &mut self,
        round: &mut Round,
        path: &str,
        arguments: &[&str],
        input: &[u8],
    ) -> bool {
        const SIGKILL: i32 = 9;
        self.times += 1;
        round.command = format!("{path} {}", arguments.join(" "));
        if self.times > 5 {
            return false;
        }
        // A parent may ignore a signal, which then does nothing.
        let mut signals = [SIGINT, SIGTERM];
        round.random.shuffle(&mut signals);
        let [ignored, heard] = signals;
        let mut command = program(path);
        command.args(arguments).current_dir(&round.folder.0);
        let mut child = after(&format!("trap '' {ignored}; exec"), &command)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        let mut typing = child.stdin.take().expect("it is a pipe");
        // It may have ended already.
        let _ = typing.write_all(input);
        // Any moment is suitable, so a slow machine only changes which one it is.
        let wait = |random: &mut Rng| {
            let longest = 1 << random.u32(8..20);
            sleep(Duration::from_micros(random.u64(..longest)));
        };
        wait(&mut round.random);
        if round.random.u8(..4) == 0 {
            send("STOP", &child);
            wait(&mut round.random);
            send("CONT", &child);
            wait(&mut round.random);
        }
        let signal = [SIGKILL, ignored, heard][round.random.usize(..3)];
        if child.try_wait().expect("it is our child").is_some() {
            return false;
        }
        send(signal, &child);
        if signal == ignored {
            wait(&mut round.random);
            send(heard, &child);
        }
        self.is_killed |= signal == SIGKILL;
        let started = Instant::now();
        while child.try_wait().expect("it is our child").is_none() {
            assert!(
                started.elapsed() < PATIENCE,
                "it does not end after {signal}"
            );
            sleep(Duration::from_millis(1));
        }
        true
    }

    /// Checks that there are no other files, if every run could clean up.
    #[track_caller]
    pub(crate) fn leaves_nothing_else(&self, found: &Contents, known: &Contents) {
        let unknown = |path: &&PathBuf| !known.contains_key(*path);
        let stray: Vec<&PathBuf> = found.keys().filter(unknown).collect();
        assert!(self.is_killed || stray.is_empty(), "{stray:?} are left");
    }
}
