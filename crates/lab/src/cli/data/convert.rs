//! `plywood-lab data convert`.

use super::reading::{Format, ReadGame, ReadingOptions};
use crate::cli::games::chess;
use crate::cli::output::{Kind, OutputFile, Replace, new_file};
use clap::Args;
use plywood_catalog::{Catalog, Games};
use plywood_console::{Failure, OutputPath};
use plywood_core::Position;
use plywood_net::data::{FormatError, ScoredGame, ScoredMove, write_viriformat};
use plywood_workbench::SelfPlayed;
use plywood_workbench::journal::{Header, Job};
use serde_json::json;
use std::path::Path;

/// The end of `--help`.
const EXAMPLES: &str = "\
Journals and viriformat get all moves of games; only CSV uses the options that select positions.
Viriformat needs results, and journals and viriformat need moves.

Examples:
  plywood-lab data convert games.jsonl --format csv --most-score 2000 --output positions.csv
  plywood-lab data convert games.vf --format journal --output ours.jsonl";

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
        let game = self.positions.game()?;
        if game != "chess" {
            let problem = format!("these formats are for chess, but the games are {game}");
            return Err(Failure::Usage(problem));
        }
        let catalog = chess(games)?;
        match self.format {
            Format::Journal => self.write_journal(&catalog),
            Format::Viri => self.write_games(&catalog),
            Format::Csv => self.write_positions(&catalog),
        }
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

    /// Returns the failure for something that cannot be written.
    fn wrong(&self, game: usize, error: &FormatError) -> Failure {
        match error {
            FormatError::File(error) => Failure::writing(&self.output, error),
            error => Failure::Usage(format!("game {game}: {error}")),
        }
    }

    /// Writes whole games in viriformat.
    fn write_games(&self, catalog: &Catalog<Position>) -> Result<(), Failure> {
        let mut file = OutputFile::open(&self.output, Kind::BINARY, self.replace)?;
        self.positions.read_games(catalog, &mut |game| {
            let written = parts(&game).try_for_each(|moves| write_viriformat(moves, &mut file));
            written.map_err(|error| self.wrong(game.number, &error))
        })?;
        file.finish()
    }

    /// Writes whole games as a journal. It begins with their number, so the files are read twice.
    fn write_journal(&self, catalog: &Catalog<Position>) -> Result<(), Failure> {
        let mut file = new_file(&self.output)?;
        let mut count = 0;
        self.positions.read_games(catalog, &mut |game| {
            count += parts(&game).count();
            Ok(())
        })?;
        let files = self.positions.files().iter().map(|path| name(path));
        let files: Vec<String> = files.collect();
        let job = Job::new("data convert", &json!({ "game": "chess", "files": files }));
        let header = Header::new(job, count);
        file.append(header.line()?)?;
        let mut number = 0;
        self.positions.read_games(catalog, &mut |game| {
            for moves in parts(&game) {
                let written = SelfPlayed {
                    number,
                    of: (!game.is_game).then_some(game.number),
                    game: scored_game(catalog, moves)
                        .map_err(|error| self.wrong(game.number, &error))?,
                    fault: None,
                };
                file.append(header.line_of(&written, 0)?)?;
                number += 1;
            }
            Ok(())
        })?;
        file.finish()
    }
}

/// Returns the games of a piece of a file: one game, or each of several positions as a game.
fn parts<'a>(
    game: &ReadGame<'a, Position>,
) -> impl Iterator<Item = &'a [ScoredMove<Position>]> + use<'a> {
    let length = if game.is_game { game.moves.len() } else { 1 };
    game.moves.chunks(length.max(1))
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Returns the moves as a line of a journal.
fn scored_game(
    catalog: &Catalog<Position>,
    moves: &[ScoredMove<Position>],
) -> Result<ScoredGame, FormatError> {
    let Some(first) = moves.first() else {
        return Ok(ScoredGame::default());
    };
    let mut game = ScoredGame {
        start: first.position.to_string(),
        points: first.points,
        ..ScoredGame::default()
    };
    for scored in moves {
        let mv = scored.mv.ok_or(FormatError::NoMove)?;
        game.push(&catalog.move_text(mv), scored.score);
    }
    Ok(game)
}
