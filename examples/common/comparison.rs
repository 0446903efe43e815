//! Runs strategies of any game side by side, and keeps what they answered as text and numbers.

use std::sync::Arc;

use plywood::eval::RandomEvaluator;
use plywood::search::Keyed;
use plywood::search::strategies::Catalog;
use plywood::{Evaluator, Game, Limits, Report, Score, Stats};

use super::options::Options;

/// An evaluator that all strategies of a comparison share.
pub(crate) struct Judge<G>(Arc<dyn Evaluator<G> + Send + Sync>);

impl<G> Judge<G> {
    pub(crate) fn new(evaluator: impl Evaluator<G> + Send + Sync + 'static) -> Self {
        Self(Arc::new(evaluator))
    }
}

impl<G: Keyed + 'static> Judge<G> {
    /// The evaluators of the small games: one of its own, and chance.
    pub(crate) fn by_name(
        name: &str,
        own: &str,
        evaluate: fn(&G) -> Score,
    ) -> Result<Self, String> {
        match name {
            "random" => Ok(Self::new(RandomEvaluator::new(0, 100).by_key(G::key))),
            name if name == own => Ok(Self::new(evaluate)),
            _ => Err(format!(
                "there is no evaluator {name:?}; those known are {own}, random"
            )),
        }
    }
}

impl<G> Clone for Judge<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G> Evaluator<G> for Judge<G> {
    fn evaluate(&self, position: &G) -> Score {
        self.0.evaluate(position)
    }
}

/// What was compared, and what came out.
pub(crate) struct Comparison {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) depth: u32,
    pub(crate) evaluator: String,
    pub(crate) results: Vec<Row>,
}

/// The answer of one strategy.
pub(crate) struct Row {
    pub(crate) strategy: String,
    pub(crate) is_exact: bool,
    /// The best move; none if the game is over.
    pub(crate) best_move: Option<String>,
    pub(crate) score: Option<Score>,
    pub(crate) stats: Stats,
    pub(crate) seconds: f64,
    pub(crate) line: Vec<String>,
    /// Nodes at depth 1, 2, and so on, if they are to be drawn.
    pub(crate) nodes_by_depth: Vec<u64>,
}

impl Comparison {
    /// What minimax answered, if it was asked.
    pub(crate) fn minimax(&self) -> Option<&Row> {
        self.results.iter().find(|row| row.strategy == "minimax")
    }
}

/// Runs the strategies that the options name, or all, from a position and its text, with an evaluator and its name.
pub(crate) fn compare<G: Game + 'static>(
    options: &Options,
    (position, text): (&G, &str),
    (judge, evaluator): (Judge<G>, &str),
    usual_depth: u32,
    catalog: &Catalog<G, Judge<G>>,
) -> Result<Comparison, String> {
    let depth = options.depth.unwrap_or(usual_depth);
    let all = || catalog.names().map(str::to_owned).collect();
    let names = options.strategies.clone().unwrap_or_else(all);
    // A misspelled name is told before anything takes time.
    let make = |name: &String| {
        let strategy = catalog.by_name(name, judge.clone());
        strategy.map_err(|error| error.to_string())
    };
    names.iter().try_for_each(|name| make(name).map(drop))?;
    let mut results = Vec::new();
    for name in &names {
        eprint!("{name} ...");
        let nodes_at = |depth| -> Result<u64, String> {
            let report = make(name)?.search(position, &Limits::depth(depth));
            Ok(report.stats.explored)
        };
        let drawn = if options.svg.is_some() { depth } else { 0 };
        let nodes_by_depth = (1..=drawn).map(nodes_at).collect::<Result<_, _>>()?;
        let report = make(name)?.search(position, &Limits::depth(depth));
        eprintln!(" {:.2} s", report.elapsed.as_secs_f64());
        results.push(row(name, &report, nodes_by_depth));
    }
    Ok(Comparison {
        game: options.game.clone(),
        position: text.to_owned(),
        depth,
        evaluator: evaluator.to_owned(),
        results,
    })
}

fn row<M: ToString>(name: &str, report: &Report<M>, nodes_by_depth: Vec<u64>) -> Row {
    Row {
        strategy: name.to_owned(),
        is_exact: report.is_exact,
        best_move: report.best_move.as_ref().map(ToString::to_string),
        score: report.score,
        stats: report.stats,
        seconds: report.elapsed.as_secs_f64(),
        line: report.line.iter().map(ToString::to_string).collect(),
        nodes_by_depth,
    }
}
