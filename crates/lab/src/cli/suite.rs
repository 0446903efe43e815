//! `plywood-lab suite`.

use crate::cli::limits::{self, LimitOptions};
use crate::cli::measuring::{MeasuringOptions, Stream, progress};
use crate::cli::output::{self, JsonList, LinesFile, OutputFile};
use crate::failure::Failure;
use crate::journal::JournalFile;
use crate::measure::positions::{PositionText, Positions};
use crate::measure::solver::SolverSpec;
use crate::measure::suite::{Marks, Solved, Suite, Task};
use clap::Args;
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
A position is solved by a best move (bm), by a move that is not one to avoid (am), or by a score
that shows the mate in time (dm). If c0 gives points for moves (\"Nf3=10, e4=3\"), they are
added up. Of a PGN file every position is taken, and the move that was played is the solution.
Strategies without iterative deepening, such as minimax and alpha-beta, need a depth.
UCI programs are described as for `plywood-lab match`.

Examples:
  plywood-lab suite wac.epd everything quiescence --time 200ms
  plywood-lab suite sts.epd everything:evaluator=material everything --nodes 20000
  plywood-lab suite mates.epd engine uci:cmd=stockfish,option.Hash=16 --nodes 100000 --misses
  plywood-lab suite games.pgn engine --nodes 5000 --sample 1000 --csv moves.csv
  plywood-lab suite large.epd engine --nodes 5000 --shard 3/16 --journal 3.jsonl";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// A file of test positions, one EPD per line, or of games (.pgn).
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The strategies, each as NAME or NAME:SETTING=VALUE,…, and UCI programs, as uci:cmd=FILE,…
    #[arg(value_name = "STRATEGY", default_value = "strongest")]
    solvers: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    measuring: MeasuringOptions,
    /// List the unsolved positions.
    #[arg(long)]
    misses: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The number of positions searched at once; more than one makes measured times less exact.
    #[arg(long, value_name = "COUNT", default_value = "1")]
    threads: NonZeroUsize,
    /// Write an HTML page with the marks and the boards of the misses to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every answer to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let solvers = self.solvers.iter().map(|text| text.parse());
        let suite = Suite {
            solvers: solvers.collect::<Result<Vec<SolverSpec>, _>>()?,
            limits: limits::read(self.limits),
        };
        let positions = Positions::in_file(&self.file);
        let mut check = |text: &PositionText| task(text).map(|_| ());
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        for solver in &suite.solvers {
            solver.check(suite.limits)?;
        }
        let files = [&self.csv, &self.html].map(|path| OutputFile::of(path.as_deref()));
        let charter = suite.charter(&stream.description());
        let mut journal = self
            .measuring
            .open(&charter, stream.count(), &mut |_: Solved| ())?;
        let mut report = SuiteReport::begin(suite.marks(), files, self.json)?;
        let done = journal.as_ref().map_or(0, JournalFile::done);
        let (bar, news) = progress(stream.shard_count(), done);
        let solve = |number: usize, text: &PositionText| {
            let solved = suite.solve(number, &task(text)?);
            news(&solved.name);
            Ok(solved)
        };
        let mut add = |solved: Solved| report.add(&solved);
        stream.measure(journal.as_mut(), self.threads.get(), &solve, &mut add)?;
        self.measuring.report(&mut add)?;
        bar.finish_and_clear();
        report.finish(self.misses)
    }
}

fn task(text: &PositionText) -> Result<Task, Failure> {
    Task::read(text).map_err(|error| Failure::Usage(error.to_string()))
}

/// Everything that is printed and written of the marks, while they come in.
pub(super) struct SuiteReport {
    marks: Marks,
    csv: Option<LinesFile>,
    html: Option<OutputFile>,
    json: Option<JsonList>,
}

impl SuiteReport {
    pub(super) fn begin(
        marks: Marks,
        [csv, html]: [Result<Option<OutputFile>, Failure>; 2],
        is_json: bool,
    ) -> Result<Self, Failure> {
        let csv = csv?.map(|file| LinesFile::begin(file, Marks::csv_head()));
        let html = html?;
        let json = is_json.then(|| JsonList::begin(&json!({}), "results"));
        Ok(Self {
            json: json.transpose()?,
            marks,
            csv,
            html,
        })
    }

    pub(super) fn add(&mut self, solved: &Solved) -> Result<(), Failure> {
        self.marks.count(solved);
        if let Some(csv) = &mut self.csv {
            csv.add(&self.marks.to_csv(solved));
        }
        self.json.as_mut().map_or(Ok(()), |json| json.item(solved))
    }

    /// Prints the marks, and writes the files.
    pub(super) fn finish(self, has_misses: bool) -> Result<(), Failure> {
        let marks = self.marks;
        if let Some(json) = self.json {
            json.end(&marks)?;
        } else {
            output::print(&marks.to_table())?;
            if has_misses {
                output::print(&marks.misses())?;
            }
        }
        self.csv.map_or(Ok(()), LinesFile::finish)?;
        output::write(self.html, || marks.to_page().to_string())?;
        failed(&marks.failures())
    }
}

/// An error if programs failed.
pub(super) fn failed(failures: &[String]) -> Result<(), Failure> {
    match failures {
        [] => Ok(()),
        failures => Err(Failure::Within(format!(
            "programs failed ({})",
            failures.join("; ")
        ))),
    }
}
