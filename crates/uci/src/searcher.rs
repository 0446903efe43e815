//! [`Searcher`]: the strategy that the options ask for, with a game to search.

use crate::engine_options::EngineOptions;
use crate::probed_tables::ProbedTables;
use crate::strategies::{self, ENGINE, GamePosition, Judge};
use crate::strength::Strength;
use plywood_core::{History, Move};
use plywood_engine::Engine;
use plywood_eval::evaluators::UnknownEvaluator;
use plywood_search::strategies::{AnyStrategy, UnknownStrategy};
use plywood_search::{Limits, Observer, Report, Strategy, Table};
use plywood_tables::{OpenError, Syzygy, Tables};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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
    options: EngineOptions,
    /// A weak player's errors follow from it.
    seed: Arc<AtomicU64>,
    chosen: Chosen,
    tables: Option<Arc<ProbedTables<Syzygy>>>,
}

/// The engine, which has a table and threads to set, or another strategy.
enum Chosen {
    Engine(Box<Engine>),
    Other(AnyStrategy<GamePosition>),
}

/// Why there is no such searcher.
#[derive(Debug, Error)]
pub enum SearcherError {
    /// The strategy is unknown.
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
    /// The evaluator is unknown.
    #[error(transparent)]
    Evaluator(#[from] UnknownEvaluator),
    /// The table does not fit into the memory.
    #[error("Hash: the memory has no room for a table of {0} MB")]
    Memory(u32),
    /// The endgame tables cannot be used.
    #[error("SyzygyPath: {0}")]
    Tables(#[from] OpenError),
}

impl Searcher {
    /// The strategy of the options.
    ///
    /// # Errors
    /// When the options name a strategy or evaluator that does not exist, the memory has no room for the table, or the
    /// endgame tables cannot be used.
    pub fn new(options: &EngineOptions) -> Result<Self, SearcherError> {
        Self::with_seed(options, 0)
    }

    /// The same with a seed: at a limited strength, another seed makes other errors.
    ///
    /// # Errors
    /// As [`Searcher::new`].
    pub fn with_seed(options: &EngineOptions, seed: u64) -> Result<Self, SearcherError> {
        let seed = Arc::new(AtomicU64::new(seed));
        let mut searcher = Self {
            chosen: make(options, &seed)?,
            options: EngineOptions {
                syzygy_path: None,
                ..options.clone()
            },
            seed,
            tables: None,
        };
        searcher.follow(options)?;
        Ok(searcher)
    }

    /// Follows the options. The table keeps its entries unless they ask for another strategy or size.
    ///
    /// # Errors
    /// As [`Searcher::new`]. The strategy stays as it is if there is no other of that name, and the table if there is no
    /// room for a larger one. Without its endgame tables the search goes on.
    pub fn follow(&mut self, options: &EngineOptions) -> Result<(), SearcherError> {
        let tables = self.open_tables(options.syzygy_path.as_deref());
        let mut memory = Ok(());
        let mut options = options.clone();
        if needs_another(&self.options, &options) {
            self.chosen = make(&options, &self.seed)?;
        }
        if let Chosen::Engine(engine) = &mut self.chosen {
            if options.hash_megabytes != self.options.hash_megabytes {
                let resized = engine.set_hash_megabytes(options.hash_megabytes as usize);
                if resized.is_err() {
                    memory = Err(SearcherError::Memory(options.hash_megabytes));
                    options.hash_megabytes = self.options.hash_megabytes;
                }
            }
            engine.set_threads(options.threads as usize);
            give_tables(engine, self.tables.as_ref(), &options);
        }
        self.options = options;
        memory.and(tables)
    }

    /// Opens the endgame tables, if the path is a new one.
    fn open_tables(&mut self, path: Option<&str>) -> Result<(), SearcherError> {
        if path == self.options.syzygy_path.as_deref() {
            return Ok(());
        }
        self.tables = None;
        if let Some(path) = path {
            self.tables = Some(Arc::new(ProbedTables::open(path)?));
        }
        Ok(())
    }

    /// Forgets what was learned from other games.
    pub fn new_game(&mut self) {
        // A weak player errs differently in every game, or it would repeat the game that it lost.
        self.seed.fetch_add(1, Ordering::Relaxed);
        self.strategy().new_game();
    }

    /// The table of the engine, to ask how full it is.
    #[must_use]
    pub fn table(&self) -> Option<Arc<Table>> {
        match &self.chosen {
            Chosen::Engine(engine) => Some(Arc::clone(engine.table())),
            Chosen::Other(_) => None,
        }
    }

    /// The endgame tables that the searches ask.
    pub(crate) fn endgame_tables(&self) -> Option<Arc<ProbedTables<Syzygy>>> {
        self.tables.clone()
    }

    /// The files of endgame tables that are left out, and those that turned out to be damaged, each once. Searches go on
    /// without them.
    #[must_use]
    pub fn take_complaints(&self) -> Vec<String> {
        let tables = self.tables.as_ref();
        tables.map_or_else(Vec::new, |tables| tables.take_complaints())
    }

    fn strategy(&mut self) -> &mut dyn Strategy<GamePosition> {
        match &mut self.chosen {
            Chosen::Engine(engine) => engine.as_mut(),
            Chosen::Other(strategy) => strategy.as_mut(),
        }
    }

    /// Searches the current position of a game. Where a legal move exists, the report has one.
    pub fn search(
        &mut self,
        game: &History,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let limits = match self.options.elo_limit().map(Strength::of_elo) {
            Some(Strength { nodes, .. }) => {
                let most = limits.max_nodes().unwrap_or(nodes).min(nodes);
                limits.clone().with_nodes(most)
            }
            None => limits.clone(),
        };
        let position = GamePosition::from(game);
        self.strategy()
            .search_observed(&position, &limits, observer)
    }
}

fn give_tables(
    engine: &mut Engine,
    tables: Option<&Arc<ProbedTables<Syzygy>>>,
    options: &EngineOptions,
) {
    let tables = tables.map(|tables| Arc::clone(tables) as Arc<dyn Tables>);
    engine.set_endgame_tables(tables, options.syzygy_probe_limit);
}

/// Whether new options ask for a strategy that has to be made.
fn needs_another(old: &EngineOptions, new: &EngineOptions) -> bool {
    old.strategy != new.strategy
        || old.evaluator != new.evaluator
        || old.elo_limit() != new.elo_limit()
}

/// The strategy of the options; a weak one gets its errors from the seed.
fn make(options: &EngineOptions, seed: &Arc<AtomicU64>) -> Result<Chosen, SearcherError> {
    let strength = options.elo_limit().map(Strength::of_elo);
    let error = strength.map_or(0, |strength| strength.error);
    let judge = Judge::by_name(&options.evaluator)?.with_errors(error, seed);
    if options.strategy != ENGINE {
        let strategy = strategies::from_catalog(&options.strategy, judge)?;
        return Ok(Chosen::Other(strategy));
    }
    let mut engine = strategies::engine(judge).threads(options.threads as usize);
    engine
        .set_hash_megabytes(options.hash_megabytes as usize)
        .map_err(|_| SearcherError::Memory(options.hash_megabytes))?;
    Ok(Chosen::Engine(Box::new(engine)))
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
