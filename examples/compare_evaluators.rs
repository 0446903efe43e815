//! Compares the scores of several evaluators for a position: `cargo run --release --example compare_evaluators`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use plywood::eval::evaluators;
use plywood::notation::san;
use plywood::{Classical, Evaluator, Move, Position};

use options::Options;

const HELP: &str = "\
Shows the score that each evaluator gives a position, from White's point of view; the move it likes best when
it looks one move ahead; and the time of one evaluation. Then it takes the classical score apart.

usage: cargo run --release --example compare_evaluators -- [OPTIONS]

  --fen FEN             the position, in quotes; its last fields may be missing
  --evaluators A,B,C    only these; all if not given
  --features            take the classical score apart by features, not only by themes
  --help                this text
example: cargo run --release --example compare_evaluators -- --evaluators material,classical
";

/// A fork wins the queen, but only after two more moves: no evaluator sees it without a search.
const FORK: &str = "4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(FORK)?;
    let names: Vec<&str> = match options.get("--evaluators") {
        Some(names) => names.split(',').collect(),
        None => evaluators::names().collect(),
    };
    let explanation = Classical::default().explain(&position);
    let explanation = if options.has("--features") {
        format!("{explanation:#}")
    } else {
        explanation.to_string()
    };
    let table = compare(&position, &names)?;
    Ok(format!(
        "{table}\nthe classical score, taken apart\n{explanation}\n"
    ))
}

fn compare(position: &Position, names: &[&str]) -> Result<String, Box<dyn Error>> {
    let side = position.side_to_move();
    let board = position.board().to_text().figurines();
    let mut text = format!("{board}\n{side} to move; scores are from White's point of view\n\n");
    writeln!(text, "evaluator            score   best move     time")?;
    for name in names {
        let evaluator = evaluators::by_name(name)?;
        let score = evaluator.evaluate(position).for_white(side);
        let best = san::write(position, best_move(position, &evaluator)).to_string();
        let time = nanoseconds(position, &evaluator);
        writeln!(text, "{name:<18}{score:>8}   {best:<9}{time:>6} ns")?;
    }
    Ok(text)
}

/// Returns the move after which the evaluator scores the position best; the first of equals.
fn best_move(position: &Position, evaluator: &impl Evaluator<Position>) -> Option<Move> {
    let moves = position.legal_moves();
    // The lower the score from the opponent's point of view, the better the move.
    let score = |mv: &Move| evaluator.evaluate(&position.play_unchecked(*mv));
    moves.iter().copied().min_by_key(score)
}

fn nanoseconds(position: &Position, evaluator: &impl Evaluator<Position>) -> u128 {
    const TIMES: u128 = 20_000;
    let start = Instant::now();
    for _ in 0..TIMES {
        black_box(evaluator.evaluate(black_box(position)));
    }
    start.elapsed().as_nanos() / TIMES
}
