//! UCI programs as players: untrusted child processes.
//!
//! Lines are bounded, every answer has a deadline, and a program that fails is killed with all its children. The last line
//! of its standard error is part of the fault.

mod refusal;
mod info;
mod log;
mod option;
mod spec;
mod process;
mod compliance;
mod submission;

use crate::processors::Affinity;
use info::Thoughts;
use option::OfferedOption;
use plywood_arena::{Player, Turn, WrongLines};
use plywood_catalog::Played;
use plywood_core::{ByColor, History, Move, Position};
use plywood_notation::pgn::PgnGame;
use plywood_notation::uci::{self, CastlingForm};
use plywood_notation::uci_protocol::{Go, write_position};
use plywood_report::did_you_mean;
use plywood_search::{Fault, Report, StopHandle};
use process::Process;
use refusal::is_refusal;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use compliance::{Breach, Kept, ProgramChecks};
pub use log::Log;
pub(crate) use spec::ProgramSpec;
pub use spec::ProgramSpecError;
pub use submission::Submission;

/// The time for a program to start and answer `uciok` or `readyok`.
const PATIENCE_TO_BEGIN: Duration = Duration::from_secs(10);
/// The time for a program to answer after `stop`, before it counts as hung. With a time limit it has lost on time by then, but may play the
/// next game; without one its answer is played.
const GRACE: Duration = Duration::from_secs(2);
/// The longest time until a program's stop is noticed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The most lines that are kept of those written before the first game, and their most characters.
const MOST_SAID: (usize, usize) = (20, 400);
/// Even a program that reports every move at every depth writes fewer lines for one move.
const MOST_LINES: usize = 200_000;

/// A UCI program as a player. It is started when first needed, and again after it failed. When the player is no longer needed, the program
/// waits for the next one.
#[derive(Debug)]
pub(crate) struct ProgramPlayer {
    program: ProgramSpec,
    started: Option<Started>,
    waiting: WaitingPrograms,
    /// The way its last move exceeded its limits.
    note: Option<String>,
    /// The wrong lines of its last move.
    wrong_lines: WrongLines,
    /// The lines it wrote between its options and this game.
    said: Vec<String>,
}

/// The option of the castling notation.
const CHESS960: &str = "UCI_Chess960";

/// Programs that are running and wait for a game or a position.
pub(crate) type WaitingPrograms = Arc<Mutex<Vec<Started>>>;

#[derive(Debug)]
pub(crate) struct Started {
    process: Process,
    /// The castling notation that the process expects; programs start with standard chess.
    castling: CastlingForm,
    /// `true` if it offers `UCI_Chess960`.
    offers_chess960: bool,
    /// The processors it runs on, if they are known.
    affinity: Option<Affinity>,
    /// The name it gives itself.
    id_name: Option<String>,
    /// The lines it wrote between its options and its first game.
    said: Vec<String>,
}

impl ProgramPlayer {
    pub(crate) fn new(program: &ProgramSpec, waiting: &WaitingPrograms) -> Self {
        Self {
            program: program.clone(),
            started: None,
            waiting: waiting.clone(),
            note: None,
            wrong_lines: WrongLines::default(),
            said: Vec::new(),
        }
    }

    /// Starts the program and sets its options.
    fn start(&self) -> Result<Started, Fault> {
        let mut process = Process::start(&self.program)?.trust(&self.program.name());
        process.send("uci")?;
        let (id_name, offered) = introduction(&mut process, &self.program.stop)?;
        let is_chess960 = |option: &OfferedOption| option.name.eq_ignore_ascii_case(CHESS960);
        let offers_chess960 = offered.iter().any(is_chess960);
        send_options(&mut process, &self.program.options, &offered)?;
        let said = accepted_until_ready(&mut process, &self.program)?;
        Ok(Started {
            process,
            castling: CastlingForm::Landing,
            offers_chess960,
            affinity: Affinity::here().ok(),
            id_name,
            said,
        })
    }

    /// Takes a program that waits for a game on the processor of this thread.
    fn waiting_here(&self) -> Option<Started> {
        let here = Affinity::here().ok();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // Programs started before games were pinned are of no use to any game.
        waiting.retain(|started| {
            started.affinity == here || started.affinity.is_some_and(|known| known.is_pinned())
        });
        let is_here = |started: &Started| started.affinity == here;
        let place = waiting.iter().position(is_here)?;
        Some(waiting.swap_remove(place))
    }

