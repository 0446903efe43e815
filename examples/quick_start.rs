//! Finds the best move of a position: `cargo run --release --example quick_start -- "FEN"`.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::notation::san;
use plywood::search::{Captures, Killers, QuietHistory};
use plywood::{AlphaBeta, Classical, IterativeDeepening};
use plywood::{Limits, Outcome, Position, Transpositions};

use options::{Options, read_position};

const HELP: &str = "\
Finds the best move of a position, and shows the play it expects.

usage: cargo run --release --example quick_start -- [FEN] [OPTIONS]

  FEN          the position, in quotes; its last fields may be missing
  --depth N    how many plies to search; 6 if not given
  --help       this text
example: cargo run --release --example quick_start -- \"6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - -\"
";

/// White can take the pawn on e5 with the knight and give up the queen.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let fen = options.plain.first().map_or(LEGAL, String::as_str);
    let depth = options.number("--depth", 6)?;
    let position = read_position(fen)?;
    Ok(best_move(&position, depth))
}

fn best_move(position: &Position, depth: u32) -> String {
    let board = position.board().to_text().figurines();

    // A strategy is composed of its search, its evaluator, its move ordering, and its table.
    let search = AlphaBeta::new(Classical::default())
        .quiescence()
        .ordering((Captures, Killers::new(), QuietHistory::new()))
        .table(Transpositions::exact(16));
    let report = IterativeDeepening::new(search).search(position, &Limits::depth(depth));

    if let Some(outcome) = position.outcome() {
        let reason = match outcome {
            Outcome::Checkmate { winner } => format!("{winner} has won by checkmate"),
            Outcome::Draw(draw) => format!("a draw by {draw}"),
        };
        return format!("{board}\nThe game is over: {reason}.\n");
    }
    format!(
        "{board}\n{} plays {} ({} at depth {})\nline:  {}\nnodes: {} in {:.2} s\n",
        position.side_to_move(),
        san::write(position, report.best_move),
        report.score.unwrap_or_default(),
        report.depth,
        san::write_line(position, &report.line),
        report.stats.nodes,
        report.elapsed.as_secs_f64(),
    )
}
