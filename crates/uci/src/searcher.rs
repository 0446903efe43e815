//! [`Searcher`]: the strategy chosen by the options, with a game to search.

use crate::engine_options::{ENGINE, EngineOptions, plywood};
use crate::probed_tables::ProbedTables;
use plywood_catalog::{AnyStrategy, Catalog, Contender, SpecError, Strength, engine};
use plywood_core::{History, Move, Position};
use plywood_engine::Engine;
use plywood_search::{Limits, NoRoom, Observer, Report, Strategy, Table, WithHistory};
use plywood_tables::{OpenError, Syzygy, Tables};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, mem};
use thiserror::Error;

/// A position with the game that led to it, so that repetition counts as a draw.
type GamePosition = WithHistory<Position>;

/// Searches positions of games with the strategy and evaluator of the options.
///
/// ```
/// use plywood_core::History;
/// use plywood_search::Limits;
/// use plywood_uci::{EngineOptions, Searcher};
///
/// let options =
///     EngineOptions { strategy: "minimax".parse()?, ..EngineOptions::default() };
/// let mut searcher = Searcher::new(&options)?;
/// let report = searcher.search(&History::default(), &Limits::nodes(2_000), &mut ());
/// assert!(report.best_move.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher {
    catalog: Arc<Catalog<Position>>,
    /// The options that were last applied; `None` before the first time.
    followed: Option<EngineOptions>,
    /// The seed of a weak player's errors.
    seed: Arc<AtomicU64>,
    chosen: Chosen,
    /// The limits of the strategy itself, which replace those of a search.
    limits: Limits,
    /// The most nodes of a move at a limited strength.
    most: Limits,
    tables: Option<Arc<ProbedTables<Syzygy>>>,
    /// `true` if there is something to forget. Clearing a large table takes time.
    has_searched: bool,
}

/// The engine, whose table and threads can be set, or another strategy.
enum Chosen {
    Engine(Box<Engine>),
    Other(Box<Contender<Position>>, AnyStrategy<GamePosition>),
}

