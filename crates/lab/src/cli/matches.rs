//! `plywood-lab match`.

use crate::cli::games::{GameCommand, GameOption};
use crate::cli::output::{OutputFile, write_page};
use crate::cli::playing::play;
use crate::cli::playing_options::{PlayingOptions, players};
use crate::play::schedule::Format;
use crate::statistics::Sprt;
use clap::Args;
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
A player is a strategy, [LABEL=]NAME[:SETTING=VALUE,...] with the settings depth, nodes, time,
evaluator and noise, or for chess a UCI program, [LABEL=]uci:cmd=FILE[,arg=ARGUMENT][,option.NAME=VALUE]
with the settings depth, nodes, time and patience. Its own limits replace those of the match.
An interrupted match with a journal resumes when the same command is run again.

Examples:
  plywood-lab match quiescence alpha-beta-table --depth 4 --games 100
  plywood-lab match strongest blogchess swift:depth=3 --time 50ms --pgn games.pgn
  plywood-lab match everything quiescence --nodes 9000 --games 900 --sprt elo1=9 --journal a
  plywood-lab match strongest uci:cmd=stockfish,option.Hash=16,nodes=500 --clock 10s+100ms
  plywood-lab match --game connect-four alpha-beta:depth=5 monte-carlo:nodes=2000 --games 400";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// Two or more players; see below.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,

    #[command(flatten)]
    pub(super) game: GameOption,

    /// Which players meet: all of them (round-robin), or the first and each of the others (gauntlet).
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    /// End as soon as it is decided whether the first of two players is stronger; for example elo0=0,elo1=5,alpha=0.05,beta=0.05,scale=normalized.
    #[arg(long, value_name = "SETTINGS")]
    sprt: Option<Sprt>,

    #[command(flatten)]
    games: PlayingOptions,

    /// Write an HTML page with the result, plots, and every game to click through to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let html = OutputFile::of(self.html.as_deref())?;
        let players = players(catalog, &self.players)?;
        let (format, sprt) = (self.format, self.sprt);
        let tournament = self.games.tournament(catalog, players, format, sprt)?;
        play(tournament, &self.games, |played| {
            write_page(html, || played.page())
        })
    }
}
