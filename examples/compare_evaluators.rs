//! Compares what evaluators think of a position: `cargo run --release --example compare_evaluators`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;

use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use plywood::chess::{Color, Move, Position};
use plywood::eval::{Classical, Evaluator, Score, evaluators};

const HELP: &str = "\
Shows what each evaluator thinks of a position: its score from White's view, the move it likes best
when it looks one move ahead, and the time of one evaluation. Then the classical score, taken apart.

usage: cargo run --release --example compare_evaluators -- [OPTIONS]

  --fen FEN             this position, in quotes; its last fields may be missing
  --evaluators a,b,c    only these; all if not given
  --features            take the classical score apart by features, not only by themes
  --help                this text
example: cargo run --release --example compare_evaluators -- --evaluators material,classical
";

/// A fork wins the queen, but only after two more moves: no evaluator sees it at a glance.
const FEN: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let mut fen = FEN.to_owned();
    let mut names: Vec<String> = evaluators::names().map(str::to_owned).collect();
    let mut with_features = false;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut value = || {
            let value = arguments.next();
            value.ok_or_else(|| format!("a value must follow {argument}"))
        };
        match argument.as_str() {
            "--help" => return Ok(HELP.to_owned()),
            "--features" => with_features = true,
            "--fen" => value()?.clone_into(&mut fen),
            "--evaluators" => names = value()?.split(',').map(str::to_owned).collect(),
            other => return Err(format!("there is no option {other:?}")),
        }
    }
    compare(&command::position(&fen)?, &names, with_features)
}

fn compare(position: &Position, names: &[String], with_features: bool) -> Result<String, String> {
    let side = position.side_to_move();
    let board = position.board().to_text().figurines();
    let mut text = format!("{board}\n{side} to move; scores are from White's view\n\n");
    let _ = writeln!(
        text,
        "{:<18}{:>8}   best move     time",
        "evaluator", "score"
    );
    for name in names {
        let evaluator = evaluators::by_name(name).map_err(|error| error.to_string())?;
        let score = match side {
            Color::White => evaluator.evaluate(position),
            Color::Black => -evaluator.evaluate(position),
        };
        let best = best_move(position, &evaluator);
        let best = best.map_or("none".to_owned(), |mv| mv.to_string());
        let time = nanoseconds(position, &evaluator);
        let _ = writeln!(text, "{name:<18}{score:>8}   {best:<9}{time:>6} ns");
    }
    let explanation = Classical::default().explain(position);
    let table = if with_features {
        format!("{explanation:#}")
    } else {
        explanation.to_string()
    };
    let _ = writeln!(text, "\nthe classical score, taken apart\n{table}");
    Ok(text)
}

/// The move after which the evaluator likes the position best; the first of equals.
fn best_move(position: &Position, evaluator: &impl Evaluator<Position>) -> Option<Move> {
    let moves = position.legal_moves();
    let mut best = (None, Score::LOWEST);
    for &mv in &moves {
        let score = -evaluator.evaluate(&position.play_unchecked(mv));
        if score > best.1 {
            best = (Some(mv), score);
        }
    }
    best.0
}

fn nanoseconds(position: &Position, evaluator: &impl Evaluator<Position>) -> u128 {
    const TIMES: u128 = 20_000;
    let start = Instant::now();
    for _ in 0..TIMES {
        black_box(evaluator.evaluate(black_box(position)));
    }
    start.elapsed().as_nanos() / TIMES
}
