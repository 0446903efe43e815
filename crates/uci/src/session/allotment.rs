//! [`Allotment`]: the limits that a `go` command sets for a search.

use crate::engine_options::EngineOptions;
use plywood_core::{Color, Position};
use plywood_notation::uci;
use plywood_notation::uci_protocol::Go;
use plywood_search::{ClockTime, Limits, Pondering, RootMovesError};
use std::time::Duration;

/// The limits of a search, and whether its result must wait.
#[derive(Debug, Clone)]
pub(super) struct Allotment {
    /// The limits of the search.
    pub(super) limits: Limits,
    /// `true` if the result waits for `stop` or `ponderhit`.
    pub(super) waits: bool,
    /// A mate in this many moves or fewer ends the search.
    pub(super) mate: Option<u32>,
}

/// The least time for a search, however short the given time is.
const LEAST_TIME: Duration = Duration::from_millis(1);

impl Allotment {
    /// Reads the limits, and adds to `illegal` the words of `searchmoves` that are not legal moves.
    ///
    /// # Errors
    /// If none of them is legal.
    pub(super) fn new(
        go: &Go,
        position: &Position,
        options: &EngineOptions,
        overhead: Duration,
        illegal: &mut Vec<String>,
    ) -> Result<Self, RootMovesError> {
        let limits = limits_without_time(go).with_lines(options.lines);
        let limits = with_root_moves(limits, go, position, illegal)?;
        let limits = if go.infinite {
            limits
        } else {
            with_time(limits, go, position.side_to_move(), options, overhead)
        };
        Ok(Self {
            limits: if go.ponder {
                limits.with_pondering(&Pondering::new())
            } else {
                limits
            },
            waits: go.ponder || go.infinite,
            mate: go.mate,
        })
    }
}

fn limits_without_time(go: &Go) -> Limits {
    Limits::none()
        .with_depth(go.depth.map(|depth| depth.max(1)))
        .with_nodes(go.nodes.map(|nodes| nodes.max(1)))
        .with_rounds(go.rounds.map(|rounds| rounds.max(1)))
}

/// Restricts the root to the legal moves of `searchmoves`, if there are any words after it.
fn with_root_moves(
    limits: Limits,
    go: &Go,
    position: &Position,
    illegal: &mut Vec<String>,
) -> Result<Limits, RootMovesError> {
    if go.search_moves.is_empty() {
        return Ok(limits);
    }
    let mut moves = Vec::new();
    for text in &go.search_moves {
        match uci::parse(position, text) {
            Ok(mv) => moves.push(mv),
            Err(_) => illegal.push(text.clone()),
        }
    }
    limits.with_root_moves(position, moves)
}

/// Returns the time on a side's clock. The protocol lets an interface leave clocks out: a side without one is given its opponent's, or an
/// increment that comes alone, so that only a `go` without any time searches until `stop`.
fn remaining(go: &Go, color: Color) -> Option<Duration> {
    let increment = Some(go.increment[color]).filter(|increment| !increment.is_zero());
    go.clock[color].or(go.clock[!color]).or(increment)
}

/// Adds the time limits: the shorter one if there is a clock and a time for the move.
fn with_time(
    limits: Limits,
    go: &Go,
    color: Color,
    options: &EngineOptions,
    overhead: Duration,
) -> Limits {
    let limits = match remaining(go, color) {
        None => limits,
        Some(remaining) => {
            let mut clock = ClockTime::new(remaining).with_increment(go.increment[color]);
            clock.moves_to_go = go.moves_to_go;
            clock.overhead = overhead;
            let soft = clock.soft_time();
            // Thinking in the opponent's time saves some, so a move may take a little longer.
            let soft = if options.ponder { soft * 5 / 4 } else { soft };
            let hard = clock.hard_time().max(LEAST_TIME);
            limits.with_time(hard).with_soft_time(soft.min(hard))
        }
    };
    // A time for one move is not a clock that could run out, so all of it is used.
    match go.move_time.map(|time| time.max(LEAST_TIME)) {
        Some(time) if limits.max_time().is_none_or(|hard| time < hard) => limits.with_time(time),
        Some(_) | None => limits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_notation::uci_protocol::Command;

    fn allotment(line: &str) -> Allotment {
        read(line).0.expect("a root move is legal")
    }

    fn read(line: &str) -> (Result<Allotment, RootMovesError>, Vec<String>) {
        let Ok(Command::Go(go)) = line.parse() else {
            panic!("{line}");
        };
        let mut illegal = Vec::new();
        let options = EngineOptions::default();
        let overhead = options.move_overhead();
        let allotted = Allotment::new(&go, &Position::START, &options, overhead, &mut illegal);
        (allotted, illegal)
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let allotted = allotment("go wtime 60000 btime 1 winc 1000");
        assert!(allotted.limits.max_time() > Some(Duration::from_secs(1)));
        assert!(!allotted.waits && allotted.limits.pondering().is_none());
        let movetime = allotment("go movetime 100");
        assert_eq!(movetime.limits.max_time(), Some(Duration::from_millis(100)));
    }

    #[test]
    fn the_shortest_clock_leaves_a_little_time() {
        for line in [
            "go wtime 0",
            "go wtime -100",
            "go wtime 1 movestogo 1",
            "go movetime 0",
        ] {
            let time = allotment(line).limits.max_time();
            assert_eq!(time, Some(LEAST_TIME), "{line}");
        }
    }

    #[test]
    fn a_side_without_a_clock_has_its_opponents() {
        let time = |line| allotment(line).limits.max_time();
        assert_eq!(time("go btime 5000"), time("go wtime 5000"));
        assert_eq!(time("go btime 5000 winc 10"), time("go wtime 5000 winc 10"));
        assert!(time("go winc 100").is_some_and(|time| time < Duration::from_millis(100)));
        assert_eq!(time("go"), None);
    }

    #[test]
    fn pondering_waits_for_the_hit() {
        let allotted = allotment("go ponder wtime 60000 btime 60000");
        assert!(allotted.waits && allotted.limits.pondering().is_some());
        assert!(allotted.limits.max_time() > Some(Duration::from_millis(500)));
        let infinite = allotment("go infinite wtime 100");
        assert!(infinite.waits && infinite.limits.max_time().is_none());
        assert!(infinite.limits.pondering().is_none());
    }

    #[test]
    fn root_moves_must_be_legal() {
        let (allotted, illegal) = read("go depth 0 searchmoves e2e4 e2e5");
        let limits = allotted.unwrap().limits;
        assert_eq!(
            (limits.max_depth(), illegal),
            (Some(1), vec!["e2e5".into()])
        );
        let moves = limits.root_moves(&Position::START.legal_moves());
        assert_eq!(moves, [uci::parse(&Position::START, "e2e4").unwrap()]);
        let (refused, illegal) = read("go searchmoves e2e5 banana");
        assert_eq!(refused.unwrap_err(), RootMovesError::Empty);
        assert_eq!(illegal, ["e2e5", "banana"]);
    }
}
