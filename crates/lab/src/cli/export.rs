//! `plywood-lab export`.

use crate::cli::fit::SampleOptions;
use crate::cli::output;
use clap::Args;
use plywood_catalog::{AnyLinear, Games};
use plywood_console::output::{Destination, Kind, Replace};
use plywood_console::{Failure, OutputPath, asked};
use plywood_core::Position;
use plywood_eval::{Evaluator, Linear, Score};
use plywood_report::csv_line;
use plywood_workbench::PlayedPosition;

/// The end of `--help`.
const EXAMPLES: &str = "\
A row has the position as FEN, the number of its game and its ply, the move played, the
points of White (1, 0.5 or 0), White's score in the file and White's static evaluation, both in
centipawns; then for each weight its count for White minus its count for Black.
Unknown values and mate scores are empty.
Files are read as by `plywood-lab fit`, but every position is written, quiet or not.

Examples:
  plywood-lab export games.pgn --evaluator material
  plywood-lab export games.pgn more.epd --evaluator classical --output features.csv";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    of: SampleOptions,
    /// Write comma-separated values, the only format so far.
    #[arg(long)]
    csv: bool,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
}

const COLUMNS: [&str; 7] = [
    "fen",
    "game",
    "ply",
    "move",
    "result",
    "score",
    "evaluation",
];

/// The number of bytes written at once.
const BATCH: usize = 1 << 16;

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let evaluator = self.of.evaluator(games)?;
        let weights = evaluator.weights();
        let names = weights.iter().map(|(name, _)| name.clone());
        let mut text = csv_line(COLUMNS.map(str::to_owned).into_iter().chain(names));
        let mut samples = self.of.samples();
        let Some(first) = samples.next().transpose()? else {
            return Err(self.of.none("positions", &samples));
        };
        let mut destination = Destination::new(
            self.output.as_ref(),
            Kind::csv(text.trim_end()),
            self.replace,
        )?;
        let bar = output::counter("positions");
        for played in std::iter::once(Ok(first)).chain(samples.by_ref()) {
            let played = played?;
            let name = format!("{} at {}", self.of.evaluator, played.sample.position);
            text += &asked(&name, || line(&evaluator, weights.len(), &played))?;
            bar.inc(1);
            if text.len() > BATCH {
                destination.write(&std::mem::take(&mut text))?;
            }
        }
        bar.finish_and_clear();
        destination.write(&text)?;
        destination.finish()?;
        if let Some(note) = samples.note() {
            output::note(&note);
        }
        Ok(())
    }
}

fn line(evaluator: &AnyLinear<Position>, weights: usize, played: &PlayedPosition) -> String {
    let sample = &played.sample;
    let position = &sample.position;
    let score = evaluator.evaluate(position);
    let centipawns = |score: Score| score.as_centipawns().map(|score| score.to_string());
    let head = [
        position.to_string(),
        sample.game.to_string(),
        played.ply.to_string(),
        played.played.clone().unwrap_or_default(),
        (sample.result).map_or_else(String::new, |result| result.points().to_string()),
        sample.score.and_then(centipawns).unwrap_or_default(),
        centipawns(score.for_white(position.side_to_move())).unwrap_or_default(),
    ];
    let mut leads = vec![0.0; weights];
    evaluator.counts(position, &mut |index, [white, black]| {
        if let Some(lead) = leads.get_mut(index) {
            *lead += white - black;
        }
    });
    csv_line(
        head.into_iter()
            .chain(leads.iter().map(|lead| short(*lead))),
    )
}

/// Writes a number with at most four decimals.
fn short(number: f64) -> String {
    // Adding zero keeps zeros from being negative.
    ((number * 1e4).round() / 1e4 + 0.0).to_string()
}
