//! A search ended anywhere answers with a move that is legal and allowed, and with true scores.

use plywood_core::{Move, Position};
use plywood_engine::Engine;
use plywood_search::{Limits, Report, Score, ScoredLine, StopHandle, StopReason, Strategy};
use plywood_tables::{Syzygy, Tables};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The side to move has dozens of captures, so that depth 1 takes minutes.
const QUEENS: &str = "nqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQQN w - - 0 1";
/// At 5,000 nodes the first move of the iteration is known to be mated, and the good one is not searched yet.
const REFUTED: &str = "K3N2B/p1pR1P1p/1pP1k3/3p2nB/1r3qP1/1N1r4/4p3/4b3 b - - 1 1";

/// Openings, tactics, mates for and against the side to move, endings, checks, and few or many moves.
const POSITIONS: [&str; 14] = [
    REFUTED,
    QUEENS,
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
    "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1",
    "8/8/8/8/8/1k6/p7/K7 b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/6p1/8/P6Q/8/8/rr6/q5BK w - - 0 1",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    "4k3/8/8/8/8/8/3r4/4KB2 w - - 97 90",
    "1k6/1p6/8/8/8/8/3r1PPP/6K1 w - - 0 1",
    "8/5k2/8/2r5/8/3K4/4P3/2R5 w - - 0 1",
    "6k1/5ppp/8/8/8/2n5/1r3PPP/3q1RK1 w - - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse().expect("the position is legal")
}

/// The properties of every report, no matter when the search ended.
fn check(position: &Position, limits: &Limits, report: &Report<Move>) {
    let context = || format!("{position} {limits:?}: {report}");
    let best = report.best_move.expect("there is a legal move");
    assert!(position.is_legal(best), "{}", context());
    assert!(
        limits.root_moves(&position.legal_moves()).contains(&best),
        "{}",
        context()
    );
    assert!(report.score.is_some(), "{}", context());
    assert_eq!(report.line.first(), Some(&best), "{}", context());
    let others = report.other_lines.iter();
    let mut last = report.score;
    let mut first_moves = vec![best];
    for ScoredLine { score, line, .. } in others {
        assert!(Some(*score) <= last, "sorted: {}", context());
        last = Some(*score);
        assert!(!first_moves.contains(&line[0]), "{}", context());
        first_moves.push(line[0]);
        check_line(position, line);
    }
    check_line(position, &report.line);
    assert!(first_moves.len() <= limits.lines() as usize);
}

fn check_line(start: &Position, line: &[Move]) {
    let mut position = start.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} of {line:?} at {start}");
        position = position.play_unchecked(mv);
    }
}

/// An engine of one thread repeats its results when it is not cut, so that a report can be compared with the interrupted iteration.
struct Uncut {
    position: Position,
    report: Report<Move>,
}

impl Uncut {
    fn new(fen: &str, nodes: u64, limits: &Limits) -> Self {
        let position = position(fen);
        let limits = limits.clone().with_depth(30).with_nodes(nodes);
        let report = Engine::new().hash_megabytes(2).search(&position, &limits);
        Self { position, report }
    }

    /// The report of an interrupted search has the score and move of its last complete iteration, or of the next one, in which it has found
    /// a better move.
    fn agrees_with(&self, cut: &Report<Move>) {
        let found = (cut.best_move, cut.score);
        let of_depth = |depth| self.report.iterations.iter().find(|it| it.depth == depth);
        let Some(complete) = of_depth(cut.depth) else {
            return;
        };
        if found == (Some(complete.best_move), Some(complete.score)) {
            return;
        }
        let Some(next) = of_depth(cut.depth + 1) else {
            return;
        };
        let context = format!("{}: {cut}, but {next:?}", self.position);
        // A move found to lose is replaced by one of unknown value, with the score of the depth before.
        let is_escape = cut.score == Some(complete.score);
        assert!(is_escape || cut.score <= Some(next.score), "{context}");
        assert_ne!(cut.best_move, Some(complete.best_move), "{context}");
    }
}

/// Searches a position with these limits, ended after each of the [growing] numbers of nodes.
fn end_by_nodes(fen: &str, limits: &Limits, most: u64, step: u64) {
    let uncut = Uncut::new(fen, 8 * most, limits);
    let mut engine = Engine::new().hash_megabytes(2);
    for nodes in growing(most, step) {
        Strategy::<Position>::new_game(&mut engine);
        let limits = limits.clone().with_nodes(nodes);
        let report = engine.search(&uncut.position, &limits);
        assert!(report.stats.nodes <= nodes);
        check(&uncut.position, &limits, &report);
        uncut.agrees_with(&report);
        check_mate(&uncut, &report);
    }
}

