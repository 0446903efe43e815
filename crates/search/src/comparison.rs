//! [`Comparison`]: several strategies search the same positions to the same depths, and a table shows what each of them found
//! at what cost.

mod row;
mod summary;
mod table;

use crate::budget::StopReason;
use crate::game::Game;
use crate::limits::Limits;
use crate::report::Report;
use crate::strategy::Strategy;
use crate::threads::catch_panic;
use plywood_report::did_you_mean;
use std::fmt;

pub use row::{ComparisonRow, Finding, Unfinished};
pub use summary::{ComparisonSummary, DepthMeans, Saving};
pub use table::ComparisonTable;

/// Strategies to compare on one or several positions.
///
/// The strategies search one after the other, each within the same limits, and forget every search before the next one.
/// One of them can be the reference for the others, usually minimax. A comparison may be made on one thread and run on another.
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
/// A strategy may be wrong: one that panics or chooses a move that is not legal has a row that says so, and the others
/// go on. A program that is built to abort on a panic ends all the same.
#[must_use = "nothing is searched before `run`"]
pub struct Comparison<'a, G: Game> {
    positions: &'a [G],
    limits: Limits,
    depths: Vec<Option<u32>>,
    repeats: u32,
    contenders: Vec<Contender<'a, G>>,
    reference: Option<String>,
    written: Written<'a, G>,
    before_each: Box<dyn FnMut(&str) + Send + 'a>,
}

/// Writes a move that is legal in a position.
type Written<'a, G> = Box<dyn Fn(&G, <G as Game>::Move) -> String + Send + 'a>;

struct Contender<'a, G: Game> {
    name: String,
    strategy: Box<dyn Strategy<G> + Send + 'a>,
    limits: Limits,
}

impl<'a, G: Game> Comparison<'a, G> {
    /// A comparison on this position; every strategy searches within these limits.
    pub fn new(position: &'a G, limits: Limits) -> Self {
        Self::over(std::slice::from_ref(position), limits)
    }

    /// A comparison on these positions.
    pub fn over(positions: &'a [G], limits: Limits) -> Self {
        Self {
            positions,
            limits,
            depths: vec![None],
            repeats: 1,
            contenders: Vec::new(),
            reference: None,
            written: Box::new(|_, mv| mv.to_string()),
            before_each: Box::new(|_| ()),
        }
    }

    /// Adds a strategy under a name. It may be boxed, as those of a
    /// `Contender` of `plywood-catalog` are.
    pub fn strategy(self, name: &str, strategy: impl Strategy<G> + Send + 'a) -> Self {
        let limits = self.limits.clone();
        self.strategy_within(name, strategy, limits)
    }

    /// Adds a strategy with limits of its own.
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

    /// Compares all strategies with the one of this name, which may be added later.
    pub fn against(self, name: &str) -> Self {
        Self {
            reference: Some(name.to_owned()),
            ..self
        }
    }

    /// Searches to each of these depths, instead of only to that of the limits; no deeper than a strategy's own limits
    /// allow.
    pub fn depths(self, depths: impl IntoIterator<Item = u32>) -> Self {
        Self {
            depths: depths.into_iter().map(Some).collect(),
            ..self
        }
    }

    /// Measures the time of searches that take less than a fifth of a second this often, since a single measurement of a
    /// short time says little.
    pub fn repeats(self, repeats: u32) -> Self {
        Self { repeats, ..self }
    }

    /// Writes the moves with this function, as people know them; it gets the position and a legal move.
    ///
    /// For chess, that is usually `|position, mv| san::write(position, mv).to_string()`.
    pub fn written(self, function: impl Fn(&G, G::Move) -> String + Send + 'a) -> Self {
        Self {
            written: Box::new(function),
            ..self
        }
    }

    /// Calls the function before each search, to show progress: with the strategy's name, the depth and the position, as
    /// far as there are several, such as `minimax, depth 3, position 2 of 200`.
    pub fn before_each(self, function: impl FnMut(&str) + Send + 'a) -> Self {
        Self {
            before_each: Box::new(function),
            ..self
        }
    }

