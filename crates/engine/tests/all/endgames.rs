//! The engine with endgame tables: their effect in the search, and the moves it plays at the root.

use plywood_core::{Color, History, Outcome, Position};
use plywood_engine::{Engine, Step};
use plywood_search::{Limits, Score, Strategy, WithHistory};
use plywood_tables::{Dtz, Endgame, ProbeError, Syzygy, Tables, Wdl};
use std::cmp::Ordering;
use std::sync::Arc;

/// Tables that call every position of three men a draw.
#[derive(Debug)]
struct AllDrawn;

impl Tables for AllDrawn {
    fn most_men(&self) -> u32 {
        3
    }

    fn wdl(&self, _: &Position) -> Result<Wdl, ProbeError> {
        Ok(Wdl::Draw)
    }

    fn dtz(&self, _: &Position) -> Result<Dtz, ProbeError> {
        Ok(Dtz::DRAW)
    }
}

/// Tables in which the side with more men wins.
#[derive(Debug)]
struct MoreMenWin;

impl Tables for MoreMenWin {
    fn most_men(&self) -> u32 {
        4
    }

    fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let men = |color| position.board().color(color).len();
        let side = position.side_to_move();
        Ok(match men(side).cmp(&men(!side)) {
            Ordering::Less => Wdl::Loss,
            Ordering::Equal => Wdl::Draw,
            Ordering::Greater => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Result<Dtz, ProbeError> {
        self.wdl(position).map(|_| Dtz::DRAW)
    }
}

/// White takes a rook and is a rook up.
const ROOK_TO_TAKE: &str = "8/8/3k4/8/8/1r6/1R6/K7 w - - 0 1";

fn score(engine: &mut Engine) -> Score {
    let position: Position = ROOK_TO_TAKE.parse().expect("a legal position");
    let report = engine.search(&position, &Limits::depth(6));
    report.score.expect("the search is complete")
}

#[test]
fn a_search_believes_the_tables() {
    let winning = score(&mut Engine::new());
    assert!(winning > Score::centipawns(200), "{winning}");
    let with_tables = || Engine::new().endgame_tables(Arc::new(AllDrawn), 7);
    // The tables call every capture of White a draw.
    assert!(score(&mut with_tables()) < winning);
    // Tables that are switched off, or limited to fewer men, change nothing.
    let mut without = with_tables().without(Step::EndgameTables).unwrap();
    assert_eq!(score(&mut without), winning);
    let mut for_two_men = Engine::new().endgame_tables(Arc::new(AllDrawn), 2);
    assert_eq!(score(&mut for_two_men), winning);
    let mut removed = with_tables();
    removed.set_endgame_tables(None, 7);
    assert_eq!(score(&mut removed), winning);
}

#[test]
fn a_result_of_the_tables_is_neither_averaged_nor_forgotten() {
    // White takes a rook, and tables of four men have the rest.
    let position: Position = "8/5k2/8/2r5/8/3K4/4P3/2R5 w - - 0 1".parse().unwrap();
    let mut engine = Engine::new().endgame_tables(Arc::new(MoreMenWin), 4);
    let report = engine.search(&position, &Limits::depth(12));
    // At depth 1 only quiescence follows, which does not use tables.
    for iteration in &report.iterations[1..] {
        assert!(iteration.score > Score::centipawns(29_900), "{iteration:?}");
    }
}

#[test]
#[ignore = "needs ../shared/data and a release build"]
fn won_positions_are_won_in_time() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");
    let tables: Arc<dyn Tables> = Arc::new(Syzygy::open(folder).unwrap());
    let positions = [
        "8/8/8/8/4k3/8/8/K2BN3 w - - 0 1",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "8/8/8/4k3/8/8/1r6/3QK3 w - - 0 1",
        "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
        "8/2k5/8/8/8/2BB4/8/2K5 w - - 0 1",
        "8/8/8/1k6/8/8/1p6/1K1Q4 b - - 0 1",
        "8/3k4/8/8/3n4/8/8/R3K3 b - - 0 1",
    ];
    for fen in positions {
        let start: Position = fen.parse().unwrap();
        let expected = tables.wdl(&start).unwrap();
        let winner = match expected.points() {
            1 => Some(start.side_to_move()),
            -1 => Some(!start.side_to_move()),
            _ => None,
        };
        assert_eq!(play(&tables, start), winner, "{fen} is a {expected}");
    }
}

/// Returns the winner of a game in which the engine plays both sides in a few nodes a move, with the tables.
fn play(tables: &Arc<dyn Tables>, start: Position) -> Option<Color> {
    let mut engine = Engine::new().endgame_tables(Arc::clone(tables), 7);
    let mut game = History::new(start);
    loop {
        let position = game.position().clone();
        if let Some(outcome) = game.outcome() {
            return Outcome::winner(outcome);
        }
        if game.claim().is_some() || Endgame::of(position.board()).men() == 2 {
            return None;
        }
        let report = engine.search(&WithHistory::from(&game), &Limits::nodes(300));
        let mv = report.best_move.expect("the game is not over");
        game.play(mv).expect("the engine's moves are legal");
    }
}
