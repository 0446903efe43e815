//! `plywood-lab ladder`.

use crate::cli::games::{GameCommand, GameOption};
use crate::cli::output::{OutputFile, write};
use crate::cli::playing::play;
use crate::cli::playing_options::{PlayingOptions, players};
use crate::play::ladder;
use crate::play::schedule::Format;
use clap::Args;
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
The published programs play at the depths of their authors, reduced by --shallower.
You can add players: strategies or UCI programs, as described by `plywood-lab match --help`.

Examples:
  plywood-lab ladder --svg ladder.svg --markdown ladder.md
  plywood-lab ladder --shallower 0 --games 20 --journal ladder.jsonl
  plywood-lab ladder mine=mtd-f:depth=4 uci:cmd=stockfish,nodes=100 --games 20
  plywood-lab ladder --game connect-four --games 200 --markdown connect-four.md";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// More players.
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,

    #[command(flatten)]
    pub(super) game: GameOption,

    /// Reduce every depth of the ladder by this many plies.
    #[arg(long, default_value_t = 1, value_name = "PLIES")]
    shallower: u32,

    #[command(flatten)]
    playing: PlayingOptions,

    /// Write a plot of the Elo to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a table of the players and their Elo to this file as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let [svg, markdown] = [
            OutputFile::of(self.svg.as_deref())?,
            OutputFile::of(self.markdown.as_deref())?,
        ];
        let rungs = ladder::players(catalog, self.shallower);
        let mut rungs = rungs.map_err(|error| Failure::Work(error.to_string()))?;
        rungs.extend(players(catalog, &self.players)?);
        let tournament = self
            .playing
            .tournament(catalog, rungs, Format::RoundRobin, None)?;
        play(tournament, &self.playing, |played| {
            write(svg, || ladder::picture(&played.summary).standalone())?;
            write(markdown, || ladder::markdown(&played.summary))
        })
    }
}
