//! `plywood-lab tree`.

use crate::cli::games::{GameCommand, GameOptions, contenders};
use crate::cli::output::{self, Kind, OutputFile};
use clap::Args;
use plywood_arena::SearchTree;
use plywood_arena::asked;
use plywood_catalog::{Catalog, Playable};
use plywood_console::numbers::within;
use plywood_console::{Failure, OutputPath};
use plywood_search::{Limits, MAX_DEPTH};
use std::num::NonZeroUsize;

/// The end of `--help`.
const EXAMPLES: &str = "\
Without an output file the tree is printed as an outline: a line for each node with its move, its
window (alpha, beta), its score, and what was cut off.

Examples:
  plywood-lab tree alpha-beta --game tic-tac-toe --position 'XOX .O. .X.' --html tree.html
  plywood-lab tree alpha-beta --game tree --position '((3 12 8) (2 4 6) (14 5 2))'
  plywood-lab tree mtd-f --game connect-four --position ddcc --depth 2 --svg tree.svg
  plywood-lab tree quiescence --fen '4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1' --depth 1";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    pub(super) game: GameOptions,
    /// The strategy, as NAME or NAME:SETTING=VALUE,…
    #[arg(value_name = "STRATEGY")]
    strategy: String,
    /// The depth in plies; by default 2 for games with many moves, such as chess, and the game's own for the others.
    #[arg(long, value_name = "PLIES", value_parser = within(0..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Show at most this many nodes, the first ones. The search itself ends after a million nodes at the latest.
    #[arg(long, value_name = "NODES", default_value = "2000", value_parser = within(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    nodes: NonZeroUsize,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the tree to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputPath>,
    /// Write an HTML page to this file on which one can step through the search.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,
}

/// Deeper trees of games with many moves are too large to look at.
const FEW_PLIES: u32 = 2;
/// More moves than this at the start of a game are many.
const FEW_MOVES: usize = 10;
/// The search ends here even if the depth is not reached: a second or two.
const MOST_EXPLORED: u64 = 1_000_000;

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let position = self.game.position(catalog)?;
        let usual_depth = if catalog.start().legal_moves().len() > FEW_MOVES {
            FEW_PLIES
        } else {
            catalog.depth()
        };
        let svg = OutputFile::of(self.svg.as_ref(), Kind::SVG);
        let html = OutputFile::of(self.html.as_ref(), Kind::HTML);
        let (svg, html) = (svg?, html?);
        let is_written = svg.is_some() || html.is_some();
        let evaluator = self.game.evaluator.as_deref();
        let named = contenders(catalog, std::slice::from_ref(&self.strategy), evaluator)?.remove(0);
        let limits = Limits::depth(self.depth.unwrap_or(usual_depth)).with_nodes(MOST_EXPLORED);
        let record = || SearchTree::record(catalog, &position, &named, &limits, self.nodes.get());
        let tree = asked(named.name(), record)?;
        let Some(last) = tree.last() else {
            if position.ending(&position.legal_moves()).is_some() {
                let over = "the game is over in this position, so there is no tree to show";
                return Err(Failure::Usage(over.to_owned()));
            }
            let name = named.name();
            return Err(Failure::Work(format!(
                "{name} does not report its nodes in the order of a depth-first search, so there is no tree to show"
            )));
        };
        if let Some(pass) = tree.last_pass().filter(|_| self.json || svg.is_some()) {
            output::note(&format!(
                "shown is {pass}; the outline and the page have every pass"
            ));
        }
        match (self.json, is_written) {
            (true, _) => output::print_json(last)?,
            (false, false) => output::print(&tree.to_text())?,
            (false, true) => {}
        }
        output::write(svg, || last.to_svg())?;
        output::write(html, || tree.document().to_html())
    }
}
