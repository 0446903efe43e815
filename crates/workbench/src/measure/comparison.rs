//! [`Comparing`]: the moves, scores and costs of strategies on equal positions and depths; and [`Compared`], the result for one position.

mod drawn;
mod report;

use crate::journal::Item;
use crate::measure::comparison::report::powers_of_subsets;
use crate::measure::positions::{read, read_line, read_typed};
use crate::players::player_spec::different_evaluators;
use crate::position_lines::PositionText;
use crate::read_error::PositionError;
use plywood_catalog::{Catalog, Contender, Footnote, Playable};
use plywood_report::Checksum;
use plywood_search::{
    self as search, Agreement, ComparisonRow, ComparisonSummary, Limits, Observer, Report,
    Strategy, Unfinished, distinct_positions,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use report::ComparisonResults;

/// The strategies and depths to compare.
///
/// ```
/// use plywood_workbench::{Comparing, PositionText, Results};
///
/// let catalog = plywood_catalog::Catalog::tic_tac_toe();
/// let comparing = Comparing {
///     strategies: vec![
///         catalog.contender("minimax")?,
///         catalog.contender("alpha-beta")?,
///     ],
///     catalog,
///     depth: 4,
///     against: None,
///     parts: Vec::new(),
///     most_nodes: None,
///     repeats: 1,
///     counts_distinct: false,
///     command: None,
/// };
/// let compared = comparing.compare(0, &PositionText::given("X.. .O. ..."), &|_| ())?;
/// let [minimax, alpha_beta] =
///     [0, 1].map(|strategy| compared.deepest(strategy).unwrap());
/// assert_eq!(minimax.score, alpha_beta.score);
/// let mut comparison = comparing.comparison();
/// comparison.count(&compared);
/// assert!(comparison.document().to_text().contains("alpha-beta"));
/// assert!(alpha_beta.stats.nodes < minimax.stats.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Comparing<G: Playable> {
    /// The game.
    pub catalog: Catalog<G>,
    /// The strategies.
    pub strategies: Vec<Contender<G>>,
    /// The greatest depth; every depth from 1 to it is searched.
    pub depth: u32,
    /// The name of the strategy to compare the others with. By default the table compares with the first that searches every line, or else
    /// with the first, and the sentences compare each with the one above it.
    pub against: Option<String>,
    /// The parts of which the strategies are all subsets, in the order of binary numbers; empty for other strategies.
    pub parts: Vec<String>,
    /// The node limit of each search; a search that reaches it is unfinished.
    pub most_nodes: Option<u64>,
    /// The number of times a search is timed that takes less than a fifth of a second.
    pub repeats: u32,
    /// `true` to count the different positions of each search, in one more run.
    pub counts_distinct: bool,
    /// The command of a program that compares strategies, which a note on unlike rows suggests, followed by strategies.
    pub command: Option<String>,
}

impl<G: Playable> Comparing<G> {
    /// Makes the empty comparison, before any position was searched.
    #[must_use]
    pub fn comparison(&self) -> ComparisonResults {
        let strategies = self.strategies.iter();
        let evaluators = strategies.map(|named| (named.name().to_owned(), named.evaluates_with()));
        let rows: Vec<&Contender<G>> = self.strategies.iter().collect();
        let notes = self.catalog.footnotes(&rows).into_iter();
        let note = |note: Footnote| match &self.command {
            Some(command) => note.with_command(command),
            None => note.to_string(),
        };
        let mut notes: Vec<String> = notes.map(note).collect();
        notes.extend(different_evaluators(evaluators.clone()));
        let used: Vec<String> = evaluators.clone().filter_map(|(_, it)| it).collect();
        let agreement = Agreement::with_evaluators(used);
        let names = evaluators.map(|(name, _)| name);
        let mut summary = ComparisonSummary::new(names.collect())
            .agreeing_on(agreement)
            .multiplying(powers_of_subsets(self.parts.len()));
        let reference = self.reference();
        if self.against.is_some() {
            summary = summary.against(reference);
        }
        let reference = self.strategies.get(reference);
        ComparisonResults {
            game: self.catalog.name(),
            summary,
            depth: self.depth,
            first: Vec::new(),
            tasks: 0,
            reference: reference.map_or_else(String::new, |named| named.name().to_owned()),
            parts: self.parts.clone(),
            notes,
            faults: BTreeMap::new(),
            boards: String::new(),
        }
    }

    /// Compares the strategies on the position with this number, and reports each search before it starts.
    ///
    /// # Errors
    /// [`PositionError`] if the string is not a position.
    pub fn compare(
        &self,
        number: usize,
        text: &PositionText,
        progress: &(dyn Fn(&str) + Sync),
    ) -> Result<Compared, PositionError> {
        let (name, position) = read(&self.catalog, text)?;
        let mut searches = search::Comparison::new(&position, Limits::none())
            .depths(1..=self.depth)
            .repeats(self.repeats)
            .written(G::move_name)
            .before_each(|title| progress(&format!("{title}, {name}")));
        if let Some(reference) = self.strategies.get(self.reference()) {
            searches = searches.against(reference.name());
        }
        for named in &self.strategies {
            let limits = self.limits(named);
            searches = searches.strategy_within(named.name(), Anew(named), limits);
        }
        let mut runs = searches.run().rows;
        for run in &mut runs {
            run.position = number;
            if self.counts_distinct && run.is_finished {
                let named = &self.strategies[run.number];
                let limits = self
                    .limits(named)
                    .with_depth(run.depth.unwrap_or(self.depth));
                run.distinct = distinct_positions(&mut Anew(named), &position, &limits);
            }
        }
        runs.sort_by_key(|run| (run.number, run.depth));
        let has_place = text.place.is_some() && !text.is_played;
        Ok(Compared {
            number,
            name,
            text: text.text.clone(),
            is_task: has_place && G::read_task(&text.text).is_ok_and(|task| task.has_solution()),
            runs,
        })
    }

