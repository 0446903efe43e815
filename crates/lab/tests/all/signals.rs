//! Every command ends soon after Ctrl-C or the signal that ends programs, and can be continued.
#![cfg(unix)]

use crate::harness::{SIGINT, SIGTERM, check_signals, send};
use crate::patience::PATIENCE;
use crate::program::Folder;
use crate::programs::scripted;
use std::ffi::c_int;
use std::io::Read;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(crate) const POSITIONS: &str = "\
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5; c9 \"1-0\";
rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - bm Nc3; c9 \"0-1\";
r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - bm d3; c9 \"1/2-1/2\";
rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - bm Bg5; c9 \"1-0\";
r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - bm b3; c9 \"0-1\";
r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - bm Nd5; c9 \"1/2-1/2\";
";

/// A fifth of a second counts as at once. Other programs use the machine, so a command may try again, and a machine that starts programs
/// slowly has more time.
const AT_ONCE: Duration = Duration::from_millis(200);
const TRIES: u32 = 10;

fn is_at_once(folder: &Folder, time: Duration) -> bool {
    let started = Instant::now();
    assert_eq!(folder.line("--version").code(), Some(0));
    time < AT_ONCE + 5 * started.elapsed()
}

fn start(folder: &Folder, line: &str) -> Child {
    let mut command = folder.command(&line.split_whitespace().collect::<Vec<_>>());
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program can be started")
}

pub(crate) fn lines(folder: &Folder, journal: &str) -> usize {
    std::fs::read_to_string(folder.path(journal)).map_or(0, |text| text.lines().count())
}

/// Waits for a condition that the program brings about.
pub(crate) fn wait_for(child: &mut Child, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert_eq!(child.try_wait().expect("it is a child"), None);
        assert!(started.elapsed() < PATIENCE, "it hangs");
        sleep(Duration::from_millis(5));
    }
}

/// Sends the signal, and returns the exit and its delay.
fn interrupt(child: &mut Child, signal: c_int) -> (ExitStatus, Duration) {
    send(signal, child);
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is a child") {
            return (status, started.elapsed());
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
        }
        sleep(Duration::from_millis(1));
    }
}

/// The first item of each takes long.
const LONG: &[&str] = &[
    "match engine e=engine:depth=90 --time 1m --games 1000M",
    "match uci:cmd=./slow random --depth 1 --plies 0",
    "data generate --time 1m --games 1000M",
    "data generate --player uci:cmd=./slow --depth 1",
    "data annotate p.epd --time 1m",
    "data annotate p.epd --player uci:cmd=./slow --depth 1",
    "spsa engine --tune futility=90,0,500,60 --time 1m --pairs 1000M",
    "spsa uci:cmd=./slow --tune Hash=90,0,500,60 --depth 1 --pairs 4",
    "suite p.epd engine --time 1m",
    "compare minimax --epd p.epd --depth 9",
    "ablate --epd p.epd --time 1m --to-depth 30 --games 10M",
];

#[test]
fn every_command_hears_a_signal_at_once() {
    let folder = Folder::new("signals");
    folder.write("p.epd", POSITIONS);
    scripted(&folder, "slow", "sleep 1000");
    let mut random = fastrand::Rng::with_seed(2026);
    for line in LONG {
        let signals = [SIGTERM, SIGINT].into_iter().cycle();
        let is_heard = (0..TRIES).zip(signals).any(|(number, signal)| {
            let journal = format!("j{number}");
            let mut child = start(&folder, &format!("{line} --journal {journal}"));
            wait_for(&mut child, || lines(&folder, &journal) > 0);
            sleep(Duration::from_millis(random.u64(..200)));
            let (status, time) = interrupt(&mut child, signal);
            assert_eq!(status.code(), Some(128 + signal), "{line}: {status}");
            std::fs::remove_file(folder.path(&journal)).expect("it was written");
            is_at_once(&folder, time)
        });
        assert!(is_heard, "{line}");
    }
}

/// Commands without a journal have nothing to finish.
#[test]
fn a_command_without_a_journal_is_ended() {
    let folder = Folder::new("signals-without");
    folder.write("p.epd", POSITIONS);
    let games = folder.line("data generate --games 8 --nodes 50 --journal games");
    assert_eq!(games.code(), Some(0), "{}", games.errors());
    let line = "train games --output net --epochs 100000";
    let mut tries = (0..TRIES).map(|_| {
        let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the program can be started");
        // Its first epoch is over.
        let mut output = child.stdout.take().expect("it is a pipe");
        output.read_exact(&mut [0]).expect("it prints");
        let (status, time) = interrupt(&mut child, SIGTERM);
        assert_eq!(status.code(), Some(143), "{line}");
        is_at_once(&folder, time)
    });
    assert!(tries.any(|is_heard| is_heard), "{line}");
    assert!(!folder.path("net").exists());
}

#[test]
fn signals_have_their_exit_codes_and_ignored_ones_are_ignored() {
    let folder = Folder::new("signals-ignored");
    for line in [
        "match engine e=engine:depth=90 --time 1m --journal j",
        "compare minimax --depth 9 --journal j",
    ] {
        let command = || {
            let _ = std::fs::remove_file(folder.path("j"));
            folder.command(&line.split(' ').collect::<Vec<_>>())
        };
        check_signals(command, |child| wait_for(child, || lines(&folder, "j") > 0));
    }
}
