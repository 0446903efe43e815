//! [`Comparison`]: several strategies search the same positions to the same depths, and a table shows their results and costs.

mod row;
mod distinct;
mod mean;
mod conclusion;
mod summary;
mod table;

use crate::budget::StopReason;
use crate::fault::Fault;
use crate::game::Game;
use crate::limits::Limits;
use crate::report::Report;
use crate::strategy::Strategy;
use crate::threads::start_helper;
use plywood_report::did_you_mean;
use row::Place;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use conclusion::Conclusion;
pub use distinct::distinct_positions;
pub use row::{Agreement, ComparisonRow, Finding, Unfinished};
pub use summary::{ComparisonSummary, DepthMeans, ProductMean, Saving};
pub use table::ComparisonTable;

/// Strategies to compare on one or several positions.
///
/// The strategies take turns unless [`threads`](Self::threads) is set, each within the same limits, and forget everything between searches.
/// One of them can be the reference for the others, usually minimax. A comparison can be built on one thread and run on another.
///
/// ```
/// use plywood_search::games::TicTacToe;
/// use plywood_search::{AlphaBeta, Comparison, Limits, Minimax, Score};
///
/// let board: TicTacToe = "X.. .O. ...".parse()?;
/// let draw = |_: &TicTacToe| Score::DRAW;
/// let table = Comparison::new(&board, Limits::none())
///     .strategy("minimax", Minimax::new(draw))
///     .strategy("alpha-beta", AlphaBeta::new(draw))
///     .against("minimax")
///     .depths(1..=7)
///     .run();
/// println!("{table}");
/// let alpha_beta = table.rows.last().expect("it was searched to depth 7");
/// assert_eq!(alpha_beta.same_value, Some(true));
/// assert!(alpha_beta.fewer_nodes > Some(5.0));
/// # Ok::<(), plywood_search::games::ParseTicTacToeError>(())
/// ```
///
/// A buggy strategy doesn't spoil the comparison: if it panics or plays an illegal move, its row shows the fault and the others carry on,
/// except in a program built with `panic = "abort"`.
#[must_use = "nothing is searched before `run`"]
pub struct Comparison<'a, G: Game> {
    positions: &'a [G],
    limits: Limits,
    depths: Vec<Option<u32>>,
    repeats: u32,
    contenders: Vec<Contender<'a, G>>,
    reference: Option<String>,
    is_ladder: bool,
    agreement: Agreement,
    /// Runs the searches.
    runner: fn(&Searches<'a, G>, usize),
    threads: usize,
    shown: Shown<'a, G>,
}

/// The functions of the caller.
struct Shown<'a, G: Game> {
    written: Written<'a, G>,
    before_each: Box<dyn FnMut(&str) + Send + 'a>,
}

/// Writes a legal move of a position.
type Written<'a, G> = Box<dyn Fn(&G, <G as Game>::Move) -> String + Send + 'a>;

struct Contender<'a, G: Game> {
    name: String,
    strategy: Box<dyn Strategy<G> + Send + 'a>,
    limits: Limits,
}

impl<'a, G: Game> Comparison<'a, G> {
    /// Makes a comparison on this position; every strategy searches within these limits.
    pub fn new(position: &'a G, limits: Limits) -> Self {
        Self::over(std::slice::from_ref(position), limits)
    }

    /// Makes a comparison on these positions.
    pub fn over(positions: &'a [G], limits: Limits) -> Self {
        Self {
            positions,
            limits,
            depths: vec![None],
            repeats: 1,
            contenders: Vec::new(),
            reference: None,
            is_ladder: false,
            agreement: Agreement::default(),
            runner: |searches, _| searches.work(),
            threads: 1,
            shown: Shown {
                written: Box::new(|_, mv| mv.to_string()),
                before_each: Box::new(|_| ()),
            },
        }
    }

    /// Adds a strategy under a name. It may be boxed, like those of a `Contender` of `plywood-catalog`.
    pub fn strategy(self, name: &str, strategy: impl Strategy<G> + Send + 'a) -> Self {
        let limits = self.limits.clone();
        self.strategy_within(name, strategy, limits)
    }

    /// Adds a strategy with separate limits.
    pub fn strategy_within(
        mut self,
        name: &str,
        strategy: impl Strategy<G> + Send + 'a,
        limits: Limits,
    ) -> Self {
        self.contenders.push(Contender {
            name: name.to_owned(),
            strategy: Box::new(strategy),
            limits,
        });
        self
    }