    /// Draws boards for the first positions.
    ///
    /// # Errors
    /// [`PositionError`] if a string is not a position.
    pub fn draw(&self, comparison: &mut ComparisonResults) -> Result<(), PositionError> {
        comparison.boards = drawn::boards(self, comparison)?;
        Ok(())
    }

    /// Returns the number of the reference for the others.
    fn reference(&self) -> usize {
        let is_it = |named: &Contender<G>| match &self.against {
            Some(name) => named.name() == name,
            None => named.searches_all(),
        };
        self.strategies.iter().position(is_it).unwrap_or(0)
    }

    /// Returns the limits of a strategy's searches, including its own.
    fn limits(&self, named: &Contender<G>) -> Limits {
        let most = self.most_nodes.map_or_else(Limits::none, Limits::nodes);
        most.within(named.limits())
    }
}

/// A strategy that is made for every search, so that only one of them takes memory at a time.
struct Anew<'a, G: Playable>(&'a Contender<G>);

impl<G: Playable> Strategy<G> for Anew<'_, G> {
    fn name(&self) -> String {
        self.0.name().to_owned()
    }

    fn has_depths(&self) -> bool {
        self.0.strategy(0).has_depths()
    }

    fn search_observed(
        &mut self,
        position: &G,
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Report<G::Move> {
        // These limits contain its own, and the most nodes of a row.
        let contender = self.0.clone().with_limits(Limits::default());
        let mut strategy = contender.strategy(0);
        strategy.search_observed(position, limits, observer)
    }
}

/// All searches of one position, as a journal records them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The number of the position, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The string it was read from.
    pub text: String,
    /// `true` for a line of a file with a move to find or to avoid.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_task: bool,
    /// A run for each strategy and depth, in this order.
    pub runs: Vec<ComparisonRow>,
}

impl Compared {
    /// Returns the deepest completed search of a strategy; for a strategy that never completes by itself, such as Monte Carlo tree search,
    /// its last search.
    #[must_use]
    pub fn deepest(&self, strategy: usize) -> Option<&ComparisonRow> {
        ComparisonRow::deepest(&self.runs, strategy)
    }

    /// Returns the row of the deepest search; if deeper ones were asked for and ended early, it is unfinished and has the reason of the first.
    fn shown(&self, strategy: usize) -> Option<ComparisonRow> {
        let mut row = self.deepest(strategy)?.clone();
        let deeper = self
            .runs
            .iter()
            .filter(|run| run.number == strategy && run.depth > row.depth);
        let early = deeper.clone().find_map(|run| run.unfinished.clone());
        if let (Some(early), true) = (early, row.is_finished) {
            let depth = row.depth.unwrap_or_default();
            row.unfinished = Some(match early {
                Unfinished::Stopped { reason, .. } => Unfinished::Stopped { reason, depth },
                fault @ Unfinished::Fault(_) => fault,
            });
            row.is_finished = false;
            row.depth = deeper.filter_map(|run| run.depth).max();
        }
        Some(row)
    }

    /// Reads the position again.
    fn position<G: Playable>(&self, catalog: &Catalog<G>) -> Result<G, PositionError> {
        let read = read_line(&self.text).map(|(_, position)| position);
        read.or_else(|_| read_typed(catalog, &self.text))
    }
}

impl Item for Compared {
    const NAMES: [&'static str; 2] = ["position", "positions"];

    fn number(&self) -> usize {
        self.number
    }

    fn fingerprint(&self) -> u64 {
        let start = Checksum::new().with(self.text.as_bytes());
        let add = |sum: Checksum, run: &ComparisonRow| {
            let mv = run.best_move.as_deref().unwrap_or_default();
            sum.with(mv.as_bytes()).with(&run.stats.nodes.to_le_bytes())
        };
        self.runs.iter().fold(start, add).number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::Results as _;

    #[test]
    fn a_search_without_depths_is_compared_once() -> Result<(), Box<dyn std::error::Error>> {
        let catalog = Catalog::tic_tac_toe();
        let strategies = ["monte-carlo:rounds=20", "minimax"];
        let strategies = strategies.map(|text| catalog.contender(text));
        let comparing = Comparing {
            strategies: strategies.into_iter().collect::<Result<_, _>>()?,
            catalog,
            depth: 3,
            against: None,
            parts: Vec::new(),
            most_nodes: None,
            repeats: 1,
            counts_distinct: false,
            command: None,
        };
        let compared = comparing.compare(0, &PositionText::given("X.. .O. ..."), &|_| ())?;
        let runs = compared.runs.iter().map(|run| (run.number, run.depth));
        assert!(runs.eq([(0, None), (1, Some(1)), (1, Some(2)), (1, Some(3))]));
        let mut results = comparing.comparison();
        results.count(&compared);
        let text = results.document().to_text();
        assert!(
            text.contains("round limit") && !text.contains(" of 3"),
            "{text}"
        );
        Ok(())
    }
}
