//! `plywood-lab suite`.

use crate::cli::games::{GameCommand, GameOption, strongest};
use crate::cli::measuring::{MeasuringOptions, Running, Stream, TIME_FOR_A_POSITION, tell};
use crate::cli::options::{check_limits, players, threads};
use crate::cli::output::{OutputOptions, progress};
use clap::Args;
use plywood_catalog::{Catalog, Playable};
use plywood_console::{Failure, LimitOptions};
use plywood_workbench::journal::Work;
use plywood_workbench::positions::read_task;
use plywood_workbench::{PositionText, Positions, Suite};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
A position is solved by a best move (bm), by a move that is not one to avoid (am), or by a score
that shows the mate in time (dm). If c0 gives points for moves (\"Nf3=10, e4=3\"), they are
added up. Every position of a PGN file is used, and the move played in the game is its solution.
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
    #[command(flatten)]
    pub(super) game: GameOption,
    /// A file of test positions, one EPD per line, or of games (.pgn); for other games lines of POSITION; bm MOVE; id NAME;
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The strategies, each as NAME or NAME:SETTING=VALUE,…, and UCI programs, as uci:cmd=FILE,… By default the strongest in the game's
    /// list.
    #[arg(value_name = "STRATEGY")]
    solvers: Vec<String>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    measuring: MeasuringOptions,
    /// List the unsolved positions.
    #[arg(long)]
    misses: bool,
    /// The number of positions to search at once; with more than one, times are measured less exactly.
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = threads())]
    threads: NonZeroUsize,
    #[command(flatten)]
    outputs: OutputOptions,
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let texts = match self.solvers.as_slice() {
            [] => vec![strongest(catalog)],
            given => given.to_vec(),
        };
        let suite = Suite {
            catalog: catalog.clone(),
            solvers: players(catalog, &texts)?,
            limits: self.limits.or_time(TIME_FOR_A_POSITION),
        };
        let positions = Positions::in_file(&self.file);
        let mut check = |text: &PositionText| read_task::<G>(text).map(|_| ());
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        check_limits(&suite.solvers, &suite.limits)?;
        let mut marks = suite.marks();
        marks.has_misses = self.misses;
        let mut report = self.outputs.begin(marks)?;
        let bar = progress(stream.shard_count());
        let (all, shown) = (stream.count(), bar.clone());
        let settings = suite.settings(stream.description());
        let work = Work::new("suite", &settings, all, move |number, text| {
            let solved = suite.solve(number, &read_task::<G>(&text)?);
            tell(&shown, &solved.name);
            Ok(solved)
        });
        let mut work = Running::begin(&self.measuring.journal, work, (&bar, 1))?;
        let (positions, threads) = (stream.numbered()?, self.threads.get());
        work.run(0..all, positions, threads, &mut |solved| {
            report.add(solved.into_inner())
        })?;
        work.end("does the rest")?;
        report.finish(|_| Ok(()))
    }
}
