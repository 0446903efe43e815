//! `plywood-lab ablate`.

use crate::cli::limits::LimitOptions;
use crate::cli::output::{self, OutputFile};
use crate::cli::playing_options::threads;
use crate::failure::Failure;
use crate::measure::ablation::{Ablation, part_variants};
use crate::measure::suite::read_suite;
use crate::players::move_limits::MoveLimits;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
The full search is alpha-beta with a table, captures first, killers, history, quiescence, principal
variation search, aspiration windows and iterative deepening; each is removed alone. Without
iterative deepening a search that runs out of nodes or time has hardly an answer, and there are
no aspiration windows either.

Examples:
  plywood-lab ablate
  plywood-lab ablate --to-depth 6 --svg ablation.svg --markdown
  plywood-lab ablate --evaluator material --games 200 --game-nodes 5000 --html ablation.html";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The evaluator; an unknown name lists the known ones.
    #[arg(long, value_name = "NAME", default_value = "classical")]
    evaluator: String,
    /// A file of test positions, one EPD per line, instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Measure nodes and time to this depth.
    #[arg(long = "to-depth", value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    to_depth: u32,
    #[command(flatten)]
    limits: LimitOptions,
    /// Let each variant play this many games against the full search; an even number.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    games: usize,
    /// The nodes for a move of a game; by default the limits for a position.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    game_nodes: Option<u64>,
    /// The number of games played at once; by default the number of processors.
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print the table as Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Write the table to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the plots to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write an HTML page with the plots to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

const POSITIONS: &str = include_str!("../measure/ablation/positions.epd");

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let ablation = self.ablation()?;
        let [csv, svg, html] =
            [&self.csv, &self.svg, &self.html].map(|path| OutputFile::of(path.as_deref()));
        let [csv, svg, html] = [csv?, svg?, html?];
        let variants = ablation.variants.len();
        let searches = (variants + 1) * ablation.tasks.len();
        let progress = output::progress(searches + ablation.games * (variants - 1));
        let ablated = ablation.run(&mut |what| {
            progress.set_message(what.to_owned());
            progress.inc(1);
        })?;
        progress.finish_and_clear();
        if self.json {
            output::print_json(&ablated)?;
        } else if self.markdown {
            let (caption, table) = (ablated.caption(), ablated.to_markdown());
            output::print(&format!("{caption}\n\n{table}"))?;
        } else {
            output::print(&ablated.to_table())?;
        }
        output::write(csv, || ablated.to_csv())?;
        output::write(svg, || ablated.to_svg())?;
        output::write(html, || ablated.to_page().to_string())
    }

    fn ablation(&self) -> Result<Ablation, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let (name, text) = match &self.epd {
            Some(file) => (file.display().to_string(), output::read(file)?),
            None => ("the built-in positions".to_owned(), POSITIONS.to_owned()),
        };
        let tasks = read_suite(&text).map_err(|error| wrong(&format!("{name}: {error}")))?;
        if !self.games.is_multiple_of(2) {
            return Err(wrong(&format!(
                "expected an even number of games, found {}",
                self.games
            )));
        }
        let limits = self.limits.read()?;
        Ok(Ablation {
            variants: part_variants(&self.evaluator).map_err(|error| wrong(&error))?,
            tasks,
            depth: self.to_depth,
            limits,
            game_limits: MoveLimits {
                nodes: self.game_nodes,
                ..MoveLimits::default()
            }
            .or(limits),
            games: self.games,
            threads: threads(self.threads),
        })
    }
}
