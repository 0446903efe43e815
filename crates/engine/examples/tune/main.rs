//! Makes positions to fit the weights of the engine's evaluation to, and writes the fitted weights as a source file.
//!
//! 1. `generate` plays games of the engine with itself from random openings, and writes quiet positions with the score of the
//!    search and the result of the game as EPD.
//! 2. `plywood-lab fit` finds the weights by which the classical evaluator predicts them best, and writes them as JSON.
//! 3. `table` writes these as `src/weights.rs`.
//!
//! The recipe of the weights that stand there is in `docs/results.md`.

mod generate;
mod table;

use plywood_eval::{Classical, NamedWeights};
use std::error::Error;
use std::fs;

const USAGE: &str = "\
usage: tune generate GAMES NODES SEED > POSITIONS
       tune table WEIGHTS > SOURCE";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["generate", games, nodes, seed] => {
            generate::games(games.parse()?, nodes.parse()?, seed.parse()?);
        }
        ["table", file] => {
            let mut classical = Classical::default();
            NamedWeights::from_json(&fs::read_to_string(file)?)?.set(&mut classical)?;
            print!("{}", table::write(classical.weights()));
        }
        _ => eprintln!("{USAGE}"),
    }
    Ok(())
}
