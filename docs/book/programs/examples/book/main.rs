//! The programs of the book, one for each chapter: `cargo run --release --example book -- alpha_beta`.

use std::env;
use std::process::ExitCode;

#[path = "../../../../../examples/shared/printing.rs"]
mod printing;

mod alpha_beta;
mod average_case;
mod bets;
mod deepening;
mod dice;
mod fit;
mod greedy;
mod horizon;
mod matches;
mod minimax;
mod monte_carlo;
mod network;
mod null_windows;
mod ordering;
mod pairs;
mod passes;
mod pathology;
mod proof_trees;
mod proofs;
mod selective;
mod sticks;
mod tables;

/// The chapters in order, each with its program, and some with an experiment.
const PROGRAMS: [(&str, fn()); 21] = [
    ("sticks", sticks::main),
    ("greedy", greedy::main),
    ("minimax", minimax::main),
    ("alpha_beta", alpha_beta::main),
    ("ordering", ordering::main),
    ("proof_trees", proof_trees::main),
    ("average_case", average_case::main),
    ("deepening", deepening::main),
    ("tables", tables::main),
    ("null_windows", null_windows::main),
    ("passes", passes::main),
    ("dice", dice::main),
    ("horizon", horizon::main),
    ("pathology", pathology::main),
    ("fit", fit::main),
    ("network", network::main),
    ("bets", bets::main),
    ("selective", selective::main),
    ("proofs", proofs::main),
    ("monte_carlo", monte_carlo::main),
    ("matches", matches::main),
];

fn main() -> ExitCode {
    printing::end_when_it_fails();
    let chosen = env::args().nth(1);
    let program = PROGRAMS
        .iter()
        .find(|(name, _)| chosen.as_deref() == Some(name));
    let Some((_, program)) = program else {
        let names = PROGRAMS.map(|(name, _)| name).join(" ");
        println!("usage: cargo run --release --example book -- NAME\n\nNAME is one of: {names}");
        let wrong = chosen.filter(|name| name != "--help");
        return wrong.map_or(ExitCode::SUCCESS, |name| {
            eprintln!("error: the book has no program {name}");
            ExitCode::from(2)
        });
    };
    program();
    ExitCode::SUCCESS
}