    /// Compares all strategies with the one with this name, which may be added later.
    pub fn against(self, name: &str) -> Self {
        Self {
            reference: Some(name.to_owned()),
            ..self
        }
    }

    /// Concludes about each strategy and the one above it, even if there is a reference.
    pub fn ladder(self) -> Self {
        Self {
            is_ladder: true,
            ..self
        }
    }

    /// Searches to each of these depths instead of the limits' depth, but never deeper than a strategy's limits allow.
    pub fn depths(self, depths: impl IntoIterator<Item = u32>) -> Self {
        Self {
            depths: depths.into_iter().map(Some).collect(),
            ..self
        }
    }

    /// Times searches shorter than a fifth of a second this many times, because a single timing of a short search means little. A search
    /// with a time limit is timed once.
    pub fn repeats(self, repeats: u32) -> Self {
        Self { repeats, ..self }
    }

    /// Sets the function that writes the moves; it receives the position and a legal move.
    ///
    /// For chess, that is usually `|position, mv| san::write(position, mv).to_string()`.
    pub fn written(mut self, function: impl Fn(&G, G::Move) -> String + Send + 'a) -> Self {
        self.shown.written = Box::new(function);
        self
    }

    /// Calls the function before each search with a title to show as progress, such as `minimax, depth 3, position 2 of 200`.
    pub fn before_each(mut self, function: impl FnMut(&str) + Send + 'a) -> Self {
        self.shown.before_each = Box::new(function);
        self
    }

    /// Chooses what the table compares with the reference: values (the default) or moves. Compare moves if the strategies have different
    /// evaluators, because their values differ anyway.
    pub fn agreeing_on(self, agreement: Agreement) -> Self {
        Self { agreement, ..self }
    }

    /// Searches with up to this many strategies at once, each on its own thread. The default is one.
    ///
    /// With depth and node limits, the rows don't depend on the number of threads. The times do, because parallel searches share memory and
    /// caches and slow the processor's clock, so use one thread to measure times. Each strategy still searches its positions one after the
    /// other.
    pub fn threads(self, threads: usize) -> Self
    where
        G: Sync,
    {
        Self {
            runner: Searches::work_on_threads,
            threads,
            ..self
        }
    }

    /// Runs all searches.
    ///
    /// Rows are sorted by position, then depth, then the order the strategies were added. The reference searches first, so every row has
    /// something to compare with.
    ///
    /// # Panics
    /// If two strategies have the same name, or none has the name given to [`against`](Self::against).
    #[must_use]
    pub fn run(self) -> ComparisonTable {
        let reference = self.reference();
        let names = self.contenders.iter();
        let strategies: Vec<String> = names.map(|contender| contender.name.clone()).collect();
        let (runner, threads, agreement) = (self.runner, self.threads, self.agreement);
        let is_ladder = self.is_ladder || reference.is_none();
        let searches = Searches::new(self, reference);
        runner(&searches, threads);
        let mut rows = searches.found.into_inner();
        let rows = rows.as_mut().unwrap_or_else(|poisoned| poisoned.get_mut());
        rows.sort_by_key(|(place, _)| *place);
        for rows in rows.chunk_by_mut(|(one, _), (other, _)| {
            (one.position, one.depth) == (other.position, other.depth)
        }) {
            // A search without depths has rows only at the last one.
            let mut known = rows.iter();
            let against = known.find(|(place, _)| Some(place.strategy) == reference);
            let against = against.map(|(_, row)| row.clone());
            for (_, row) in rows {
                if let Some(against) = &against {
                    row.compare(against);
                }
            }
        }
        ComparisonTable {
            strategies,
            reference,
            is_ladder,
            rows: rows.drain(..).map(|(_, row)| row).collect(),
            agreement,
        }
    }

    fn reference(&self) -> Option<usize> {
        let names: Vec<&str> = self.contenders.iter().map(|it| &*it.name).collect();
        for (number, name) in names.iter().enumerate() {
            let is_new = !names[..number].contains(name);
            assert!(is_new, "two strategies to compare are called {name:?}");
        }
        let name = self.reference.as_ref()?;
        let found = names.iter().position(|known| known == name);
        assert!(
            found.is_some(),
            "there is no strategy {name:?} to compare against{}; there are {}",
            did_you_mean(name, &names),
            names.join(", ")
        );
        found
    }
}

