//! Moves at the root: they keep the result and come before the fifty-move rule.

use plywood_core::{History, Outcome, Position, Square};
use plywood_tables::{Dtz, RootMove, Tables, Wdl};

use crate::data::{position, random_position, real_tables};

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn the_best_moves_win_in_time() {
    let tables = real_tables();
    let mut random = fastrand::Rng::with_seed(3);
    for endgame in tables.endgames() {
        for _ in 0..30 {
            let start = random_position(&mut random, endgame);
            let wdl = tables.wdl(&start).unwrap();
            let outcome = play(&tables, &start, |moves: &[RootMove]| {
                random.choice(moves).copied()
            });
            let winner = match wdl {
                Wdl::Win => Some(start.side_to_move()),
                Wdl::Loss => Some(!start.side_to_move()),
                Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => None,
            };
            assert_eq!(outcome.and_then(Outcome::winner), winner, "{start}");
        }
    }
}

/// Plays a game in which both sides choose among their best moves, to mate or to a draw.
fn play(
    tables: &impl Tables,
    start: &Position,
    mut choose: impl FnMut(&[RootMove]) -> Option<RootMove>,
) -> Option<Outcome> {
    let mut game = History::new(start.clone());
    loop {
        let now = game.position().clone();
        if let Some(outcome) = now.outcome() {
            return Some(outcome);
        }
        if tables.wdl(&now).unwrap() == Wdl::Draw {
            return None;
        }
        assert!(
            now.halfmove_clock() < 100,
            "{start}: the fifty-move rule draws {now}"
        );
        let moves = tables.root_moves(&now).unwrap();
        let root = choose(moves.best()).expect("the game is not over");
        game.play(root.mv).expect("root moves are legal");
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn the_halfmove_clock_counts() {
    let tables = real_tables();
    // Mate with bishop and knight takes thirty moves from here: too many with a clock of sixty.
    let fresh = position("8/8/8/8/4k3/8/8/K2BN3 b - - 0 1");
    assert!(tables.dtz(&fresh).unwrap() < Dtz::new(-60));
    assert_eq!(tables.root_moves(&fresh).unwrap().result(), Some(Wdl::Loss));
    let late = position("8/8/8/8/4k3/8/8/K2BN3 b - - 60 90");
    assert_eq!(
        tables.root_moves(&late).unwrap().result(),
        Some(Wdl::BlessedLoss)
    );
    // A pawn move resets the clock, so it wins at the last moment.
    let pawn = position("8/3k4/8/3K4/3P4/8/8/8 b - - 99 90");
    assert_eq!(tables.wdl(&pawn).unwrap(), Wdl::Loss);
    let mate_in_one = position("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
    let moves = tables.root_moves(&mate_in_one).unwrap();
    assert_eq!(moves.result(), Some(Wdl::Win));
    assert_eq!(moves.keeping_result().len(), 1);
    assert_eq!(moves.best()[0].mv.to(), Square::A8);
    assert_eq!(moves.best()[0].dtz, Dtz::new(1));
}

#[test]
#[ignore = "needs ../shared/data"]
fn moves_that_throw_the_win_away_are_sorted_out() {
    let tables = real_tables();
    // 8 . . . . . . . .    A queen would give stalemate after 1...Rd4+ 2. c8Q Rc4+ and so on; before that,
    // 7 . . . . . . . .    1. c7 is the only move that wins.
    let saavedra = position("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1");
    let moves = tables.root_moves(&saavedra).unwrap();
    let keeping: Vec<_> = moves
        .keeping_result()
        .iter()
        .map(|root| root.mv.to())
        .collect();
    assert_eq!(keeping, [Square::C7]);
    assert_eq!(moves.all().len(), saavedra.legal_moves().len());
    let worst = moves.all().last().expect("there are moves");
    assert!(worst.wdl < Wdl::Win);
}