/// The reason there is no such searcher.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SearcherError {
    /// The strategy or the evaluator is unknown.
    #[error(transparent)]
    Strategy(#[from] SpecError),
    /// The table does not fit into the memory.
    #[error("Hash: {0}")]
    Memory(#[from] NoRoom),
    /// The endgame tables cannot be used.
    #[error("SyzygyPath: {0}")]
    Tables(#[from] OpenError),
}

impl Searcher {
    /// Makes the strategy of the options.
    ///
    /// # Errors
    /// [`SearcherError`] if the options name a strategy or evaluator that does not exist, the table doesn't fit in memory, or the endgame
    /// tables cannot be used.
    pub fn new(options: &EngineOptions) -> Result<Self, SearcherError> {
        Self::with_seed(options, 0)
    }

    /// Makes the strategy with a seed: at limited strength, another seed makes other errors.
    ///
    /// # Errors
    /// Those of [`Searcher::new`].
    pub fn with_seed(options: &EngineOptions, seed: u64) -> Result<Self, SearcherError> {
        Self::of_catalog(Arc::new(plywood()), options, seed)
    }

    /// Makes a strategy from a catalog.
    pub(crate) fn of_catalog(
        catalog: Arc<Catalog<Position>>,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Self, SearcherError> {
        let mut searcher = Self {
            catalog,
            followed: None,
            seed: Arc::new(AtomicU64::new(seed)),
            chosen: Chosen::Engine(Box::default()),
            limits: Limits::default(),
            most: Limits::default(),
            tables: None,
            has_searched: false,
        };
        searcher.follow(options)?;
        Ok(searcher)
    }

    /// Applies the options. The table keeps its entries unless they set another strategy, strength or size.
    ///
    /// # Errors
    /// Those of [`Searcher::new`]. The strategy stays unchanged if there is none of that name, and so does the table if there is no room
    /// for a larger one. Without its endgame tables the search continues.
    pub fn follow(&mut self, options: &EngineOptions) -> Result<(), SearcherError> {
        let tables = self.open_tables(options.syzygy_path.as_deref());
        let plays = |options: &EngineOptions| {
            let (strategy, evaluator) = (options.strategy.clone(), options.evaluator.clone());
            (strategy, evaluator, options.elo_limit())
        };
        if self.followed.as_ref().map(plays) != Some(plays(options)) {
            self.choose(options)?;
        }
        let mut memory = Ok(());
        if let Chosen::Engine(engine) = &mut self.chosen {
            let before = self.followed.clone().unwrap_or_default();
            if before.hash_megabytes != options.hash_megabytes {
                memory = engine.set_hash_megabytes(options.hash_megabytes as usize);
            }
            if before.threads != options.threads {
                engine.set_threads(options.threads as usize);
            }
            let tables = self.tables.clone();
            let tables = tables.map(|tables| tables as Arc<dyn Tables>);
            engine.set_endgame_tables(tables, options.syzygy_probe_limit);
        }
        self.followed = Some(options.clone());
        memory.map_err(SearcherError::from).and(tables)
    }

    /// Checks that something ends a search with these limits: rounds only do that if the strategy plays some.
    pub(crate) fn check_limits(&self, limits: &Limits) -> Result<(), SpecError> {
        let options = self.followed.clone().unwrap_or_default();
        options.contender(&self.catalog)?.check_limits(limits)
    }

    /// Applies the strategy of the options. An engine's words set its table and threads; those of the options come after them.
    fn choose(&mut self, options: &EngineOptions) -> Result<(), SearcherError> {
        let contender = options.contender(&self.catalog)?;
        let strength = options.elo_limit().map(Strength::of_elo);
        let limits = contender.limits().clone();
        let most = strength.map(|strength| Limits::nodes(strength.nodes));
        let error = strength.map_or(0, |strength| strength.error);
        let evaluator = contender.evaluator().clone();
        if contender.spec().composition.search() == ENGINE {
            let noise = contender.spec().noise.unwrap_or(0).saturating_add(error);
            let evaluator = evaluator.with_noise(noise, &self.seed);
            self.chosen = Chosen::Engine(Box::new(engine(&contender.settings(), evaluator)));
            let usual = EngineOptions::default();
            if let Some(followed) = &mut self.followed {
                followed.hash_megabytes = usual.hash_megabytes;
                followed.threads = usual.threads;
            }
        } else {
            let contender = match strength {
                Some(_) => contender.evaluated_by(evaluator.with_noise(error, &self.seed)),
                None => contender,
            };
            // The limits are applied here.
            let contender = contender.deepened().with_limits(Limits::default());
            let strategy = contender.in_game(self.seed.load(Ordering::Relaxed));
            self.chosen = Chosen::Other(Box::new(contender), strategy);
        }
        self.limits = limits;
        self.most = most.unwrap_or_default();
        self.forget();
        Ok(())
    }

    /// Opens the endgame tables, if the path is new.
    fn open_tables(&mut self, path: Option<&str>) -> Result<(), SearcherError> {
        let followed = self.followed.as_ref();
        if path == followed.and_then(|options| options.syzygy_path.as_deref()) {
            return Ok(());
        }
        self.tables = None;
        if let Some(path) = path {
            self.tables = Some(Arc::new(ProbedTables::open(path)?));
        }
        Ok(())
    }

    /// Forgets everything learned from other games.
    pub fn new_game(&mut self) {
        // A weak player makes different errors in every game, or it would repeat the game it lost.
        self.seed.fetch_add(1, Ordering::Relaxed);
        self.forget();
    }

    fn forget(&mut self) {
        if !mem::take(&mut self.has_searched) {
            return;
        }
        let seed = self.seed.load(Ordering::Relaxed);
        match &mut self.chosen {
            Chosen::Engine(engine) => Strategy::<GamePosition>::new_game(engine.as_mut()),
            Chosen::Other(contender, strategy) => *strategy = contender.in_game(seed),
        }
    }

    /// Returns the table of the engine, for finding out how full it is.
    #[must_use]
    pub fn table(&self) -> Option<Arc<Table>> {
        match &self.chosen {
            Chosen::Engine(engine) => Some(Arc::clone(engine.table())),
            Chosen::Other(..) => None,
        }
    }

    /// Returns the endgame tables of the searches.
    pub(crate) fn endgame_tables(&self) -> Option<Arc<ProbedTables<Syzygy>>> {
        self.tables.clone()
    }

    /// Returns the files of endgame tables that were left out, and those that turned out to be damaged, each once. Searches continue
    /// without them.
    #[must_use]
    pub fn take_complaints(&self) -> Vec<String> {
        let tables = self.tables.as_ref();
        tables.map_or_else(Vec::new, |tables| tables.take_complaints())
    }

    /// Searches the current position of a game. Where a legal move exists, the report has one.
    pub fn search(
        &mut self,
        game: &History,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        self.search_observed(&GamePosition::from(game), limits, observer)
    }
}

impl Strategy<GamePosition> for Searcher {
    fn name(&self) -> String {
        match &self.chosen {
            Chosen::Engine(engine) => Strategy::<GamePosition>::name(engine.as_ref()),
            Chosen::Other(_, strategy) => strategy.name(),
        }
    }

    fn search_observed(
        &mut self,
        position: &GamePosition,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let limits = self.limits.inherit(limits).within(&self.most);
        self.has_searched = true;
        let strategy: &mut dyn Strategy<GamePosition> = match &mut self.chosen {
            Chosen::Engine(engine) => engine.as_mut(),
            Chosen::Other(_, strategy) => strategy.as_mut(),
        };
        strategy.search_observed(position, &limits, observer)
    }

    fn new_game(&mut self) {
        Self::new_game(self);
    }
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("options", &self.followed)
            .finish_non_exhaustive()
    }
}
