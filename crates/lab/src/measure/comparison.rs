//! [`Comparing`]: the moves, scores and costs of strategies on the same positions at the same depths.

mod run;
mod drawn;
mod sums;
mod report;

use crate::games::{LabGame, NamedStrategy};
use crate::measure::positions::PositionText;
use plywood_console::Failure;
use plywood_search::{self as search, Limits};

pub use run::{Compared, Run};
pub use sums::{Comparison, DepthMeans};

/// The strategies and depths to compare.
///
/// ```
/// use plywood_lab::{Comparing, LabGame};
/// use plywood_search::games::TicTacToe;
///
/// let comparing = Comparing {
///     strategies: vec![TicTacToe::named_strategy("minimax", None)?, TicTacToe::named_strategy("alpha-beta", None)?],
///     depth: 4,
///     most_nodes: None,
///     repeats: 1,
///     most_drawn: 0,
/// };
/// let comparison = comparing.run(&["X.. .O. ..."], &|_| ())?;
/// let compared = &comparison.first_positions()[0];
/// let [minimax, alpha_beta] = [0, 1].map(|strategy| compared.deepest(strategy).unwrap());
/// assert_eq!(minimax.score, alpha_beta.score);
/// assert!(alpha_beta.explored < minimax.explored);
/// # Ok::<(), plywood_lab::Failure>(())
/// ```
#[derive(Debug)]
pub struct Comparing<G: LabGame> {
    /// The strategies.
    pub strategies: Vec<NamedStrategy<G>>,
    /// Every depth from 1 to this one is searched.
    pub depth: u32,
    /// The node limit of each search; a search that reaches it is unfinished.
    pub most_nodes: Option<u64>,
    /// How often a search is timed that takes less than a fifth of a second.
    pub repeats: u32,
    /// The trees of the first position are drawn to the greatest depth at which the full tree has at most this many nodes.
    pub most_drawn: usize,
}

/// The strategy that the others are compared with.
const REFERENCE: &str = "minimax";

impl<G: LabGame> Comparing<G> {
    /// Compares the strategies on positions as text, and reports each search before it starts.
    ///
    /// # Errors
    /// A text is not a position.
    pub fn run(&self, texts: &[&str], progress: &dyn Fn(&str)) -> Result<Comparison, Failure> {
        let mut comparison = self.comparison();
        for (number, text) in texts.iter().enumerate() {
            let position = PositionText::given(text);
            comparison.count(self.compare(number, &position, progress)?);
        }
        self.draw(&mut comparison, progress)?;
        Ok(comparison)
    }

    /// The comparison before any position was searched.
    #[must_use]
    pub fn comparison(&self) -> Comparison {
        let names = |named: &NamedStrategy<G>| named.name().to_owned();
        let names = self.strategies.iter().map(names).collect();
        Comparison::new(G::NAME, names, self.depth)
    }

    /// Compares the strategies on the position with this number.
    ///
    /// # Errors
    /// The text is not a position.
    pub fn compare(
        &self,
        number: usize,
        text: &PositionText,
        progress: &dyn Fn(&str),
    ) -> Result<Compared, Failure> {
        let (name, position) = read::<G>(text)?;
        let mut runs = Vec::new();
        for depth in 1..=self.depth {
            let mut each = |strategy: &str| {
                progress(&format!("{strategy}, depth {depth}, {name}"));
            };
            let searches = self.searches(&position, depth).before_each(&mut each);
            for (strategy, row) in searches.rows().enumerate() {
                let mut run = Run::new((strategy, depth), &position, &row);
                self.repeat(&mut run, &position);
                runs.push(run);
            }
        }
        runs.sort_by_key(|run| (run.strategy, run.depth));
        let text = text.text.clone();
        Ok(Compared {
            number,
            name,
            text,
            runs,
        })
    }

    /// Draws boards for the first positions, and the trees of the very first one.
    ///
    /// # Errors
    /// A text is not a position.
    pub fn draw(
        &self,
        comparison: &mut Comparison,
        progress: &dyn Fn(&str),
    ) -> Result<(), Failure> {
        if self.most_drawn > 0 {
            let boards = drawn::boards::<G>(comparison)?;
            let trees = drawn::trees(self, comparison, progress)?;
            (comparison.boards, comparison.trees) = (boards, trees);
        }
        Ok(())
    }

    /// All strategies on one position to one depth.
    fn searches<'a>(&'a self, position: &'a G, depth: u32) -> search::Comparison<'a, G> {
        let mut searches =
            search::Comparison::new(position, Limits::depth(depth)).against(REFERENCE);
        for named in &self.strategies {
            let limits = self.limits(named, depth);
            searches = searches.strategy_within(named.name(), named.strategy(), limits);
        }
        searches
    }

    /// Measures the time of a short search again, since a single measurement says little.
    fn repeat(&self, run: &mut Run, position: &G) {
        const LONG: f64 = 0.2;
        let named = &self.strategies[run.strategy];
        let is_timed = named.limits().time.is_some();
        if run.seconds >= LONG || is_timed {
            return;
        }
        let limits = self.limits(named, run.depth);
        let mut times = vec![run.seconds];
        for _ in 1..self.repeats {
            let report = named.strategy().search(position, &limits);
            times.push(report.elapsed.as_secs_f64());
        }
        run.set_times(times);
    }

    /// The limits of a search, combined with the strategy's own.
    fn limits(&self, named: &NamedStrategy<G>, depth: u32) -> Limits {
        let own = named.limits();
        let depth = own.depth.map_or(depth, |own| own.min(depth));
        let nodes = [own.nodes, self.most_nodes].into_iter().flatten().min();
        let limits = Limits::depth(depth);
        let limits = nodes.map_or(limits.clone(), |nodes| limits.with_nodes(nodes));
        own.time
            .map_or(limits.clone(), |time| limits.with_time(time))
    }
}

/// Reads a position: from a file as its lines are, otherwise as one is typed.
pub(crate) fn read<G: LabGame>(text: &PositionText) -> Result<(String, G), Failure> {
    if text.place.is_some() {
        return G::read_line(&text.text);
    }
    let position = G::read(&text.text);
    position.map(|position| (text.text.clone(), position))
}
