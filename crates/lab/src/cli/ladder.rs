//! `plywood-lab ladder`.

use crate::cli::output::{expect_folders, print, print_json, write};
use crate::cli::playing::{PlayingOptions, play};
use crate::failure::Failure;
use crate::play::ladder::Ladder;
use crate::play::schedule::Format;
use crate::players::player_spec::PlayerSpec;
use clap::Args;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
The published programs play at the depths of their authors, reduced by --shallower.
You can add players: strategies or UCI programs, as described by `plywood-lab match --help`.

Examples:
  plywood-lab ladder --svg ladder.svg --markdown ladder.md
  plywood-lab ladder --shallower 0 --games 20 --journal ladder.jsonl
  plywood-lab ladder mine=mtd-f:depth=4 uci:cmd=stockfish,nodes=100 --games 20";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// More players.
    #[arg(value_name = "PLAYER")]
    players: Vec<PlayerSpec>,

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

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(super) fn run(self) -> Result<(), Failure> {
        expect_folders([&self.svg, &self.markdown])?;
        let ladder = Ladder::shallower_by(self.shallower).players();
        let mut players = ladder.map_err(|error| Failure::Work(error.to_string()))?;
        players.extend(self.players);
        let tournament = self.playing.tournament(players, Format::RoundRobin, None)?;
        let summary = play(&tournament, &self.playing)?;
        if let Some(file) = &self.svg {
            write(file, &Ladder::picture(&summary).standalone())?;
        }
        if let Some(file) = &self.markdown {
            write(file, &Ladder::markdown(&summary))?;
        }
        if self.json {
            print_json(&summary)
        } else {
            print(&summary.to_string())
        }
    }
}
