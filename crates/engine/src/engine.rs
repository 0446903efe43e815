//! [`Engine`]: the full-strength strategy for chess.

use crate::deepening::{Deepened, Goal};
use crate::endgames::Endgames;
use crate::evaluation::Evaluation;
use crate::history::Histories;
use crate::numbers::{Number, Numbers};
use crate::root::Root;
use crate::searcher::{Audience, Searcher, Shared, Start};
use crate::steps::{EssentialStep, Step, Steps};
use crate::threads::{Helpers, with_helpers};
use crate::value::mated_at;
use plywood_core::{Move, Position};
use plywood_eval::{Evaluator, Scale};
use plywood_search::threads::FirstPanic;
use plywood_search::{
    Budget, Limits, NoRoom, Observer, Report, ScoredLine, StopHandle, Strategy, Table, WithHistory,
};
use plywood_tables::Tables;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The full-strength strategy for chess: a principal variation search with every step of [`Step`], on one thread or many.
///
/// It searches a bare [`Position`], or [`WithHistory<Position>`](WithHistory) with the earlier positions of the game. It keeps its table
/// and everything it has learned from one search to the next, until [`Strategy::new_game`]. An observer receives each completed iteration
/// and its progress, and the first plies of the tree, as many as it asks for ([`Observer::plies`]).
///
/// A search can be ended at any point. From an unfinished iteration it takes a better move only if that move was searched completely, so
/// the score is never a bound. If it ends before any move was searched, it plays a legal move with the score of depth 0, the evaluation.
///
/// ```
/// use plywood_core::Position;
/// use plywood_engine::{Engine, Step};
/// use plywood_search::{Limits, Score, Strategy};
///
/// let position: Position =
///     "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
/// let mut engine = Engine::new();
/// let report = engine.search(&position, &Limits::depth(4));
/// assert_eq!(
///     (report.line.to_string().as_str(), report.score),
///     ("h5f7", Some(Score::won_in(1)))
/// );
///
/// let mut without = Engine::new().without(Step::NullMove)?;
/// assert!(without.search(&position, &Limits::nodes(1_000)).best_move.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A clone has an empty table of the same size, and shares the evaluator and the endgame tables.
pub struct Engine {
    table: Arc<Table>,
    evaluation: Evaluation,
    scale: Scale,
    steps: Steps,
    /// The requested numbers; `None` for the evaluator's usual ones.
    numbers: Option<Numbers>,
    histories: Vec<Histories>,
    endgames: Option<Endgames>,
}

/// The default size of the table.
/// More threads than this do not make the engine stronger.
const MOST_THREADS: usize = 256;

