//! Counts the positions that legal moves lead to: `cargo run --release --example perft -- 6`.
//!
//! The numbers are known for many positions, so they test a move generator; the time shows how fast it is.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use plywood::{Position, divide, perft};

use options::{Options, read_position};

const HELP: &str = "\
Counts the positions that legal moves lead to.

usage: cargo run --release --example perft -- [DEPTH] [OPTIONS]

  DEPTH        how many moves deep, from 0 to 99; 6 if not given
  --fen FEN    the position, in quotes; the start if not given; its last fields may be missing
  --divide     also print the count below each move
  --chess960   write castling as king takes rook
  --help       this text
example: cargo run --release --example perft -- 6 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"
";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let fen = options.get("--fen");
    let position = fen.map_or(Ok(Position::START), read_position)?;
    let depth = options.plain.first().map_or("6", String::as_str);
    let depth: u32 = depth
        .parse()
        .ok()
        .filter(|depth| *depth < 100)
        .ok_or_else(|| {
            format!(
                "expected a depth from 0 to 99, found {depth:?}; a FEN must follow --fen, in quotes"
            )
        })?;
    let start = Instant::now();
    let mut text = format!("{position}\n");
    let nodes = if options.has("--divide") && depth > 0 {
        let mut total = 0;
        for (mv, nodes) in divide(&position, depth) {
            total += nodes;
            text += &match options.has("--chess960") {
                true => format!("{mv:#}: {nodes}\n"),
                false => format!("{mv}: {nodes}\n"),
            };
        }
        total
    } else {
        perft(&position, depth)
    };
    let time = start.elapsed();
    let rate = u128::from(nodes) / time.as_micros().max(1);
    let seconds = time.as_secs_f64();
    text += &format!("depth {depth}: {nodes} nodes in {seconds:.3} s, {rate} million a second\n");
    Ok(text)
}
