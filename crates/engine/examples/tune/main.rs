//! Fits the weights of the engine's evaluation to the results of its own games (Texel's method).
//!
//! 1. `generate` plays games of the engine with itself from random openings, and writes quiet positions with the score of the
//!    search and the result of the game.
//! 2. `fit` finds the weights by which the evaluation predicts them best, and writes them as a Rust table.
//!
//! The recipe of the weights in `src/weights.rs` is in `docs/tuning.md`.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "counts of positions, indices of weights and centipawns are small"
)]

mod fit;
mod generate;
mod sample;
mod table;

use std::error::Error;
use std::fs;

const USAGE: &str = "\
usage: tune generate GAMES NODES SEED > POSITIONS
       tune fit POSITIONS ROUNDS > TABLE";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["generate", games, nodes, seed] => {
            generate::games(games.parse()?, nodes.parse()?, seed.parse()?);
        }
        ["fit", file, rounds] => {
            let samples = sample::read(&fs::read_to_string(file)?);
            let weights = fit::fit(&samples, rounds.parse()?);
            print!("{}", table::write(&weights));
        }
        _ => eprintln!("{USAGE}"),
    }
    Ok(())
}
