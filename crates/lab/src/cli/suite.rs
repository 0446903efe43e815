//! `plywood-lab suite`.

use crate::checksum::Checksum;
use crate::cli::limits::LimitOptions;
use crate::cli::output::{self, OutputFile};
use crate::failure::Failure;
use crate::games::LabGame;
use crate::journal::{Journal, Shard};
use crate::measure::suite::{Suite, read_suite};
use clap::Args;
use plywood_core::Position;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
A position is solved by a best move (bm), by a move that is not one to avoid (am), or by a score
that shows the mate in time (dm). If c0 gives points for moves (\"Nf3=10, e4=3\"), they are
added up. Strategies without iterative deepening, such as minimax and alpha-beta, should be
limited by depth, since they have no answer when nodes or time run out.

Examples:
  plywood-lab suite wac.epd everything alpha-beta-ordered --time 200ms
  plywood-lab suite sts.epd everything:evaluator=material everything --nodes 20000
  plywood-lab suite mates.epd proof-number --nodes 100000 --misses";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// A file of test positions, one EPD per line.
    #[arg(value_name = "EPD")]
    file: PathBuf,
    /// The strategies, each as NAME or NAME:SETTING=VALUE,…
    #[arg(value_name = "STRATEGY", default_value = "strongest")]
    strategies: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
    /// Use only this many positions, spread evenly over the file.
    #[arg(long, value_name = "COUNT")]
    sample: Option<NonZeroUsize>,
    /// List the unsolved positions.
    #[arg(long)]
    misses: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The number of positions searched at once; more than one makes measured times less exact.
    #[arg(long, value_name = "COUNT", default_value = "1")]
    threads: NonZeroUsize,
    /// Record every position in this file; work that was interrupted goes on from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Use only a part of the positions, such as 3/16; `plywood-lab merge` puts the journals of all parts together.
    #[arg(long, value_name = "N/COUNT", requires = "journal")]
    shard: Option<Shard>,
    /// Write an HTML page with the marks and the boards of the misses to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every answer to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let text = output::read(&self.file)?;
        let tasks = read_suite(&text);
        let mut tasks =
            tasks.map_err(|error| Failure::Usage(format!("{}: {error}", self.file.display())))?;
        if let Some(sample) = self.sample {
            let step = tasks.len().div_ceil(sample.get());
            tasks = tasks.into_iter().step_by(step).collect();
        }
        let strategies = self.strategies.iter();
        let strategies = strategies.map(|text| Position::named_strategy(text, None));
        let suite = Suite {
            strategies: strategies.collect::<Result<_, _>>()?,
            tasks,
            limits: self.limits.read()?,
        };
        let [csv, html] = [&self.csv, &self.html].map(|path| OutputFile::of(path.as_deref()));
        let [csv, html] = [csv?, html?];
        let count = suite.tasks.len();
        let mut journal = match &self.journal {
            Some(path) => {
                let checksum = Checksum::new().with(text.as_bytes()).text();
                let charter = suite.charter(&format!("{count} of a file with checksum {checksum}"));
                Journal::open(path, &charter, count)
                    .map_err(|error| Failure::Usage(error.to_string()))?
            }
            None => Journal::in_memory(),
        };
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let numbers = (0..count).filter(|number| shard.contains(*number));
        let progress = output::progress(numbers.clone().count());
        progress.set_position(journal.entries().len() as u64);
        let marks = suite.run_recorded(&mut journal, numbers, self.threads.get(), &mut |what| {
            progress.set_message(what.to_owned());
            progress.inc(1);
        });
        let marks = marks.map_err(|error| Failure::Work(error.to_string()))?;
        progress.finish_and_clear();
        if self.json {
            output::print_json(&marks)?;
        } else {
            output::print(&marks.to_table())?;
            if self.misses {
                output::print(&marks.misses())?;
            }
        }
        output::write(csv, || marks.to_csv())?;
        output::write(html, || marks.to_page().to_string())
    }
}
