//! The book's picture of sequential tests: `cargo run --release -p plywood-lab --example sprt_walk -- walk.svg`.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};

use plywood_arena::statistics::{Outcomes, Sprt};
use plywood_eval::Side;
use plywood_report::plot::{Curve, CurvePlot, Picture, Unit};
use plywood_search::games::ConnectFour;
use plywood_search::{AlphaBeta, Game, Limits, Random, Score};

const HELP: &str = "\
Plays two sequential tests at connect four and draws how the log-likelihood ratio walks from pair to pair.

usage: cargo run --release -p plywood-lab --example sprt_walk -- FILE
";
const OPENING: u32 = 4;
const MOST_PAIRS: u32 = 2_000;

/// A player: its search depth and its evaluator.
type Player = (u32, fn(&ConnectFour) -> Score);

/// The lowest cell of each column.
const LOWEST: u64 = 0x0000_0408_1020_4081;

/// Returns the new idea: a stone on the lowest row is worth slightly more.
fn with_bonus(board: &ConnectFour) -> Score {
    let lowest = |side| (board.stones_of(side) & LOWEST).count_ones().cast_signed();
    let first = lowest(Side::First) - lowest(Side::Second);
    let bonus = match board.to_move() {
        Side::First => 5 * first,
        Side::Second => -5 * first,
    };
    let estimate = board.estimate().as_centipawns().unwrap_or(0);
    Score::centipawns(estimate + bonus)
}

/// Plays an opening of random moves and then a game between these players; returns the half points of the side that moves first after the
/// opening.
fn play(opening: u64, players: [Player; 2]) -> usize {
    let mut board = ConnectFour::new();
    for ply in 0.. {
        let report = if ply < OPENING {
            let seed = 100 * opening + u64::from(ply);
            Random.search(&board, &Limits::depth(1).with_seed(seed))
        } else {
            let (depth, evaluator) = players[(ply % 2) as usize];
            AlphaBeta::new(evaluator).search(&board, &Limits::depth(depth))
        };
        let Some(mv) = report.best_move else {
            return match (report.score < Some(Score::DRAW), ply % 2) {
                (false, _) => 1,
                (true, 0) => 0,
                (true, _) => 2,
            };
        };
        board = board.after(mv);
    }
    unreachable!("a board is full after 42 plies")
}

/// Plays pairs until the test ends, and draws its walk.
fn walk(title: &str, sprt: &Sprt, [new, old]: [Player; 2]) -> Picture {
    let mut pairs = Outcomes::<5>::default();
    let mut points = Vec::new();
    for pair in 1..=MOST_PAIRS {
        let opening = u64::from(pair);
        pairs.count(play(opening, [new, old]) + 2 - play(opening, [old, new]));
        let llr = sprt.llr(&pairs);
        points.push((f64::from(pair), llr));
        if sprt.decision(llr).is_some() {
            break;
        }
    }
    let [low, high] = sprt.bounds();
    let score = 100.0 * pairs.score();
    CurvePlot::walk(title, "pairs", Unit::Number)
        .note(&format!("{score:.1} % of the points."))
        .bound(high, "it gains")
        .bound(low, "it does not")
        .curve(Curve::new("", points))
        .picture()
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(path) = env::args().nth(1).filter(|first| first != "--help") else {
        io::stdout().write_all(HELP.as_bytes())?;
        return Ok(());
    };
    let sprt: Sprt = "elo0=0,elo1=50".parse()?;
    let plain: fn(&ConnectFour) -> Score = ConnectFour::estimate;
    let walks = [
        walk("One ply more", &sprt, [(4, plain), (3, plain)]),
        walk(
            "A bonus for low stones",
            &sprt,
            [(3, with_bonus), (3, plain)],
        ),
    ];
    fs::write(
        path,
        Picture::beside("Two sequential tests", &walks).standalone(),
    )?;
    Ok(())
}
