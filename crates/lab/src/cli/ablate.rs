//! `plywood-lab ablate`.

use crate::cli::games::{GameCommand, GameOption, example, judged_by, strongest, wrong};
use crate::cli::measuring::{MeasuringOptions, Running, Stream, TIME_FOR_A_POSITION, tell};
use crate::cli::options::{ThreadsOption, check_limits, even, players};
use crate::cli::output::{OutputOptions, progress};
use clap::Args;
use plywood_catalog::{CHESS_POSITIONS, Catalog, Playable};
use plywood_console::numbers::{depth, nodes};
use plywood_console::{Failure, LimitOptions};
use plywood_search::Limits;
use plywood_workbench::journal::{Done, Work};
use plywood_workbench::positions::read_task;
use plywood_workbench::{
    Ablated, Ablation, AblationItem, PlayerSpec, PositionText, Positions, pair, without_each_part,
};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
The full search is alpha-beta with a table, captures first, killers, history, quiescence, principal
variation search, aspiration windows and iterative deepening; each is removed on its own. Without
iterative deepening a search that runs out of nodes or time usually has no good move, and aspiration
windows go with it.

Examples:
  plywood-lab ablate
  plywood-lab ablate --to-depth 6 --svg ablation.svg --markdown
  plywood-lab ablate whole=engine null-move=engine:without=null-move --to-depth 9 --nodes 20000
  plywood-lab ablate --strategy pvs+quiescence+captures+killers+history+table+null-move+futility-pruning+late-moves+deepening \
    --games 200 --nodes 2000
  plywood-lab ablate --game connect-four --strategy monte-carlo+puct+priors+solver --games 200 --rounds 300
  plywood-lab ablate --epd suite.epd --games 100 --shard 3/16 --journal 3.jsonl
  plywood-lab ablate --evaluator material --games 200 --game-nodes 5000 --html ablation.html";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, mut_arg("threads", |threads| threads.help(THREADS)))]
pub(super) struct Options {
    #[command(flatten)]
    pub(super) game: GameOption,
    /// The full search, then the ones to compare with it: strategies, each as NAME or NAME:SETTING=VALUE,…, or UCI programs, as
    /// uci:cmd=FILE,…; by default a strategy, then the same strategy without each of its parts.
    #[arg(value_name = "VARIANT")]
    variants: Vec<String>,
    /// The strategy to remove parts from; by default the one with the most parts. The engine's parts are its steps.
    #[arg(long, value_name = "STRATEGY", conflicts_with = "variants")]
    strategy: Option<String>,
    /// The evaluator for strategies that don't name one; an unknown name lists them all.
    #[arg(long, value_name = "NAME")]
    evaluator: Option<String>,
    /// A file of test positions, one EPD per line, or of games (.pgn), instead of the 24 built-in ones, in which a search of three plies misses the best move.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    #[command(flatten)]
    measuring: MeasuringOptions,
    /// Measure nodes and time to this depth; with --rounds, those of the rounds are measured
    #[arg(long = "to-depth", value_name = "PLIES", default_value_t = 5, value_parser = depth())]
    to_depth: u32,
    #[command(flatten)]
    limits: LimitOptions,
    /// Let each variant play this many games against the full search; an even number.
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = even(0))]
    games: usize,
    /// The nodes for a move of a game; by default the limits for a position.
    #[arg(long, value_name = "NODES", value_parser = nodes())]
    game_nodes: Option<u64>,
    #[command(flatten)]
    threads: ThreadsOption,
    #[command(flatten)]
    outputs: OutputOptions,
}

/// The help of the option for threads.
const THREADS: &str = "The number of positions measured and of games played at once; by default one position, since more make times less exact, and a game for each processor";

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let ablation = self.ablation(catalog)?;
        let positions = self.positions(catalog);
        let mut check = |text: &PositionText| read_task::<G>(text).map(|_| ());
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        let settings = ablation.settings(self.evaluator.as_deref(), stream.description());
        let games = ablation.games()?.shard(self.measuring.journal.shard);
        let steps = ablation.variants.len();
        let bar = progress(stream.shard_count() * steps + games.scheduled());
        let mut report = self.outputs.begin(Ablated::of(&settings))?;
        let (count, shown) = (stream.count(), bar.clone());
        let all = count + games.schedule().games();
        // A game needs only its number, which follows those of the positions.
        let measure = move |number: usize, text: Option<PositionText>| {
            let tell = |step: &str| tell(&shown, step);
            if let Some(text) = text {
                let measured = ablation.measure(number, &read_task(&text)?, &tell);
                return Ok(AblationItem::Position(measured));
            }
            let entry = Box::new(games.game(number - count));
            tell(&format!("game {}", entry.game + 1));
            Ok(AblationItem::Game { number, entry })
        };
        let work = Work::new("ablate", &settings, all, measure);
        let work = work.in_units(move |number| number.checked_sub(count).map_or(number, pair));
        let mut work = Running::begin(&self.measuring.journal, work, (&bar, steps))?;
        let mut add = |item: Done<AblationItem>| report.add(item.into_inner());
        let positions = stream.numbered()?;
        let positions = positions.map(|found| found.map(|(number, text)| (number, Some(text))));
        let at_once = self.threads.threads.map_or(1, NonZeroUsize::get);
        work.run(0..count, positions, at_once, &mut add)?;
        let games = (count..all).map(|number| Ok((number, None)));
        work.run(count..all, games, self.threads.count(), &mut add)?;
        work.end("does the rest")?;
        report.finish(|_| Ok(()))
    }
}

impl Options {
    fn positions<G: Playable>(&self, catalog: &Catalog<G>) -> Positions {
        match &self.epd {
            Some(file) => Positions::in_file(file),
            None if catalog.start().as_chess().is_some() => {
                Positions::new(lines(CHESS_POSITIONS), None)
            }
            None => Positions::new(vec![example(catalog)], None),
        }
    }

    fn ablation<G: Playable>(&self, catalog: &Catalog<G>) -> Result<Ablation<G>, Failure> {
        let limits = self.limits.or_time(TIME_FOR_A_POSITION);
        let catalog = judged_by(catalog, self.evaluator.as_deref())?;
        let variants = match self.variants.as_slice() {
            [] => {
                let whole = self.strategy.clone().unwrap_or_else(|| strongest(&catalog));
                let whole = whole.parse().map_err(wrong)?;
                let specs = without_each_part(&catalog, whole).map_err(wrong)?;
                let players = specs
                    .into_iter()
                    .map(|spec| PlayerSpec::of(&catalog, spec.into()));
                players.collect::<Result<_, _>>().map_err(wrong)?
            }
            [_] => {
                let alone = "expected the full search and others to compare it with";
                return Err(Failure::Usage(alone.to_owned()));
            }
            given => players(&catalog, given)?,
        };
        if !self.variants.is_empty() {
            check_limits(&variants, &limits)?;
        }
        Ok(Ablation {
            catalog,
            variants,
            depth: self.to_depth,
            game_limits: Limits::none()
                .with_nodes(self.game_nodes)
                .or(limits.clone()),
            limits,
            games: self.games,
        })
    }
}

/// Returns the lines of a suite without its comments.
fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}
