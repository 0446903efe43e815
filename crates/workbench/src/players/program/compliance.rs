//! [`ProgramChecks`]: checks whether a UCI program follows the protocol. Each check starts the program again.

use crate::players::program::info::Thoughts;
use crate::players::program::option::OfferedOption;
use crate::players::program::process::Process;
use crate::players::program::{ProgramSpec, accepted_until_ready, read_until, send_options};
use plywood_arena::LineFault;
use plywood_core::{Move, Position};
use plywood_notation::uci;
use plywood_notation::uci_protocol::{Command, Info};
use plywood_search::{Fault, Limits};
use std::collections::BTreeMap;
use std::{fmt, mem};
use thiserror::Error;

/// Checks of how a UCI program follows the protocol.
///
/// ```no_run
/// use plywood_workbench::PlayerText;
///
/// let program: PlayerText = "uci:cmd=stockfish,patience=10s".parse()?;
/// for (check, found) in program.program_checks()?.run() {
///     match found {
///         Ok(kept) => println!("ok: {check}{kept}"),
///         Err(breach) => println!("failed: {check}: {breach}"),
///     }
/// }
/// # Ok::<(), plywood_workbench::PlayerSpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ProgramChecks(ProgramSpec);

/// A check that a program has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kept {
    /// It does as the protocol requires.
    Yes,
    /// It need not, since it has no such option.
    NotOffered(&'static str),
}

/// The way a program breaks the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Breach {
    /// It failed.
    #[error("after {sent:?}: {fault}")]
    Fault {
        /// The last line sent to it.
        sent: String,
        /// Its fault.
        fault: Fault,
    },
    /// It answered something else.
    #[error("after {sent:?}: expected {expected}, found {found:?}")]
    Answer {
        /// The last line sent to it.
        sent: String,
        /// The expected answer.
        expected: &'static str,
        /// Its answer.
        found: String,
    },
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => Ok(()),
            Self::NotOffered(option) => write!(f, " (it has no option {option})"),
        }
    }
}

type Check = fn(&mut Session<'_>) -> Result<Kept, Breach>;

/// All checks, with their names.
const CHECKS: &[(&str, Check)] = &[
    ("answers uci with its name", names_itself),
    (
        "declares options that accept their own defaults",
        has_options,
    ),
    ("answers isready", is_ready),
    ("searches to a depth", |program| program.go("depth 3")),
    ("searches a number of nodes", |program| {
        program.go("nodes 500")
    }),
    ("searches for a time", |program| program.go("movetime 50")),
    ("searches with a clock", |program| {
        program.go("wtime 1000 btime 1000 winc 10 binc 10")
    }),
    ("searches with a clock and moves to go", |program| {
        program.go("wtime 1000 btime 1000 movestogo 20")
    }),
    ("searches for a mate", finds_a_mate),
    ("searches until stop, and answers isready", stops),
    ("ponders until ponderhit", |program| {
        program.ponder("ponderhit")
    }),
    ("ponders until stop", |program| program.ponder("stop")),
    ("searches only the moves in searchmoves", searches_moves),
    ("shows several lines", shows_lines),
    ("plays legal moves in all kinds of positions", plays),
    ("plays Chess960", plays_chess960),
    ("survives invalid lines", survives),
    ("ends at quit", |program| program.end_by("quit")),
    ("ends at quit during a search", |program| {
        program.send("position startpos")?;
        program.send("go infinite")?;
        program.end_by("quit")
    }),
    ("ends at the end of its input", |program| {
        program.process.close_input();
        "the end of its input".clone_into(&mut program.sent);
        program.has_ended()
    }),
];

const START: &str = "position startpos";
const MIDDLE: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6";

/// Castling both ways, a capture en passant, promotions, a double check, and a king with one move.
const POSITIONS: [&str; 8] = [
    START,
    MIDDLE,
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "position fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "position fen 4k3/8/8/8/8/8/4p3/1K1R4 b - - 0 1",
    "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n h7g6",
    "position fen 4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1",
    "position fen 7k/8/8/6Q1/8/8/8/K7 b - - 99 120",
];
const MATE: &str = "position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
const CHESS960: &str =
    "position fen bqnr1k1r/pppppppp/8/8/8/8/PPPPPPPP/BQNR1K1R w HDhd - 0 1 moves f1h1 f8h8";

/// Lines that no program understands, or that come at the wrong time.
const NONSENSE: [&str; 9] = [
    "",
    "  \t ",
    "nonsense",
    "setoption",
    "setoption name No Such Option value 1",
    "stop",
    "ponderhit",
    "position startpos moves e2e5",
    "debug maybe",
];

impl ProgramChecks {
    /// Makes the checks of this program. Its patience applies to each answer.
    pub(crate) const fn of(program: ProgramSpec) -> Self {
        Self(program)
    }

    /// Runs each check when its result is requested.
    pub fn run(&self) -> impl Iterator<Item = (&'static str, Result<Kept, Breach>)> {
        CHECKS.iter().map(|(name, check)| {
            let mut session = Session::start(&self.0);
            (
                *name,
                session
                    .as_mut()
                    .map_err(|breach| breach.clone())
                    .and_then(check),
            )
        })
    }
}

/// A program that has answered `uci`.
struct Session<'a> {
    program: &'a ProgramSpec,
    process: Process,
    /// The last line sent to it.
    sent: String,
    /// Its answer to `uci`.
    greeting: Vec<String>,
    options: Vec<OfferedOption>,
}

