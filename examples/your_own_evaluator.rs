//! Writes an evaluator, checks it and compares it: `cargo run --release --example your_own_evaluator`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::eval::evaluators::{self, BoxedEvaluator};
use plywood::eval::{PieceValues, Session, WhiteView, check_symmetry};
use plywood::notation::san;
use plywood::search::Captures;
use plywood::{AlphaBeta, Color, Evaluator, Limits, Material, PieceKind, Position, Score};

use options::Options;

const HELP: &str = "\
An evaluator in forty lines: material, and pieces that like to be close to the enemy king. The example
checks that it treats both colors the same, and shows that the check finds an evaluator with the most
common mistake. Then the same search runs with it and with each evaluator of the library.

usage: cargo run --release --example your_own_evaluator -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    how many plies to search; 4 if not given
  --help       this text
";

/// Material, and some centipawns for each step by which a piece is closer to the enemy king.
struct KingHunt {
    material: Material,
    step: i32,
}

impl Evaluator<Position> for KingHunt {
    /// Scores from the side to move's point of view, as with every evaluator. The session is for evaluators that reuse work
    /// between positions.
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let us = position.side_to_move();
        let steps = closeness(position, us) - closeness(position, !us);
        let hunt = Score::centipawns(self.step * steps);
        self.material.evaluate_in(position, session).plus(hunt)
    }
}

/// Sums the closeness of a side's pieces to the enemy king, without pawns.
fn closeness(position: &Position, hunter: Color) -> i32 {
    const FARTHEST: i32 = 7;
    let king = position.king(!hunter);
    let hunters = [
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
    ];
    let squares = hunters
        .into_iter()
        .flat_map(|kind| position.pieces(hunter, kind));
    squares
        .map(|square| FARTHEST - i32::from(square.distance(king)))
        .sum()
}

/// Returns the score from White's point of view, whichever side is to move: the mistake that `check_symmetry` detects.
fn from_whites_view(position: &Position) -> Score {
    Score::centipawns(closeness(position, Color::White) - closeness(position, Color::Black))
}

const KING_HUNT: KingHunt = KingHunt {
    material: Material::new(PieceValues::STANDARD),
    step: 4,
};

/// White has more room, and the pieces for an attack.
const ATTACK: &str = "r1bq1rk1/pp1nbppp/2p1p3/8/2BPN3/4PN2/PPQ2PPP/R4RK1 w - - 0 12";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(ATTACK)?;
    let depth = options.number("--depth", 4)?;
    let board = position.board().to_text().figurines();
    let side = position.side_to_move();
    let (check, table) = (check(&position), compare(&position, depth)?);
    Ok(format!("{board}\n{side} to move\n\n{check}\n{table}"))
}

/// Checks that evaluators treat both colors alike in the positions after each move.
fn check(position: &Position) -> String {
    let moves = position.legal_moves();
    let after = |mv: &_| position.play_unchecked(*mv);
    let positions: Vec<Position> = moves.iter().map(after).collect();
    let result = |evaluator: &dyn Evaluator<Position>| match check_symmetry(&evaluator, &positions)
    {
        Ok(()) => "treats both colors the same".to_owned(),
        Err(asymmetry) => asymmetry.to_string(),
    };
    format!(
        "king-hunt: {}\nfrom White's view: {}\nthe same in WhiteView: {}\n",
        result(&KING_HUNT),
        result(&from_whites_view),
        result(&WhiteView::new(from_whites_view)),
    )
}

/// Runs one search with each evaluator.
fn compare(position: &Position, depth: u32) -> Result<String, Box<dyn Error>> {
    let mut all: Vec<(&str, BoxedEvaluator)> = vec![("king-hunt", Box::new(KING_HUNT))];
    for name in evaluators::names() {
        all.push((name, evaluators::by_name(name)?));
    }
    let mut text = format!("evaluator    no search    nodes  depth {depth}\n");
    for (name, evaluator) in all {
        let score = evaluator.evaluate(position);
        let mut search = AlphaBeta::new(evaluator).ordering(Captures);
        let report = search.search(position, &Limits::depth(depth));
        writeln!(
            text,
            "{name:<12}{score:>10}{:>9}  {:>6}  {}",
            report.stats.nodes,
            report.score.unwrap_or_default(),
            san::write_line(position, &report.line)
        )?;
    }
    Ok(text)
}
