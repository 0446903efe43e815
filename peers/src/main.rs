//! plywood beside other chess crates. Nothing of this is published: some of the peers are GPL.

mod table;
mod contest;
mod options;
mod rules;
mod crates;
mod perft;
mod samples;
mod prepared;
mod check;
mod work;
mod operations;

use std::env;
use std::process::ExitCode;

use options::{Command, Options, USAGE};

fn main() -> ExitCode {
    let options = match Options::read(env::args().skip(1)) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let tables = match &options.command {
        Command::Perft => perft::tables(&options),
        Command::Operations => vec![operations::table(&options)],
        Command::Pgn(_) => Vec::new(),
    };
    if options.json {
        for table in &tables {
            println!("{}", table.to_json());
        }
        return ExitCode::SUCCESS;
    }
    println!("{}\n", build());
    for table in &tables {
        println!("{table}");
    }
    ExitCode::SUCCESS
}

/// What the compiler was allowed to assume.
fn build() -> &'static str {
    if cfg!(all(target_feature = "bmi2", feature = "native")) {
        "native build: PEXT and POPCNT compiled in, also in the peers that can"
    } else if cfg!(target_feature = "bmi2") {
        "native build, but without the peers' own PEXT code: add --features native"
    } else {
        "base build: any x86-64 processor; plywood chooses at run time what the one at hand offers"
    }
}