/// The searches of a comparison while they run.
struct Searches<'a, G: Game> {
    positions: &'a [G],
    depths: Vec<Option<u32>>,
    repeats: u32,
    contenders: Vec<Mutex<Contender<'a, G>>>,
    waiting: Mutex<Waiting>,
    found: Mutex<Vec<(Place, ComparisonRow)>>,
    shown: Mutex<Shown<'a, G>>,
}

/// The searches that have not started.
struct Waiting {
    places: Vec<Place>,
    /// The strategies that are searching.
    busy: Vec<usize>,
}

impl Waiting {
    /// Takes the first search whose strategy is not busy.
    fn take(&mut self) -> Option<Place> {
        let is_free = |place: &Place| !self.busy.contains(&place.strategy);
        let place = self.places.remove(self.places.iter().position(is_free)?);
        self.busy.push(place.strategy);
        Some(place)
    }
}

/// Locks a mutex. A panic in a caller's function is passed on when the threads are joined, so nothing is left to poison.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, G: Game> Searches<'a, G> {
    fn new(comparison: Comparison<'a, G>, reference: Option<usize>) -> Self {
        let others = (0..comparison.contenders.len()).filter(|number| Some(*number) != reference);
        let strategies: Vec<usize> = reference.into_iter().chain(others).collect();
        let mut places = Vec::new();
        let last = comparison.depths.len().saturating_sub(1);
        let has_depths = |strategy: &usize| comparison.contenders[*strategy].strategy.has_depths();
        for position in 0..comparison.positions.len() {
            for depth in 0..comparison.depths.len() {
                // A search without depths would do the same at each of them.
                let strategies = strategies
                    .iter()
                    .filter(|it| depth == last || has_depths(it));
                places.extend(strategies.map(|&strategy| Place {
                    position,
                    depth,
                    strategy,
                }));
            }
        }
        let busy = Vec::new();
        Self {
            positions: comparison.positions,
            depths: comparison.depths,
            repeats: comparison.repeats,
            contenders: comparison.contenders.into_iter().map(Mutex::new).collect(),
            waiting: Mutex::new(Waiting { places, busy }),
            found: Mutex::default(),
            shown: Mutex::new(comparison.shown),
        }
    }

    fn work_on_threads(&self, threads: usize)
    where
        G: Sync,
    {
        std::thread::scope(|scope| {
            let helpers = threads.min(self.contenders.len()).saturating_sub(1);
            for _ in 0..helpers {
                start_helper(scope, || self.work());
            }
            self.work();
        });
    }

    /// Runs searches while there is one whose strategy is free.
    fn work(&self) {
        loop {
            let Some(place) = locked(&self.waiting).take() else {
                return;
            };
            let row = self.search(place);
            locked(&self.found).push((place, row));
            locked(&self.waiting)
                .busy
                .retain(|it| *it != place.strategy);
        }
    }

    /// Returns the title shown before a search.
    fn title(&self, place: Place, name: &str) -> String {
        let depth = self.depths[place.depth].filter(|_| self.depths.len() > 1);
        let depth = depth.map(|depth| format!(", depth {depth}"));
        let position = match self.positions.len() {
            1 => String::new(),
            count => format!(", position {} of {count}", place.position + 1),
        };
        format!("{name}{}{position}", depth.unwrap_or_default())
    }

    fn search(&self, place: Place) -> ComparisonRow {
        let mut contender = locked(&self.contenders[place.strategy]);
        let Contender {
            name,
            strategy,
            limits,
        } = &mut *contender;
        (locked(&self.shown).before_each)(&self.title(place, name));
        let (position, depth) = (&self.positions[place.position], self.depths[place.depth]);
        let limits = limits.within(&Limits::none().with_depth(depth));
        let has_depths = strategy.has_depths();
        let mut search = || {
            Fault::caught(|| {
                strategy.new_game();
                strategy.search(position, &limits)
            })
        };
        let (mut report, panic) = match search() {
            Ok(report) => (report, None),
            Err(fault) => (Report::new(StopReason::Asked), Some(fault)),
        };
        let mut depth = limits.max_depth();
        if !has_depths {
            (depth, report.depth) = (None, 0);
        }
        let asked = (place, name.as_str(), depth);
        let written = &*locked(&self.shown).written;
        let mut row = ComparisonRow::new(asked, position, &report, written);
        let fault = panic.or(report.within_nodes(limits.max_nodes()).err());
        row.unfinished = fault.map(Unfinished::Fault).or(row.unfinished);
        row.is_finished = row.unfinished.is_none();
        if row.seconds < LONG_SECONDS && limits.max_time().is_none() {
            let again = (1..self.repeats).map_while(|_| search().ok());
            row.add_times(again.map(|report| report.elapsed.as_secs_f64()).collect());
        }
        row
    }
}

