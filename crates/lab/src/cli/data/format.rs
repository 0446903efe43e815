//! [`Format`]: what files of games and positions are called by, and how they are read.

use clap::ValueEnum;
use plywood_console::{Failure, PositionLines, files};
use plywood_core::Position;
use plywood_net::data::{FormatError, ScoredMove, read_viriformat};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The format of a file of games or positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A journal of plywood-lab: games, with a score for every move.
    Journal,
    /// Viriformat: games, with four bytes for a move and its score (.vf, .viri).
    Viri,
    /// Comma-separated values: fen,move,score,result (.csv).
    Csv,
}

/// What is done with a game of a file, or with positions of which nobody knows whether they are of the same one.
type EachPiece<'a> = dyn FnMut(Vec<ScoredMove<Position>>) -> Result<(), Failure> + 'a;

/// So many positions that follow each other in a file are probably of the same few games.
const TOGETHER: usize = 100;

impl Format {
    /// The format of a file by the end of its name.
    pub(super) fn of(path: &Path) -> Self {
        let extension = path.extension().unwrap_or_default();
        match extension.to_string_lossy().to_ascii_lowercase().as_str() {
            "csv" => Self::Csv,
            "vf" | "viri" | "viriformat" => Self::Viri,
            _ => Self::Journal,
        }
    }

    /// Whether it has whole games.
    pub(super) const fn has_games(self) -> bool {
        matches!(self, Self::Journal | Self::Viri)
    }

    /// Hands over what a file has, piece by piece; a journal has none here.
    pub(super) fn read(self, path: &Path, each: &mut EachPiece<'_>) -> Result<(), Failure> {
        match self {
            Self::Journal => Ok(()),
            Self::Viri => read_games(path, each),
            Self::Csv => {
                let is_head = |line: &str| line == ScoredMove::<Position>::CSV_COLUMNS;
                let lines = PositionLines::open(path)?;
                let positions = lines.read_by(|line| {
                    let is_position = !is_head(&line.text);
                    let position = is_position.then(|| ScoredMove::from_csv(&line.text));
                    position.transpose()
                });
                together(positions.filter_map(Result::transpose), each)
            }
        }
    }
}

/// What is wrong at a place of a file, counted from 1.
fn wrong(path: &Path, what: &str, number: usize, error: &FormatError) -> Failure {
    Failure::Usage(format!("{}, {what} {number}: {error}", path.display()))
}

fn open(path: &Path) -> Result<BufReader<File>, Failure> {
    Ok(BufReader::with_capacity(1 << 18, files::open(path)?))
}

fn read_games(path: &Path, each: &mut EachPiece<'_>) -> Result<(), Failure> {
    let mut file = open(path)?;
    for number in 1.. {
        let moves = read_viriformat(&mut file);
        let moves = moves.map_err(|error| wrong(path, "game", number, &error))?;
        if moves.is_empty() {
            break;
        }
        each(moves)?;
    }
    Ok(())
}

/// Hands over positions some at a time.
fn together(
    positions: impl Iterator<Item = Result<ScoredMove<Position>, Failure>>,
    each: &mut EachPiece<'_>,
) -> Result<(), Failure> {
    let mut moves = Vec::with_capacity(TOGETHER);
    for position in positions {
        moves.push(position?);
        if moves.len() == TOGETHER {
            each(std::mem::take(&mut moves))?;
        }
    }
    each(moves)
}
