//! The options that select the positions of games to read; and the [`Format`]s of their files.

use crate::cli::games::{GameCommand, chess, run_on};
use crate::cli::options::plies;
use crate::cli::output;
use clap::{Args, ValueEnum};
use plywood_catalog::recast::recast;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::numbers::{share, within};
use plywood_console::{Failure, files};
use plywood_core::Position;
use plywood_net::data::{Filter, Filtered, ScoredMove, read_viriformat, with_later_scores};
use plywood_search::Tactical;
use plywood_workbench::journal::{Header, Journal};
use plywood_workbench::{PositionLines, ReadError, SelfPlayed};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::slice;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReadingOptions {
    /// Journals of `plywood-lab data generate` and `annotate`, all of one game; and files of other formats, recognized by the end of their
    /// names.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format of all files, regardless of their names. By default, files whose names are of neither format are journals.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Leave out the first plies of every game, after its random moves.
    #[arg(
        long,
        default_value_t = 4,
        value_parser = plies(),
        value_name = "N",
        help_heading = "Positions to learn from"
    )]
    skip_plies: usize,
    /// Include positions in check.
    #[arg(long, help_heading = "Positions to learn from")]
    with_checks: bool,
    /// Include positions whose best move is a capture.
    #[arg(long, help_heading = "Positions to learn from")]
    with_captures: bool,
    /// Leave out positions with a larger score, before scores are mixed; by default 1500, and none in a game with dice.
    #[arg(
        long,
        value_parser = within(0..=i16::MAX),
        value_name = "CENTIPAWNS",
        help_heading = "Positions to learn from"
    )]
    most_score: Option<i16>,
    /// Mix each score with those of later moves: this share of the next one's, mixed the same way, and the rest of its own score. Later
    /// scores correct short searches. For games only.
    #[arg(
        long,
        default_value_t = 0.0,
        value_parser = share::<f32>(),
        value_name = "SHARE",
        help_heading = "Positions to learn from"
    )]
    later_scores: f32,
}

/// The format of a file of games or positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Viriformat: games, with four bytes for a move and its score (.vf, .viri).
    Viri,
    /// Comma-separated values: fen,move,score,result (.csv).
    Csv,
}

impl Format {
    /// Returns the format of a file by the end of its name; `None` for a journal.
    fn of(path: &Path) -> Option<Self> {
        let extension = path.extension().unwrap_or_default();
        match extension.to_string_lossy().to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "vf" | "viri" | "viriformat" => Some(Self::Viri),
            _ => None,
        }
    }
}

/// A game, or positions that belong together.
pub(in crate::cli) struct ReadGame<'a, G: Playable> {
    /// Its number, from 0.
    pub(in crate::cli) number: usize,
    /// Its moves with their scores, or the positions.
    pub(in crate::cli) moves: &'a [ScoredMove<G>],
    /// `true` if the moves are those of a game, from its first one on.
    pub(in crate::cli) is_game: bool,
}

/// Processes each game.
pub(super) type EachGame<'a, G> = dyn FnMut(ReadGame<'_, G>) -> Result<(), Failure> + 'a;
/// Processes each position, with the number of its game.
type EachPosition<'a, G> = dyn FnMut(usize, &ScoredMove<G>) -> Result<(), Failure> + 'a;

impl ReadingOptions {
    fn format(&self, path: &Path) -> Option<Format> {
        self.from.or_else(|| Format::of(path))
    }

    /// Runs a command on the game of the first file; other formats than ours are for chess. Every journal is one of games with scores.
    pub(in crate::cli) fn run(
        &self,
        games: &impl Games,
        command: &impl GameCommand,
    ) -> Result<(), Failure> {
        for path in &self.files {
            if self.format(path).is_none() {
                let works = ["data generate", "data annotate"];
                Header::of_file(path)?.must_be_of(path, &works)?;
            }
        }
        let path = &self.files[0];
        if self.format(path).is_some() {
            return run_on(games, Some(chess(games)?.name()), command);
        }
        let header = Header::of_file(path)?;
        let game = header.job.settings["game"].as_str();
        run_on(games, Some(game.unwrap_or_default()), command)
    }

