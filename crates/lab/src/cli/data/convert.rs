//! `plywood-lab data convert`.

use super::ReadingOptions;
use crate::cli::games::chess;
use clap::{Args, ValueEnum};
use plywood_console::Failure;
use plywood_core::Position;
use plywood_net::data::ScoredMove;
use plywood_search::registry::Games;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood-lab data convert games.jsonl --format text --output positions.txt
  plywood-lab data convert games.jsonl --format bullet --most-score 2000 --output positions.data";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    positions: ReadingOptions,
    /// The format; scores and results are White's, but for bullet, which has those of the side to move.
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A line for each position: FEN | score | result.
    Text,
    /// Comma-separated values: fen,move,score,result.
    Csv,
    /// Bulletformat: 32 bytes for each position.
    Bullet,
}

impl Format {
    fn bytes(self, scored: &ScoredMove<Position>) -> Vec<u8> {
        match self {
            Self::Text => format!("{}\n", scored.to_text()).into_bytes(),
            Self::Csv => format!("{}\n", scored.to_csv()).into_bytes(),
            Self::Bullet => scored.to_bullet().to_vec(),
        }
    }
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let game = self.positions.game()?;
        if game != "chess" {
            let problem = format!("these formats are for chess, and the games are of {game}");
            return Err(Failure::Usage(problem));
        }
        let failed = |error: io::Error| Failure::in_file(&self.output, &error);
        let mut file = BufWriter::new(File::create(&self.output).map_err(failed)?);
        if let Format::Csv = self.format {
            let columns = ScoredMove::<Position>::CSV_COLUMNS;
            writeln!(file, "{columns}").map_err(failed)?;
        }
        self.positions.read(&chess(games)?, &mut |_, scored| {
            file.write_all(&self.format.bytes(scored)).map_err(failed)
        })?;
        file.flush().map_err(failed)
    }
}
