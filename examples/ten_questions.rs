//! Answers ten questions about a position: `cargo run --release --example ten_questions`.
//!
//! The questions are those of the Stockfish paper of 2013.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use plywood::eval::Answers;
use plywood::{Classical, Position};

const HELP: &str = "\
Draws a position and answers ten questions about it: where the pieces are and can go, what is
attacked or undefended, how pawns and kings stand, who holds the center, which rooks and queens
are blocked, which pawns are passed, which bishops are on a main diagonal, who has more material.

usage: cargo run --release --example ten_questions -- [OPTIONS]

  --fen FEN   the position, in quotes; its last fields may be missing
  --explain   also print the score of the classical evaluator, taken apart
  --help      this text
example: cargo run --release --example ten_questions -- --fen \"4k3/2N5/8/3q4/8/P7/8/6K1 b - -\"
";

/// The Two Knights Defense: White's knight has just attacked f7, too.
const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";

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
    let (mut fen, mut with_explanation) = (FEN.to_owned(), false);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" => return Ok(HELP.to_owned()),
            "--explain" => with_explanation = true,
            "--fen" => fen = arguments.next().ok_or("--fen needs a FEN, in quotes")?,
            other => Err(format!("there is no option {other:?}"))?,
        }
    }
    let (position, repairs) = Position::from_fen_lenient(&fen)?;
    for repair in repairs {
        eprintln!("warning: {repair}");
    }
    let board = position.board().to_text().figurines();
    let side = position.side_to_move();
    let mut text = format!("{board}\n{side} to move\n\n{}", Answers::of(&position));
    if with_explanation {
        let explanation = Classical::default().explain(&position);
        text += &format!("\nThe classical evaluator, from White's view:\n{explanation:#}");
    }
    Ok(text)
}
