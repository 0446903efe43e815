//! Chosen root moves and several lines, which every strategy obeys.

use crate::strategies::{exact, inexact, parallel, with_quiescence};
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use plywood_search::{
    AlphaBeta, Game, Limits, Minimax, MonteCarlo, ProofNumber, Random, RootMovesError, Score,
    Strategy, best_moves,
};

const GAMES: [&str; 4] = ["", "ddcceb", "dcbdadgef", "ddca"];

fn board(game: &str) -> ConnectFour {
    game.parse().expect("a game of connect four")
}

/// Minimax's value of each root move.
fn values(board: ConnectFour, depth: u32) -> Vec<(Score, String)> {
    let value = |mv| {
        let below =
            Minimax::new(ConnectFour::estimate).search(&board.after(mv), &Limits::depth(depth - 1));
        -below
            .score
            .expect("minimax has a score")
            .relative_to_root(1)
    };
    let moves = board.legal_moves();
    moves
        .iter()
        .map(|mv| (value(*mv), mv.to_string()))
        .collect()
}

#[test]
fn the_best_moves_are_all_that_minimax_finds_equally_good() {
    let mut ties = 0;
    for game in GAMES {
        for depth in 1..5 {
            let values = values(board(game), depth);
            let best = values.iter().map(|(score, _)| *score).max();
            let best = values.iter().filter(|(score, _)| Some(*score) == best);
            let mut wanted: Vec<String> = best.map(|(_, mv)| mv.clone()).collect();
            wanted.sort();
            ties += usize::from(wanted.len() > 1);
            for mut search in exact(ConnectFour::estimate as fn(&ConnectFour) -> Score) {
                let limits = Limits::depth(depth);
                let found = best_moves(&mut *search, &board(game), &limits).expect("it is exact");
                let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
                found.sort();
                assert_eq!(
                    found,
                    wanted,
                    "{} at depth {depth} of {game:?}",
                    search.name()
                );
            }
        }
    }
    assert!(ties > 3, "{ties} ties");
    let (start, few) = (board(""), Limits::depth(6).with_nodes(5));
    assert_eq!(
        best_moves(&mut AlphaBeta::new(ConnectFour::estimate), &start, &few),
        None
    );
    assert_eq!(best_moves(&mut Random, &start, &Limits::none()), None);
}

fn every_strategy() -> Vec<Box<dyn Strategy<ConnectFour>>> {
    let evaluator = ConnectFour::estimate as fn(&ConnectFour) -> Score;
    let mut all = exact(evaluator);
    all.extend(parallel(evaluator));
    all.extend(inexact(evaluator));
    all.extend(with_quiescence(evaluator));
    all.push(Box::new(Random));
    all
}

