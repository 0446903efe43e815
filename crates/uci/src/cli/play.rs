//! `plywood play`.

use crate::cli::position;
use crate::cli::searching::{self, SearchOptions};
use crate::engine_options::EngineOptions;
use crate::play::{Setting, TerminalGame};
use clap::{Args, ValueEnum};
use plywood_catalog::Strength;
use plywood_console::numbers::within;
use plywood_console::output::{Kind, LastGame, OutputFile};
use plywood_console::{Failure, OutputPath};
use plywood_core::{Color, History};
use plywood_notation::pgn::PgnGame;
use std::io::{stdin, stdout};
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
    /// The program's strength; full strength by default.
    #[arg(long, value_name = "ELO", value_parser = within(Strength::ELO))]
    elo: Option<u32>,
    #[command(flatten)]
    search: SearchOptions,
    /// The position to start from.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// Draw the pieces as letters.
    #[arg(long)]
    ascii: bool,
    /// Add the game to this file after each move.
    #[arg(long, value_name = "FILE")]
    pgn: Option<OutputPath>,
    /// Replace the games in the file with this one.
    #[arg(long, requires = "pgn")]
    replace: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let mut options = self.search.player.engine_options();
        if let Some(elo) = self.elo {
            (options.limit_strength, options.elo) = (true, elo);
        }
        let game = History::new(position::read(&self.fen)?);
        let setting = Setting {
            person: match self.color {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Random => *fastrand::choice(&Color::ALL).unwrap_or(&Color::White),
            },
            limits: self.search.limits(TIME_FOR_A_MOVE),
            evaluator: options.evaluator.clone(),
            is_ascii: self.ascii,
            opponent: searching::searcher(&options)?,
            adviser: searching::searcher(&EngineOptions::default())?,
        };
        OutputFile::of(self.pgn.as_ref(), Kind::GAMES)?;
        let added = self.pgn.as_ref().filter(|_| !self.replace);
        let mut added = added.map(LastGame::new).transpose()?;
        let save = &mut |game: &PgnGame| {
            let text = format!("{game}\n");
            match (&mut added, &self.pgn) {
                (Some(added), _) => added.write(&text),
                (None, Some(path)) => OutputFile::open(path, Kind::GAMES)?.write(text),
                (None, None) => Ok(()),
            }
        };
        TerminalGame::new(setting, game, stdin().lock(), stdout().lock()).play(save)
    }
}
