//! An evaluator of your own, checked and compared: `cargo run --release --example your_own_evaluator`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;

use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::chess::{Color, PieceKind, Position};
use plywood::eval::evaluators::{self, AnyEvaluator};
use plywood::eval::{Borrowed, PieceValues, WhiteView, check_symmetry};
use plywood::notation::san;
use plywood::search::Captures;
use plywood::{AlphaBeta, Evaluator, Limits, Material, Score, Strategy};

const HELP: &str = "\
An evaluator written here, in some forty lines: material, and pieces that like to be near the enemy
king. It is checked to judge both sides alike, and so is one with the commonest mistake; then the same
search plays with it and with each evaluator of the library.

usage: cargo run --release --example your_own_evaluator -- [OPTIONS]

  --fen FEN    the position, in quotes; its last fields may be missing
  --depth N    how many plies each looks ahead, from 1 to 8; 4 if not given
  --help       this text
";

/// Material, and so many centipawns for each step by which a piece is nearer to the enemy king.
struct KingHunt {
    material: Material,
    step: i32,
}

impl Evaluator<Position> for KingHunt {
    /// From the view of the side to move, as every evaluator answers.
    fn evaluate(&self, position: &Position) -> Score {
        let us = position.side_to_move();
        let steps = closeness(position, us) - closeness(position, !us);
        let hunt = Score::centipawns(self.step * steps);
        self.material.evaluate(position).plus(hunt)
    }
}

/// How near the pieces of a side stand to the enemy king, all together; the pawns are left out.
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

/// The hunt from White's view, whoever is to move: the mistake that the check is for.
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
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let Some([fen, depth]) = command::options(arguments, ["--fen", "--depth"])? else {
        return Ok(HELP.to_owned());
    };
    let position = command::position(fen.unwrap_or(ATTACK))?;
    let depth = depth.map_or(Ok(4), |text| command::number(text, 1..=8))?;
    let board = position.board().to_text().figurines();
    let mut text = format!("{board}\n{} to move\n\n", position.side_to_move());

    // Whoever is to move, and whichever color, the same position is worth the same.
    let moves = position.legal_moves();
    let positions: Vec<_> = moves
        .iter()
        .map(|&mv| position.play_unchecked(mv))
        .collect();
    let mut check = |name: &str, evaluator: &dyn Evaluator<Position>| {
        let answer = match check_symmetry(&evaluator, &positions) {
            Ok(()) => "judges both sides alike".to_owned(),
            Err(asymmetry) => asymmetry.to_string(),
        };
        let _ = writeln!(text, "{name}: {answer}");
    };
    check("king-hunt", &KING_HUNT);
    check("from White's view", &from_whites_view);
    check("the same in WhiteView", &WhiteView::new(from_whites_view));

    let _ = writeln!(text, "\nevaluator       glance    nodes  depth {depth}");
    let own = ("king-hunt", Box::new(KING_HUNT) as AnyEvaluator);
    let known =
        evaluators::names().filter_map(|name| Some((name, evaluators::by_name(name).ok()?)));
    for (name, evaluator) in [own].into_iter().chain(known) {
        let mut search = AlphaBeta::new(Borrowed(&evaluator)).ordering(Captures);
        let report = search.search(&position, &Limits::depth(depth));
        let _ = writeln!(
            text,
            "{name:<12}{:>10}{:>9}  {:>6}  {}",
            evaluator.evaluate(&position),
            report.stats.explored,
            report.score.unwrap_or_default(),
            san::write_line(&position, &report.line)
        );
    }
    Ok(text)
}