impl<'a> Session<'a> {
    fn start(program: &'a ProgramSpec) -> Result<Self, Breach> {
        let sent = String::new();
        let process = Process::start(program).map_err(|fault| Breach::Fault { sent, fault })?;
        let mut session = Self {
            program,
            process,
            sent: String::new(),
            greeting: Vec::new(),
            options: Vec::new(),
        };
        session.send("uci")?;
        session.greeting = session.lines_until("uciok")?;
        let words = session.greeting.iter().map(|line| line.split_whitespace());
        let options = words.filter_map(|words| match words.collect::<Vec<_>>().as_slice() {
            ["option", "name", words @ ..] => Some(OfferedOption::read(words)),
            _ => None,
        });
        session.options = options.collect();
        if !program.options.is_empty() {
            let set = send_options(&mut session.process, &program.options, &session.options)
                .and_then(|()| accepted_until_ready(&mut session.process, program));
            set.map_err(|fault| session.fault(fault))?;
        }
        Ok(session)
    }

    fn fault(&self, fault: Fault) -> Breach {
        let sent = self.sent.clone();
        Breach::Fault { sent, fault }
    }

    fn answered(&self, expected: &'static str, found: impl Into<String>) -> Breach {
        Breach::Answer {
            sent: self.sent.clone(),
            expected,
            found: found.into(),
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Breach> {
        line.clone_into(&mut self.sent);
        self.process.send(line).map_err(|fault| self.fault(fault))
    }

    /// Reads lines up to the one that begins with this word.
    fn lines_until(&mut self, word: &'static str) -> Result<Vec<String>, Breach> {
        let patience = (self.program.patience, &self.program.stop);
        let mut lines = Vec::new();
        let read = read_until(&mut self.process, word, patience, |line| {
            lines.push(line.trim().to_owned());
            (line.split_whitespace().next() == Some(word)).then_some(())
        });
        read.map_err(|fault| self.fault(fault))?;
        Ok(lines)
    }

    /// Checks that it answers `isready` and has sent no move since.
    fn is_thinking(&mut self) -> Result<(), Breach> {
        let asked = mem::take(&mut self.sent);
        self.send("isready")?;
        let lines = self.lines_until("readyok")?;
        self.sent = asked;
        let mut moves = lines.iter().filter(|line| line.starts_with("bestmove"));
        let early = moves.next().cloned();
        early.map_or(Ok(()), |found| Err(self.answered("no move yet", found)))
    }

    /// Reads the answer to `go` in a position and checks it: the lines, the move, and the expected reply are legal.
    fn answer(&mut self, position: &Position) -> Result<Move, Breach> {
        let lines = self.lines_until("bestmove")?;
        let mut thoughts = Thoughts::within(position, Limits::default());
        let infos = lines.iter().filter_map(|line| line.strip_prefix("info"));
        infos.for_each(|words| thoughts.hear(words));
        let mut wrong = thoughts.wrong_lines().iter();
        if let Some((_, lines)) = wrong.find(|(fault, _)| *fault == LineFault::IllegalMove) {
            return Err(self.answered("a line of legal moves", &lines.first));
        }
        let answer = lines.last().cloned().unwrap_or_default();
        let words: Vec<&str> = answer.split_whitespace().collect();
        let mv = words.get(1).and_then(|mv| uci::parse(position, mv).ok());
        let Some(mv) = mv else {
            return Err(self.answered("a legal move", answer));
        };
        let next = position.play_unchecked(mv);
        match words.as_slice() {
            // A program that expects no reply may say so.
            [_, _] | [_, _, "ponder", "(none)" | "0000"] => Ok(mv),
            [_, _, "ponder", reply] if uci::parse(&next, reply).is_ok() => Ok(mv),
            _ => Err(self.answered("bestmove MOVE [ponder MOVE], both legal", answer)),
        }
    }

    /// Sends a position, and returns it.
    fn set_up(&mut self, position: &'static str) -> Result<Position, Breach> {
        self.send(position)?;
        match position.parse() {
            Ok(Command::Position(game)) => Ok(game.history.position().clone()),
            _ => Err(self.answered("a position of the checks", position)),
        }
    }

    fn search(&mut self, position: &'static str, limits: &str) -> Result<Move, Breach> {
        let at = self.set_up(position)?;
        self.send(&format!("go {limits}"))?;
        self.answer(&at)
    }

    fn go(&mut self, limits: &str) -> Result<Kept, Breach> {
        self.search(START, limits)?;
        self.search(MIDDLE, limits)?;
        self.is_thinking()?;
        Ok(Kept::Yes)
    }

    fn ponder(&mut self, end: &str) -> Result<Kept, Breach> {
        let at = self.set_up(MIDDLE)?;
        self.send("go ponder wtime 500 btime 500")?;
        self.is_thinking()?;
        self.send(end)?;
        self.answer(&at)?;
        Ok(Kept::Yes)
    }

    fn has(&self, name: &str) -> bool {
        let mut options = self.options.iter();
        options.any(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn end_by(&mut self, line: &str) -> Result<Kept, Breach> {
        self.send(line)?;
        self.has_ended()
    }

    fn has_ended(&mut self) -> Result<Kept, Breach> {
        let status = self.process.end_within(self.program.patience);
        let status = status.map_err(|fault| self.fault(fault))?;
        if status.success() {
            Ok(Kept::Yes)
        } else {
            Err(self.answered("an end with exit status 0", status.to_string()))
        }
    }
}

fn names_itself(program: &mut Session<'_>) -> Result<Kept, Breach> {
    let is_name = |line: &String| line.strip_prefix("id name ").is_some();
    if program.greeting.iter().any(is_name) {
        return Ok(Kept::Yes);
    }
    Err(program.answered("id name NAME", program.greeting.join(" | ")))
}

fn has_options(program: &mut Session<'_>) -> Result<Kept, Breach> {
    let mut lines = Vec::new();
    for option in &program.options {
        match option.set_to_default() {
            Ok(line) => lines.extend(line),
            Err(expected) => return Err(program.answered(expected, format!("{option:?}"))),
        }
    }
    for line in lines {
        program.send(&line)?;
        program.is_thinking()?;
    }
    program.go("depth 1")
}

fn is_ready(program: &mut Session<'_>) -> Result<Kept, Breach> {
    program.is_thinking()?;
    program.send("ucinewgame")?;
    program.is_thinking()?;
    Ok(Kept::Yes)
}

fn finds_a_mate(program: &mut Session<'_>) -> Result<Kept, Breach> {
    program.search(MATE, "mate 1")?;
    Ok(Kept::Yes)
}

fn stops(program: &mut Session<'_>) -> Result<Kept, Breach> {
    let at = program.set_up(MIDDLE)?;
    program.send("go infinite")?;
    program.is_thinking()?;
    program.send("stop")?;
    program.answer(&at)?;
    // It has already answered.
    program.send("stop")?;
    program.is_thinking()?;
    Ok(Kept::Yes)
}

fn searches_moves(program: &mut Session<'_>) -> Result<Kept, Breach> {
    let mv = program.search(START, "depth 3 searchmoves a2a3 h2h4")?;
    let mv = mv.to_string();
    if ["a2a3", "h2h4"].contains(&mv.as_str()) {
        return Ok(Kept::Yes);
    }
    Err(program.answered("one of these moves", mv))
}

fn shows_lines(program: &mut Session<'_>) -> Result<Kept, Breach> {
    if !program.has("MultiPV") {
        return Ok(Kept::NotOffered("MultiPV"));
    }
    program.send("setoption name MultiPV value 3")?;
    program.set_up(START)?;
    program.send("go depth 3")?;
    let lines = program.lines_until("bestmove")?;
    let infos = lines.iter().filter_map(|line| line.strip_prefix("info"));
    let infos = infos.filter_map(|words| words.parse::<Info>().ok());
    let firsts: BTreeMap<u32, String> = infos
        .filter_map(|info| {
            let first = info.line.split(' ').next()?.to_owned();
            (!first.is_empty()).then_some((info.rank?, first))
        })
        .collect();
    let mut moves: Vec<&String> = firsts.values().collect();
    moves.sort();
    moves.dedup();
    if firsts.keys().eq(&[1, 2, 3]) && moves.len() == 3 {
        return Ok(Kept::Yes);
    }
    let expected = "lines of multipv 1, 2 and 3 that begin with different moves";
    Err(program.answered(expected, format!("{firsts:?}")))
}

fn plays(program: &mut Session<'_>) -> Result<Kept, Breach> {
    for position in POSITIONS {
        program.search(position, "depth 2")?;
    }
    Ok(Kept::Yes)
}

fn plays_chess960(program: &mut Session<'_>) -> Result<Kept, Breach> {
    if !program.has("UCI_Chess960") {
        return Ok(Kept::NotOffered("UCI_Chess960"));
    }
    program.send("setoption name UCI_Chess960 value true")?;
    program.search(CHESS960, "depth 2")?;
    Ok(Kept::Yes)
}

fn survives(program: &mut Session<'_>) -> Result<Kept, Breach> {
    for line in NONSENSE {
        program.send(line)?;
        program.is_thinking()?;
    }
    program.go("depth 1")
}
