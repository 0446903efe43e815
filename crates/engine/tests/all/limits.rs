//! A search keeps its limits: moves of the root, lines, nodes, time, threads.

use plywood_core::{Move, Position};
use plywood_engine::{Engine, Number, Step};
use plywood_search::catch_panic;
use plywood_search::{Event, Limits, Observer, Pondering, Score, StopHandle, StopReason, Strategy};
use std::cell::Cell;
use std::panic::catch_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

fn middlegame() -> Position {
    MIDDLEGAME.parse().expect("the position is legal")
}

#[test]
fn only_the_chosen_root_moves_are_searched() {
    let position = middlegame();
    let chosen: Vec<Move> = position
        .legal_moves()
        .iter()
        .copied()
        .skip(3)
        .take(2)
        .collect();
    let limits = Limits::depth(6).with_root_moves(&position, chosen.clone());
    let limits = limits.unwrap();
    let report = Engine::new().search(&position, &limits);
    assert!(report.best_move.is_some_and(|mv| chosen.contains(&mv)));
    let lines = Engine::new().search(&position, &limits.with_lines(5));
    assert_eq!(lines.other_lines.len(), 1, "two moves have two lines");
}

#[test]
fn several_lines_begin_with_different_moves_and_get_worse() {
    let position = middlegame();
    let report = Engine::new().search(&position, &Limits::depth(7).with_lines(4));
    let mut scores = vec![report.score.unwrap()];
    let mut moves = vec![report.best_move.unwrap()];
    for other in &report.other_lines {
        scores.push(other.score);
        moves.push(other.line[0]);
    }
    assert_eq!(moves.len(), 4);
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 4);
    assert!(
        report
            .iterations
            .iter()
            .all(|iteration| iteration.other_lines.len() == 3)
    );
}

#[test]
fn node_limits_are_exact_and_the_same_search_gives_the_same_report() {
    let position = middlegame();
    let limits = Limits::nodes(30_000);
    let mut engine = Engine::new();
    let first = engine.search(&position, &limits);
    assert_eq!(
        (first.stats.nodes, first.reason),
        (30_000, StopReason::Nodes)
    );
    Strategy::<Position>::new_game(&mut engine);
    let second = engine.search(&position, &limits);
    assert_eq!(first.to_string(), second.to_string());
    assert_eq!(first.stats, second.stats);
}

#[test]
fn several_threads_keep_the_node_limit_together_and_find_a_legal_move() {
    let position = middlegame();
    for threads in [2, 4, 9] {
        let mut engine = Engine::new().threads(threads).hash_megabytes(1);
        let report = engine.search(&position, &Limits::nodes(20_000));
        assert!(report.best_move.is_some_and(|mv| position.is_legal(mv)));
        assert!(report.stats.nodes <= 20_000 + 1_024 * threads as u64);
        let report = engine.search(&position, &Limits::depth(7));
        assert_eq!(report.depth, 7);
    }
    let one = Engine::new().threads(4).without(Step::Parallel).unwrap();
    let mut one = one;
    let report = one.search(&position, &Limits::nodes(5_000));
    assert_eq!(report.stats.nodes, 5_000);
}

/// Stops the search after a number of iterations.
struct StopAfter(u32, StopHandle);

impl Observer<Move> for StopAfter {
    fn observe(&mut self, event: Event<'_, Move>) {
        if matches!(event, Event::Iteration(iteration) if iteration.depth == self.0) {
            self.1.stop();
        }
    }
}

/// Makes the expected move after a number of iterations.
struct HitAfter(u32, Pondering);

impl Observer<Move> for HitAfter {
    fn observe(&mut self, event: Event<'_, Move>) {
        if matches!(event, Event::Iteration(iteration) if iteration.depth == self.0) {
            self.1.hit();
        }
    }
}

#[test]
fn a_stopped_search_keeps_its_last_result() {
    let position = middlegame();
    let handle = StopHandle::new();
    let limits = Limits::none().with_stop(&handle);
    let mut observer = StopAfter(6, handle);
    let report = Engine::new().search_observed(&position, &limits, &mut observer);
    assert_eq!((report.reason, report.depth), (StopReason::Asked, 6));
    let last = report.iterations.last().unwrap();
    assert_eq!(report.best_move, Some(last.best_move));
}

#[test]
fn a_search_that_ponders_ends_when_the_expected_move_is_made() {
    let pondering = Pondering::new();
    let limits = Limits::time(Duration::from_millis(1))
        .with_soft_time(Duration::ZERO)
        .with_pondering(&pondering);
    let mut observer = HitAfter(6, pondering);
    let report = Engine::new().search_observed(&middlegame(), &limits, &mut observer);
    assert_eq!((report.reason, report.depth), (StopReason::Time, 6));
}

