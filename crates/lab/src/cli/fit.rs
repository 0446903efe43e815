//! `plywood-lab fit`.

use crate::cli::games::{chess, wrong};
use crate::cli::output::{self, Kind, OutputFile, Replace};
use clap::Args;
use plywood_catalog::{AnyLinear, Games};
use plywood_console::numbers::{share, within};
use plywood_console::{Failure, OutputPath, asked};
use plywood_core::Position;
use plywood_eval::{Fit, NamedWeights, Sample};
use plywood_workbench::{ReadError, Samples};
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
Every position of a PGN file is used, with the result of its game and the evaluation before the move,
[%eval 0.24]. A line of an EPD file has its result in a comment, such as c9 \"1-0\", and its score as
ce or dm; consecutive lines with the same id belong to one game. Positions where the side to move
is in check or can win material are left out.
The error is the mean log loss; an evaluator that always predicts 50 % has 0.693.

Examples:
  plywood-lab fit games.pgn --evaluator material
  plywood-lab fit games.pgn more.epd --output mine.json
  plywood-lab fit games.pgn --evaluator classical@mine.json --rounds 1000 --hold-out 0.2 --output better.json";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    of: SampleOptions,
    /// Write the new weights to this file as JSON.
    #[arg(long, short, value_name = "FILE")]
    output: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
    /// The maximum number of passes over the positions.
    #[arg(long, value_name = "COUNT", default_value = "300", value_parser = within(1..=1_000_000_usize))]
    rounds: usize,
    /// The share of the games to hold out from the fit, to measure the error.
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = within(0.0..=0.99))]
    hold_out: f64,
    /// The weight of the result where there is also a score; the score gets the rest.
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = share::<f64>())]
    result_share: f64,
    /// The expected change of a weight in centipawns; with many weights and few games, smaller is better.
    #[arg(long, value_name = "CENTIPAWNS", default_value = "50", value_parser = within(0.01..=1e6))]
    expected_change: f64,
    /// The lead in centipawns that is expected to score 73 %; by default derived from the old weights.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = within(0.01..=1e6))]
    scale: Option<f64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// An evaluator with weights, and the positions in which it counts.
#[derive(Debug, Args)]
pub(super) struct SampleOptions {
    /// Files of games (.pgn), and of positions, one EPD per line.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The evaluator, as NAME, or NAME@FILE with weights written by `plywood-lab fit`.
    #[arg(long, value_name = "NAME", default_value = "classical")]
    pub(super) evaluator: String,
}

impl SampleOptions {
    /// Returns the positions of the files.
    pub(super) fn samples(&self) -> Samples {
        Samples::of(&self.files)
    }

    /// Returns the failure for files without the expected contents.
    pub(super) fn none(&self, expected: &'static str, read: &Samples) -> Failure {
        ReadError::nothing(&self.files, expected, read.note()).into()
    }

    /// Returns the evaluator of chess, which the user may have added.
    pub(super) fn evaluator(&self, games: &impl Games) -> Result<AnyLinear<Position>, Failure> {
        chess(games)?.linear(&self.evaluator).map_err(wrong)
    }
}

/// Weights, with a last entry that isn't a number.
const WEIGHTS: Kind<'_> =
    Kind::Marked("{", "  \"written by\": \"plywood\"\n}\n", "weights as JSON");

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let evaluator = self.of.evaluator(games)?;
        let file = OutputFile::of(self.output.as_ref(), WEIGHTS, self.replace)?;
        let samples = self.samples()?;
        let fit = Fit::default()
            .rounds(self.rounds)
            .hold_out(self.hold_out)
            .result_share(self.result_share)
            .expected_change(self.expected_change);
        let fit = self.scale.map_or(fit, |scale| fit.scale(scale));
        let bar = output::progress(self.rounds);
        let mut news = |round: usize, error: f64| {
            bar.set_position(round as u64);
            bar.set_message(format!("error {error:.5}"));
        };
        let run = || fit.run_observed(evaluator, &samples, &mut news);
        let fitted = asked(&self.of.evaluator, run)?;
        bar.finish_and_clear();
        if fitted.fitted.positions == 0 {
            let all =
                "every game is held out, so nothing is fitted; use more games, or hold out less";
            return Err(wrong(all));
        }
        if self.json {
            output::print_json(&fitted)?;
        } else {
            output::print(&fitted.to_string())?;
        }
        output::write(file, || {
            let json = NamedWeights::of(&fitted.evaluator).to_json();
            json.trim_end_matches("\n}").to_owned() + ",\n"
        })
    }

    fn samples(&self) -> Result<Vec<Sample<Position>>, Failure> {
        let bar = output::counter("quiet positions");
        let mut source = self.of.samples();
        let samples: Result<Vec<_>, _> = source.quiet().inspect(|_| bar.inc(1)).collect();
        bar.finish_and_clear();
        let samples = samples?;
        if samples.is_empty() {
            let expected = "quiet positions with a result or a score";
            return Err(self.of.none(expected, &source));
        }
        if let Some(note) = source.note() {
            output::note(&note);
        }
        Ok(samples)
    }
}