impl Clone for Engine {
    fn clone(&self) -> Self {
        Self {
            table: Arc::new(Table::with_megabytes(self.table.megabytes())),
            evaluation: self.evaluation.clone(),
            histories: self.histories.clone(),
            endgames: self.endgames.clone(),
            ..*self
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("megabytes", &self.table.megabytes())
            .field("threads", &self.histories.len())
            .finish_non_exhaustive()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// The default size of its table in megabytes.
    pub const USUAL_MEGABYTES: u32 = 16;

    /// Makes the engine with all steps, one thread, a table of [`USUAL_MEGABYTES`](Self::USUAL_MEGABYTES), and an evaluator of pieces and
    /// squares, without a network. `plywood::engine_with_net` is much stronger: it adds the network and the numbers that fit it.
    #[must_use]
    pub fn new() -> Self {
        Self::with_hash(Self::USUAL_MEGABYTES as usize)
    }

    /// Makes the engine with a table of this size in megabytes, and else as [`new`](Self::new) does.
    ///
    /// # Panics
    /// If the table doesn't fit in memory.
    #[must_use]
    pub fn with_hash(megabytes: usize) -> Self {
        Self {
            table: Arc::new(Table::with_megabytes(megabytes)),
            evaluation: Evaluation::default(),
            scale: Scale::Terms,
            steps: Steps::ALL,
            numbers: None,
            histories: vec![Histories::new()],
            endgames: None,
        }
    }

    /// Replaces the evaluator with a sum of terms in centipawns, and the search's numbers with the ones that fit it.
    #[must_use]
    pub fn evaluator(self, evaluator: impl Evaluator<Position> + Send + Sync + 'static) -> Self {
        self.scaled(Scale::Terms, evaluator)
    }

    /// Replaces the evaluator with one whose scores have this scale, such as a network, and the search's numbers with the ones that fit it.
    #[must_use]
    pub fn scaled(
        self,
        scale: Scale,
        evaluator: impl Evaluator<Position> + Send + Sync + 'static,
    ) -> Self {
        Self {
            evaluation: Evaluation::by(evaluator),
            scale,
            ..self
        }
    }

    /// Replaces the table with an empty one of this size in megabytes.
    ///
    /// # Panics
    /// If it doesn't fit in memory; [`set_hash_megabytes`](Self::set_hash_megabytes) returns an error instead.
    #[must_use]
    pub fn hash_megabytes(self, megabytes: usize) -> Self {
        Self {
            table: Arc::new(Table::with_megabytes(megabytes)),
            ..self
        }
    }

    /// Sets the number of threads, from 1 to 256.
    ///
    /// # Panics
    /// If the number is out of range.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.set_threads(threads);
        self
    }

    /// Adds endgame tables, which are used for positions with at most this number of men.
    #[must_use]
    pub fn endgame_tables(mut self, tables: Arc<dyn Tables>, most_men: u32) -> Self {
        self.set_endgame_tables(Some(tables), most_men);
        self
    }

    /// Switches a step off.
    ///
    /// # Errors
    /// [`EssentialStep`] if no search is possible without it.
    pub fn without(self, step: Step) -> Result<Self, EssentialStep> {
        Ok(Self {
            steps: self.steps.without(step)?,
            ..self
        })
    }

    /// Uses only these steps.
    #[must_use]
    pub fn steps(self, steps: Steps) -> Self {
        Self { steps, ..self }
    }

    /// Sets a number of the search, within its range. The others are those that fit the evaluator, so choose that first.
    ///
    /// # Panics
    /// If the value is not in the number's [`range`](Number::range).
    #[must_use]
    pub fn number(mut self, number: &Number, value: i32) -> Self {
        let range = number.range();
        assert!(
            range.contains(&value),
            "{number} is from {} to {}, not {value}",
            range.start(),
            range.end()
        );
        let mut numbers = self.numbers();
        numbers.set(number, value);
        self.numbers = Some(numbers);
        self
    }

    /// Returns the numbers of the search: those of its evaluator, unless others were requested.
    fn numbers(&self) -> Numbers {
        self.numbers.unwrap_or_else(|| Numbers::of(self.scale))
    }

    /// Changes the size of the table, which is empty afterwards. The old one is freed first, unless another part of the program still holds
    /// it.
    ///
    /// ```
    /// use plywood_engine::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert!(engine.set_hash_megabytes(64).is_ok());
    /// assert!(engine.set_hash_megabytes(usize::MAX).is_err());
    /// assert_eq!(engine.table().megabytes(), 64);
    /// ```
    ///
    /// # Errors
    /// [`NoRoom`] if it doesn't fit in memory. The table then keeps its old size.
    pub fn set_hash_megabytes(&mut self, megabytes: usize) -> Result<(), NoRoom> {
        let before = self.table.megabytes();
        self.table = Arc::new(Table::with_megabytes(0));
        let resized = Table::try_with_megabytes(megabytes);
        let (table, result) = match resized {
            Ok(table) => (table, Ok(())),
            Err(error) => (Table::try_with_megabytes(before)?, Err(error)),
        };
        self.table = Arc::new(table);
        result
    }

    /// Changes the number of threads, from 1 to 256. Remaining threads keep what they have learned.
    ///
    /// # Panics
    /// If the number is out of range.
    pub fn set_threads(&mut self, threads: usize) {
        let is_possible = (1..=MOST_THREADS).contains(&threads);
        assert!(
            is_possible,
            "from 1 to {MOST_THREADS} threads, not {threads}"
        );
        self.histories.resize_with(threads, Histories::new);
    }

    /// Changes the endgame tables, which are used for positions with at most this number of men.
    pub fn set_endgame_tables(&mut self, tables: Option<Arc<dyn Tables>>, most_men: u32) {
        self.endgames = tables.map(|tables| Endgames::new(tables, most_men));
    }

    /// Forgets the last game: clears the table and everything that the threads have learned.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.fill_with(Histories::new);
    }

    /// Returns the table, for example to find out during a search how full it is.
    #[must_use]
    pub const fn table(&self) -> &Arc<Table> {
        &self.table
    }

