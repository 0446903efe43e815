//! [`Allotment`]: the limits that a `go` command sets for a search.

use crate::engine_options::EngineOptions;
use plywood_core::{Color, Position};
use plywood_notation::uci;
use plywood_notation::uci_protocol::Go;
use plywood_search::{ClockTime, Limits, Pondering};
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
    /// Words of `searchmoves` that are not legal moves.
    pub(super) unknown_moves: Vec<String>,
}

/// The least time for a search, however short the given time is.
const LEAST_TIME: Duration = Duration::from_millis(1);

impl Allotment {
    pub(super) fn new(go: &Go, position: &Position, options: &EngineOptions) -> Self {
        let (limits, unknown_moves) = with_root_moves(limits_without_time(go), go, position);
        let limits = limits.with_lines(options.lines);
        let limits = if go.infinite {
            limits
        } else {
            with_time(limits, go, position.side_to_move(), options)
        };
        Self {
            limits: if go.ponder {
                limits.with_pondering(&Pondering::new())
            } else {
                limits
            },
            waits: go.ponder || go.infinite,
            mate: go.mate,
            unknown_moves,
        }
    }
}

fn limits_without_time(go: &Go) -> Limits {
    let limits = match go.depth {
        Some(depth) => Limits::depth(depth.max(1)),
        None => Limits::none(),
    };
    match go.nodes {
        Some(nodes) => limits.with_nodes(nodes.max(1)),
        None => limits,
    }
}

/// Restricts the root to the moves of `searchmoves`. If none of them is legal, all moves are searched.
fn with_root_moves(limits: Limits, go: &Go, position: &Position) -> (Limits, Vec<String>) {
    let (mut moves, mut unknown) = (Vec::new(), Vec::new());
    for text in &go.search_moves {
        match uci::parse(position, text) {
            Ok(mv) => moves.push(mv),
            Err(_) => unknown.push(text.clone()),
        }
    }
    if moves.is_empty() {
        (limits, unknown)
    } else {
        (limits.with_root_moves::<Position>(moves), unknown)
    }
}

/// Adds the time limits: the shorter one if there is a clock and a time for the move.
fn with_time(limits: Limits, go: &Go, color: Color, options: &EngineOptions) -> Limits {
    let usable = |time: Duration| time.saturating_sub(options.move_overhead()).max(LEAST_TIME);
    let limits = match go.clock[color] {
        None => limits,
        Some(remaining) => {
            let mut clock = ClockTime::new(usable(remaining)).with_increment(go.increment[color]);
            clock.moves_to_go = go.moves_to_go;
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
        let Ok(Command::Go(go)) = line.parse() else {
            panic!("{line}");
        };
        Allotment::new(&go, &Position::START, &EngineOptions::default())
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
        let allotted = allotment("go depth 0 searchmoves e2e4 e2e5");
        assert_eq!(allotted.limits.max_depth(), Some(1));
        assert_eq!(allotted.unknown_moves, ["e2e5"]);
        let allows = |text| {
            let mv = uci::parse(&Position::START, text).unwrap();
            allotted.limits.allows_at_root::<Position>(mv)
        };
        assert!(allows("e2e4") && !allows("d2d4"));
    }
}
