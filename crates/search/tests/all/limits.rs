//! Depth 0, depths beyond every limit, finished games, single moves, stops before the first iteration.

use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{
    AlphaBeta, Budget, Comparison, Game, IterativeDeepening, Limits, MAX_DEPTH, Minimax,
    MonteCarlo, Negamax, Parallel, Pondering, PrincipalVariationSearch, ProofNumber, Random, Score,
    StopHandle, StopReason, Stopped, Strategy, Transpositions, catch_panic,
};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

fn everything() -> Vec<Box<dyn Strategy<ConnectFour>>> {
    let mut all = crate::strategies::exact(ConnectFour::estimate);
    all.extend(crate::strategies::inexact(ConnectFour::estimate));
    all.push(Box::new(Random));
    all
}

fn everything_and_parallel() -> Vec<Box<dyn Strategy<ConnectFour>>> {
    let mut all = everything();
    all.extend(crate::strategies::parallel(ConnectFour::estimate));
    all
}

/// Limits that end a search of any strategy at once or soon.
fn short_limits() -> Vec<Limits> {
    let stopped = StopHandle::new();
    stopped.stop();
    vec![
        Limits::depth(0),
        Limits::depth(1),
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::nodes(2_000),
        Limits::depth(u32::MAX).with_nodes(5_000),
        Limits::time(Duration::ZERO),
        Limits::depth(3).with_stop(&stopped),
        Limits::none().with_stop(&stopped),
    ]
}

#[test]
fn there_is_always_a_legal_move() {
    let board: ConnectFour = "ddcc".parse().unwrap();
    for mut strategy in everything_and_parallel() {
        for limits in short_limits() {
            let report = strategy.search(&board, &limits);
            let best = report
                .best_move
                .unwrap_or_else(|| panic!("{} under {limits:?}", strategy.name()));
            assert!(
                board.legal_moves().contains(&best),
                "{} under {limits:?}",
                strategy.name()
            );
            assert_eq!(
                report.line.first(),
                Some(&best),
                "{} under {limits:?}",
                strategy.name()
            );
        }
    }
}

#[test]
fn lines_can_be_played() {
    for game in ["", "dd", "ddcceb", "dcdcbadbe"] {
        let board: ConnectFour = game.parse().unwrap();
        for mut strategy in everything_and_parallel() {
            let report = strategy.search(&board, &Limits::depth(5).with_nodes(20_000));
            report.line.iter().fold(board, |position, mv| {
                assert!(
                    position.ending_at_leaf().is_none(),
                    "{}: {}",
                    strategy.name(),
                    report.line
                );
                assert!(
                    position.legal_moves().contains(mv),
                    "{}: {}",
                    strategy.name(),
                    report.line
                );
                position.after(*mv)
            });
        }
    }
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let board: ConnectFour = "adadada".parse().unwrap();
    for mut strategy in everything_and_parallel() {
        for limits in short_limits() {
            let report = strategy.search(&board, &limits);
            assert_eq!(report.best_move, None, "{}", strategy.name());
            assert_eq!(report.score, Some(Score::lost_in(0)), "{}", strategy.name());
            assert_eq!(report.reason, StopReason::Solved, "{}", strategy.name());
        }
    }
}

#[test]
fn a_position_with_one_move_plays_it() {
    let board: ConnectFour = "fbafabgfaafdddfbeebfeeabdbdcedccegagggcg".parse().unwrap();
    assert_eq!(
        (board.legal_moves().len(), board.ending_at_leaf()),
        (1, None),
        "\n{board}"
    );
    for mut strategy in everything_and_parallel() {
        let report = strategy.search(&board, &Limits::depth(2));
        assert_eq!(
            report.best_move,
            board.legal_moves().first().copied(),
            "{}",
            strategy.name()
        );
    }
}

#[test]
fn a_side_that_loses_whatever_it_does_still_moves() {
    // Three in a row, free at both ends: one end cannot be stopped.
    let lost: ConnectFour = "ddeec".parse().unwrap();
    for mut strategy in everything_and_parallel() {
        let report = strategy.search(&lost, &Limits::depth(4));
        assert!(report.best_move.is_some(), "{}", strategy.name());
        if report.is_exact {
            assert_eq!(report.score, Some(Score::lost_in(2)), "{}", strategy.name());
        }
    }
}

#[test]
fn depth_zero_evaluates_the_position_itself() {
    let tree: Tree = "7(1 2)".parse().unwrap();
    let report = AlphaBeta::new(Tree::estimate).search(&tree, &Limits::depth(0));
    assert_eq!(report.score, Some(Score::centipawns(7)));
    assert_eq!(report.stats.nodes, 1);
}

