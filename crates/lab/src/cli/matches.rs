//! `plywood-lab match`.

use crate::cli::games::{GameCommand, GameOption};
use crate::cli::output::{OutputFile, write, write_page};
use crate::cli::playing::play;
use crate::cli::playing_options::{PlayingOptions, players};
use crate::play::schedule::Format;
use crate::statistics::Sprt;
use clap::Args;
use plywood_catalog::{Catalog, Playable};
use plywood_console::Failure;
use std::fs;
use std::path::{Path, PathBuf};

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
  plywood-lab match --game connect-four alpha-beta:depth=5 monte-carlo:nodes=2000 --games 400
  plywood-lab match --players docs/players/chess.txt --svg elo.svg --markdown elo.md";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// Two or more players; see below.
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,

    /// Players to put before these: one on each line of this file, which may have comments after a #.
    #[arg(long = "players", value_name = "FILE")]
    file: Option<PathBuf>,

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

    /// Write a plot of the Elo to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a table of the players and their Elo to this file as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// The players of a file.
fn listed(path: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::in_file(path, &error))?;
    let players = text.lines().map(|line| match line.split_once('#') {
        Some((player, _)) => player.trim(),
        None => line.trim(),
    });
    let players = players.filter(|player| !player.is_empty());
    Ok(players.map(str::to_owned).collect())
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let [html, svg, markdown] = [
            OutputFile::of(self.html.as_deref())?,
            OutputFile::of(self.svg.as_deref())?,
            OutputFile::of(self.markdown.as_deref())?,
        ];
        let mut texts = self.file.as_deref().map_or(Ok(Vec::new()), listed)?;
        texts.extend_from_slice(&self.players);
        let players = players(catalog, &texts)?;
        let (format, sprt) = (self.format, self.sprt);
        let tournament = self.games.tournament(catalog, players, format, sprt)?;
        play(tournament, &self.games, |played| {
            write_page(html, || played.page())?;
            write(svg, || played.summary.plot().standalone())?;
            write(markdown, || played.summary.to_markdown())
        })
    }
}
