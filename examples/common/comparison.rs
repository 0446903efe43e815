//! Runs strategies of any game side by side, and keeps what they answered as text and numbers.
#![allow(
    dead_code,
    reason = "an example that only prints a table leaves out the rest"
)]

use std::sync::Arc;

use plywood::search::strategies::{AnyStrategy, Catalog};
use plywood::{Evaluator, Game, Limits, Report, Score, Stats};

/// An evaluator that all strategies of a comparison share.
pub(crate) type Judge<G> = Arc<dyn Evaluator<G> + Send + Sync>;

/// What is to be compared: a position of a game, and how it is searched.
pub(crate) struct Setting<'a, G> {
    pub(crate) game: &'a str,
    pub(crate) position: &'a G,
    /// The position as people write it.
    pub(crate) text: &'a str,
    pub(crate) evaluator: &'a str,
    pub(crate) judge: Judge<G>,
    pub(crate) depth: u32,
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
}

impl<G: Game + 'static> Setting<'_, G> {
    /// Runs the strategies of these names, one after the other; progress goes to stderr.
    pub(crate) fn compare(
        &self,
        names: &[&str],
        catalog: &Catalog<G, Judge<G>>,
    ) -> Result<Comparison, String> {
        // A misspelled name is told before anything takes time.
        for name in names {
            self.strategy(name, catalog)?;
        }
        let mut results = Vec::new();
        for name in names {
            eprint!("{name} ...");
            let mut strategy = self.strategy(name, catalog)?;
            let report = strategy.search(self.position, &Limits::depth(self.depth));
            eprintln!(" {:.2} s", report.elapsed.as_secs_f64());
            results.push(row(name, &report));
        }
        Ok(Comparison {
            game: self.game.to_owned(),
            position: self.text.to_owned(),
            depth: self.depth,
            evaluator: self.evaluator.to_owned(),
            results,
        })
    }

    /// The strategy of that name, over the judge that all share.
    pub(crate) fn strategy(
        &self,
        name: &str,
        catalog: &Catalog<G, Judge<G>>,
    ) -> Result<AnyStrategy<G>, String> {
        let strategy = catalog.by_name(name, Arc::clone(&self.judge));
        strategy.map_err(|error| error.to_string())
    }
}

impl Comparison {
    /// How many times fewer nodes than minimax.
    pub(crate) fn times_fewer(&self, row: &Row) -> String {
        #[expect(clippy::cast_precision_loss, reason = "read by people, to one digit")]
        let times =
            |minimax: &Row| minimax.stats.explored as f64 / row.stats.explored.max(1) as f64;
        // What has no score answers another question.
        let minimax = self.minimax().filter(|_| row.score.is_some());
        minimax.map_or("-".to_owned(), |minimax| format!("{:.1}", times(minimax)))
    }

    /// Whether the value is that of minimax.
    pub(crate) fn same_value(&self, row: &Row) -> &'static str {
        match (self.minimax(), row.score) {
            (None, _) | (_, None) => "-",
            (Some(minimax), score) if minimax.score == score => "yes",
            (Some(_), Some(_)) => "no",
        }
    }

    /// What minimax answered, if it was asked.
    fn minimax(&self) -> Option<&Row> {
        self.results.iter().find(|row| row.strategy == "minimax")
    }
}

fn row<M: ToString>(name: &str, report: &Report<M>) -> Row {
    Row {
        strategy: name.to_owned(),
        is_exact: report.is_exact,
        best_move: report.best_move.as_ref().map(ToString::to_string),
        score: report.score,
        stats: report.stats,
        seconds: report.elapsed.as_secs_f64(),
        line: report.line.iter().map(ToString::to_string).collect(),
    }
}
