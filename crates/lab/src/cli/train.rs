//! `plywood-lab train`.

use crate::cli::data::ReadingOptions;
use crate::cli::games::{GameCommand, wrong};
use crate::cli::options::ThreadsOption;
use crate::cli::output::{self, Kind, OutputFile, Replace, unnamed_beside};
use clap::Args;
use fastrand::Rng;
use plywood_arena::numbers::real;
use plywood_catalog::recast::recast_ref;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::numbers::{seed, share, within};
use plywood_console::{Failure, OutputPath, files, number};
use plywood_core::Position;
use plywood_eval::Evaluator;
use plywood_net::train::{Epoch, Rows, Settings, Trainer};
use plywood_net::{
    BackgammonInputs, ChessInputs, ConnectFourInputs, Inputs, Network, Rounding, is_width,
};
use plywood_report::plot::{Curve, CurvePlot, Unit};
use plywood_report::{Cell, Columns, Document};
use plywood_search::games::{Backgammon, ConnectFour};
use plywood_search::{Game, Tactical};
use plywood_workbench::{document, shown};
use std::path::PathBuf;
use std::time::Instant;
use std::{env, io, process};

/// The positions of the games to learn from; those of every twentieth game, to test the network; and some of these, to measure rounding.
type Positions<I> = ([Rows<I>; 2], Vec<<I as Inputs>::Position>);

/// The end of `--help`.
const EXAMPLES: &str = "\
The same games and settings give the same network, to the last bit. With --checkpoint, interrupted
training continues after its last epoch when the same command is run again.

Examples:
  plywood-lab data generate --journal games.jsonl --games 10000 --nodes 500
  plywood-lab train games.jsonl --output mine.net --html training.html
  plywood-lab match engine:evaluator=net@mine.net engine:evaluator=classical --nodes 5000";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    positions: ReadingOptions,
    /// Write the network to this file.
    #[arg(long, short, value_name = "FILE")]
    output: OutputPath,
    /// Write an HTML page that plots the training to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<OutputPath>,
    #[command(flatten)]
    replace: Replace,
    /// Save the state of the training in this file after every epoch, to resume from.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OutputPath>,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    teacher: TeacherOptions,
    #[command(flatten, next_help_heading = "Network and training")]
    settings: SettingOptions,
}

#[derive(Debug, Args)]
struct SettingOptions {
    /// Begin with the weights of this network instead of random ones, to train it further on other games. The new network needs at least as
    /// many hidden units.
    #[arg(long, value_name = "FILE", conflicts_with = "coarse_epochs")]
    start: Option<PathBuf>,
    /// The number of hidden units, a multiple of 16 up to 512.
    #[arg(long, default_value_t = 128, value_name = "N", value_parser = hidden)]
    hidden: usize,
    /// The number of outputs; the number of pieces chooses one.
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = within(1..=32_u16))]
    buckets: u16,
    /// The number of passes over the positions.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = within(1..=100_000_usize))]
    epochs: usize,
    /// In the first N epochs all zones of the king share their weights (chess only): their common part is learned from all positions.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = within(0..=100_000_usize))]
    coarse_epochs: usize,
    /// The number of positions for each step; by default 8192, or fewer if an epoch would not have a hundred steps.
    #[arg(long, value_name = "N", value_parser = within(1..=u32::MAX))]
    batch: Option<u32>,
    /// The size of the first steps.
    #[arg(long, default_value_t = 1e-3, value_name = "RATE", value_parser = within(1e-9_f32..=1.0))]
    rate: f32,
    /// The size of the last steps.
    #[arg(long, default_value_t = 1e-5, value_name = "RATE", value_parser = share::<f32>())]
    last_rate: f32,
    /// The rate at which unneeded weights shrink (weight decay).
    #[arg(long, default_value_t = 0.01, value_name = "RATE", value_parser = share::<f32>())]
    decay: f32,
    /// The weight of the game's result; the score gets the rest.
    #[arg(long, default_value_t = 0.3, value_name = "SHARE", value_parser = share::<f32>())]
    result_share: f32,
    /// The lead in centipawns that is expected to score 73 %; by default derived from the games, except in backgammon.
    #[arg(long, value_name = "CENTIPAWNS", value_parser = within(1..=u16::MAX))]
    scale: Option<u16>,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = seed())]
    seed: u64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Positions to learn from")]
