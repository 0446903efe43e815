//! `plywood-lab compare`.

use crate::cli::games::{
    GameCommand, GameOptions, contenders, judged_by, specs, typed_names, wrong,
};
use crate::cli::measuring::{MeasuringOptions, Running, Stream, tell};
use crate::cli::output::{OutputOptions, progress};
use clap::Args;
use plywood_catalog::{Catalog, Contender, Playable, Spec};
use plywood_console::Failure;
use plywood_console::numbers::{depth, nodes, within};
use plywood_report::did_you_mean;
use plywood_workbench::journal::Work;
use plywood_workbench::positions::read;
use plywood_workbench::{Comparing, PlayerPlan, PlayerSpec, PositionText};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood-lab compare
  plywood-lab compare all --depth 3 --csv all.csv
  plywood-lab compare minimax alpha-beta everything:evaluator=swift --depth 5 --html compare.html
  plywood-lab compare --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1' --epd suite.epd --csv runs.csv
  plywood-lab compare --subsets captures,killers,history,table=16 --depth 4 --epd suite.epd
  plywood-lab compare everything engine --depth 6 --epd games.pgn --sample 500 --seed 7
  plywood-lab compare alpha-beta pvs sss-star --depth 4 --distinct
  plywood-lab compare --epd large.epd --every 10 --shard 3/16 --journal 3.jsonl
  plywood-lab compare --game tree --position '((3 12 8) (2 4 6) (14 5 2))' --html tree.html";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    pub(super) game: GameOptions,
    /// The strategies, each as NAME or NAME:SETTING=VALUE,…; by default a ladder where each row changes one part, plus your own; `all` for
    /// all that can play the game.
    #[arg(value_name = "STRATEGY")]
    strategies: Vec<String>,
    /// Compare all others with this one; by default with the first that searches every line, or else with the first.
    #[arg(long, value_name = "STRATEGY")]
    against: Option<String>,
    /// Search with every subset of these parts, and say what each is worth; the strategy is the search without them, by default alpha-beta.
    #[arg(
        long,
        value_name = "PART,…",
        value_delimiter = ',',
        conflicts_with = "against"
    )]
    subsets: Vec<String>,
    /// Search every depth up to this one.
    #[arg(long, value_name = "PLIES", value_parser = depth())]
    depth: Option<u32>,
    /// The node limit of each search; a search that reaches it is unfinished.
    #[arg(long, value_name = "NODES", default_value_t = MOST_NODES, value_parser = nodes())]
    max_nodes: u64,
    /// Time short searches this many times; by default three times, or once if there are more than twenty positions.
    #[arg(long, value_name = "COUNT", value_parser = within(1..=1_000_u32))]
    repeats: Option<u32>,
    /// Show leaves and different positions, too, which takes another run of each search with an observer, a few times as long.
    #[arg(long)]
    distinct: bool,
    #[command(flatten)]
    measuring: MeasuringOptions,
    #[command(flatten)]
    outputs: OutputOptions,
}

const MOST_NODES: u64 = 5_000_000;
const MOST_PARTS: usize = 6;
/// The most positions for which short searches are measured several times.
const FEW: usize = 20;

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let positions = self.game.positions(catalog);
        let mut check = |text: &PositionText| read(catalog, text).map(|_| ());
        let names = match self.strategies.as_slice() {
            given if !self.subsets.is_empty() => self.all_subsets(given)?,
            [] => catalog.ladder(),
            [all] if all == "all" => typed_names(catalog).map(str::to_owned).collect(),
            given => given.to_vec(),
        };
        let evaluator = self.game.evaluator.as_deref();
        let players = contenders(catalog, specs(&names)?, evaluator)?;
        let against = self.against.as_deref().map(|name| named(&players, name));
        let against = against.transpose()?;
        let stream = Stream::open(&positions, &self.measuring, &mut check)?;
        let settings = CompareSettings {
            game: catalog.name().to_owned(),
            players: players
                .into_iter()
                .map(|it| PlayerSpec::from(it).plan())
                .collect(),
            evaluator: evaluator.map(str::to_owned),
            against,
            subsets: self.subsets.clone(),
            depth: self.depth.unwrap_or(catalog.depth()),
            max_nodes: self.max_nodes,
            distinct: self.distinct,
            positions: stream.description(),
            options: self.repeated(catalog.depth()),
        };
        let usual = if stream.count() > FEW { 1 } else { 3 };
        let comparing = Arc::new(Comparing {
            repeats: self.repeats.unwrap_or(usual),
            ..comparing(catalog, &settings)?
        });
        let searches = comparing.strategies.len() * comparing.depth as usize;
        let mut report = self.outputs.begin(comparing.comparison())?;
        let bar = progress(stream.shard_count() * searches);
        let (all, shown, timing) = (stream.count(), bar.clone(), comparing.clone());
        let work = Work::new("compare", &settings, all, move |number, text| {
            Ok(timing.compare(number, &text, &|step| tell(&shown, step))?)
        });
        let mut work = Running::begin(&self.measuring.journal, work, (&bar, searches))?;
        // Parallel searches would disturb each other's times.
        let positions = stream.numbered()?;
        work.run(0..all, positions, 1, &mut |compared| {
            report.add(compared.into_inner())
        })?;
        work.end("does the rest")?;
        report.finish(|comparison| match self.outputs.html {
            Some(_) => Ok(comparing.draw(comparison)?),
            None => Ok(()),
        })
    }
}

