//! `plywood-lab compare`.

use crate::cli::games::{GameName, GameOptions};
use crate::cli::output::{self, OutputFile};
use crate::failure::Failure;
use crate::games::{LabGame, NamedStrategy};
use crate::measure::comparison::Comparing;
use clap::Args;
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood-lab compare
  plywood-lab compare minimax alpha-beta everything:evaluator=swift --depth 5 --html compare.html
  plywood-lab compare --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1' --epd suite.epd --csv runs.csv
  plywood-lab compare --game tree --position '((3 12 8) (2 4 6) (14 5 2))' --html tree.html";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    game: GameOptions,
    /// The strategies, each as NAME or NAME:SETTING=VALUE,…; by default all that can play the game.
    #[arg(value_name = "STRATEGY")]
    strategies: Vec<String>,
    /// Search every depth up to this one.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The node limit of each search; a search that reaches it is unfinished.
    #[arg(long, value_name = "NODES", default_value_t = 5_000_000)]
    max_nodes: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write every search to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write an HTML page with boards, plots and trees to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Draw trees to the greatest depth at which the full tree has at most this many nodes.
    #[arg(long, value_name = "NODES", default_value_t = 1_500)]
    drawn_nodes: usize,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        match self.game.name {
            GameName::Chess => self.compare::<Position>(),
            GameName::ConnectFour => self.compare::<ConnectFour>(),
            GameName::TicTacToe => self.compare::<TicTacToe>(),
            GameName::Tree => self.compare::<Tree>(),
        }
    }

    fn compare<G: LabGame>(&self) -> Result<(), Failure> {
        let comparing = Comparing {
            positions: self.game.positions::<G>()?,
            strategies: self.strategies::<G>()?,
            depth: self.depth.unwrap_or(G::USUAL_DEPTH),
            most_nodes: Some(self.max_nodes),
            most_drawn: self.html.as_ref().map_or(0, |_| self.drawn_nodes),
        };
        let [csv, html] = [
            OutputFile::of(self.csv.as_deref())?,
            OutputFile::of(self.html.as_deref())?,
        ];
        let searches = comparing.positions.len() * comparing.strategies.len();
        let progress = output::progress(searches * comparing.depth as usize);
        let comparison = comparing.run(&mut |what| {
            progress.set_message(what.to_owned());
            progress.inc(1);
        });
        progress.finish_and_clear();
        if self.json {
            output::print_json(&comparison)?;
        } else {
            output::print(&comparison.to_table())?;
        }
        output::write(csv, || comparison.to_csv())?;
        output::write(html, || comparison.to_page().to_string())
    }

    fn strategies<G: LabGame>(&self) -> Result<Vec<NamedStrategy<G>>, Failure> {
        let all = || G::strategies().into_iter().map(str::to_owned).collect();
        let names = match self.strategies.as_slice() {
            [] => all(),
            given => given.to_vec(),
        };
        let named = |name: &String| G::named_strategy(name, self.game.evaluator.as_deref());
        names.iter().map(named).collect()
    }
}
