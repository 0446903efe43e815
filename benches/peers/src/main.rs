//! Measures plywood beside other chess crates. It is never published, since some of them are GPL.

mod contest;
mod table;
mod options;
mod rules;
mod crates;
mod perft;
mod samples;
mod prepared;
mod check;
mod work;
mod operations;
mod games;
mod readers;
mod pgn;
mod search;

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
        Command::Help => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Command::Perft => perft::tables(&options),
        Command::Operations => vec![operations::table(&options)],
        Command::Search => search::tables(&options),
        Command::Rounds { game, name, rounds } => {
            let bytes = search::take_memory(game, name, *rounds);
            println!(
                "{}",
                bytes.map_or_else(|| "unknown".to_owned(), |bytes| bytes.to_string())
            );
            return ExitCode::SUCCESS;
        }
        Command::Pgn(file) => match pgn::table(&options, file.as_deref()) {
            Ok(table) => vec![table],
            Err(error) => {
                eprintln!("the PGN file cannot be read: {error}");
                return ExitCode::from(2);
            }
        },
    };
    println!("built {}\n", assumptions());
    for table in &tables {
        println!("{table}");
    }
    ExitCode::SUCCESS
}

/// Returns the instructions that the compiler may use.
fn assumptions() -> &'static str {
    if cfg!(all(target_feature = "bmi2", feature = "native")) {
        "with PEXT and POPCNT, in the peers as well where they have code for it"
    } else if cfg!(target_feature = "bmi2") {
        "with PEXT, but without the peers' own code for it, which needs --features native"
    } else {
        "for every x86-64 processor; plywood picks faster code at run time"
    }
}
