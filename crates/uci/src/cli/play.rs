//! `plywood play`.

use crate::cli::position;
use crate::cli::searching::{self, SearchOptions};
use crate::engine_options::EngineOptions;
use crate::play::{Setting, TerminalGame};
use clap::{Args, ValueEnum};
use plywood_console::numbers::within;
use plywood_console::output::{OutputFile, game_separator, held_games};
use plywood_console::{Failure, OutputPath, files};
use plywood_core::{Color, History};
use plywood_notation::pgn::PgnGame;
use std::io::{self, Read, stdin, stdout};
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
    #[arg(long, value_name = "ELO", value_parser = within(EngineOptions::ELO))]
    elo: Option<u32>,
    #[command(flatten)]
    search: SearchOptions,
    /// The position to start from.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    fen: String,
    /// Draw the pieces as letters.
    #[arg(long)]
    ascii: bool,
    /// Add the game to this file, after each move.
    #[arg(long, value_name = "FILE")]
    pgn: Option<OutputPath>,
    /// Put the game in the place of those that the file has.
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
        let mut options = self.search.engine_options();
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
        OutputFile::of(self.pgn.as_ref())?;
        if let Some(path) = self.pgn.as_ref().filter(|_| !self.replace) {
            held_games(path, 0)?;
        }
        let mut saved = String::new();
        let save = &mut |game: &PgnGame| match &self.pgn {
            Some(file) => self.save(file, game, &mut saved),
            None => Ok(()),
        };
        TerminalGame::new(setting, game, stdin().lock(), stdout().lock()).play(save)
    }

    /// Adds the game to a file, in the place of what was saved of it before.
    fn save(&self, path: &OutputPath, game: &PgnGame, saved: &mut String) -> Result<(), Failure> {
        let mut file = OutputFile::open(path)?;
        if !self.replace {
            let end = held_games(path, saved.len() as u64 + 2)?;
            let others = end.strip_suffix(saved.as_bytes()).unwrap_or(&end);
            if !end.is_empty() {
                let held = files::open(path)?;
                let size = held.metadata().map(|held| held.len());
                let most = size.map(|size| size.saturating_sub((end.len() - others.len()) as u64));
                let copied = most.and_then(|most| io::copy(&mut held.take(most), &mut file));
                copied.map_err(|error| Failure::writing(path, &error))?;
            }
            file.append(game_separator(others))?;
        }
        let text = format!("{game}\n");
        file.write(&text)?;
        *saved = text;
        Ok(())
    }
}
