//! The options that decide which positions of which games are read.

use super::format::{Format, Piece};
use crate::cli::output;
use crate::journal::{Header, Journal};
use crate::play::self_play::SelfPlayed;
use crate::recast::recast;
use clap::Args;
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use plywood_net::data::{Filter, Filtered, ScoredMove};
use plywood_search::Tactical;
use std::path::{Path, PathBuf};
use std::slice;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReadingOptions {
    /// Journals of `plywood-lab data generate` and `annotate`, all of the same game; and files of other formats, which the end of
    /// their names shows.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format of all files, whatever they are called.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Leave out the first plies of every game, after its random moves.
    #[arg(
        long,
        default_value_t = 4,
        value_name = "N",
        help_heading = "Positions to learn from"
    )]
    skip_plies: usize,
    /// Take positions in check, too.
    #[arg(long, help_heading = "Positions to learn from")]
    with_checks: bool,
    /// Take positions whose best move is a capture, too.
    #[arg(long, help_heading = "Positions to learn from")]
    with_captures: bool,
    /// Leave out positions with a larger score.
    #[arg(
        long,
        default_value_t = 1_500,
        value_name = "CENTIPAWNS",
        help_heading = "Positions to learn from"
    )]
    most_score: i16,
    /// Read only the first games of every file, by their numbers.
    #[arg(long, value_name = "N", help_heading = "Positions to learn from")]
    most_games: Option<usize>,
}

/// A game that was read, or positions that belong together.
pub(in crate::cli) struct ReadGame<'a, G: Playable> {
    /// Its number, from 0.
    pub(in crate::cli) number: usize,
    /// Its moves with their scores, or the positions.
    pub(in crate::cli) moves: &'a [ScoredMove<G>],
    /// Whether the moves are those of a game, from its first one on.
    pub(in crate::cli) is_game: bool,
}

/// What is done with each game.
pub(super) type EachGame<'a, G> = dyn FnMut(ReadGame<'_, G>) -> Result<(), Failure> + 'a;
/// What is done with each position, and with the number of its game.
type EachPosition<'a, G> = dyn FnMut(usize, &ScoredMove<G>) -> Result<(), Failure> + 'a;

impl ReadingOptions {
    fn format(&self, path: &Path) -> Format {
        self.from.unwrap_or_else(|| Format::of(path))
    }

    /// Whether all files have whole games.
    pub(super) fn has_games(&self) -> bool {
        let mut formats = self.files.iter().map(|path| self.format(path));
        formats.all(Format::has_games)
    }

    /// The files.
    pub(super) fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The name of the game of the first file.
    pub(in crate::cli) fn game(&self) -> Result<String, Failure> {
        let path = &self.files[0];
        if self.format(path) != Format::Journal {
            return Ok("chess".to_owned());
        }
        let header = Header::of_file(path)?;
        let game = header.job.settings["game"].as_str();
        Ok(game.unwrap_or_default().to_owned())
    }

    /// Hands over every game.
    pub(super) fn read_games<G: Playable>(
        &self,
        catalog: &Catalog<G>,
        each: &mut EachGame<'_, G>,
    ) -> Result<(), Failure> {
        let most = self.most_games.unwrap_or(usize::MAX);
        let mut each = |game: ReadGame<'_, G>| {
            if game.number < most {
                each(game)
            } else {
                Ok(())
            }
        };
        for path in &self.files {
            match self.format(path) {
                Format::Journal => read_journal(path, catalog, &mut each)?,
                format => read_other((path, format), catalog, &mut each)?,
            }
        }
        Ok(())
    }

    /// Hands over every position that the filter keeps, with the number of its game, and counts the others.
    pub(in crate::cli) fn read<G: Playable + Tactical>(
        &self,
        catalog: &Catalog<G>,
        each: &mut EachPosition<'_, G>,
    ) -> Result<Filtered, Failure> {
        let filter = Filter {
            skip_plies: self.skip_plies,
            no_checks: !self.with_checks,
            no_captures: !self.with_captures,
            most_score: self.most_score,
        };
        let mut counts = Filtered::default();
        let bar = output::counter("positions");
        self.read_games(catalog, &mut |game| {
            for (ply, scored) in game.moves.iter().enumerate() {
                // Nobody knows how early a position is that is not of a game.
                let ply = if game.is_game { ply } else { usize::MAX };
                if filter.keeps(ply, scored, &mut counts) {
                    each(game.number, scored)?;
                    bar.inc(1);
                }
            }
            Ok(())
        })?;
        bar.finish_and_clear();
        output::note(&counts.to_string());
        Ok(counts)
    }
}

fn read_journal<G: Playable>(
    path: &PathBuf,
    catalog: &Catalog<G>,
    each: &mut EachGame<'_, G>,
) -> Result<(), Failure> {
    let journal = Journal::<SelfPlayed>::merged(slice::from_ref(path))?;
    journal.in_order(&mut |SelfPlayed {
                               number, of, game, ..
                           }: SelfPlayed| {
        let moves = game.played(catalog.start(), G::read, G::read_move);
        let moves = moves.map_err(|error| {
            Failure::Usage(format!("{}, game {number}: {error}", path.display()))
        })?;
        each(ReadGame {
            number: of.unwrap_or(number),
            moves: &moves,
            is_game: of.is_none(),
        })
    })
}

/// Reads a file of another program, which is of chess.
fn read_other<G: Playable>(
    (path, format): (&Path, Format),
    catalog: &Catalog<G>,
    each: &mut EachGame<'_, G>,
) -> Result<(), Failure> {
    let mut number = 0;
    format.read(path, &mut |Piece { moves, is_game }| {
        let moves: Vec<ScoredMove<G>> = recast(moves).ok_or_else(|| {
            let (path, game) = (path.display(), catalog.name());
            Failure::Usage(format!("{path} is of chess, and the first file of {game}"))
        })?;
        number += 1;
        each(ReadGame {
            number: number - 1,
            moves: &moves,
            is_game,
        })
    })
}
