//! The options for a game and its positions.

use crate::cli::output;
use crate::failure::Failure;
use crate::games::LabGame;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The games by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum GameName {
    Chess,
    ConnectFour,
    TicTacToe,
    /// A tree of numbers, such as `((3 12 8) (2 4 6) (14 5 2))`.
    Tree,
}

#[derive(Debug, Args)]
pub(super) struct GameOptions {
    /// The game.
    #[arg(long = "game", value_name = "GAME", value_enum, default_value_t = GameName::Chess)]
    pub(super) name: GameName,
    /// A position; may be repeated. A FEN, a board such as "X.. .O. ...", the columns played such as "ddcc", or a tree.
    #[arg(long = "position", visible_alias = "fen", value_name = "TEXT")]
    positions: Vec<String>,
    /// A file of positions, one per line; for chess as FEN or EPD.
    #[arg(long = "positions", visible_alias = "epd", value_name = "FILE")]
    file: Option<PathBuf>,
    /// The evaluator of strategies that name none; an unknown name lists the known ones.
    #[arg(long, value_name = "NAME")]
    pub(super) evaluator: Option<String>,
}

impl GameOptions {
    /// The positions with their names; by default the game's example.
    pub(super) fn positions<G: LabGame>(&self) -> Result<Vec<(String, G)>, Failure> {
        let given = self.positions.iter();
        let given = given.map(|text| G::read(text).map(|position| (text.clone(), position)));
        let mut positions: Vec<(String, G)> = given.collect::<Result<_, _>>()?;
        if let Some(file) = &self.file {
            let text = output::read(file)?;
            for (number, line) in (1..).zip(text.lines()) {
                if line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                let read = G::read_line(line.trim());
                let place =
                    |error| Failure::Usage(format!("{}, line {number}: {error}", file.display()));
                positions.push(read.map_err(place)?);
            }
        }
        if positions.is_empty() {
            positions.push((G::EXAMPLE.to_owned(), G::read(G::EXAMPLE)?));
        }
        Ok(positions)
    }

    /// The only position; by default the game's example.
    pub(super) fn position<G: LabGame>(&self) -> Result<(String, G), Failure> {
        let mut positions = self.positions::<G>()?;
        let count = positions.len();
        let only = positions.pop().filter(|_| count == 1);
        only.ok_or_else(|| Failure::Usage(format!("expected one position, found {count}")))
    }
}