    /// Passes on every game.
    pub(super) fn read_games<G: Playable>(
        &self,
        catalog: &Catalog<G>,
        each: &mut EachGame<'_, G>,
    ) -> Result<(), Failure> {
        let mut is_empty = true;
        let mut each = |game: ReadGame<'_, G>| {
            is_empty = false;
            each(game)
        };
        for path in &self.files {
            match self.format(path) {
                None => read_journal(path, catalog, &mut each)?,
                Some(Format::Viri) => {
                    read_foreign((path, catalog), viri(path)?, Format::Viri, &mut each)?;
                }
                Some(Format::Csv) => {
                    read_foreign((path, catalog), csv(path)?, Format::Csv, &mut each)?;
                }
            }
        }
        if is_empty {
            let expected = "games or positions";
            return Err(ReadError::nothing(&self.files, expected, None).into());
        }
        Ok(())
    }

    /// Passes on every position that the filter keeps, with the number of its game, and counts the others.
    pub(in crate::cli) fn read<G: Playable + Tactical>(
        &self,
        catalog: &Catalog<G>,
        each: &mut EachPosition<'_, G>,
    ) -> Result<Filtered, Failure> {
        let filter = Filter {
            skip_plies: self.skip_plies,
            no_checks: !self.with_checks,
            no_captures: !self.with_captures,
            most_score: self.most_score.unwrap_or(match G::STAKES {
                None => Filter::default().most_score,
                Some(_) => i16::MAX,
            }),
        };
        let mut counts = Filtered::default();
        let bar = output::counter("positions");
        self.read_games(catalog, &mut |game| {
            // Positions outside a game have no later moves, and an unknown ply.
            let share = if game.is_game { self.later_scores } else { 0.0 };
            let scores = with_later_scores(game.moves, share);
            for (ply, (scored, score)) in game.moves.iter().zip(scores).enumerate() {
                let ply = if game.is_game { ply } else { usize::MAX };
                if filter.keeps(ply, scored, &mut counts) {
                    let mut scored = scored.clone();
                    scored.score = score;
                    each(game.number, &scored)?;
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

/// Passes on the games of another program's file, which are of chess, up to the first empty one.
fn read_foreign<G: Playable>(
    (path, catalog): (&Path, &Catalog<G>),
    games: impl Iterator<Item = Result<Vec<ScoredMove<Position>>, Failure>>,
    format: Format,
    each: &mut EachGame<'_, G>,
) -> Result<(), Failure> {
    for (number, moves) in games.enumerate() {
        let moves = moves?;
        if moves.is_empty() {
            break;
        }
        let moves: Vec<ScoredMove<G>> = recast(moves).ok_or_else(|| {
            let (path, game) = (path.display(), catalog.name());
            Failure::Usage(format!(
                "{path} is for chess, but the first file is for {game}"
            ))
        })?;
        each(ReadGame {
            number,
            moves: &moves,
            is_game: format == Format::Viri,
        })?;
    }
    Ok(())
}

fn viri(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Vec<ScoredMove<Position>>, Failure>>, Failure> {
    let mut file = BufReader::with_capacity(1 << 18, files::open(path)?);
    Ok((1..).map(move |number| {
        let wrong = |error| format!("{}, game {number}: {error}", path.display());
        read_viriformat(&mut file).map_err(|error| Failure::Usage(wrong(error)))
    }))
}

/// The number of consecutive positions of a file that are probably of the same few games.
const TOGETHER: usize = 100;

fn csv(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Vec<ScoredMove<Position>>, Failure>>, Failure> {
    let is_head = |line: &str| line == ScoredMove::<Position>::CSV_COLUMNS;
    let positions = PositionLines::open(path)?.read_by(move |line| {
        let position = (!is_head(&line.text)).then(|| ScoredMove::from_csv(&line.text));
        position.transpose()
    });
    let mut positions = positions.filter_map(Result::transpose);
    Ok(std::iter::repeat_with(move || {
        let together = positions.by_ref().take(TOGETHER);
        Ok(together.collect::<Result<_, _>>()?)
    }))
}
