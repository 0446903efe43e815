//! Runs experiments of the literature again: `cargo run --release --example replications -- NAME`. docs/replications.md has the results
//! beside the papers' claims.

#[path = "../../../../../examples/shared/options.rs"]
mod options;

mod chess;
mod dice;
mod games;
mod mates;
mod proofs;
mod sample;
mod synthetic;
mod trees;

use std::error::Error;
use std::process::ExitCode;

use options::Options;

const HELP: &str = "\
Runs an experiment of the literature again, in seconds. docs/replications.md has the results beside the papers' claims.

usage: cargo run --release --example replications -- NAME [OPTIONS]

  NAME      knuth-moore, sss-star, ordered-trees, parts, memory, grain, aspiration, p-games, mates, proofs, solver, one-ply-more, dice,
            drivers, ladder or positions
  --slow    the numbers of docs/replications.md, which take minutes
  --help    this text

`positions` prints the plain sample: 150 positions from random games, as EPD.
";

type Experiment = (&'static str, fn(bool));

/// The experiments by name. Each prints a table, and takes `true` for its whole size.
const EXPERIMENTS: [Experiment; 16] = [
    ("knuth-moore", trees::knuth_moore),
    ("sss-star", trees::sss_star),
    ("ordered-trees", trees::ordered),
    ("parts", chess::parts),
    ("memory", chess::memory),
    ("grain", chess::grain),
    ("aspiration", chess::aspiration),
    ("p-games", games::p_games),
    ("mates", mates::by_length),
    ("proofs", proofs::solved_by_nodes),
    ("solver", games::solver),
    ("one-ply-more", games::one_ply_more),
    ("dice", dice::ballard),
    ("drivers", chess::drivers_compared),
    ("ladder", chess::ladder),
    ("positions", sample::print_positions),
];

fn main() -> ExitCode {
    options::main(HELP, |options: &Options| {
        let [name] = options.plain.as_slice() else {
            return Err("one experiment is needed".into());
        };
        let names = EXPERIMENTS.map(|(name, _)| name);
        let found = EXPERIMENTS.iter().find(|(known, _)| known == name);
        let (_, run) = found
            .ok_or_else(|| -> Box<dyn Error> { options::unknown("experiment", name, &names) })?;
        run(options.has("--slow"));
        Ok(String::new())
    })
}
