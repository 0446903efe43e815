//! `plywood-lab compare`.

use crate::cli::games::{GameName, GameOptions};
use crate::cli::measuring::{Extent, MeasuringOptions, Stream, Work};
use crate::cli::output::{OutputOptions, Results};
use crate::games::{LabGame, NamedStrategy};
use crate::journal::Charter;
use crate::measure::comparison::{Compared, Comparing, Comparison, read};
use crate::measure::positions::PositionText;
use clap::Args;
use plywood_console::Failure;
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood-lab compare
  plywood-lab compare minimax alpha-beta everything:evaluator=swift --depth 5 --html compare.html
  plywood-lab compare --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1' --epd suite.epd --csv runs.csv
  plywood-lab compare everything engine --depth 6 --epd games.pgn --sample 500 --seed 7
  plywood-lab compare --epd large.epd --every 10 --shard 3/16 --journal 3.jsonl
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
    /// Measure the time of short searches this often; by default three times, and once if there are more than twenty positions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    repeats: Option<u32>,
    #[command(flatten)]
    measuring: MeasuringOptions,
    #[command(flatten)]
    outputs: OutputOptions,
    /// Draw trees to the greatest depth at which the full tree has at most this many nodes.
    #[arg(long, value_name = "NODES", default_value_t = DRAWN_NODES)]
    drawn_nodes: usize,
}

const DRAWN_NODES: usize = 1_500;
/// Up to this many positions the times of short searches are measured several times.
const FEW: usize = 20;

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
        let positions = self.game.positions::<G>();
        let mut check = |text: &PositionText| read::<G>(text).map(|_| ());
        let names = self.strategy_names::<G>();
        let evaluator = self.game.evaluator.as_deref();
        let strategies = strategies::<G>(&names, evaluator)?;
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        let usual = if stream.count() > FEW { 1 } else { 3 };
        let comparing = Comparing {
            strategies,
            depth: self.depth.unwrap_or(G::USUAL_DEPTH),
            most_nodes: Some(self.max_nodes),
            repeats: self.repeats.unwrap_or(usual),
            most_drawn: if self.outputs.has_page() {
                self.drawn_nodes
            } else {
                0
            },
        };
        let terms = [
            ("game", G::NAME.to_owned()),
            ("evaluator", evaluator.unwrap_or_default().to_owned()),
            ("depth", comparing.depth.to_string()),
            ("max nodes", self.max_nodes.to_string()),
            ("drawn nodes", self.drawn_nodes.to_string()),
            ("positions", stream.description()),
        ];
        let charter = Charter::new("compare", names, terms);
        let results = CompareResults::new(comparing);
        let comparing = results.comparing.clone();
        let searches = comparing.strategies.len() * comparing.depth as usize;
        let extent = Extent {
            results: stream.count(),
            steps: stream.shard_count() * searches,
            steps_each: searches,
        };
        let (options, size) = (&self.measuring, (&charter, &extent));
        let mut work = Work::begin(options, &self.outputs, size, results, &mut |_| ())?;
        let news = work.news();
        // Searches that run side by side would disturb each other's times.
        work.measure(&stream, 1, &|number, text| {
            comparing.compare(number, text, &news)
        })?;
        work.finish()
    }

    fn strategy_names<G: LabGame>(&self) -> Vec<String> {
        match self.strategies.as_slice() {
            [] => G::strategies().into_iter().map(str::to_owned).collect(),
            given => given.to_vec(),
        }
    }
}

fn strategies<G: LabGame>(
    names: &[String],
    evaluator: Option<&str>,
) -> Result<Vec<NamedStrategy<G>>, Failure> {
    let named = |name: &String| G::named_strategy(name, evaluator);
    names.iter().map(named).collect()
}

/// A comparison while its results come in.
pub(super) struct CompareResults<G: LabGame> {
    comparing: Arc<Comparing<G>>,
    comparison: Comparison,
}

impl<G: LabGame> CompareResults<G> {
    fn new(comparing: Comparing<G>) -> Self {
        Self {
            comparison: comparing.comparison(),
            comparing: Arc::new(comparing),
        }
    }

    /// The results of the work that a journal is of.
    pub(super) fn of(charter: &Charter, outputs: &OutputOptions) -> Result<Self, Failure> {
        let term = |name: &str| charter.term(name).unwrap_or_default();
        let evaluator = Some(term("evaluator")).filter(|name| !name.is_empty());
        Ok(Self::new(Comparing {
            strategies: strategies::<G>(&charter.players, evaluator)?,
            depth: term("depth").parse().unwrap_or(1),
            most_nodes: term("max nodes").parse().ok(),
            repeats: 1,
            most_drawn: if outputs.has_page() {
                term("drawn nodes").parse().unwrap_or(DRAWN_NODES)
            } else {
                0
            },
        }))
    }
}

impl<G: LabGame> Results for CompareResults<G> {
    type Item = Compared;
    type Shown = Comparison;

    fn count(&mut self, compared: Compared) {
        self.comparison.count(compared);
    }

    fn list(&self) -> Option<(Value, &'static str)> {
        let comparison = &self.comparison;
        let (strategies, depth) = (&comparison.strategies, comparison.depth);
        let head = json!({ "game": G::NAME, "strategies": strategies, "depth": depth });
        Some((head, "positions"))
    }

    fn csv_head(&self) -> String {
        self.comparison.csv_head()
    }

    fn csv_lines(&self, compared: &Compared) -> String {
        self.comparison.csv_lines(compared)
    }

    fn finish(mut self) -> Result<Comparison, Failure> {
        self.comparing.draw(&mut self.comparison, &|_| ())?;
        Ok(self.comparison)
    }

    fn data(shown: &Comparison) -> impl Serialize {
        json!({ "count": shown.count, "means": shown.means() })
    }
}