impl Options {
    /// Returns the search with each subset of the parts, in the order of binary numbers.
    fn all_subsets(&self, given: &[String]) -> Result<Vec<String>, Failure> {
        let parts = &self.subsets;
        if given.len() > 1 || parts.len() > MOST_PARTS {
            let most = format!("--subsets takes one strategy, and up to {MOST_PARTS} parts");
            return Err(wrong(most));
        }
        let bare = given.first().map_or("alpha-beta", String::as_str);
        let with = |subset: usize| {
            let chosen = parts
                .iter()
                .enumerate()
                .filter(|(part, _)| subset >> part & 1 == 1);
            chosen.fold(bare.to_owned(), |name, (_, part)| name + "+" + part)
        };
        Ok((0..1 << parts.len()).map(with).collect())
    }

    /// Returns the options that a similar comparison needs: the positions, and limits that are not the usual ones.
    fn repeated(&self, usual_depth: u32) -> String {
        let depth = self.depth.filter(|depth| *depth != usual_depth);
        let nodes = Some(self.max_nodes).filter(|nodes| *nodes != MOST_NODES);
        let limits = [
            depth.map(|depth| format!("--depth {depth}")),
            nodes.map(|nodes| format!("--max-nodes {nodes}")),
        ];
        let options = limits.into_iter().flatten();
        let options = options
            .chain(self.game.typed())
            .chain(self.measuring.typed());
        options.collect::<Vec<_>>().join(" ")
    }
}

/// Returns the name of the strategy to compare with, which must be among the others.
fn named<G: Playable>(players: &[Contender<G>], name: &str) -> Result<String, Failure> {
    let names: Vec<&str> = players.iter().map(Contender::name).collect();
    if names.contains(&name) {
        return Ok(name.to_owned());
    }
    let meant = did_you_mean(name, &names);
    Err(wrong(format!(
        "--against: {name:?} isn't among the strategies{meant}"
    )))
}

/// The settings that decide the searches of a comparison.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CompareSettings {
    pub(super) game: String,
    players: Vec<PlayerPlan>,
    evaluator: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    against: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    subsets: Vec<String>,
    depth: u32,
    max_nodes: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    distinct: bool,
    positions: String,
    /// The options that the command for unlike rows repeats.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    options: String,
}

/// Makes the comparison with these settings.
pub(super) fn comparing<G: Playable>(
    catalog: &Catalog<G>,
    settings: &CompareSettings,
) -> Result<Comparing<G>, Failure> {
    let evaluator = settings.evaluator.as_deref();
    let players = settings.players.iter().map(|player| {
        let mut spec: Spec = player.description.parse().map_err(wrong)?;
        spec.label = Some(player.name.clone()).filter(|name| *name != player.description);
        Ok(spec)
    });
    let players = players.collect::<Result<_, Failure>>()?;
    Ok(Comparing {
        catalog: judged_by(catalog, evaluator)?,
        strategies: contenders(catalog, players, evaluator)?,
        depth: settings.depth,
        against: settings.against.clone(),
        parts: settings.subsets.clone(),
        most_nodes: Some(settings.max_nodes),
        repeats: 1,
        counts_distinct: settings.distinct,
        command: Some(command(catalog, settings)),
    })
}

/// Returns the command for a comparison of other strategies with these settings.
fn command<G: Playable>(catalog: &Catalog<G>, settings: &CompareSettings) -> String {
    // Chess is the usual game.
    let is_named = catalog.start().as_chess().is_none();
    let game = is_named.then_some(&settings.game);
    let evaluator = settings.evaluator.as_ref();
    let options = Some(&settings.options).filter(|options| !options.is_empty());
    let words = [
        game.map(|game| format!("--game {game}")),
        evaluator.map(|evaluator| format!("--evaluator {evaluator}")),
        options.cloned(),
    ];
    let command = "plywood-lab compare".to_owned();
    let words = words.into_iter().flatten();
    words.fold(command, |command, word| command + " " + &word)
}