struct TeacherOptions {
    /// Also learn from positions after random moves, with this evaluator's static scores. Searches meet many such positions, games only a
    /// few.
    #[arg(long, value_name = "EVALUATOR")]
    teacher: Option<String>,
    /// The number of random moves for each position of a game.
    #[arg(long, default_value_t = 4, value_name = "N", requires = "teacher", value_parser = within(1..=1_000_usize))]
    siblings: usize,
}

fn hidden(text: &str) -> Result<usize, String> {
    let hidden = number::read(text).filter(|units| is_width(*units));
    hidden.ok_or_else(|| "expected a multiple of 16 from 16 to 512".to_owned())
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        self.positions.run(games, self)
    }

    fn settings<I: Inputs>(&self, rows: &Rows<I>) -> Settings {
        let given = &self.settings;
        Settings {
            hidden: given.hidden,
            buckets: usize::from(given.buckets),
            epochs: given.epochs,
            coarse_epochs: given.coarse_epochs,
            batch: given
                .batch
                .map_or_else(|| usual_batch(rows.len()), |batch| batch as usize),
            rate: given.rate,
            last_rate: given.last_rate,
            decay: given.decay,
            result_share: given.result_share,
            scale: given
                .scale
                .or(I::SCALE)
                .unwrap_or_else(|| rows.fitted_scale()),
            seed: given.seed,
        }
    }

    fn train<I>(&self, catalog: &Catalog<I::Position>) -> Result<(), Failure>
    where
        I: Inputs<Position: Playable + Tactical>,
    {
        let output = OutputFile::open(&self.output, NETWORK, self.replace)?;
        let html = OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?;
        // It is resumed from, so it is one of ours. A pipe is refused so that the program never waits for its other end.
        if let Some(path) = self.checkpoint.as_deref().filter(|path| path.exists()) {
            files::open(path)?;
        }
        OutputFile::of(self.checkpoint.as_ref(), Kind::BINARY, Replace::UNMARKED)?;
        let start = self.start::<I>()?;
        let ([training, validation], sample) = self.positions::<I>(catalog)?;
        let settings = self.settings(&training);
        let mut trainer = Trainer::new(settings, &training);
        if let Some(network) = start {
            trainer = trainer.starting_from(&network);
        }
        self.resume(&mut trainer)?;
        while !trainer.is_done() {
            let started = Instant::now();
            let bar = output::progress(training.len());
            let threads = self.threads.count();
            let epoch = trainer.epoch(&training, &validation, threads, &mut |done| {
                bar.set_position(done as u64);
            });
            let epoch = epoch.map_err(|error| self.lost(&error))?;
            bar.finish_and_clear();
            let speed = real(training.len() as u64) / started.elapsed().as_secs_f64();
            output::print(&line(&epoch, settings.epochs, speed))?;
            if let Some(path) = &self.checkpoint {
                OutputFile::open(path, Kind::BINARY, Replace::UNMARKED)?
                    .write(trainer.checkpoint())?;
            }
        }
        let trained = trainer.network();
        let bytes = trained.to_bytes();
        output
            .write(&bytes)
            .map_err(|failure| rescued(&failure, &bytes))?;
        if let Some(Rounding { mean, most }) = trainer.model().rounding(&trained, &sample) {
            output::print(&format!(
                "rounding to whole numbers changes scores by {mean:.1} centipawns on average, and by {most:.1} at most\n"
            ))?;
        }
        let checksum = trained.checksum();
        output::print(&format!(
            "{} with checksum {checksum}\n",
            self.output.display()
        ))?;
        output::write(html, || {
            page(&settings, trainer.course(), &trained).to_html()
        })
    }

    fn positions<I>(&self, catalog: &Catalog<I::Position>) -> Result<Positions<I>, Failure>
    where
        I: Inputs<Position: Playable + Tactical>,
    {
        const HELD_OUT: usize = 20;
        const SAMPLE: usize = 2_000;
        let buckets = usize::from(self.settings.buckets);
        let rows = || {
            let file = unnamed_beside(&self.output).map_err(|error| self.lost(&error))?;
            Ok::<_, Failure>(Rows::<I>::stored(buckets, Box::new(file)))
        };
        let mut rows = [rows()?, rows()?];
        let teacher = self.teacher.teacher.as_ref();
        let teacher = teacher.map(|name| catalog.any_evaluator(name)).transpose();
        let teacher = teacher.map_err(wrong)?;
        let mut random = Rng::with_seed(self.settings.seed);
        let mut sample = Vec::new();
        self.positions.read(catalog, &mut |game, scored| {
            let is_held_out = game % HELD_OUT == HELD_OUT - 1;
            if is_held_out && sample.len() < SAMPLE {
                sample.push(scored.position.clone());
            }
            let rows = &mut rows[usize::from(is_held_out)];
            let pushed = match scored.points {
                Some(points) => rows.push(&scored.position, scored.score, points),
                None => rows.push_unplayed(&scored.position, scored.score),
            };
            pushed.map_err(|error| self.lost(&error))?;
            if let Some(teacher) = teacher.as_ref().filter(|_| !is_held_out) {
                let moves = scored.position.legal_moves();
                for mv in random.choose_multiple(moves.iter(), self.teacher.siblings) {
                    let position = scored.position.after(*mv);
                    if !position.is_check() && position.ending_at_leaf().is_none() {
                        let pushed = rows.push_unplayed(&position, teacher.evaluate(&position));
                        pushed.map_err(|error| self.lost(&error))?;
                    }
                }
            }
            Ok(())
        })?;
        if rows[0].is_empty() {
            return Err(Failure::Usage(
                "no positions are left to learn from".to_owned(),
            ));
        }
        Ok((rows, sample))
    }

    /// Returns the failure if positions could not be stored beside the network, or not be read again.
    fn lost(&self, error: &io::Error) -> Failure {
        Failure::writing(
            &self.output,
            &format!("positions are kept beside it: {error}"),
        )
    }

    /// Returns the network to begin with, if it fits into the trained one.
    fn start<I: Inputs>(&self) -> Result<Option<Network<I>>, Failure> {
        let given = &self.settings;
        let Some(path) = &given.start else {
            return Ok(None);
        };
        let wrong = |problem: String| Failure::Usage(format!("{}: {problem}", path.display()));
        let network = Network::read(&files::read_whole(path, files::MOST_BYTES)?);
        let network: Network<I> = network.map_err(|error| wrong(error.to_string()))?;
        let (hidden, buckets) = (network.hidden(), network.buckets());
        if hidden > given.hidden || buckets != usize::from(given.buckets) {
            return Err(wrong(format!(
                "it has {hidden} hidden units and {buckets} outputs: give --hidden {hidden} or more, and --buckets {buckets}"
            )));
        }
        Ok(Some(network))
    }

    fn resume<I: Inputs>(&self, trainer: &mut Trainer<I>) -> Result<(), Failure> {
        let path = self.checkpoint.as_deref().filter(|path| path.exists());
        let Some(path) = path else { return Ok(()) };
        let resumed = trainer.resume(&files::read_whole(path, files::MOST_BYTES)?);
        resumed.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
        output::note(&format!("going on after epoch {}", trainer.epochs()));
        Ok(())
    }
}

