//! `plywood-lab data convert`.

use super::reading::{Format, ReadingOptions};
use crate::cli::games::{GameCommand, wrong};
use crate::cli::output::{Kind, OutputFile, Replace};
use clap::Args;
use plywood_catalog::recast::recast_ref;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::{Failure, OutputPath};
use plywood_core::Position;
use plywood_net::data::{FormatError, ScoredMove, write_viriformat};

/// The end of `--help`.
const EXAMPLES: &str = "\
Viriformat gets all moves of games, and needs results; only CSV uses the options that select positions.

Examples:
  plywood-lab data convert games.jsonl --format csv --most-score 2000 --output positions.csv
  plywood-lab data convert games.jsonl --format viri --output ours.vf";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    positions: ReadingOptions,
    /// The format; scores and results are White's.
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Write to this file.
    #[arg(long, short, value_name = "FILE")]
    output: OutputPath,
    #[command(flatten)]
    replace: Replace,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        self.positions.run(games, self)
    }

    fn write_positions(&self, catalog: &Catalog<Position>) -> Result<(), Failure> {
        let columns = ScoredMove::<Position>::CSV_COLUMNS;
        let mut file = OutputFile::open(&self.output, Kind::csv(columns), self.replace)?;
        file.append(format!("{columns}\n"))?;
        self.positions.read(catalog, &mut |_, scored| {
            file.append(scored.to_csv() + "\n")
        })?;
        file.finish()
    }

    /// Writes whole games, or each of several positions as a game.
    fn write_games(&self, catalog: &Catalog<Position>) -> Result<(), Failure> {
        let mut file = OutputFile::open(&self.output, Kind::BINARY, self.replace)?;
        self.positions.read_games(catalog, &mut |game| {
            let length = if game.is_game { game.moves.len() } else { 1 };
            let mut parts = game.moves.chunks(length.max(1));
            let written = parts.try_for_each(|moves| write_viriformat(moves, &mut file));
            written.map_err(|error| match error {
                FormatError::File(error) => Failure::writing(&self.output, &error),
                error => Failure::Usage(format!("game {}: {error}", game.number)),
            })
        })?;
        file.finish()
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let Some(chess) = recast_ref(catalog) else {
            let game = catalog.name();
            return Err(wrong(format!(
                "these formats are for chess, but the games are {game}"
            )));
        };
        match self.format {
            Format::Viri => self.write_games(chess),
            Format::Csv => self.write_positions(chess),
        }
    }
}