/// Searches that take at least this long are measured once.
const LONG_SECONDS: f64 = 0.2;

impl<G: Game> fmt::Debug for Comparison<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self.contenders.iter().map(|it| (&it.name, &it.limits));
        f.debug_struct("Comparison")
            .field("strategies", &each.collect::<Vec<_>>())
            .field("depths", &self.depths)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ConnectFour;
    use crate::observer::Observer;
    use crate::strategies::alpha_beta::AlphaBeta;
    use crate::strategies::minimax::Minimax;
    use crate::strategies::random::Random;
    use crate::threads::catch_panic;
    use crate::transpositions::Transpositions;
    use plywood_eval::Score;

    fn comparison(position: &ConnectFour, limits: Limits) -> Comparison<'_, ConnectFour> {
        Comparison::new(position, limits)
            .strategy("random", Random)
            .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
    }

    #[test]
    fn the_reference_is_searched_first_and_keeps_its_place() {
        let (board, mut order) = (ConnectFour::new(), Vec::new());
        let table = comparison(&board, Limits::depth(4))
            .against("minimax")
            .before_each(|name| order.push(name.to_owned()))
            .run();
        assert_eq!(order, ["minimax", "random", "alpha-beta"]);
        let [random, alpha_beta, minimax] = &table.rows[..] else {
            panic!("there are three rows: {table:?}");
        };
        assert_eq!((random.same_value, random.fewer_nodes), (None, None));
        assert_eq!(alpha_beta.same_value, Some(true));
        assert!(alpha_beta.fewer_nodes > Some(1.0));
        assert_eq!(
            (minimax.same_value, minimax.fewer_nodes),
            (Some(true), Some(1.0))
        );
        assert_eq!(table.reference, Some(2));
    }

    #[test]
    fn what_was_stopped_is_not_compared() {
        let board = ConnectFour::new();
        let table = comparison(&board, Limits::depth(4).with_nodes(100))
            .against("minimax")
            .run();
        assert!(table.rows.iter().all(|row| row.same_value.is_none()));
        assert!(table.to_string().contains("of 4 (node limit)"), "{table}");
    }

    #[test]
    fn a_row_was_asked_for_no_more_than_its_own_depth() {
        let board = ConnectFour::new();
        let within = Limits::depth(2).with_nodes(20);
        let compared = Comparison::new(&board, Limits::none())
            .strategy_within("own", Minimax::new(ConnectFour::estimate), within)
            .depths([5]);
        let shown = format!("{compared:?}");
        assert!(shown.contains("depth: Some(2)"), "{shown}");
        assert!(shown.contains("nodes: Some(20)"), "{shown}");
        let table = compared.run();
        assert_eq!(table.rows[0].depth, Some(2));
        assert!(table.to_string().contains(" of 2 (node limit)"), "{table}");
    }

    #[test]
    fn without_a_reference_there_are_only_reports() {
        let board = ConnectFour::new();
        let table = comparison(&board, Limits::depth(2)).run();
        assert_eq!((table.rows.len(), table.reference), (3, None));
        assert!(table.rows.iter().all(|row| row.fewer_nodes.is_none()));
    }

    #[test]
    fn the_product_of_two_strategies_is_their_ratio() {
        let start = ConnectFour::new();
        let boards: Vec<ConnectFour> = (start.legal_moves().iter())
            .map(|&column| start.after(column))
            .collect();
        let table = Comparison::over(&boards, Limits::depth(4))
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
            .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
            .run();
        let names = ["minimax", "alpha-beta"].map(str::to_owned).to_vec();
        let mut summary = ComparisonSummary::new(names).multiplying([vec![-1.0, 1.0]]);
        let rows = table
            .rows
            .chunk_by(|one, other| one.position == other.position);
        rows.for_each(|rows| summary.count(rows));
        let [ratio] = summary.products(Some(4)).unwrap()[..] else {
            panic!("one product was asked for");
        };
        let conclusion = &summary.conclusions()[0];
        let ([low, high], [least, most]) = (ratio.interval.unwrap(), conclusion.interval.unwrap());
        let pairs = [(ratio.value, conclusion.times), (low, least), (high, most)];
        for (one, other) in pairs {
            assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
        }
        assert_eq!(summary.products(Some(5)), None);
    }

    /// A strategy that calls the function.
    struct Faulty(fn(&ConnectFour) -> Report<Column>);

    type Column = <ConnectFour as Game>::Move;

    impl Strategy<ConnectFour> for Faulty {
        fn name(&self) -> String {
            "faulty".to_owned()
        }

        fn search_observed(
            &mut self,
            position: &ConnectFour,
            _: &Limits,
            _: &mut dyn Observer<Column>,
        ) -> Report<Column> {
            (self.0)(position)
        }
    }

    #[test]
    fn a_comparison_runs_on_another_thread() {
        let board = ConnectFour::new();
        let comparison = comparison(&board, Limits::depth(1));
        let run = std::thread::scope(|scope| scope.spawn(|| comparison.run()).join());
        assert_eq!(run.map(|table| table.rows.len()).ok(), Some(3));
    }

    #[test]
    fn the_number_of_threads_changes_no_row() {
        let start = ConnectFour::new();
        let boards: Vec<_> = start
            .legal_moves()
            .iter()
            .map(|&mv| start.after(mv))
            .collect();
        let rows = |threads: usize| {
            let comparison = Comparison::over(&boards, Limits::none());
            let comparison = comparison
                .strategy("random", Random)
                .strategy("alpha-beta", AlphaBeta::new(ConnectFour::estimate))
                .strategy("minimax", Minimax::new(ConnectFour::estimate))
                .against("minimax")
                .depths(1..=3)
                .threads(threads);
            let mut rows = comparison.run().rows;
            for row in &mut rows {
                (row.seconds, row.seconds_range) = (0.0, [0.0; 2]);
            }
            rows
        };
        let alone = rows(1);
        assert_eq!(alone.len(), 63);
        for threads in [0, 2, 3, 20] {
            assert_eq!(rows(threads), alone, "{threads} threads");
        }
    }

    #[test]
    fn strategies_search_at_the_same_time() {
        // Each waits for the other, so one after the other they would wait forever.
        static MEETING: std::sync::Barrier = std::sync::Barrier::new(2);
        fn meet(board: &ConnectFour) -> Report<Column> {
            MEETING.wait();
            Random.search(board, &Limits::depth(1))
        }
        let board = ConnectFour::new();
        let table = Comparison::new(&board, Limits::depth(1))
            .strategy("one", Faulty(meet))
            .strategy("other", Faulty(meet))
            .threads(2)
            .run();
        let names: Vec<_> = table.iter().map(|row| row.strategy.as_str()).collect();
        assert_eq!(names, ["one", "other"]);
    }

    #[test]
    fn with_different_evaluators_the_moves_are_compared() {
        let board = ConnectFour::new();
        let twice = |board: &ConnectFour| {
            Score::centipawns(2 * ConnectFour::estimate(board).as_centipawns().unwrap_or(0) + 1)
        };
        let table = Comparison::new(&board, Limits::depth(3))
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
            .strategy("twice", Minimax::new(twice))
            .against("minimax")
            .agreeing_on(Agreement::Move)
            .run();
        let row = &table.rows[1];
        assert_eq!((row.same_value, row.same_move), (Some(false), Some(true)));
        let text = table.to_string();
        assert!(text.contains("same move: as minimax's"), "{text}");
        assert!(!text.contains("same value"), "{text}");
        let csv = table.to_csv();
        assert!(
            csv.lines()
                .next()
                .is_some_and(|head| head.ends_with("same_value,same_move"))
        );
    }

    #[test]
    fn times_are_medians_with_a_range_and_absent_below_a_millisecond() {
        let board = ConnectFour::new();
        let mut table = comparison(&board, Limits::depth(1)).run();
        let measured = [
            (35e-6, [30e-6, 50e-6]),
            (0.0035, [0.003, 0.005]),
            (1.5, [1.5; 2]),
        ];
        for (row, (median, range)) in table.rows.iter_mut().zip(measured) {
            (row.seconds, row.seconds_range) = (median, range);
        }
        for text in [table.to_string(), table.summary().to_string()] {
            assert!(text.contains(" 3.5 ms [3 ms, 5 ms] "), "{text}");
            assert!(text.contains(" 1.5 s ") && !text.contains("µs"), "{text}");
        }
        assert!(table.to_csv().contains("0.000035000,0.000030000,"));
    }

    #[test]
    fn a_name_that_compares_nothing_is_refused() {
        let board = ConnectFour::new();
        let comparison = || comparison(&board, Limits::depth(1));
        let said = |comparison: Comparison<'_, _>| catch_panic(|| comparison.run()).unwrap_err();
        assert_eq!(
            said(comparison().against("minmax")),
            "there is no strategy \"minmax\" to compare against (did you mean \"minimax\"?); there are random, alpha-beta, minimax"
        );
        assert_eq!(
            said(comparison().strategy("random", Random)),
            "two strategies to compare are called \"random\""
        );
    }

    #[test]
    fn a_fault_is_a_row_and_the_others_go_on() {
        let mut board = ConnectFour::new();
        for _ in 0..6 {
            board = board.after(board.legal_moves()[0]);
        }
        let table = Comparison::new(&board, Limits::depth(2))
            .strategy("panics", Faulty(|_| panic!("out of {}", "ideas")))
            .strategy(
                "cheats",
                Faulty(|_| {
                    let mut report = Report::new(StopReason::Depth);
                    report.best_move = Some(ConnectFour::new().legal_moves()[0]);
                    report
                }),
            )
            .strategy("passes", Faulty(|_| Report::new(StopReason::Depth)))
            .strategy_within(
                "endless",
                Faulty(|board| {
                    Minimax::new(ConnectFour::estimate).search(board, &Limits::depth(6))
                }),
                Limits::nodes(10),
            )
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
            .against("minimax")
            .run();
        let faults = table.rows.iter().map(|row| row.unfinished.clone());
        let faults: Vec<_> = faults
            .map(|fault| fault.map(|fault| fault.to_string()))
            .collect();
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(
            faults,
            [
                said("it panicked: out of ideas"),
                said("it chose \"d\", which is not legal"),
                said("it chose no move"),
                said("it searched 53107 nodes, and its limit was 10"),
                None,
            ]
        );
        assert!(
            table.rows[..4]
                .iter()
                .all(|row| !row.is_finished && row.same_value.is_none())
        );
        let text = table.to_string();
        assert!(
            text.contains("panics failed at position 1: it panicked: out of ideas"),
            "{text}"
        );
        assert_eq!(text.matches("2 (failed)").count(), 3, "{text}");
    }

    #[test]
    fn several_positions_are_summed_up() {
        let start = ConnectFour::new();
        let boards: Vec<_> = start
            .legal_moves()
            .iter()
            .map(|&mv| start.after(mv))
            .collect();
        let remembering = || AlphaBeta::new(ConnectFour::estimate).table(Transpositions::exact(1));
        let mut order = Vec::new();
        let table = Comparison::over(&boards, Limits::none())
            .strategy("minimax", Minimax::new(ConnectFour::estimate))
            .strategy_within(
                "cut",
                Minimax::new(ConnectFour::estimate),
                Limits::nodes(20),
            )
            .strategy("table", remembering())
            .against("minimax")
            .depths(1..=3)
            .written(|board, column| format!("{}:{column}", board.legal_moves().len()))
            .before_each(|title| order.push(title.to_owned()))
            .run();
        assert_eq!((table.rows.len(), order.len()), (63, 63));
        assert_eq!(order[4], "cut, depth 2, position 1 of 7");
        assert!(table.rows.iter().all(|row| {
            row.best_move
                .as_ref()
                .is_some_and(|mv| mv.starts_with("7:"))
        }));
        // Its memory of other depths and positions is cleared.
        let alone = remembering().search(&boards[6], &Limits::depth(3));
        let last = table.rows.last().expect("there are rows");
        assert_eq!((last.position, last.stats.nodes), (6, alone.stats.nodes));
        let summary = table.summary();
        assert_eq!((summary.positions(), summary.means().len()), (7, 7));
        assert_eq!(
            (summary.at(1, Some(3)), summary.at(2, Some(9))),
            (None, None)
        );
        let text = table.to_string();
        assert!(text.contains("7 of 7") && text.contains(" to "), "{text}");
        assert_eq!(table.to_csv().lines().count(), 64);
    }

    #[test]
    fn nothing_to_compare_is_no_row() {
        let none: [ConnectFour; 0] = [];
        let strategies = |comparison: Comparison<'static, ConnectFour>| {
            comparison.strategy("minimax", Minimax::new(ConnectFour::estimate))
        };
        assert!(
            strategies(Comparison::over(&[], Limits::depth(1)))
                .run()
                .rows
                .is_empty()
        );
        assert!(
            strategies(Comparison::over(&[], Limits::depth(1)).depths([]))
                .run()
                .rows
                .is_empty()
        );
        let table = Comparison::over(&none, Limits::none()).run();
        assert!(
            table.rows.is_empty()
                && !table.to_string().is_empty()
                && !table.to_svg().contains("NaN")
        );
    }
}
