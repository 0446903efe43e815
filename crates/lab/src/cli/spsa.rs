//! `plywood-lab spsa`.

use crate::cli::games::{GameCommand, GameOption, wrong};
use crate::cli::options::{GameRules, ThreadsOption, check_limits, items, plies, stop_by_signal};
use crate::cli::output::{self, Kind, OutputFile, Replace, print, print_json, progress};
use clap::Args;
use plywood_arena::numbers::real;
use plywood_catalog::{Catalog, Playable};
use plywood_console::numbers::within;
use plywood_console::{Failure, OutputPath};
use plywood_report::plot::{Curve, CurvePlot, Unit};
use plywood_report::{Columns, Document, Table};
use plywood_search::StopHandle;
use plywood_workbench::journal::Work;
use plywood_workbench::{Openings, PlayerSpec, PlayerText, Spsa, Tuned, Tuning, Walk, document};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::slice;
use std::sync::Arc;

/// The end of `--help`.
const EXAMPLES: &str = "\
In each pair of games, one player has all its numbers moved a little in random directions, and
its opponent has them moved the other way. The numbers then move towards the winner's. A number
whose start has no decimal point stays a whole number in play.
Run the same command again to continue interrupted work.

Examples:
  plywood-lab spsa engine --tune razoring=268,50,900,40 --nodes 5000 --pairs 5000 --html a.html
  plywood-lab spsa uci:cmd=./mine --tune Contempt=0,-50,50,8 --nodes 20000 --pairs 2000 --journal a.jsonl";

#[derive(Debug, Args)]
#[command(
    after_long_help = EXAMPLES,
    mut_arg("resign", |resign| resign.default_value("moves=3,score=800")),
    mut_arg("draw", |draw| draw.default_value("after=40,moves=6,score=10")),
    mut_arg("max_moves", |moves| moves.default_value("200"))
)]
pub(super) struct Options {
    /// The strategy, or for chess the UCI program, as for `plywood-lab match`.
    #[arg(value_name = "PLAYER")]
    player: PlayerText,
    #[command(flatten)]
    pub(super) game: GameOption,
    /// A number to tune, as NAME=START,MIN,MAX,STEP: a setting of the strategy, or an option of the program. STEP is how far it moves each
    /// way.
    #[arg(long, required = true, value_name = "NUMBER")]
    tune: Vec<Tuned>,
    /// The number of pairs of games.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = items())]
    pairs: usize,
    /// The number of pairs played before the numbers move. It should be a multiple of the games played at once.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = within(1..=u16::MAX))]
    together: u16,
    /// How far a point finally moves a number, as a share of its step.
    #[arg(long, default_value_t = 0.002, value_name = "SHARE", value_parser = within(1e-6..=1.0))]
    rate: f64,
    #[command(flatten)]
    rules: GameRules,
    /// The length of the random openings in plies.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = plies())]
    plies: usize,
    #[command(flatten)]
    threads: ThreadsOption,
    /// Record every pair in this file.
    #[arg(long, value_name = "FILE")]
    journal: Option<OutputPath>,
    /// Write an HTML page that plots the course of each number to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// A hint at the possible meaning of a refused fraction.
const WHOLE: &str = "; a start without a decimal point is tuned as a whole number";

impl Options {
    fn tuning<G: Playable>(&self, catalog: &Catalog<G>) -> Result<Tuning<G>, Failure> {
        let mut names = HashSet::new();
        for Tuned { name, .. } in &self.tune {
            if !names.insert(name.to_lowercase()) {
                return Err(Failure::Usage(format!("--tune: {name} is given twice")));
            }
        }
        let seed = self.rules.seed;
        let tuning = Tuning {
            catalog: catalog.clone(),
            player: self.player.clone(),
            openings: Openings::random(catalog, self.plies, seed),
            rules: self.rules.rules(),
            spsa: Spsa {
                numbers: self.tune.clone(),
                pairs: self.pairs,
                together: self.together.into(),
                rate: self.rate,
                seed,
            },
        };
        // The player must accept the numbers at both ends of their ranges, and between.
        let some: [fn(&Tuned) -> f64; 3] = [
            |number| number.min,
            |number| number.max,
            |number| {
                if number.is_whole {
                    number.start
                } else {
                    0.37 * number.min + 0.63 * number.max
                }
            },
        ];
        for value in some {
            let values: Vec<f64> = self.tune.iter().map(value).collect();
            let player = tuning.with(&values);
            let hinted = |error: &dyn Display| {
                let fraction = values.iter().any(|value| value.fract() != 0.0);
                let hint = if fraction { WHOLE } else { "" };
                Failure::Usage(format!("{error}{hint}"))
            };
            let player = PlayerSpec::of(catalog, player).map_err(|error| hinted(&error))?;
            let checked = check_limits(slice::from_ref(&player), &self.rules.limits.into());
            checked.map_err(|error| hinted(&error))?;
        }
        Ok(tuning)
    }
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let tuning = self.tuning(catalog)?;
        let html = OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?;
        let bar = progress(self.pairs);
        let (tuning, stop) = (Arc::new(tuning), StopHandle::new());
        let (mut walk, playing) = (tuning.spsa.walk(), tuning.clone());
        let player = PlayerSpec::of(catalog, tuning.player.clone()).map_err(wrong)?;
        let settings = json!({
            "game": catalog.name(),
            "players": [player.plan()],
            "rules": tuning.rules,
            "tuning": tuning.spsa,
            "openings": tuning.openings.description(),
        });
        let work = Work::new("spsa", &settings, self.pairs, move |number, values| {
            playing.play(number, &values).map_err(Failure::from)
        });
        let mut run = work.stopped_by(&stop).journal(self.journal.as_deref())?;
        let signals = stop_by_signal(&stop);
        while let Some(pairs) = walk.next_pairs() {
            let tasks = pairs.clone().map(|pair| Ok((pair, walk.values(pair))));
            let mut points = Vec::new();
            run.run(pairs.clone(), tasks, self.threads.count(), &mut |pair| {
                points.push(pair.get().points);
                bar.inc(1);
                Ok(ControlFlow::Continue(()))
            })?;
            if points.len() < pairs.len() {
                break;
            }
            walk.learn(&points);
        }
        drop(signals);
        bar.finish_and_clear();
        if self.json {
            print_json(&data(&tuning.spsa, &walk))?;
        } else {
            print(&table(&tuning.spsa, &walk).to_text())?;
            let player = tuning.with(&rounded(&tuning.spsa, &walk));
            print(&format!("{player}\n"))?;
        }
        output::write(html, || page(&tuning, &walk).to_html())?;
        if run.is_stopped() {
            let how = "interrupted; with a journal, the same command plays the other pairs";
            return Err(Failure::Interrupted(how.to_owned()));
        }
        Ok(())
    }
}