    fn answer(
        &mut self,
        Started {
            process,
            castling,
            offers_chess960,
            ..
        }: &mut Started,
        game: &Played<Position>,
        turn: &Turn,
    ) -> Result<Report<Move>, Fault> {
        let game = &history(game);
        let form = castling_form(game);
        if form != *castling {
            let is_chess960 = form == CastlingForm::TakesRook;
            if *offers_chess960 {
                process.send(&format!("setoption name {CHESS960} value {is_chess960}"))?;
            }
            *castling = form;
        }
        process.send(&write_position(game, form))?;
        // Such as a second answer to the last move.
        process.drop_unread()?;
        process.send(&go_command(turn))?;
        let deadline = turn.deadline().map(|deadline| deadline + turn.margin);
        let patience = deadline.unwrap_or(self.program.patience);
        let mut thoughts = Thoughts::within(game.position(), turn.limits.clone());
        let mut answer = best_move(process, (patience, &self.program.stop), &mut thoughts);
        let is_late = matches!(answer, Err(Fault::Hang { .. }));
        if is_late || thoughts.excess().is_some() {
            process.send("stop")?;
            thoughts.stopped();
            answer = best_move(process, (GRACE, &StopHandle::new()), &mut thoughts);
            if let (
                true,
                Err(Fault::Hang {
                    patience: named, ..
                }),
            ) = (is_late, &mut answer)
            {
                *named = patience;
            }
        }
        let was_late = is_late && deadline.is_none();
        let late = || {
            format!(
                "had no move after {patience:?} and had to be stopped; does it keep its limits?"
            )
        };
        let is_misread = form == CastlingForm::TakesRook && !*offers_chess960;
        let misread = || format!("has no option {CHESS960}, so it may misread castling");
        let note = thoughts.excess().or(was_late.then(late));
        self.note = note.or(is_misread.then(misread));
        self.wrong_lines = thoughts.wrong_lines().clone();
        for (fault, lines) in self.wrong_lines.iter() {
            process.warn(&format!(
                "{fault}: {}, the first: {}",
                lines.count, lines.first
            ));
        }
        let answer = answer.map_err(|fault| thoughts.explained(fault))?;
        let mv = uci::parse(game.position(), &answer).map_err(|_| Fault::IllegalMove(answer))?;
        Ok(thoughts.about(mv))
    }
}

impl Player<Position> for ProgramPlayer {
    fn begin(&mut self, _seed: u64) -> Result<(), Fault> {
        let started = self.started.take().or_else(|| self.waiting_here());
        let mut started = started.map_or_else(|| self.start(), Ok)?;
        started.process.send("ucinewgame")?;
        let said = accepted_until_ready(&mut started.process, &self.program)?;
        self.said = [&started.said[..], &said].concat();
        self.started = Some(started);
        Ok(())
    }

    fn choose(&mut self, game: &Played<Position>, turn: &Turn) -> Result<Report<Move>, Fault> {
        let Some(mut started) = self.started.take() else {
            return Err(Fault::Crash("it was not started".to_owned()));
        };
        // A process that failed is not put back: dropping it kills it.
        let report = self.answer(&mut started, game, turn)?;
        self.started = Some(started);
        Ok(report)
    }

    /// They were checked as they were read, including those of several moves and of bounds.
    fn wrong_lines(&mut self, _: &Played<Position>, _: &Report<Move>) -> WrongLines {
        mem::take(&mut self.wrong_lines)
    }

    fn note(&mut self) -> Option<String> {
        self.note.take()
    }

    fn said(&self) -> Vec<String> {
        self.said.clone()
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(self.started.take());
    }
}

/// Reads the name of a program and the options that it offers, up to `uciok`.
fn introduction(
    process: &mut Process,
    stop: &StopHandle,
) -> Result<(Option<String>, Vec<OfferedOption>), Fault> {
    let (mut name, mut options) = (None, Vec::new());
    read_until(process, "uciok", (PATIENCE_TO_BEGIN, stop), |line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["option", "name", words @ ..] = words.as_slice() {
            options.push(OfferedOption::read(words));
        }
        if let ["id", "name", words @ ..] = words.as_slice() {
            name = Some(words.join(" "));
        }
        (words.first() == Some(&"uciok")).then_some(())
    })?;
    Ok((name, options))
}

/// Returns the name that a waiting program gives itself.
pub(crate) fn id_name(waiting: &WaitingPrograms) -> Option<String> {
    let waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.iter().find_map(|started| started.id_name.clone())
}

/// Returns what a program writes until it is ready, unless that refuses one of its options.
fn accepted_until_ready(
    process: &mut Process,
    program: &ProgramSpec,
) -> Result<Vec<String>, Fault> {
    let said = until_ready(process, &program.stop)?;
    let refusals = said.iter().filter(|line| is_refusal(line));
    let refusals: Vec<String> = refusals.map(|line| format!("{line:?}")).collect();
    if program.options.is_empty() || refusals.is_empty() {
        return Ok(said);
    }
    Err(Fault::Start(format!(
        "after its options were set, it wrote {}",
        refusals.join(", ")
    )))
}

/// Waits for `readyok`, and returns the first lines before it.
fn until_ready(process: &mut Process, stop: &StopHandle) -> Result<Vec<String>, Fault> {
    process.send("isready")?;
    let mut said = Vec::new();
    let (most, longest) = MOST_SAID;
    read_until(process, "readyok", (PATIENCE_TO_BEGIN, stop), |line| {
        let line = line.trim();
        let is_ready = line.split_whitespace().next() == Some("readyok");
        if !is_ready && !line.is_empty() && said.len() < most {
            said.push(line.chars().take(longest).collect());
        }
        is_ready.then_some(())
    })?;
    Ok(said)
}