#[test]
fn depths_beyond_the_limit_are_the_limit() {
    let deep: Tree = format!("{}1{}", "(".repeat(1_000), ")".repeat(1_000))
        .parse()
        .unwrap();
    for limits in [Limits::none(), Limits::depth(u32::MAX)] {
        for mut strategy in crate::strategies::for_any_game(Tree::estimate) {
            let report = strategy.search(&deep, &limits);
            assert_eq!(report.depth, MAX_DEPTH, "{}", strategy.name());
        }
    }
}

#[test]
fn node_limits_are_exact() {
    for nodes in [1, 100, 1_023, 1_024, 1_025, 3_000] {
        let report =
            Negamax::new(ConnectFour::estimate).search(&ConnectFour::new(), &Limits::nodes(nodes));
        assert_eq!(report.stats.nodes, nodes);
        assert_eq!(report.reason, StopReason::Nodes);
        assert!(!report.is_exact);
    }
}

#[test]
fn a_stopped_deepening_reports_its_last_finished_iteration() {
    let mut deepening = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
    let whole = deepening.search(&ConnectFour::new(), &Limits::depth(5));
    let spent = whole.stats.nodes;
    let stopped = deepening.search(&ConnectFour::new(), &Limits::nodes(spent + 10));
    assert_eq!(
        (stopped.depth, stopped.score, &stopped.line),
        (5, whole.score, &whole.line)
    );
    assert_eq!(stopped.reason, StopReason::Nodes);
    assert!(stopped.is_exact);
}

#[test]
fn deepening_begins_no_iteration_after_the_soft_time() {
    let limits = Limits::depth(6).with_soft_time(Duration::ZERO);
    let mut deepening = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
    let report = deepening.search(&ConnectFour::new(), &limits);
    assert_eq!((report.reason, report.depth), (StopReason::Time, 1));
    assert!(report.is_exact);
    let limits = limits.with_soft_time(Duration::MAX);
    let report = deepening.search(&ConnectFour::new(), &limits);
    assert_eq!((report.reason, report.depth), (StopReason::Depth, 6));
}

/// An iteration that begins below the number of nodes is finished, with the same result as without a limit.
#[test]
fn deepening_begins_no_iteration_after_the_soft_nodes() {
    let mut deepening = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
    let mut nodes = Vec::new();
    for depth in 1..=6 {
        let whole = deepening.search(&ConnectFour::new(), &Limits::depth(depth));
        nodes.push(whole.stats.nodes);
        let (before, spent) = (nodes.iter().rev().nth(1), whole.stats.nodes);
        for soft in [before.map_or(1, |before| before + 1), spent] {
            let limits = Limits::none().with_soft_nodes(soft);
            let report = deepening.search(&ConnectFour::new(), &limits);
            assert_eq!((report.reason, report.depth), (StopReason::Nodes, depth));
            assert_eq!((report.stats.nodes, &report.line), (spent, &whole.line));
        }
    }
    let limits = Limits::depth(6).with_soft_nodes(u64::MAX);
    let report = deepening.search(&ConnectFour::new(), &limits);
    assert_eq!((report.reason, report.depth), (StopReason::Depth, 6));
}

#[test]
fn a_search_that_ponders_takes_its_time_until_the_hit() {
    let pondering = Pondering::new();
    let limits = Limits::depth(5)
        .with_time(Duration::ZERO)
        .with_soft_time(Duration::ZERO)
        .with_pondering(&pondering);
    let mut deepening = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
    let report = deepening.search(&ConnectFour::new(), &limits);
    assert_eq!((report.reason, report.depth), (StopReason::Depth, 5));
    pondering.hit();
    let report = deepening.search(&ConnectFour::new(), &limits);
    assert_eq!(report.reason, StopReason::Time);
}

#[test]
fn a_decided_game_is_not_searched_further() {
    let board: TicTacToe = "XX. OO. ...".parse().unwrap();
    let report = IterativeDeepening::new(AlphaBeta::new(|_: &TicTacToe| Score::DRAW))
        .search(&board, &Limits::none());
    assert_eq!((report.reason, report.depth), (StopReason::Solved, 1));
}

#[test]
fn searches_are_the_same_every_time() {
    let limits = Limits::depth(6).with_nodes(4_000).with_seed(3);
    for (mut strategy, mut same) in everything().into_iter().zip(everything()) {
        let first = strategy.search(&ConnectFour::new(), &limits);
        let second = same.search(&ConnectFour::new(), &limits);
        assert_eq!(
            (first.stats, first.line),
            (second.stats, second.line),
            "{}",
            strategy.name()
        );
    }
}