/// A claim of mate is true: the continued search finds a mate for the same side.
fn check_mate(uncut: &Uncut, cut: &Report<Move>) {
    let (Some(claimed), Some(later)) = (cut.score, uncut.report.score) else {
        return;
    };
    if claimed.is_decisive() {
        let is_won = |score: Score| score > Score::DRAW;
        let agrees = later.is_decisive() && is_won(later) == is_won(claimed);
        assert!(agrees, "{}: {cut} against {later}", uncut.position);
    }
}

/// The limits that are combined with each end: one line or several, all moves of the root or some.
fn kinds(fen: &str) -> Vec<Limits> {
    let position = position(fen);
    let some = position.legal_moves().into_iter().rev().step_by(3);
    let some = Limits::none()
        .with_root_moves(&position, some)
        .expect("they are legal");
    vec![
        Limits::none(),
        Limits::none().with_lines(4),
        some.clone(),
        some.with_lines(2),
    ]
}

/// Returns 1, 2, 3 and so on, in growing steps.
fn growing(most: u64, step: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1), move |&nodes| Some(nodes + 1 + nodes / step))
        .take_while(move |&nodes| nodes <= most)
}

#[test]
fn a_search_ended_by_nodes_claims_what_it_has_found() {
    for fen in POSITIONS {
        for limits in kinds(fen) {
            end_by_nodes(fen, &limits, 1_000, 2);
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_search_ended_by_many_numbers_of_nodes_claims_what_it_has_found() {
    for fen in POSITIONS {
        for limits in kinds(fen) {
            end_by_nodes(fen, &limits, 5_000, 40);
        }
    }
}

#[test]
fn the_clock_and_the_stop_end_a_search_within_depth_1() {
    let queens = position(QUEENS);
    for limits in kinds(QUEENS) {
        let limits = limits.with_time(Duration::from_millis(30));
        let report = Engine::new().hash_megabytes(1).search(&queens, &limits);
        assert_eq!((report.depth, report.reason), (0, StopReason::Time));
        check(&queens, &limits, &report);
        let handle = StopHandle::new();
        let limits = limits.with_time(Duration::from_mins(5)).with_stop(&handle);
        let report = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(30));
                handle.stop();
            });
            Engine::new()
                .hash_megabytes(1)
                .threads(2)
                .search(&queens, &limits)
        });
        assert_eq!(report.reason, StopReason::Asked);
        check(&queens, &limits, &report);
    }
}

#[test]
fn no_time_and_no_nodes_are_enough_for_an_allowed_move_with_a_score() {
    for fen in POSITIONS {
        let start = position(fen);
        for limits in kinds(fen) {
            let stopped = StopHandle::new();
            stopped.stop();
            for limits in [
                limits.clone().with_time(Duration::ZERO),
                limits.clone().with_nodes(0),
                limits.with_stop(&stopped),
            ] {
                let report = Engine::new().hash_megabytes(1).search(&start, &limits);
                assert_eq!((report.depth, report.stats.nodes), (0, 0), "{fen}");
                check(&start, &limits, &report);
            }
        }
    }
}

#[test]
fn a_move_that_is_found_to_be_mated_is_not_played() {
    let start = position(REFUTED);
    let deep = Engine::new().search(&start, &Limits::depth(12));
    assert!(deep.score > Some(Score::DRAW), "{deep}");
    for nodes in (4_000..6_000).step_by(100) {
        let report = Engine::new().search(&start, &Limits::nodes(nodes));
        assert!(
            report.score.is_some_and(|score| !score.is_decisive()),
            "{report}"
        );
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn a_search_with_tables_ended_anywhere_claims_what_it_has_found() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    let tables: Arc<dyn Tables> = Arc::new(Syzygy::open(folder).unwrap());
    for fen in POSITIONS {
        let start = position(fen);
        for limits in kinds(fen) {
            for nodes in growing(5_000, 4) {
                let limits = limits.clone().with_nodes(nodes);
                let mut engine = Engine::new()
                    .hash_megabytes(1)
                    .endgame_tables(Arc::clone(&tables), 7);
                let report = engine.search(&start, &limits);
                check(&start, &limits, &report);
            }
        }
    }
}