/// Sets options to values that they accept.
fn send_options(
    process: &mut Process,
    options: &[(String, String)],
    offered: &[OfferedOption],
) -> Result<(), Fault> {
    for (name, value) in options {
        let named = |known: &&OfferedOption| known.name.eq_ignore_ascii_case(name);
        let Some(option) = offered.iter().find(named) else {
            let known: Vec<&str> = offered.iter().map(|known| &*known.name).collect();
            return Err(Fault::Start(format!(
                "it has no option {name:?}{}; its options are {}",
                did_you_mean(name, &known),
                known.join(", ")
            )));
        };
        let wrong = |expected| {
            let problem = format!("its option {name:?} takes {expected}, not {value:?}");
            Fault::Start(problem)
        };
        let (name, value) = (&option.name, option.accepted(value).map_err(wrong)?);
        match value.as_str() {
            "" => process.send(&format!("setoption name {name}"))?,
            value => process.send(&format!("setoption name {name} value {value}"))?,
        }
    }
    Ok(())
}

/// Reads lines until `bestmove`, and stores the contents of the `info` lines.
fn best_move(
    process: &mut Process,
    patience: (Duration, &StopHandle),
    thoughts: &mut Thoughts<'_>,
) -> Result<String, Fault> {
    read_until(process, "move", patience, |line| {
        let line = line.trim_start();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "bestmove" => {
                let mv = rest.split_whitespace().next();
                Some(mv.unwrap_or_default().to_owned())
            }
            "info" => {
                thoughts.hear(rest);
                // After `stop` its next answer counts.
                thoughts.must_stop().then(String::new)
            }
            _ => None,
        }
    })
}

/// Reads lines for this long, or until the program must stop.
fn read_until<T>(
    process: &mut Process,
    wanted: &'static str,
    (patience, stop): (Duration, &StopHandle),
    mut found: impl FnMut(&str) -> Option<T>,
) -> Result<T, Fault> {
    let (started, mut lines) = (Instant::now(), 0);
    while lines < MOST_LINES {
        let left = patience.saturating_sub(started.elapsed());
        match process.line(left.min(BETWEEN_LOOKS))? {
            Some(line) => {
                lines += 1;
                if let Some(found) = found(&line) {
                    return Ok(found);
                }
            }
            None if left <= BETWEEN_LOOKS || stop.is_stopped() => {
                let wanted = wanted.into();
                return Err(Fault::Hang { wanted, patience });
            }
            None => {}
        }
    }
    Err(Fault::Flood(format!(
        "more than {MOST_LINES} lines without a {wanted}"
    )))
}

/// Converts the game to the form of the protocol.
fn history(game: &Played<Position>) -> History {
    let mut history = History::new(game.start().clone());
    for mv in game.moves() {
        let played = history.play(mv);
        debug_assert!(played.is_ok(), "a game has legal moves only");
    }
    history
}

/// Outside Chess960, programs expect castling as the king's two-square move.
fn castling_form(game: &History) -> CastlingForm {
    match PgnGame::from_position(game.start().clone())
        .tags()
        .get("Variant")
    {
        Some(_) => CastlingForm::TakesRook,
        None => CastlingForm::Landing,
    }
}

fn go_command(turn: &Turn) -> String {
    // The protocol has no soft nodes.
    let mut go = Go {
        depth: turn.limits.max_depth(),
        nodes: turn.limits.max_nodes(),
        move_time: turn.limits.max_time(),
        ..Go::default()
    };
    if let Some(([white, black], increment)) = turn.clocks {
        let (white, black) = (Some(white), Some(black));
        go.clock = ByColor { white, black };
        go.increment = ByColor::from_fn(|_| increment);
    }
    go.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_eval::Side;
    use plywood_search::Limits;

    #[test]
    fn programs_get_the_game_and_its_limits() {
        let mut game = History::default();
        assert_eq!(
            write_position(&game, CastlingForm::Landing),
            "position startpos"
        );
        for text in ["e2e4", "e7e5"] {
            game.play(uci::parse(game.position(), text).unwrap())
                .unwrap();
        }
        assert_eq!(
            write_position(&game, castling_form(&game)),
            "position startpos moves e2e4 e7e5"
        );

        let fischer: Position = "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1".parse().unwrap();
        let mut game = History::new(fischer);
        game.play(uci::parse(game.position(), "e1b1").unwrap())
            .unwrap();
        let command = write_position(&game, castling_form(&game));
        assert!(
            command.starts_with("position fen 1r2k2r/") && command.ends_with(" moves e1b1"),
            "{command}"
        );

        let limits = Limits::depth(3)
            .with_nodes(500)
            .with_time(Duration::from_millis(20))
            .with_soft_nodes(100);
        let turn = Turn::within(Side::First, limits);
        assert_eq!(go_command(&turn), "go depth 3 nodes 500 movetime 20");
        let left = [1_000, 900].map(Duration::from_millis);
        let turn = Turn {
            clocks: Some((left, Duration::from_millis(10))),
            ..Turn::within(Side::First, Limits::default())
        };
        assert_eq!(go_command(&turn), "go wtime 1000 btime 900 winc 10 binc 10");
    }
}