    /// Runs all searches.
    ///
    /// The rows come by position, then by depth, then in the order in which the strategies were added. The reference is
    /// searched first, so that every row can be compared with it.
    ///
    /// # Panics
    /// If two strategies have the same name, or none has the one that was given to [`against`](Self::against).
    #[must_use]
    pub fn run(mut self) -> ComparisonTable {
        let (reference, mut rows) = (self.reference(), Vec::new());
        for position in 0..self.positions.len() {
            for depth in self.depths.clone() {
                let against = reference.map(|number| self.search((position, number, depth)));
                for strategy in 0..self.contenders.len() {
                    let mut row = match &against {
                        Some(row) if row.strategy == strategy => row.clone(),
                        Some(_) | None => self.search((position, strategy, depth)),
                    };
                    if let Some(against) = &against {
                        row.compare(against);
                    }
                    rows.push(row);
                }
            }
        }
        let names = self.contenders.into_iter();
        ComparisonTable {
            strategies: names.map(|contender| contender.name).collect(),
            reference,
            rows,
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

    /// What is shown before a search.
    fn title(&self, (position, strategy, depth): Place) -> String {
        let depth = depth.filter(|_| self.depths.len() > 1);
        let depth = depth.map(|depth| format!(", depth {depth}"));
        let position = match self.positions.len() {
            1 => String::new(),
            count => format!(", position {} of {count}", position + 1),
        };
        let name = &self.contenders[strategy].name;
        format!("{name}{}{position}", depth.unwrap_or_default())
    }

    fn search(&mut self, place: Place) -> ComparisonRow {
        let title = self.title(place);
        (self.before_each)(&title);
        let (number, strategy, depth) = place;
        let (position, contender) = (&self.positions[number], &mut self.contenders[strategy]);
        let mut limits = contender.limits.clone();
        let most = limits.max_depth();
        if let Some(depth) = depth {
            limits = limits.with_depth(most.map_or(depth, |most| depth.min(most)));
        }
        let mut search = || {
            catch_panic(|| {
                contender.strategy.new_game();
                contender.strategy.search(position, &limits)
            })
        };
        let (report, panic) = match search() {
            Ok(report) => (report, None),
            Err(message) => (Report::new(StopReason::Asked), Some(message)),
        };
        let place = (number, strategy, depth.or(most));
        let mut row = ComparisonRow::new(place, position, &report, &self.written);
        let ignored = report.ignored_limit(limits.max_nodes());
        let found = report.stats.nodes;
        let ignored = ignored.map(|limit| Unfinished::Nodes { found, limit });
        let fault = panic.map(Unfinished::Panicked).or(ignored);
        row.unfinished = fault.or(row.unfinished);
        row.is_finished = row.unfinished.is_none();
        if row.seconds < LONG_SECONDS && limits.max_time().is_none() {
            let again = (1..self.repeats).map_while(|_| search().ok());
            row.add_times(again.map(|report| report.elapsed.as_secs_f64()).collect());
        }
        row
    }
}

/// The time of a search that takes this long is measured once.
const LONG_SECONDS: f64 = 0.2;

/// The numbers of the position and of the strategy, and the depth.
type Place = (usize, usize, Option<u32>);

impl<G: Game> fmt::Debug for Comparison<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.contenders.iter().map(|contender| &contender.name);
        f.debug_struct("Comparison")
            .field("limits", &self.limits)
            .field("depths", &self.depths)
            .field("strategies", &names.collect::<Vec<_>>())
            .field("reference", &self.reference)
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
    use crate::transpositions::Transpositions;

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
    fn without_a_reference_there_are_only_reports() {
        let board = ConnectFour::new();
        let table = comparison(&board, Limits::depth(2)).run();
        assert_eq!((table.rows.len(), table.reference), (3, None));
        assert!(table.rows.iter().all(|row| row.fewer_nodes.is_none()));
    }

    /// A strategy that does what the function does.
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
                said("it chose d, which is not legal"),
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
        // What it remembered of other depths and positions is forgotten.
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