/// The beginning of networks.
const NETWORK: Kind<'_> = Kind::Marked("plywood net ", "", "a network");

/// Saves the network among the temporary files when the disk is full, so that hours of work are not lost.
fn rescued(failure: &Failure, network: &[u8]) -> Failure {
    let place = env::temp_dir().join(format!("plywood-{}.net", process::id()));
    let kept = OutputFile::open(&place.as_path().into(), NETWORK, Replace::default())
        .and_then(|file| file.write(network));
    Failure::Work(match kept {
        Ok(()) => format!("{failure}; the network is kept in {}", place.display()),
        Err(second) => format!("{failure}; {second}"),
    })
}

/// Returns the default batch. Few positions need small steps, or a network is hardly trained when all were seen.
fn usual_batch(positions: usize) -> usize {
    (positions / 100).clamp(64, 8_192)
}

fn line(epoch: &Epoch, epochs: usize, speed: f64) -> String {
    let tested = if is_tested(epoch) {
        let (error, agreed) = (epoch.validation, 100.0 * epoch.agreed());
        format!("of held-out games {error:.6}, same side ahead {agreed:.1} %")
    } else {
        "no games held out".to_owned()
    };
    format!(
        "epoch {:>2} of {epochs}: error {:.6}, {tested}, {speed:.0} positions/s\n",
        epoch.number, epoch.training,
    )
}

