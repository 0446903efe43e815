//! Answers ten questions of a chess player about a position: `cargo run --example ten_questions`.
//!
//! The questions are those of the Stockfish paper of 2013; `--help` lists the options.

#[path = "common/command.rs"]
mod command;

use std::fmt::Write as _;
use std::process::ExitCode;

use plywood::eval::{Answers, Classical};

const HELP: &str = "\
Draws a position and answers ten questions about it: where the pieces are and can go, what is
attacked or undefended, how pawns and kings stand, who holds the center, which rooks and queens
are blocked, which pawns are passed, which bishops are on a main diagonal, who has more material.

usage: cargo run --example ten_questions -- [OPTIONS]

  --fen FEN   about this position, in quotes; its last fields may be missing
  --explain   then also the score of the classical evaluator, taken apart
  --help      this text
example: cargo run --example ten_questions -- --fen \"4k3/2N5/8/3q4/8/P7/8/6K1 b - -\"
";

/// The two knights' defense: White has just brought a second piece against f7.
const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";

fn main() -> ExitCode {
    command::main(run)
}

/// What to print, or what is wrong with the arguments.
pub(crate) fn run(arguments: &[String]) -> Result<String, String> {
    let (mut fen, mut is_explained) = (FEN.to_owned(), false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" => return Ok(HELP.to_owned()),
            "--explain" => is_explained = true,
            "--fen" => {
                let value = arguments.next();
                value
                    .ok_or("--fen needs a FEN, in quotes")?
                    .clone_into(&mut fen);
            }
            other => return Err(format!("there is no option {other:?}")),
        }
    }
    let position = command::position(&fen)?;
    let board = position.board().to_text().figurines();
    let side = position.side_to_move();
    let answers = Answers::of(&position);
    let mut text = format!("{board}\n{side} to move\n\n{answers}");
    if is_explained {
        let explanation = Classical::default().explain(&position);
        let _ = write!(
            text,
            "\nThe classical evaluator, from White's view:\n{explanation:#}"
        );
    }
    Ok(text)
}
