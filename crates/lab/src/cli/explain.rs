//! `plywood-lab explain`.

use crate::cli::games::{GameCommand, GameOption, wrong};
use crate::cli::output::{OutputOptions, print, print_json};
use clap::Args;
use plywood_analysis::{ExplainedPosition, ExplainedTerm};
use plywood_catalog::recast::recast_ref;
use plywood_catalog::{Catalog, Playable};
use plywood_console::{Failure, asked};
use plywood_eval::{Evaluator, Score};
use plywood_report::Columns;
use plywood_workbench::positions::read_typed;
use serde_json::json;
use std::slice;

/// The end of `--help`.
const EXAMPLES: &str = "\
The pictures show the value of each piece on its square: what its side would lose without it.

Examples:
  plywood-lab explain
  plywood-lab explain material classical --fen '4k3/pp3ppp/8/1N1q4/8/8/PPP2PPP/6K1 w - - 0 1' --html explain.html
  plywood-lab explain classical --svg heat.svg --json
  plywood-lab explain --game connect-four --position ddcc";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    pub(super) game: GameOption,
    /// The evaluators; all by default.
    #[arg(value_name = "EVALUATOR")]
    evaluators: Vec<String>,
    /// The position; by default an example.
    #[arg(
        long = "position",
        visible_alias = "fen",
        value_name = "TEXT",
        default_value = ""
    )]
    position: String,
    #[command(flatten)]
    outputs: OutputOptions,
}

impl GameCommand for Options {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let position = read_typed(catalog, &self.position)?;
        let names = match self.evaluators.as_slice() {
            [] => catalog
                .evaluators()
                .map(|entry| entry.name.to_owned())
                .collect(),
            given => given.to_vec(),
        };
        // The values of pieces are known only for chess.
        if let (Some(catalog), Some(position)) = (recast_ref(catalog), recast_ref(&position)) {
            let explain = |names: &[String]| ExplainedPosition::new(catalog, position, names);
            let mut report = self.outputs.begin(explain(&[]).map_err(wrong)?)?;
            for name in &names {
                let one = asked(name, || explain(slice::from_ref(name)))?.map_err(wrong)?;
                one.evaluators
                    .into_iter()
                    .try_for_each(|one| report.add(one))?;
            }
            return report.finish(|_| Ok(()));
        }
        if let Some(option) = self.outputs.given_besides(&["--json"]) {
            let game = catalog.name();
            let problem = format!("{option} is only for chess; {game} has a table and --json");
            return Err(Failure::Usage(problem));
        }
        let written = |value: i32| G::score_text(Score::centipawns(value));
        let (mut scores, mut evaluators, mut details) = (Vec::new(), Vec::new(), String::new());
        for name in &names {
            let evaluator = catalog.any_evaluator(name).map_err(wrong)?;
            let score = asked(name, || evaluator.evaluate(&position))?;
            let for_first = score.for_white(position.side_to_move(0));
            let terms = ExplainedTerm::of(catalog, name, &position, for_first);
            scores.push((name, score));
            evaluators.push(json!({ "evaluator": name, "score": score, "terms": terms }));
            if !terms.is_empty() {
                let columns = Columns::new()
                    .text(name.as_str(), |term: &ExplainedTerm| term.name.clone())
                    .number(G::PLAYERS[0], |term| written(term.white))
                    .number(G::PLAYERS[1], |term| written(term.black));
                details = format!("{details}\n{}", columns.table(terms).to_text());
            }
        }
        if self.outputs.json {
            let position = position.to_string();
            return print_json(&json!({ "position": position, "evaluators": evaluators }));
        }
        let columns = Columns::new()
            .text("evaluator", |(name, _): &(&String, Score)| *name)
            .number("score for the side to move", |(_, score)| {
                G::score_text(*score)
            });
        let table = columns.table(scores).to_text();
        print(&format!("{}\n{table}{details}", position.shown()))
    }
}
