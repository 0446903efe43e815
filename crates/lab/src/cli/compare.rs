//! `plywood-lab compare`.

use crate::cli::games::{GameName, GameOptions};
use crate::cli::measuring::{MeasuringOptions, Stream, progress};
use crate::cli::output::{self, JsonList, LinesFile, OutputFile};
use crate::failure::Failure;
use crate::games::{LabGame, NamedStrategy};
use crate::journal::{Charter, JournalFile};
use crate::measure::comparison::{Compared, Comparing, Comparison, read};
use crate::measure::positions::PositionText;
use clap::Args;
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use serde_json::json;
use std::path::PathBuf;
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
    /// Measure the time of short searches so often; by default three times, and once if there are more than twenty positions.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    repeats: Option<u32>,
    #[command(flatten)]
    measuring: MeasuringOptions,
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
    #[arg(long, value_name = "NODES", default_value_t = DRAWN_NODES)]
    drawn_nodes: usize,
}

const DRAWN_NODES: usize = 1_500;
/// Up to so many positions the times of short searches are measured several times.
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
            most_drawn: self.html.as_ref().map_or(0, |_| self.drawn_nodes),
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
        let files = [&self.csv, &self.html].map(|path| OutputFile::of(path.as_deref()));
        let opened = self
            .measuring
            .open(&charter, stream.count(), &mut |_: Compared| ());
        let mut journal = opened?;
        let mut report = CompareReport::begin(comparing, files, self.json)?;
        let searches = report.comparing.strategies.len() * report.comparing.depth as usize;
        let done = journal.as_ref().map_or(0, JournalFile::done);
        let (bar, news) = progress(stream.shard_count() * searches, done * searches);
        let comparing = report.comparing.clone();
        let compare = |number: usize, text: &PositionText| comparing.compare(number, text, &news);
        let mut add = |compared: Compared| report.add(compared);
        // Searches that run side by side would disturb each other's times.
        stream.measure(journal.as_mut(), 1, &compare, &mut add)?;
        self.measuring.report(&mut add)?;
        bar.finish_and_clear();
        report.finish()
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

/// Everything that is printed and written of a comparison, while it comes in.
pub(super) struct CompareReport<G: LabGame> {
    comparing: Arc<Comparing<G>>,
    comparison: Comparison,
    csv: Option<LinesFile>,
    html: Option<OutputFile>,
    json: Option<JsonList>,
}

impl<G: LabGame> CompareReport<G> {
    fn begin(
        comparing: Comparing<G>,
        [csv, html]: [Result<Option<OutputFile>, Failure>; 2],
        is_json: bool,
    ) -> Result<Self, Failure> {
        let comparison = comparing.comparison();
        let csv = csv?.map(|file| LinesFile::begin(file, Comparison::csv_head()));
        let html = html?;
        let head = json!({
            "game": G::NAME,
            "strategies": comparison.strategies,
            "depth": comparison.depth,
        });
        let json = is_json.then(|| JsonList::begin(&head, "positions"));
        Ok(Self {
            json: json.transpose()?,
            comparing: Arc::new(comparing),
            comparison,
            csv,
            html,
        })
    }

    /// The report of the work that a journal is of.
    pub(super) fn of(
        charter: &Charter,
        files: [Result<Option<OutputFile>, Failure>; 2],
        is_json: bool,
    ) -> Result<Self, Failure> {
        let term = |name: &str| charter.term(name).unwrap_or_default();
        let evaluator = Some(term("evaluator")).filter(|name| !name.is_empty());
        let comparing = Comparing {
            strategies: strategies::<G>(&charter.players, evaluator)?,
            depth: term("depth").parse().unwrap_or(1),
            most_nodes: term("max nodes").parse().ok(),
            repeats: 1,
            most_drawn: term("drawn nodes").parse().unwrap_or(DRAWN_NODES),
        };
        Self::begin(comparing, files, is_json)
    }

    pub(super) fn add(&mut self, compared: Compared) -> Result<(), Failure> {
        if let Some(csv) = &mut self.csv {
            csv.add(&self.comparison.to_csv(&compared));
        }
        if let Some(json) = &mut self.json {
            json.item(&compared)?;
        }
        self.comparison.count(compared);
        Ok(())
    }

    /// Prints the comparison, and writes the files.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let mut comparison = self.comparison;
        match self.json {
            Some(json) => json.end(&json!({
                "count": comparison.count,
                "means": comparison.means(),
            }))?,
            None => output::print(&comparison.to_table())?,
        }
        self.csv.map_or(Ok(()), LinesFile::finish)?;
        if self.html.is_some() {
            self.comparing.draw(&mut comparison, &|_| ())?;
        }
        output::write(self.html, || comparison.to_page().to_string())
    }
}