#[test]
fn proof_number_search_ends_when_its_memory_is_used_up() {
    let mut search = ProofNumber::new().megabytes(1);
    let report = search.search(&ConnectFour::new(), &Limits::none());
    assert_eq!((report.reason, report.score), (StopReason::Memory, None));
    assert!((20_000..60_000).contains(&report.stats.nodes), "{report}");
    assert!(report.to_string().contains("(memory limit)"), "{report}");
    let none = ProofNumber::new()
        .megabytes(0)
        .search(&ConnectFour::new(), &Limits::none());
    assert!(none.best_move.is_some());
}

#[test]
fn proof_number_search_says_what_it_has_shown() {
    let shown = |board: &TicTacToe, limits: &Limits| {
        let report = ProofNumber::new().search(board, limits);
        (report.reason, report.score, report.depth)
    };
    let start = TicTacToe::new();
    let within_depth = shown(&start, &Limits::depth(4));
    assert_eq!(within_depth, (StopReason::Depth, None, 4));
    let never = shown(&start, &Limits::none());
    assert_eq!(never, (StopReason::Solved, None, 0));
    let win = "XX. OO. ...".parse().unwrap();
    let proven = shown(&win, &Limits::depth(1));
    assert_eq!(proven, (StopReason::Solved, Some(Score::won_in(1)), 1));
}

#[test]
fn monte_carlo_search_goes_on_when_its_memory_is_used_up() {
    let limits = Limits::nodes(200_000).with_seed(1);
    for megabytes in [0, 1] {
        let mut search = MonteCarlo::new(ConnectFour::estimate)
            .playout_plies(0)
            .megabytes(megabytes);
        let report = search.search(&ConnectFour::new(), &limits);
        assert_eq!(report.reason, StopReason::Nodes);
        assert!(report.best_move.is_some());
    }
}

#[test]
fn a_slow_evaluator_does_not_overstep_the_time() {
    let limits = Limits::time(Duration::from_millis(10));
    // In the second search the first iterations are quick, so that the clock is read seldom when the slow ones begin.
    for quick_stones in [0, 3] {
        let slow = std::cell::Cell::new(0);
        let evaluator = |board: &ConnectFour| {
            if board.stones() > quick_stones {
                slow.set(slow.get() + 1);
                std::thread::sleep(Duration::from_millis(1));
            }
            board.estimate()
        };
        let mut search = IterativeDeepening::new(AlphaBeta::new(evaluator));
        let report = search.search(&ConnectFour::new(), &limits);
        assert_eq!(report.reason, StopReason::Time);
        // Counted, not measured, since other programs may take the processor for a while.
        assert!(
            slow.get() < 40,
            "{} evaluations of a millisecond",
            slow.get()
        );
    }
}

/// A better root move of the iteration that was stopped counts: it was searched after the best move so far.
#[test]
fn a_stopped_iteration_leaves_its_better_move() {
    let mut better = 0;
    for game in ["", "ddcceb", "dcbdadgef", "a", "ab", "dcdc", "ddee", "cceg"] {
        let board: ConnectFour = game.parse().unwrap();
        for nodes in (50..4_000).step_by(31) {
            let mut search = IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
            let report = search.search(&board, &Limits::nodes(nodes));
            let last = report.iterations.last().expect("one iteration is complete");
            if report.best_move == Some(last.best_move) {
                assert_eq!(report.score, Some(last.score));
                continue;
            }
            better += 1;
            assert!(
                !report.is_exact,
                "the score is of an iteration that is not complete"
            );
            assert_eq!(report.line.first(), report.best_move.as_ref());
            let value = |mv| {
                let mut plain = AlphaBeta::new(ConnectFour::estimate);
                let child = plain
                    .search(&board.after(mv), &Limits::depth(last.depth))
                    .score;
                child.map(|score| -score.relative_to_root(1))
            };
            assert_eq!(report.best_move.and_then(value), report.score);
            assert!(
                report.score > value(last.best_move),
                "{game} after {nodes} nodes"
            );
        }
    }
    assert!(
        better > 3,
        "{better} stopped searches had found a better move"
    );
}

#[test]
fn monte_carlo_search_ends_by_a_depth_alone() {
    let limits = Limits::depth(2).with_stop(&StopHandle::new());
    let report = MonteCarlo::new(|_: &TicTacToe| Score::DRAW).search(&TicTacToe::new(), &limits);
    assert!(report.stats.nodes > 10_000 && report.best_move.is_some());
}

