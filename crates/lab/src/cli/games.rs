//! The options for a game and its positions.

use crate::games::LabGame;
use crate::measure::comparison::read;
use crate::measure::positions::Positions;
use clap::{Args, ValueEnum};
use plywood_console::Failure;
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
    /// A file of positions, one per line; for chess as FEN or EPD, or games (.pgn), of which every position is used.
    #[arg(long = "positions", visible_alias = "epd", value_name = "FILE")]
    file: Option<PathBuf>,
    /// The evaluator of strategies that name none; an unknown name lists the known ones.
    #[arg(long, value_name = "NAME")]
    pub(super) evaluator: Option<String>,
}

impl GameOptions {
    /// The positions as they are given; by default the game's example.
    pub(super) fn positions<G: LabGame>(&self) -> Positions {
        let mut texts = self.positions.clone();
        if texts.is_empty() && self.file.is_none() {
            texts.push(G::EXAMPLE.to_owned());
        }
        Positions::new(texts, self.file.clone())
    }

    /// The only position; by default the game's example.
    pub(super) fn position<G: LabGame>(&self) -> Result<G, Failure> {
        let positions = self.positions::<G>();
        let mut only = None;
        let survey = positions.survey(&mut |text| {
            only = Some(read::<G>(text)?.1);
            Ok(())
        })?;
        let only = only.filter(|_| survey.count == 1);
        only.ok_or_else(|| Failure::Usage(format!("expected one position, found {}", survey.count)))
    }
}