/// A number with its current value.
type Found<'a> = (&'a Tuned, f64);

/// Returns the numbers in the form for a player.
fn rounded(spsa: &Spsa, walk: &Walk) -> Vec<f64> {
    let numbers = spsa.numbers.iter().zip(walk.numbers());
    let rounded = numbers.map(|(number, value)| {
        let parts = if number.is_whole { 1.0 } else { 1_000.0 };
        (value * parts).round() / parts
    });
    rounded.collect()
}

/// Returns the numbers as a table.
fn table(spsa: &Spsa, walk: &Walk) -> Table {
    Columns::new()
        .text("number", |(number, _): &Found<'_>| number.name.as_str())
        .number("start", |(number, _)| number.start.to_string())
        .number("now", |(_, now)| format!("{now:.2}"))
        .number("moved by steps", |(number, now)| {
            format!("{:+.2}", (now - number.start) / number.step)
        })
        .number("lowest", |(number, _)| number.min.to_string())
        .number("highest", |(number, _)| number.max.to_string())
        .table(found(spsa, walk))
}

fn found<'a>(spsa: &'a Spsa, walk: &'a Walk) -> impl Iterator<Item = Found<'a>> {
    spsa.numbers.iter().zip(walk.numbers().iter().copied())
}

/// Returns the numbers as data.
fn data(spsa: &Spsa, walk: &Walk) -> Value {
    let numbers = found(spsa, walk).map(|(number, now)| {
        json!({
            "name": number.name, "start": number.start, "min": number.min, "max": number.max, "step": number.step, "now": now,
        })
    });
    json!({ "numbers": numbers.collect::<Vec<_>>(), "course": walk.course() })
}

/// Returns a page with the walk of each number.
fn page<G: Playable>(tuning: &Tuning<G>, walk: &Walk) -> Document {
    let spsa = &tuning.spsa;
    let pictures = (0..).zip(&spsa.numbers).map(|(place, number)| {
        let steps = (0..).zip(walk.course());
        let points = steps.map(|(step, numbers): (u64, &Vec<f64>)| {
            (real(step * spsa.together as u64), numbers[place])
        });
        let plot = CurvePlot::walk(&number.name, "pairs of games", Unit::Number);
        let plot = plot.bound(number.start, "start");
        plot.curve(Curve::new(&number.name, points)).picture()
    });
    let lead = format!(
        "{}, {} pairs of games of {}, {}; seed {}",
        tuning.player,
        spsa.pairs,
        tuning.catalog.name(),
        tuning.rules.time_control,
        spsa.seed
    );
    document("Numbers tuned by games")
        .lead(&lead)
        .section("Numbers", &table(spsa, walk).to_html())
        .plots("Walks", pictures.collect())
}
