//! Solves endgames backwards from their mates: `cargo run --release --example retrograde -- KBNvK`.
//!
//! `solver.rs` has the algorithm, `placement.rs` numbers the positions, and the other files write what was found.

#[path = "../../../../../examples/shared/options.rs"]
mod options;
mod placement;
mod solution;
mod solver;
mod longest;
mod report;
mod comparison;

use std::error::Error;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Instant;

use plywood::chess::{Color, PieceKind};
use plywood::tables::{Endgame, Syzygy};

use options::Options;
use solver::Solver;

const HELP: &str = "\
Solves endgames backwards from their mates (retrograde analysis), and prints the longest mate of each and how
many positions there are at every distance.

usage: cargo run --release --example retrograde -- [ENDGAME...] [OPTIONS]

  ENDGAME       three or four men, pawns on one side only, such as KQvKR; KQvK KRvK KPvK KBNvK if not given
  --tables DIR  compare every position with the Syzygy tables in this folder, or in a list of folders
  --help        this text
example: cargo run --release --example retrograde -- KRvKB --tables /tables/syzygy

The fifty-move rule is left aside. Progress goes to the standard error. An endgame of four men takes some seconds, those
that it can turn into included.
";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let mut endgames = Vec::new();
    for name in &options.plain {
        endgames.push(endgame(name)?);
    }
    if endgames.is_empty() {
        for name in ["KQvK", "KRvK", "KPvK", "KBNvK"] {
            endgames.push(endgame(name)?);
        }
    }
    let tables = options.get("--tables").map(Syzygy::open).transpose()?;
    let mut solver = Solver::new(progress);
    let mut texts = Vec::new();
    for endgame in endgames {
        let start = Instant::now();
        solver.solve(endgame);
        let seconds = start.elapsed().as_secs_f64();
        let mut text = report::text(&solver, endgame)?;
        text += &format!("Solved in {seconds:.1} s.\n");
        if let Some(tables) = &tables {
            let compared = comparison::compare(&solver, endgame, tables)?;
            text += &format!("{compared}\n");
        }
        texts.push(text);
    }
    Ok(texts.join("\n"))
}

/// Shows how far an endgame has been solved, on one line of a terminal.
fn progress(endgame: Endgame, plies: u8, positions: usize) {
    if io::stderr().is_terminal() {
        let end = if positions == 0 { "\n" } else { "" };
        eprint!("\r{endgame}: {positions:>9} positions are {plies} plies from mate {end}");
    }
}

/// An endgame that can be solved here.
fn endgame(name: &str) -> Result<Endgame, Box<dyn Error>> {
    let endgame: Endgame = name.parse()?;
    let has_pawns = |color| endgame.count(color, PieceKind::Pawn) > 0;
    if !(3..=placement::MOST_MEN as u32).contains(&endgame.men()) {
        return Err(format!(
            "{name} has {} men; three or four can be solved",
            endgame.men()
        )
        .into());
    }
    if has_pawns(Color::White) && has_pawns(Color::Black) {
        let why = "both sides have pawns, and en passant is not implemented here";
        return Err(format!("{name}: {why}").into());
    }
    Ok(endgame)
}
