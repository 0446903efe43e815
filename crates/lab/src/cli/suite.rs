//! `plywood-lab suite`.

use crate::cli::limits::{self, LimitOptions};
use crate::cli::measuring::{Extent, MeasuringOptions, Stream, Work};
use crate::cli::output::{OutputOptions, Results};
use crate::cli::playing_options::thread_count;
use crate::measure::positions::{PositionText, Positions};
use crate::measure::solver::SolverSpec;
use crate::measure::suite::{Marks, Solved, Suite, Task};
use clap::Args;
use plywood_console::Failure;
use serde::Serialize;
use serde_json::{Value, json};
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
    /// The number of positions searched at once; more than one makes measured times less exact.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = thread_count)]
    threads: NonZeroUsize,
    #[command(flatten)]
    outputs: OutputOptions,
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
        let charter = suite.charter(&stream.description());
        let extent = Extent {
            results: stream.count(),
            steps: stream.shard_count(),
            steps_each: 1,
        };
        let results = if self.misses {
            suite.marks().with_misses()
        } else {
            suite.marks()
        };
        let (options, size) = (&self.measuring, (&charter, &extent));
        let mut work = Work::begin(options, &self.outputs, size, results, &mut |_| ())?;
        let news = work.news();
        let solve = |number: usize, text: &PositionText| {
            let solved = suite.solve(number, &task(text)?);
            news(&solved.name);
            Ok(solved)
        };
        work.measure(&stream, self.threads.get(), &solve)?;
        work.finish()
    }
}

/// The test position in a line.
pub(super) fn task(text: &PositionText) -> Result<Task, Failure> {
    Task::read(text).map_err(|error| Failure::Usage(error.to_string()))
}

impl Results for Marks {
    type Item = Solved;
    type Shown = Self;

    fn count(&mut self, solved: Solved) {
        Self::count(self, &solved);
    }

    fn list(&self) -> Option<(Value, &'static str)> {
        Some((json!({}), "results"))
    }

    fn csv_head(&self) -> String {
        Self::csv_head()
    }

    fn csv_lines(&self, solved: &Solved) -> String {
        Self::csv_lines(self, solved)
    }

    fn finish(self) -> Result<Self, Failure> {
        Ok(self)
    }

    fn data(shown: &Self) -> impl Serialize {
        shown
    }
}