#[test]
fn limits_may_be_the_greatest_numbers() {
    let greatest = Limits::depth(u32::MAX)
        .with_nodes(u64::MAX)
        .with_time(Duration::MAX)
        .with_soft_time(Duration::MAX);
    let mut deepening = IterativeDeepening::new(AlphaBeta::new(|_: &TicTacToe| Score::DRAW));
    let board: TicTacToe = "XX. OO. ...".parse().unwrap();
    let report = deepening.search(&board, &greatest);
    assert_eq!(report.reason, StopReason::Solved);
    assert!(report.stats.branching_factor(u32::MAX) < 10.0);

    let mut budget = Budget::new(&Limits::none());
    assert_eq!(budget.charge(u64::MAX - 1), Ok(()));
    assert_eq!(budget.spend(), Ok(()));
    assert_eq!(budget.charge(u64::MAX), Err(Stopped));
}

/// A server stops a search that exceeded its time; its clients are told of the limit, not of the stop.
#[test]
fn a_limit_that_is_reached_is_named_before_a_stop() {
    let handle = StopHandle::new();
    handle.stop();
    let reached = |limits: Limits| {
        let mut budget = Budget::new(&limits.with_stop(&handle));
        assert_eq!(budget.spend(), Err(Stopped));
        budget.stop_reason()
    };
    assert_eq!(
        reached(Limits::time(Duration::ZERO)),
        Some(StopReason::Time)
    );
    assert_eq!(reached(Limits::nodes(0)), Some(StopReason::Nodes));
    assert_eq!(reached(Limits::none()), Some(StopReason::Asked));
}

/// A search on several threads whose evaluator panics on one of them must end on the others.
#[test]
fn a_panic_on_one_thread_ends_the_search() {
    for panics_on_first in [true, false] {
        let first = std::thread::current().id();
        let evaluator = move |board: &ConnectFour| {
            let is_first = std::thread::current().id() == first;
            assert!(
                is_first != panics_on_first || board.stones() < 9,
                "as planned"
            );
            board.estimate()
        };
        let inner = PrincipalVariationSearch::new(evaluator).table(Transpositions::exact(0));
        let mut search = Parallel::new(inner, 2).split_depth(1);
        let limits = Limits::depth(30).with_time(Duration::from_mins(10));
        let started = Instant::now();
        let run = || search.search(&ConnectFour::new(), &limits);
        assert_eq!(catch_panic(run).unwrap_err(), "as planned");
        assert!(started.elapsed() < Duration::from_mins(5));
    }
}

/// Every one of many waiting threads checks the clock, so it evaluates few positions when the time is over.
#[test]
fn more_threads_than_processors_keep_the_time() {
    static END: OnceLock<Instant> = OnceLock::new();
    static MOST: AtomicU32 = AtomicU32::new(0);
    thread_local!(static LATE: Cell<u32> = const { Cell::new(0) });
    const TIME: Duration = Duration::from_millis(20);
    let evaluator = |board: &ConnectFour| {
        // The clock of the search has already started.
        if Instant::now() > *END.get_or_init(|| Instant::now() + TIME) {
            LATE.set(LATE.get() + 1);
            MOST.fetch_max(LATE.get(), Ordering::Relaxed);
        }
        board.estimate()
    };
    let inner = PrincipalVariationSearch::new(evaluator).table(Transpositions::exact(1));
    let mut search = IterativeDeepening::new(Parallel::new(inner, 64));
    let report = search.search(&ConnectFour::new(), &Limits::time(TIME));
    assert_eq!(report.reason, StopReason::Time);
    let most = MOST.load(Ordering::Relaxed);
    assert!(most <= 1_024, "{most} evaluations of one thread");
}

#[test]
fn rounds_end_a_search_for_proofs() {
    for mut search in [ProofNumber::new(), ProofNumber::new().squared()] {
        let report = search.search(&ConnectFour::new(), &Limits::rounds(5));
        assert_eq!(report.reason, StopReason::Rounds);
        assert!((35..1_000).contains(&report.stats.nodes), "{report}");
    }
}

#[test]
fn a_search_without_depths_is_compared_once_at_the_last_depth() {
    let board: ConnectFour = "ddcc".parse().unwrap();
    for reference in ["rounds", "minimax"] {
        let rounds = MonteCarlo::new(ConnectFour::estimate);
        let table = Comparison::new(&board, Limits::none())
            .depths(1..=3)
            .strategy_within("rounds", rounds, Limits::rounds(20))
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
            .against(reference)
            .run();
        let rows = table.rows.iter().map(|row| (row.number, row.depth));
        let expected = [(1, Some(1)), (1, Some(2)), (0, None), (1, Some(3))];
        assert!(rows.eq(expected), "{table}");
    }
}
