//! [`Searcher`]: the strategy that the options ask for, with a game to search.

use crate::engine_options::EngineOptions;
use crate::strategies::{self, GamePosition, Judge};
use crate::strength::Strength;
use plywood_core::{History, Move};
use plywood_eval::evaluators::{self, UnknownEvaluator};
use plywood_search::strategies::{AnyStrategy, UnknownStrategy};
use plywood_search::{Limits, Observer, Report, StopReason};
use std::fmt;
use thiserror::Error;

/// Searches positions of games with the strategy and evaluator of the options.
///
/// ```
/// use plywood_core::History;
/// use plywood_search::Limits;
/// use plywood_uci::{EngineOptions, Searcher};
///
/// let options = EngineOptions { strategy: "minimax".to_owned(), ..EngineOptions::default() };
/// let mut searcher = Searcher::new(&options)?;
/// let report = searcher.search(&History::default(), &Limits::nodes(2_000), &mut ());
/// assert!(report.best_move.is_some());
/// # Ok::<(), plywood_uci::SearcherError>(())
/// ```
pub struct Searcher {
    choice: Choice,
    games: u64,
    strategy: AnyStrategy<GamePosition>,
}

/// The options that decide which strategy is made.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Choice {
    strategy: String,
    evaluator: String,
    strength: Option<Strength>,
}

/// Why there is no such searcher.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SearcherError {
    /// The strategy is unknown.
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    /// The evaluator is unknown.
    #[error(transparent)]
    Evaluator(#[from] UnknownEvaluator),
}

/// Enough nodes for depth 1 of any position, for a search that was stopped before it had a score.
const NODES_FOR_ONE_PLY: u64 = 10_000;

impl Searcher {
    /// The strategy of the options.
    ///
    /// # Errors
    /// When the options name a strategy or evaluator that does not exist.
    pub fn new(options: &EngineOptions) -> Result<Self, SearcherError> {
        let choice = Choice::of(options);
        Ok(Self {
            strategy: choice.strategy(0)?,
            choice,
            games: 0,
        })
    }

    /// Follows the options: a new strategy is made only if they ask for another one, so that tables are kept.
    ///
    /// # Errors
    /// As [`Searcher::new`]; the old strategy stays then.
    pub fn follow(&mut self, options: &EngineOptions) -> Result<(), SearcherError> {
        let choice = Choice::of(options);
        if choice != self.choice {
            self.strategy = choice.strategy(self.games)?;
            self.choice = choice;
        }
        Ok(())
    }

    /// Forgets what was learned from other games.
    pub fn new_game(&mut self) {
        self.strategy.new_game();
        self.games += 1;
        // A weak player errs differently in every game, or it would repeat the game that it lost.
        if self.choice.strength.is_some()
            && let Ok(strategy) = self.choice.strategy(self.games)
        {
            self.strategy = strategy;
        }
    }

    /// The name of the strategy, with its parts.
    #[must_use]
    pub fn name(&self) -> String {
        self.strategy.name()
    }

    /// Searches the current position of a game. Where a legal move exists, the report has one, and it has a score unless
    /// the strategy finds none.
    pub fn search(
        &mut self,
        game: &History,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let limits = match self.choice.strength {
            Some(Strength { nodes, .. }) => {
                let most = limits.max_nodes().unwrap_or(nodes).min(nodes);
                limits.clone().with_nodes(most)
            }
            None => limits.clone(),
        };
        let position = GamePosition::from(game);
        let report = self.strategy.search_observed(&position, &limits, observer);
        let report = if report.score.is_none() && was_cut_short(&report) {
            self.one_ply(&position, report, observer)
        } else {
            report
        };
        // A position without material for a mate is over to a strategy, but a game may go on.
        let best_move = report
            .best_move
            .or_else(|| game.position().legal_moves().first().copied());
        Report {
            best_move,
            ..report
        }
    }

    /// The time was too short even for depth 1, but an interface expects a score with every move.
    fn one_ply(
        &mut self,
        position: &GamePosition,
        report: Report<Move>,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let limits = Limits::depth(1).with_nodes(NODES_FOR_ONE_PLY);
        let one_ply = self.strategy.search_observed(position, &limits, observer);
        if one_ply.score.is_some() {
            one_ply
        } else {
            report
        }
    }
}

fn was_cut_short(report: &Report<Move>) -> bool {
    match report.reason {
        StopReason::Nodes | StopReason::Time | StopReason::Asked => true,
        StopReason::Depth | StopReason::Memory | StopReason::Solved => false,
    }
}

impl Choice {
    fn of(options: &EngineOptions) -> Self {
        Self {
            strategy: options.strategy.clone(),
            evaluator: options.evaluator.clone(),
            strength: options.elo_limit().map(Strength::of_elo),
        }
    }

    fn strategy(&self, seed: u64) -> Result<AnyStrategy<GamePosition>, SearcherError> {
        let error = self.strength.map_or(0, |strength| strength.error);
        let judge = Judge::new(evaluators::by_name(&self.evaluator)?).with_errors(error, seed);
        Ok(strategies::by_name(&self.strategy, judge)?)
    }
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("choice", &self.choice)
            .finish_non_exhaustive()
    }
}
