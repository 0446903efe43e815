//! `plywood perft`.

use crate::cli::position;
use clap::Args;
use plywood_console::numbers::within;
use plywood_console::{Failure, counted, output};
use plywood_core::{divide, perft};
use plywood_report::number::real;
use std::fmt::Write as _;
use std::time::Instant;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The depth in plies.
    #[arg(value_name = "PLIES", default_value_t = 5, value_parser = within(1..=20_u32))]
    depth: u32,
    /// The position.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// Print the count of each move.
    #[arg(long)]
    divide: bool,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let position = position::read(&self.fen)?;
        let start = Instant::now();
        let mut text = String::new();
        let count = if self.divide {
            divide(&position, self.depth)
                .inspect(|(mv, count)| {
                    let _ = writeln!(text, "{mv}: {count}");
                })
                .map(|(_, count)| count)
                .sum()
        } else {
            perft(&position, self.depth)
        };
        let seconds = start.elapsed().as_secs_f64();
        let millions = real(count) / seconds.max(1e-9) / 1e6;
        let _ = writeln!(
            text,
            "{} in {seconds:.3} s, {millions:.1} million per second",
            counted(count, "position")
        );
        output::print(&text)
    }
}
