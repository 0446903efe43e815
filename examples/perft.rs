//! Counts the positions that legal moves lead to: `cargo run --release --example perft -- 6`.
//!
//! The number is known for many positions, so it proves a move generator right; the time says how
//! fast that is. `--help` tells what can be asked.

#[path = "common/command.rs"]
mod command;

use std::process::ExitCode;
use std::time::Instant;

use plywood_core::{Position, divide, perft};

const HELP: &str = "\
Counts the positions that legal moves lead to.

usage: cargo run --release --example perft -- [DEPTH] [OPTIONS]

  DEPTH        how many moves deep, from 0 to 99; 6 if not given
  --fen FEN    from another position than the start, in quotes; its last fields may be missing
  --divide     also the count below each move
  --chess960   write castling as king takes rook (both ways are always understood)
  --json       one line: {\"fen\":…,\"depth\":…,\"nodes\":…,\"seconds\":…}
  --help       this text
example: cargo run --release --example perft -- 6 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"
";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    if arguments.iter().any(|argument| argument == "--help") {
        return Ok(HELP.to_owned());
    }
    let question = Question::read(arguments)?;
    let (fen, depth) = (question.position.fen(), question.depth);
    let start = Instant::now();
    let (nodes, moves) = question.count();
    let time = start.elapsed();
    let seconds = time.as_secs_f64();
    let json =
        format!("\"fen\":\"{fen}\",\"depth\":{depth},\"nodes\":{nodes},\"seconds\":{seconds:.6}");
    let rate = u128::from(nodes) / time.as_micros().max(1);
    let text = format!("depth {depth}: {nodes} nodes in {seconds:.3} s, {rate} million a second");
    Ok(match (question.json, question.divide) {
        (true, true) => format!("{{{json},\"moves\":{{{}}}}}\n", moves.join(",")),
        (true, false) => format!("{{{json}}}\n"),
        (false, true) => format!("{}\n{fen}\n{text}\n", moves.join("\n")),
        (false, false) => format!("{fen}\n{text}\n"),
    })
}

/// What the arguments ask.
struct Question {
    position: Position,
    depth: u32,
    divide: bool,
    chess960: bool,
    json: bool,
}

impl Question {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let mut question = Self {
            position: Position::START,
            depth: 6,
            divide: false,
            chess960: false,
            json: false,
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--divide" => question.divide = true,
                "--chess960" => question.chess960 = true,
                "--json" => question.json = true,
                "--fen" => {
                    let fen = arguments.next().ok_or("--fen needs a FEN, in quotes")?;
                    question.position = command::position(fen)?;
                }
                number if !number.starts_with('-') => {
                    let depth = number.parse().ok().filter(|depth| *depth < 100);
                    question.depth = depth.ok_or_else(|| {
                        format!("expected a depth from 0 to 99, found {number:?}; a FEN must be in quotes")
                    })?;
                }
                other => return Err(format!("there is no option {other:?}")),
            }
        }
        Ok(question)
    }

    /// How many positions, and how many below each move if that was asked.
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