/// Returns `true` if there were positions of held-out games.
fn is_tested(epoch: &Epoch) -> bool {
    epoch.agreement.iter().any(|[share, _]| *share > 0.0)
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        if let Some(chess) = recast_ref::<_, Catalog<Position>>(catalog) {
            self.train::<ChessInputs>(chess)
        } else if let Some(four) = recast_ref::<_, Catalog<ConnectFour>>(catalog) {
            self.train::<ConnectFourInputs>(four)
        } else if let Some(backgammon) = recast_ref::<_, Catalog<Backgammon>>(catalog) {
            self.train::<BackgammonInputs>(backgammon)
        } else {
            Err(Failure::Usage(format!(
                "no inputs are known for {}; give them with `plywood_net::Inputs`, and train with `plywood_net::train::Trainer`",
                catalog.name()
            )))
        }
    }
}

/// Returns the course of a training as a page: the errors by epoch, the final quality of each output, and for chess the weights of the
/// first layer.
fn page<I: Inputs>(settings: &Settings, epochs: &[Epoch], network: &Network<I>) -> Document {
    let curve = |name: &str, error: fn(&Epoch) -> f64| {
        let points = epochs
            .iter()
            .map(|epoch| (real(epoch.number as u64), error(epoch)));
        Curve::new(name, points)
    };
    let plot = |title: &str, unit| CurvePlot::new(title, "epoch", unit);
    let errors =
        plot("Mean square error", Unit::Number).curve(curve("training", |epoch| epoch.training));
    let agreement = plot("Agrees with the score about who is ahead", Unit::Share)
        .curve(curve("held-out games", Epoch::agreed));
    let by_output = plot("The same by output, from few pieces to many", Unit::Share);
    let by_output = (0..settings.buckets).fold(by_output, |plot, output| {
        let points = epochs.iter().filter_map(|epoch| {
            let [_, agreed] = epoch.agreement.get(output)?;
            Some((real(epoch.number as u64), *agreed))
        });
        plot.curve(Curve::new(&format!("output {}", output + 1), points))
    });
    let plots = if epochs.iter().any(is_tested) {
        let errors = errors.curve(curve("held-out games", |epoch| epoch.validation));
        vec![errors, agreement, by_output]
    } else {
        vec![errors]
    };
    let lead = format!(
        "{} hidden units, {} outputs, {} epochs; an output of 1 is {} centipawns; seed {}",
        settings.hidden, settings.buckets, settings.epochs, settings.scale, settings.seed
    );
    let page = document("Training of a network")
        .lead(&lead)
        .plots("Course", plots.iter().map(CurvePlot::picture).collect())
        .section("Outputs, from few pieces to many", &outputs(epochs));
    match network.portrait() {
        Some(portrait) => page.section("What it looks at", &shown(&portrait)),
        None => page,
    }
}

/// Returns the final quality of each output, as a table.
fn outputs(epochs: &[Epoch]) -> String {
    let last = epochs.last().filter(|last| is_tested(last));
    let outputs = last.into_iter().flat_map(|last| &last.agreement);
    let percent = |share: f64| Cell::measured(Unit::Share, share, 4);
    let columns = Columns::new()
        .text("output", |(output, _): &(usize, &[f64; 2])| {
            Cell::from((output + 1).to_string().as_str())
        })
        .number("share of positions", move |(_, [share, _])| percent(*share))
        .number("agrees", move |(_, [_, agreed])| percent(*agreed));
    columns.table(outputs.enumerate()).to_html()
}
