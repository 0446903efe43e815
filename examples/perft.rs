//! Counts the positions that legal moves lead to: `cargo run --release --example perft -- 6`.
//!
//! The numbers are known for many positions, so they test a move generator; the time shows how fast it is.

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use plywood::{Position, divide, perft};

const HELP: &str = "\
Counts the positions that legal moves lead to.

usage: cargo run --release --example perft -- [DEPTH] [OPTIONS]

  DEPTH        how many moves deep, from 0 to 99; 6 if not given
  --fen FEN    the position, in quotes; the start if not given; its last fields may be missing
  --divide     also print the count below each move
  --chess960   write castling as king takes rook
  --json       print one line: {\"fen\":…,\"depth\":…,\"nodes\":…,\"seconds\":…}
  --help       this text
example: cargo run --release --example perft -- 6 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"
";

fn main() -> ExitCode {
    match run() {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}\nTry --help.");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<String, Box<dyn Error>> {
    let Some(options) = Options::parse(env::args().skip(1))? else {
        return Ok(HELP.to_owned());
    };
    let (fen, depth) = (options.position.fen(), options.depth);
    let start = Instant::now();
    let (nodes, moves) = options.count();
    let time = start.elapsed();
    let seconds = time.as_secs_f64();
    let json =
        format!("\"fen\":\"{fen}\",\"depth\":{depth},\"nodes\":{nodes},\"seconds\":{seconds:.6}");
    let rate = u128::from(nodes) / time.as_micros().max(1);
    let text = format!("depth {depth}: {nodes} nodes in {seconds:.3} s, {rate} million a second");
    Ok(match (options.json, options.divide) {
        (true, true) => format!("{{{json},\"moves\":{{{}}}}}\n", moves.join(",")),
        (true, false) => format!("{{{json}}}\n"),
        (false, true) => format!("{}\n{fen}\n{text}\n", moves.join("\n")),
        (false, false) => format!("{fen}\n{text}\n"),
    })
}

struct Options {
    position: Position,
    depth: u32,
    divide: bool,
    chess960: bool,
    json: bool,
}

impl Options {
    /// Parses the arguments; `None` if they ask for help.
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Option<Self>, Box<dyn Error>> {
        let mut options = Self {
            position: Position::START,
            depth: 6,
            divide: false,
            chess960: false,
            json: false,
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--help" => return Ok(None),
                "--divide" => options.divide = true,
                "--chess960" => options.chess960 = true,
                "--json" => options.json = true,
                "--fen" => {
                    let fen = arguments.next().ok_or("--fen needs a FEN, in quotes")?;
                    options.position = Position::from_fen_lenient(&fen)?.0;
                }
                option if option.starts_with("--") => {
                    Err(format!("there is no option {option:?}"))?
                }
                number => {
                    let depth = number.parse().ok().filter(|depth| *depth < 100);
                    options.depth = depth.ok_or_else(|| {
                        format!("expected a depth from 0 to 99, found {number:?}; a FEN must follow --fen, in quotes")
                    })?;
                }
            }
        }
        Ok(Some(options))
    }

    /// The number of positions, and the lines of `--divide`.
    fn count(&self) -> (u64, Vec<String>) {
        if !self.divide || self.depth == 0 {
            return (perft(&self.position, self.depth), Vec::new());
        }
        let mut total = 0;
        let count = |(mv, nodes)| {
            total += nodes;
            match (self.json, self.chess960) {
                (true, true) => format!("\"{mv:#}\":{nodes}"),
                (true, false) => format!("\"{mv}\":{nodes}"),
                (false, true) => format!("{mv:#}: {nodes}"),
                (false, false) => format!("{mv}: {nodes}"),
            }
        };
        let moves = divide(&self.position, self.depth).map(count).collect();
        (total, moves)
    }
}
