//! A position in, the best move out: `cargo run --release --example quick_start -- "FEN"`.
//!
//! `--help` lists the options.

#[path = "common/command.rs"]
mod command;

use std::process::ExitCode;

use plywood::chess::{Outcome, Position};
use plywood::notation::san;
use plywood::search::{Captures, Killers, QuietHistory};
use plywood::{AlphaBeta, Classical, IterativeDeepening, Limits, Strategy, Transpositions};

const HELP: &str = "\
Finds the best move of a position, and shows the play it expects.

usage: cargo run --release --example quick_start -- [FEN] [OPTIONS]

  FEN          the position, in quotes; its last fields may be missing
  --depth N    how many plies to look ahead, from 1 to 30; 6 if not given
  --help       this text
example: cargo run --release --example quick_start -- \"6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - -\"
";

/// White's knight may take the pawn on e5 and leave the queen to be taken.
const LEGAL: &str = "rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let is_fen = |first: &&String| !first.starts_with('-');
    let fen = arguments.first().filter(is_fen);
    let rest = &arguments[usize::from(fen.is_some())..];
    let Some([depth]) = command::options(rest, ["--depth"])? else {
        return Ok(HELP.to_owned());
    };
    let depth = depth.map_or(Ok(6), |text| command::number(text, 1..=30))?;
    let position = command::position(fen.map_or(LEGAL, String::as_str))?;
    Ok(answer(&position, depth))
}

fn answer(position: &Position, depth: u32) -> String {
    let board = position.board().to_text().figurines();
    let side = position.side_to_move();

    // A strategy is put together: how to search, how to judge, what to try first, what to remember.
    let search = AlphaBeta::new(Classical::default())
        .quiescence()
        .ordering((Captures, (Killers::new(), QuietHistory::new())))
        .table(Transpositions::exact(16));
    let report = IterativeDeepening::new(search).search(position, &Limits::depth(depth));

    let (Some(best), Some(score)) = (report.best_move, report.score) else {
        let end = match position.outcome() {
            Some(Outcome::Checkmate { winner }) => format!("{winner} has mated"),
            Some(Outcome::Draw(draw)) => format!("a draw by {draw}"),
            None => "there is nothing to play".to_owned(),
        };
        return format!("{board}\nThe game is over: {end}.\n");
    };
    format!(
        "{board}\n{side} plays {}, and is at {score} after {} plies.\nline:  {}\nnodes: {} in {:.2} s\n",
        san::write(position, best),
        report.depth,
        san::write_line(position, &report.line),
        report.stats.explored,
        report.elapsed.as_secs_f64(),
    )
}