#[test]
fn an_iteration_that_begins_below_the_soft_nodes_is_finished() {
    let position = middlegame();
    let whole = Engine::new().search(&position, &Limits::depth(6));
    let before: u64 = whole.iterations[..5].iter().map(|row| row.nodes).sum();
    for soft in [before + 1, whole.stats.nodes] {
        let limits = Limits::none().with_soft_nodes(soft);
        let report = Engine::new().search(&position, &limits);
        assert_eq!((report.reason, report.depth), (StopReason::Nodes, 6));
        assert_eq!(report.stats.nodes, whole.stats.nodes);
    }
    // A hard limit still interrupts the iteration, and helpers end with the first thread.
    let cut = Engine::new().search(
        &position,
        &Limits::nodes(before + 1).with_soft_nodes(before + 1),
    );
    assert_eq!((cut.reason, cut.depth), (StopReason::Nodes, 5));
    let limits = Limits::none().with_soft_nodes(before);
    let report = Engine::new().threads(3).search(&position, &limits);
    assert_eq!(report.reason, StopReason::Nodes);
}

#[test]
fn a_forced_move_gets_a_tenth_of_its_time() {
    let forced = "r6k/7p/8/8/8/8/2r4P/K7 w - - 0 1";
    let forced: Position = forced.parse().expect("the position is legal");
    assert_eq!(forced.legal_moves().len(), 1);
    let soft = Duration::from_secs(1);
    let limits = Limits::time(9 * soft).with_soft_time(soft);
    // Other programs use the machine, so it may try again.
    let mut reports = (0..5).map(|_| Engine::new().search(&forced, &limits));
    assert!(reports.any(|report| report.depth > 3 && report.elapsed < soft / 2));
}

/// Panics when an iteration is complete.
struct Panicking;

impl Observer<Move> for Panicking {
    fn observe(&mut self, event: Event<'_, Move>) {
        if let Event::Iteration(_) = event {
            panic!("an observer's fault");
        }
    }
}

#[test]
fn a_panic_of_one_thread_ends_the_others() {
    let started = Instant::now();
    let limits = Limits::time(Duration::from_mins(10));
    let observed = catch_unwind(|| {
        let mut engine = Engine::new().threads(3);
        engine.search_observed(&middlegame(), &limits, &mut Panicking)
    });
    assert!(observed.is_err());
    let evaluated = catch_panic(|| {
        let first = std::thread::current().id();
        let panics_elsewhere = move |_: &Position| {
            assert_eq!(std::thread::current().id(), first, "a helper's fault");
            Score::DRAW
        };
        let mut engine = Engine::new().threads(2).evaluator(panics_elsewhere);
        engine.search(&middlegame(), &limits)
    });
    assert!(evaluated.unwrap_err().contains("a helper's fault"));
    assert!(started.elapsed() < Duration::from_mins(5));
}

/// Every one of many waiting threads checks the clock, so it evaluates few positions when the time is over.
#[test]
fn more_threads_than_processors_keep_the_time() {
    static END: OnceLock<Instant> = OnceLock::new();
    static MOST: AtomicU32 = AtomicU32::new(0);
    thread_local!(static LATE: Cell<u32> = const { Cell::new(0) });
    const TIME: Duration = Duration::from_millis(20);
    let evaluator = |position: &Position| {
        // The clock of the search has already started.
        if Instant::now() > *END.get_or_init(|| Instant::now() + TIME) {
            LATE.set(LATE.get() + 1);
            MOST.fetch_max(LATE.get(), Ordering::Relaxed);
        }
        Score::centipawns(i32::from(position.halfmove_clock() > 0))
    };
    let report = Engine::new()
        .threads(64)
        .hash_megabytes(1)
        .evaluator(evaluator)
        .search(&middlegame(), &Limits::time(TIME));
    assert_eq!(report.reason, StopReason::Time);
    assert!(report.best_move.is_some());
    let most = MOST.load(Ordering::Relaxed);
    assert!(most <= 1_024, "{most} evaluations of one thread");
}

#[test]
fn a_clone_searches_as_the_engine_did_and_shares_no_table() {
    let mut engine = Engine::new().hash_megabytes(1);
    let limits = Limits::depth(6);
    let nodes = |engine: &mut Engine| engine.search(&Position::START, &limits).stats.nodes;
    let mut copy = engine.clone();
    let first = nodes(&mut engine);
    assert_eq!(nodes(&mut copy), first);
    engine.new_game();
    assert_eq!(nodes(&mut engine), first);
    let text = format!("{engine:?}");
    assert_eq!(text, "Engine { megabytes: 1, threads: 1, .. }");
}

#[test]
fn what_an_engine_cannot_have_is_refused() {
    let number = Number::all().next().expect("there are numbers");
    let refused = |change: &dyn Fn(Engine) -> Engine| {
        catch_panic(|| change(Engine::new())).expect_err("it is impossible")
    };
    assert_eq!(
        refused(&|engine| engine.threads(0)),
        "from 1 to 256 threads, not 0"
    );
    let below = refused(&|engine| engine.number(number, -5_000));
    assert!(below.contains(&format!("{number} is from ")), "{below}");
}
