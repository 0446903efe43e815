//! `plywood-lab ablate`.

use crate::cli::limits::{self, LimitOptions};
use crate::cli::measuring::{Extent, MeasuringOptions, Stream, Work};
use crate::cli::output::{OutputOptions, Results};
use crate::cli::playing_options::{thread_count, threads};
use crate::cli::suite::task;
use crate::journal::Journal;
use crate::measure::ablation::{
    Ablated, Ablation, AblationItem, AblationSums, Variant, part_variants,
};
use crate::measure::positions::{PositionText, Positions};
use crate::play::entry::Entry;
use crate::play::tournament::Tournament;
use crate::players::move_limits::MoveLimits;
use clap::Args;
use plywood_console::Failure;
use plywood_search::StopHandle;
use serde::Serialize;
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
    /// The full search first, and then those compared with it: strategies, each as NAME or NAME:SETTING=VALUE,…, or UCI
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
    #[command(flatten)]
    outputs: OutputOptions,
}

const POSITIONS: &str = include_str!("../measure/ablation/positions.epd");

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let ablation = self.ablation()?;
        let positions = self.positions();
        let mut check = |text: &PositionText| task(text).map(|_| ());
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        let charter = ablation.charter(&self.evaluator, &stream.description());
        let variants = ablation.variants.len();
        let shard = self.measuring.shard();
        let tournament = ablation.tournament()?.map(|games| games.shard(shard));
        let games = tournament.as_ref();
        let extent = Extent {
            results: stream.count() + games.map_or(0, |games| games.schedule().len()),
            steps: stream.shard_count() * variants + games.map_or(0, Tournament::games),
            steps_each: variants,
        };
        let mut played = Vec::new();
        let mut known = |item| {
            if let AblationItem::Game { entry, .. } = item {
                played.push(*entry);
            }
        };
        let results = AblationSums::new(&charter);
        let (options, size) = (&self.measuring, (&charter, &extent));
        let mut work = Work::begin(options, &self.outputs, size, results, &mut known)?;
        let news = work.news();
        let measure = |number: usize, text: &PositionText| {
            let measured = ablation.measure(number, &task(text)?, &news);
            Ok(AblationItem::Position(measured))
        };
        let at_once = self.threads.map_or(1, NonZeroUsize::get);
        work.measure(&stream, at_once, &measure)?;
        if let Some(tournament) = tournament {
            let mut add = |game: &Entry| {
                news(&format!("game {}", game.game + 1));
                let number = stream.count() + game.game;
                let entry = Box::new(game.clone());
                work.add(AblationItem::Game { number, entry })
            };
            self.play(tournament, played, &mut add)?;
        }
        work.finish()
    }

    fn positions(&self) -> Positions {
        match &self.epd {
            Some(file) => Positions::in_file(file),
            None => Positions::new(lines(POSITIONS), None),
        }
    }

    /// Plays the games that were not played yet. If one cannot be recorded, no more are played.
    fn play(
        &self,
        tournament: Tournament,
        played: Vec<Entry>,
        add: &mut dyn FnMut(&Entry) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut journal = Journal::in_memory();
        for entry in played {
            journal.add(entry)?;
        }
        let (mut outcome, stop) = (Ok(()), StopHandle::new());
        let mut each = |game: &Entry, _: &_| {
            outcome = add(game);
            if outcome.is_err() {
                stop.stop();
            }
        };
        let games = tournament.stopped_by(&stop);
        games.run(&mut journal, threads(self.threads), &mut each)?;
        outcome
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

impl Results for AblationSums {
    type Item = AblationItem;
    type Shown = Ablated;

    fn count(&mut self, item: AblationItem) {
        Self::count(self, &item);
    }

    fn finish(self) -> Result<Ablated, Failure> {
        Ok(self.ablated())
    }

    fn data(shown: &Ablated) -> impl Serialize {
        shown
    }
}
