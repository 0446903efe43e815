//! Answers ten questions about a position: `cargo run --release --example ten_questions`.
//!
//! The questions are those of the Stockfish paper of 2013.

#[path = "shared/options.rs"]
mod options;

use std::error::Error;
use std::process::ExitCode;

use plywood::Classical;
use plywood::eval::Answers;

use options::Options;

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

/// The Two Knights Defense: White's knight also attacks f7 now.
const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";

fn main() -> ExitCode {
    options::main(HELP, run)
}

fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let position = options.position(FEN)?;
    let board = position.board().to_text().figurines();
    let side = position.side_to_move();
    let mut text = format!("{board}\n{side} to move\n\n{}", Answers::of(&position));
    if options.has("--explain") {
        let explanation = Classical::default().explain(&position);
        text += &format!("\nThe classical evaluator, from White's point of view:\n{explanation:#}");
    }
    Ok(text)
}
