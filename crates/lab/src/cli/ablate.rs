//! `plywood-lab ablate`.

use crate::cli::limits::{self, LimitOptions};
use crate::cli::measuring::{MeasuringOptions, Stream, progress};
use crate::cli::output::{self, OutputFile};
use crate::cli::playing_options::{thread_count, threads};
use crate::cli::suite::failed;
use crate::failure::Failure;
use crate::journal::{Charter, Journal, JournalError, JournalFile};
use crate::measure::ablation::{Ablation, AblationItem, AblationSums, Variant, part_variants};
use crate::measure::positions::{PositionText, Positions};
use crate::measure::suite::Task;
use crate::play::entry::Entry;
use crate::play::tournament::Tournament;
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
  plywood-lab ablate whole=engine null-move=engine:without=null-move --to-depth 9 --nodes 20000
  plywood-lab ablate --epd suite.epd --games 100 --shard 3/16 --journal 3.jsonl
  plywood-lab ablate --evaluator material --games 200 --game-nodes 5000 --html ablation.html";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The full search first, and then what is compared with it: strategies, each as NAME or NAME:SETTING=VALUE,…, or UCI
    /// programs, as uci:cmd=FILE,…; by default the textbook search and the same without each of its parts.
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// The evaluator of the textbook search; an unknown name lists the known ones.
    #[arg(long, value_name = "NAME", default_value = "classical")]
    evaluator: String,
    /// A file of test positions, one EPD per line, or of games (.pgn), instead of the built-in positions.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    #[command(flatten)]
    measuring: MeasuringOptions,
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
    /// The number of positions measured and of games played at once; by default one position, since more would make times less
    /// exact, and as many games as there are processors.
    #[arg(long, value_name = "COUNT", value_parser = thread_count)]
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
        let positions = self.positions();
        let mut check = |text: &PositionText| task(text).map(|_| ());
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        let tournament = ablation.tournament()?;
        let charter = ablation.charter(&self.evaluator, &stream.description());
        let mut report = AblationReport::begin(&charter, &self.outputs())?;
        let games = tournament
            .as_ref()
            .map_or(0, |played| played.schedule().len());
        let count = stream.count() + games;
        let mut played = Vec::new();
        let mut journal = self.measuring.open(&charter, count, &mut |item| {
            if let AblationItem::Game { entry, .. } = item {
                played.push(*entry);
            }
        })?;
        let done = journal.as_ref().map_or(0, JournalFile::done);
        let variants = ablation.variants.len();
        let (bar, news) = progress(stream.shard_count() * variants + games, done);
        let measure = |number: usize, text: &PositionText| {
            let measured = ablation.measure(number, &task(text)?, &news);
            Ok(AblationItem::Position(measured))
        };
        let mut add = |item: AblationItem| {
            report.add(&item);
            Ok(())
        };
        let at_once = self.threads.map_or(1, NonZeroUsize::get);
        stream.measure(journal.as_mut(), at_once, &measure, &mut add)?;
        if let Some(tournament) = tournament {
            let mut record = |game: &Entry| {
                news(&format!("game {}", game.game + 1));
                let item = AblationItem::Game {
                    number: stream.count() + game.game,
                    entry: Box::new(game.clone()),
                };
                if let Some(journal) = &mut journal {
                    return journal.add(&item).and_then(|()| journal.sync());
                }
                report.add(&item);
                Ok(())
            };
            let outcome = self.play(tournament, played, &mut record);
            outcome.map_err(|error| Failure::Work(error.to_string()))?;
        }
        self.measuring.report(&mut |item: AblationItem| {
            report.add(&item);
            Ok(())
        })?;
        bar.finish_and_clear();
        report.finish()
    }

    fn positions(&self) -> Positions {
        match &self.epd {
            Some(file) => Positions::in_file(file),
            None => Positions::new(lines(POSITIONS), None),
        }
    }

    /// Plays the games of the shard that were not played yet.
    fn play(
        &self,
        tournament: Tournament,
        played: Vec<Entry>,
        record: &mut dyn FnMut(&Entry) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let tournament = tournament.shard(self.measuring.shard());
        let mut journal = Journal::in_memory();
        for entry in played {
            journal.add(entry)?;
        }
        let mut outcome = Ok(());
        tournament.run(&mut journal, threads(self.threads), &mut |game, _| {
            if outcome.is_ok() {
                outcome = record(game);
            }
        })?;
        outcome
    }

    fn outputs(&self) -> Outputs {
        Outputs {
            json: self.json,
            markdown: self.markdown,
            csv: self.csv.clone(),
            svg: self.svg.clone(),
            html: self.html.clone(),
        }
    }

    fn ablation(&self) -> Result<Ablation, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        if !self.games.is_multiple_of(2) {
            return Err(wrong(&format!(
                "expected an even number of games, found {}",
                self.games
            )));
        }
        let limits = limits::read(self.limits);
        let variants = match self.variants.as_slice() {
            [] => part_variants(&self.evaluator).map_err(|error| wrong(&error))?,
            [_] => {
                return Err(wrong(
                    &"expected the full search and others to compare it with",
                ));
            }
            given => given
                .iter()
                .map(|text| text.parse())
                .collect::<Result<Vec<Variant>, _>>()?,
        };
        if !self.variants.is_empty() {
            for variant in &variants {
                variant.solver.check(limits)?;
            }
        }
        Ok(Ablation {
            variants,
            depth: self.to_depth,
            limits,
            game_limits: MoveLimits {
                nodes: self.game_nodes,
                ..MoveLimits::default()
            }
            .or(limits),
            games: self.games,
        })
    }
}

/// The lines of a suite without its comments.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

fn task(text: &PositionText) -> Result<Task, Failure> {
    Task::read(text).map_err(|error| Failure::Usage(error.to_string()))
}

/// What is printed and written of an ablation.
#[derive(Debug, Default)]
pub(super) struct Outputs {
    pub(super) json: bool,
    pub(super) markdown: bool,
    pub(super) csv: Option<PathBuf>,
    pub(super) svg: Option<PathBuf>,
    pub(super) html: Option<PathBuf>,
}

/// An ablation whose results come in.
pub(super) struct AblationReport {
    sums: AblationSums,
    json: bool,
    markdown: bool,
    csv: Option<OutputFile>,
    svg: Option<OutputFile>,
    html: Option<OutputFile>,
}

impl AblationReport {
    pub(super) fn begin(charter: &Charter, outputs: &Outputs) -> Result<Self, Failure> {
        Ok(Self {
            sums: AblationSums::new(charter),
            json: outputs.json,
            markdown: outputs.markdown,
            csv: OutputFile::of(outputs.csv.as_deref())?,
            svg: OutputFile::of(outputs.svg.as_deref())?,
            html: OutputFile::of(outputs.html.as_deref())?,
        })
    }

    pub(super) fn add(&mut self, item: &AblationItem) {
        self.sums.count(item);
    }

    /// Prints the result, and writes the files.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let ablated = self.sums.ablated();
        if self.json {
            output::print_json(&ablated)?;
        } else if self.markdown {
            let (caption, table) = (ablated.caption(), ablated.to_markdown());
            output::print(&format!("{caption}\n\n{table}"))?;
        } else {
            output::print(&ablated.to_table())?;
        }
        output::write(self.csv, || ablated.to_csv())?;
        output::write(self.svg, || ablated.to_svg())?;
        output::write(self.html, || ablated.to_page().to_string())?;
        failed(&ablated.failures())
    }
}