    fn think(
        &mut self,
        position: &Position,
        earlier_keys: &[u64],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let legal = position.legal_moves();
        if legal.is_empty() {
            let value = if position.is_check() { mated_at(0) } else { 0 };
            return Report::game_over(crate::value::to_score(value));
        }
        let is_repeated = earlier_keys.contains(&position.key());
        let endgames = self
            .endgames
            .as_ref()
            .filter(|_| self.steps.has(Step::EndgameTables));
        let choice = endgames.and_then(|endgames| endgames.choose(position, is_repeated));
        let keeps_result = |mv: &Move| {
            choice
                .as_ref()
                .is_none_or(|choice| choice.moves.contains(mv))
        };
        let moves = narrowed(limits.root_moves(&legal), keeps_result);
        let looks_up = choice.as_ref().is_none_or(|choice| choice.uses_tables);
        let start = |budget| Start {
            budget,
            earlier_keys: earlier_keys.to_vec(),
            root: Root::new(&moves, limits.lines() as usize),
        };
        let goal = Goal::of(limits);
        self.table.begin_search();
        let threads = if self.steps.has(Step::Parallel) {
            self.histories.len()
        } else {
            1
        };
        let counts: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
        let numbers = self.numbers();
        let shared = Shared {
            table: &self.table,
            evaluation: &self.evaluation,
            steps: self.steps,
            numbers: &numbers,
            endgames: endgames.filter(|_| looks_up),
            nodes: &counts,
        };
        let (own, helping) = self.histories[..threads].split_at_mut(1);
        let stop = StopHandle::new();
        let [budget, of_helper] =
            shares_of(limits, threads as u64).map(|limits| Budget::new(&limits).stopped_by(&stop));
        let mut first = Searcher::new(shared, 0, &mut own[0], start(budget));
        first.audience = Audience::of(observer);
        let helpers = Helpers {
            shared,
            position,
            goal,
            stop: &stop,
            panic: &FirstPanic::default(),
            budget: &of_helper,
            start: &start,
        };
        let deepened = with_helpers(helpers, helping, || first.deepen(position, &goal));
        report(&mut first, position, deepened)
    }
}

/// Returns the moves that meet a condition, or all if none does.
fn narrowed(moves: Vec<Move>, condition: impl Fn(&Move) -> bool) -> Vec<Move> {
    if moves.iter().any(&condition) {
        moves.into_iter().filter(condition).collect()
    } else {
        moves
    }
}

/// Returns the limits of the first of several threads, and of each other one, so that together they keep the node limit.
fn shares_of(limits: &Limits, threads: u64) -> [Limits; 2] {
    let Some(nodes) = limits.max_nodes() else {
        return [limits.clone(), limits.clone()];
    };
    let share = nodes / threads;
    [nodes - share * (threads - 1), share].map(|nodes| limits.clone().with_nodes(nodes))
}

/// Returns the report of a search that has ended. If not even the first move was searched completely, the move to be tried first is played
/// with the score of depth 0, the evaluation.
fn report(searcher: &mut Searcher, position: &Position, deepened: Deepened) -> Report<Move> {
    let mut lines = searcher.root.result().into_iter();
    let best = lines.next().unwrap_or_else(|| {
        let score = searcher.shared.evaluation.evaluate(position);
        ScoredLine::new(score, searcher.first_to_try(position).into_iter().collect())
    });
    let mut report = Report::new(deepened.reason);
    report.best_move = best.line.first().copied();
    report.score = Some(best.score);
    report.line = best.line;
    report.other_lines = lines.collect();
    report.depth = deepened.iterations.last().map_or(0, |last| last.depth);
    report.stats = searcher.stats;
    report.stats.nodes = searcher.nodes_of_all();
    report.iterations = deepened.iterations;
    report.elapsed = searcher.budget.elapsed();
    report
}

/// The name of the engine.
const NAME: &str = "plywood engine";

impl Strategy<Position> for Engine {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn search_observed(
        &mut self,
        position: &Position,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        self.think(position, &[], limits, observer)
    }

    fn new_game(&mut self) {
        self.new_game();
    }
}

/// Repetition and the fifty-move rule count from the game's earlier positions on.
impl Strategy<WithHistory<Position>> for Engine {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn search_observed(
        &mut self,
        game: &WithHistory<Position>,
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Report<Move> {
        let position = game.position();
        let reversible = position.halfmove_clock() as usize;
        let mut keys: Vec<u64> = game.earlier_keys().take(reversible).collect();
        keys.reverse();
        self.think(position, &keys, limits, observer)
    }

    fn new_game(&mut self) {
        self.new_game();
    }
}
