//! `plywood play`.

use crate::cli::searching::{self, SearchOptions};
use crate::cli::{output, position};
use crate::engine_options::EngineOptions;
use crate::failure::Failure;
use crate::play::{BoardStyle, Players, Setting, TerminalGame};
use clap::{Args, ValueEnum};
use plywood_core::{Color, History};
use std::io::{stdin, stdout};
use std::path::PathBuf;
use std::time::Duration;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood play
  plywood play --color black --elo 1200
  plywood play --strategy minimax --depth 3
  plywood play --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --pgn game.pgn";

const TIME_FOR_A_MOVE: Duration = Duration::from_secs(1);

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// Your color.
    #[arg(long, value_enum, default_value_t = Side::White)]
    color: Side,
    /// The program's strength; full if it is not given.
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u32).range(800..=2_400))]
    elo: Option<u32>,
    #[command(flatten)]
    search: SearchOptions,
    /// The position to start from.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// Draw the pieces as letters.
    #[arg(long)]
    ascii: bool,
    /// Write the game to this file when it ends.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut options = self.search.engine_options();
        if let Some(elo) = self.elo {
            (options.limit_strength, options.elo) = (true, elo);
        }
        let setting = Setting {
            person: match self.color {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Random => *fastrand::choice(&Color::ALL).unwrap_or(&Color::White),
            },
            limits: self.search.limits(TIME_FOR_A_MOVE),
            evaluator: options.evaluator.clone(),
            style: if self.ascii {
                BoardStyle::Letters
            } else {
                BoardStyle::Figurines
            },
        };
        let game = History::new(position::read(&self.fen)?);
        let players = Players {
            opponent: searching::searcher(&options)?,
            adviser: searching::searcher(&EngineOptions::default())?,
        };
        let ends = (stdin().lock(), stdout().lock());
        let pgn = TerminalGame::new(setting, game, players, ends)
            .play()
            .map_err(|error| Failure::Work(format!("terminal: {error}")))?;
        match &self.pgn {
            Some(file) => output::write(file, &format!("{pgn}\n")),
            None => Ok(()),
        }
    }
}