#[test]
fn only_the_chosen_moves_are_played() {
    for game in GAMES {
        let board = board(game);
        let values = values(board, 4);
        let moves = board.legal_moves();
        let chosen = [moves[1], moves[4]];
        let limits = Limits::depth(4)
            .with_nodes(20_000)
            .with_root_moves(&board, chosen)
            .expect("they are legal");
        let best = values[1].0.max(values[4].0);
        for mut strategy in every_strategy() {
            let report = strategy.search(&board, &limits);
            let name = strategy.name();
            let mv = report
                .best_move
                .unwrap_or_else(|| panic!("{name} has no move"));
            assert!(chosen.contains(&mv), "{name} plays {mv} in {game}");
            if report.is_exact && report.is_complete() && !name.contains("quiescence") {
                assert_eq!(report.score, Some(best), "{name} in {game}");
            }
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_their_order() {
    for game in GAMES {
        let board = board(game);
        let mut values = values(board, 4);
        values.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let limits = Limits::depth(4).with_lines(3);
        for mut strategy in exact(ConnectFour::estimate as fn(&ConnectFour) -> Score) {
            let report = strategy.search(&board, &limits);
            let name = strategy.name();
            let mut scores = vec![report.score.expect("it has a score")];
            scores.extend(report.other_lines.iter().map(|line| line.score));
            let expected: Vec<Score> = values.iter().take(3).map(|(score, _)| *score).collect();
            if report.depth == 4 {
                assert_eq!(scores, expected, "{name} in {game}");
            }
            assert!(scores.is_sorted_by(|one, other| one >= other), "{name}");
            let mut first: Vec<_> = report.other_lines.iter().map(|line| line.line[0]).collect();
            first.extend(report.best_move);
            first.sort_by_key(ToString::to_string);
            first.dedup();
            assert_eq!(first.len(), 3, "{name} has three moves");
        }
        let report = MonteCarlo::new(ConnectFour::estimate)
            .search(&board, &Limits::nodes(20_000).with_lines(3));
        assert_eq!(report.other_lines.len(), 2);
    }
}

#[test]
fn every_iteration_has_its_lines() {
    let limits = Limits::depth(5).with_lines(2);
    let mut deepening =
        plywood_search::IterativeDeepening::new(AlphaBeta::new(ConnectFour::estimate));
    let report = deepening.search(&ConnectFour::new(), &limits);
    assert_eq!(report.iterations.len(), 5);
    assert!(
        report
            .iterations
            .iter()
            .all(|row| row.other_lines.len() == 1)
    );
    let stopped = deepening.search(
        &ConnectFour::new(),
        &limits.with_nodes(report.stats.nodes - 9),
    );
    assert_eq!((stopped.depth, stopped.other_lines.len()), (4, 1));
}

#[test]
fn an_illegal_root_move_is_an_error() {
    let full: ConnectFour = board("dddddd");
    let chosen = |columns: &[u8]| {
        let moves = columns.iter().map(|&column| column.into());
        let limits = Limits::depth(2).with_root_moves(&full, moves);
        limits.map(|limits| limits.root_moves(&full.legal_moves()))
    };
    let illegal = RootMovesError::Illegal("d".to_owned());
    assert_eq!(chosen(&[3]), Err(illegal.clone()));
    assert_eq!(chosen(&[0, 3]), Err(illegal), "even if others are legal");
    assert_eq!(chosen(&[]), Err(RootMovesError::Empty));
    assert_eq!(chosen(&[0, 4, 0]), Ok(vec![4.into(), 0.into()]));
}

#[test]
fn a_finished_game_has_no_root_moves() {
    let drawn: TicTacToe = "XOXXOOOXX".parse().expect("a full board");
    let limits = Limits::depth(2).with_root_moves(&drawn, []);
    let report = Minimax::new(|_: &TicTacToe| Score::DRAW).search(&drawn, &limits.unwrap());
    assert_eq!(report.best_move, None);
}

#[test]
#[should_panic(expected = "the root moves in the limits belong to another position")]
fn root_moves_of_another_position_are_not_searched() {
    let start = ConnectFour::new();
    let limits = Limits::depth(2).with_root_moves(&start, [3.into()]);
    AlphaBeta::new(ConnectFour::estimate).search(&board("dddddd"), &limits.unwrap());
}

#[test]
fn a_move_that_is_forced_by_the_limits_is_not_proven_lost_by_the_others() {
    // The winning move is left out.
    let board = board("ddca");
    let moves = board.legal_moves();
    let limits = Limits::depth(5)
        .with_root_moves(&board, [moves[0]])
        .expect("it is legal");
    let report = ProofNumber::new().search(&board, &limits);
    assert_eq!((report.best_move, report.score), (Some(moves[0]), None));
}

#[test]
fn a_drawn_position_still_has_a_move() {
    let knight: Position = "8/8/3k4/8/8/3NK3/8/8 w - - 0 1".parse().unwrap();
    let evaluator = (|_: &Position| Score::centipawns(300)) as fn(&Position) -> Score;
    let mut all = exact(evaluator);
    all.extend(inexact(evaluator));
    let chosen = knight.legal_moves()[5];
    for mut strategy in all {
        for limits in [Limits::depth(3), Limits::nodes(1)] {
            let limits = limits.with_root_moves(&knight, [chosen]).unwrap();
            let report = strategy.search(&knight, &limits);
            assert_eq!(report.best_move, Some(chosen), "{}", strategy.name());
            assert_eq!(report.score, Some(Score::DRAW), "{}", strategy.name());
        }
    }
}

/// A search that is stopped while its best move so far loses does not report a proven loss.
#[test]
fn a_loss_that_is_not_proven_is_not_claimed() {
    let win: Tree = "((-9(-9 -9)) (5))".parse().unwrap();
    let lost_first = |tree: &Tree| {
        if tree.estimate().as_centipawns() == Some(9) {
            Score::won_in(3)
        } else {
            tree.estimate()
        }
    };
    for nodes in 1..6 {
        let mut search = AlphaBeta::new(lost_first);
        let report = search.search(&win, &Limits::depth(2).with_nodes(nodes));
        assert!(
            report
                .score
                .is_none_or(|score| score > Score::centipawns(-1_000))
        );
    }
}
