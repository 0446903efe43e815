//! Strategies by name, for command lines, services and comparisons.

use crate::game::{Game, Keyed, Tactical};
use crate::ordering::{Captures, Killers, QuietHistory};
use crate::strategies::alpha_beta::AlphaBeta;
use crate::strategies::alpha_beta_fail_hard::AlphaBetaFailHard;
use crate::strategies::alpha_beta_max_min::AlphaBetaMaxMin;
use crate::strategies::aspiration::Aspiration;
use crate::strategies::best_node::BestNode;
use crate::strategies::iterative_deepening::IterativeDeepening;
use crate::strategies::minimax::Minimax;
use crate::strategies::monte_carlo::MonteCarlo;
use crate::strategies::mtd_f::MtdF;
use crate::strategies::negamax::Negamax;
use crate::strategies::parallel::Parallel;
use crate::strategies::principal_variation::PrincipalVariationSearch;
use crate::strategies::proof_number::ProofNumber;
use crate::strategies::random::Random;
use crate::strategies::sss_star::SssStar;
use crate::strategy::{FixedDepth, Strategy};
use crate::transpositions::Transpositions;
use plywood_eval::Evaluator;
use std::fmt;
use thiserror::Error;

/// A strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyStrategy<G> = Box<dyn Strategy<G> + Send>;

/// The named strategies that can play a game, as far as the game has what they need: the simplest first.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::strategies::Catalog;
/// use plywood_search::Limits;
///
/// let catalog = Catalog::for_any_game();
/// for name in catalog.names() {
///     let mut strategy = catalog.by_name(name, ConnectFour::estimate)?;
///     let report = strategy.search(&ConnectFour::new(), &Limits::depth(3).with_nodes(2_000));
///     println!("{name:<22}{report}");
/// }
/// assert_eq!(catalog.describe("deepening"), Some("alpha-beta to depth 1, 2, 3 and so on"));
///
/// let error = catalog.by_name("alfa-beta", ConnectFour::estimate).err().map(|error| error.to_string());
/// assert!(error.is_some_and(|text| text.contains("alpha-beta")));
/// # Ok::<(), plywood_search::strategies::UnknownStrategy>(())
/// ```
pub struct Catalog<G: Game, E> {
    entries: Vec<Entry<G, E>>,
}

struct Entry<G: Game, E> {
    name: &'static str,
    description: &'static str,
    make: Make<G, E>,
}

/// How a strategy is made. One that searches to a fixed depth can be deepened.
enum Make<G: Game, E> {
    Complete(fn(E) -> AnyStrategy<G>),
    FixedDepth(fn(E) -> AnyFixedDepth<G>),
}

/// A fixed-depth strategy whose type is known only at run time.
type AnyFixedDepth<G> = Box<dyn FixedDepth<G> + Send>;

/// A name that no strategy of the catalog has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no strategy {name:?}; the strategies are {}", known.join(", "))]
pub struct UnknownStrategy {
    /// The name that was asked for.
    pub name: String,
    /// The names that are known.
    pub known: Vec<&'static str>,
}

/// The tables of the named strategies take this many megabytes.
const TABLE: usize = 16;
const THREADS: usize = 2;

fn table() -> Transpositions {
    Transpositions::exact(TABLE)
}

impl<G, E> Catalog<G, E>
where
    G: Game<Move: Send> + 'static,
    E: Evaluator<G> + Send + 'static,
{
    /// The strategies that need nothing but the rules of a game.
    #[must_use]
    pub fn for_any_game() -> Self {
        Self::default()
            .with("random", "any legal move, chosen by the seed", |_| {
                Box::new(Random)
            })
            .with_fixed_depth(
                "minimax",
                "every line to the depth, by two functions for two sides",
                |e| Box::new(Minimax::new(e)),
            )
            .with_fixed_depth("negamax", "minimax in one function", |e| {
                Box::new(Negamax::new(e))
            })
            .with_fixed_depth(
                "alpha-beta-max-min",
                "alpha-beta by two functions for two sides",
                |e| Box::new(AlphaBetaMaxMin::new(e)),
            )
            .with_fixed_depth(
                "alpha-beta-fail-hard",
                "alpha-beta whose scores stay inside the window",
                |e| Box::new(AlphaBetaFailHard::new(e)),
            )
            .with_fixed_depth(
                "alpha-beta",
                "fail-soft alpha-beta, moves in the order of the generator",
                |e| Box::new(AlphaBeta::new(e)),
            )
            .with_fixed_depth(
                "alpha-beta-killers",
                "alpha-beta, killer moves first",
                |e| Box::new(AlphaBeta::new(e).ordering(Killers::new())),
            )
            .with_fixed_depth(
                "principal-variation",
                "principal variation search: null windows after the first move",
                |e| Box::new(PrincipalVariationSearch::new(e)),
            )
            .with_fixed_depth(
                "sss-star",
                "SSS*, the best-first counterpart of alpha-beta",
                |e| Box::new(SssStar::new(e)),
            )
            .with("deepening", "alpha-beta to depth 1, 2, 3 and so on", |e| {
                deepen(AlphaBeta::new(e))
            })
            .with(
                "monte-carlo",
                "Monte Carlo tree search (UCT) with random games",
                |e| Box::new(MonteCarlo::new(e)),
            )
            .with(
                "proof-number",
                "proof-number search: finds forced wins and nothing else",
                |_| Box::new(ProofNumber::new()),
            )
    }
}

impl<G, E> Catalog<G, E>
where
    G: Keyed + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluator<G> + Clone + Send + 'static,
{
    /// The same and those that use a table, which is exact in all but `practical-table`.
    #[must_use]
    pub fn for_keyed_games() -> Self {
        Self::for_any_game()
            .with_fixed_depth("alpha-beta-table", "alpha-beta with an exact table", |e| {
                Box::new(AlphaBeta::new(e).table(table()))
            })
            .with(
                "practical-table",
                "deepening with a table that also answers from deeper searches; not exact",
                |e| {
                    let practical = Transpositions::reusing_deeper(TABLE);
                    deepen(AlphaBeta::new(e).table(practical))
                },
            )
            .with("deepening-table", "deepening with an exact table", |e| {
                deepen(AlphaBeta::new(e).table(table()))
            })
            .with(
                "aspiration",
                "deepening principal variation search with a table, in a narrow window",
                |e| {
                    let inner = PrincipalVariationSearch::new(e).table(table());
                    deepen(Aspiration::new(inner))
                },
            )
            .with(
                "mtd-f",
                "deepening MTD(f): alpha-beta with a table, in null windows only",
                |e| {
                    let inner = AlphaBeta::new(e).table(table());
                    deepen(MtdF::new(inner))
                },
            )
            .with(
                "best-node",
                "deepening best-node search: which root move is best, not by how much",
                |e| {
                    let inner = AlphaBeta::new(e).table(table());
                    deepen(BestNode::new(inner))
                },
            )
            .with(
                "parallel",
                "deepening principal variation search with a table, on two threads",
                |e| {
                    let inner = PrincipalVariationSearch::new(e).table(table());
                    deepen(Parallel::new(inner, THREADS))
                },
            )
    }
}

impl<G, E> Catalog<G, E>
where
    G: Keyed + Tactical + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluator<G> + Clone + Send + 'static,
{
    /// The same and those that try captures first, or play them out below the horizon. `everything` is the strongest in
    /// play, and not exact.
    #[must_use]
    pub fn for_tactical_games() -> Self {
        Self::for_keyed_games()
            .with_fixed_depth("alpha-beta-captures", "alpha-beta, captures first", |e| {
                Box::new(AlphaBeta::new(e).ordering(Captures))
            })
            .with_fixed_depth(
                "alpha-beta-ordered",
                "alpha-beta, captures first, then killer moves, then by history",
                |e| Box::new(AlphaBeta::new(e).ordering(every_ordering())),
            )
            .with(
                "everything-exact",
                "all parts together that keep minimax's value",
                |e| {
                    let inner = PrincipalVariationSearch::new(e)
                        .ordering(every_ordering())
                        .table(table());
                    deepen(Aspiration::new(inner))
                },
            )
            .with(
                "quiescence",
                "deepening alpha-beta with ordered moves and quiescence search",
                |e| {
                    let inner = AlphaBeta::new(e).quiescence().ordering(every_ordering());
                    deepen(inner)
                },
            )
            .with(
                "everything",
                "all parts together: the strongest in play; not exact",
                |e| {
                    let inner = PrincipalVariationSearch::new(e)
                        .quiescence()
                        .ordering(every_ordering())
                        .table(Transpositions::reusing_deeper(TABLE));
                    deepen(Aspiration::new(inner))
                },
            )
    }
}

/// Iterative deepening behind `dyn`, so that it is compiled once for a game and not once for each search inside it.
fn deepen<G: Game<Move: Send> + 'static>(
    inner: impl FixedDepth<G> + Send + 'static,
) -> AnyStrategy<G> {
    let inner: Box<dyn FixedDepth<G> + Send> = Box::new(inner);
    Box::new(IterativeDeepening::new(inner))
}

fn every_ordering<M: Copy + Eq>() -> (Captures, (Killers<M>, QuietHistory)) {
    (Captures, (Killers::new(), QuietHistory::new()))
}

impl<G: Game, E> Catalog<G, E> {
    /// The same and one more, such as a strategy of your own, with a short description. It replaces a strategy of
    /// the same name.
    ///
    /// ```
    /// use plywood_search::games::TicTacToe;
    /// use plywood_search::strategies::Catalog;
    /// use plywood_search::{AlphaBeta, Aspiration, Limits, Score};
    ///
    /// let catalog = Catalog::for_any_game().with("my-own", "aspiration windows without deepening", |evaluator| {
    ///     Box::new(Aspiration::new(AlphaBeta::new(evaluator)))
    /// });
    /// let mut strategy = catalog.by_name("my-own", |_: &TicTacToe| Score::DRAW)?;
    /// assert!(strategy.search(&TicTacToe::new(), &Limits::depth(2)).best_move.is_some());
    /// # Ok::<(), plywood_search::strategies::UnknownStrategy>(())
    /// ```
    #[must_use]
    pub fn with(
        self,
        name: &'static str,
        description: &'static str,
        make: fn(E) -> AnyStrategy<G>,
    ) -> Self {
        self.add(name, description, Make::Complete(make))
    }

    fn with_fixed_depth(
        self,
        name: &'static str,
        description: &'static str,
        make: fn(E) -> AnyFixedDepth<G>,
    ) -> Self {
        self.add(name, description, Make::FixedDepth(make))
    }

    fn add(mut self, name: &'static str, description: &'static str, make: Make<G, E>) -> Self {
        self.entries.retain(|entry| entry.name != name);
        self.entries.push(Entry {
            name,
            description,
            make,
        });
        self
    }

    /// The names, the simplest strategy first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|entry| entry.name)
    }

    /// What the strategy of that name does, in short; `None` if there is no such strategy.
    #[must_use]
    pub fn describe(&self, name: &str) -> Option<&'static str> {
        self.find(name).map(|entry| entry.description)
    }

    /// The strategy of that name, over this evaluator if it uses one.
    ///
    /// # Errors
    /// [`UnknownStrategy`], which lists the names that are known.
    pub fn by_name(&self, name: &str, evaluator: E) -> Result<AnyStrategy<G>, UnknownStrategy> {
        Ok(match self.entry(name)?.make {
            Make::Complete(make) => make(evaluator),
            Make::FixedDepth(make) => make(evaluator),
        })
    }

    /// The strategy of that name for play by a clock: one that searches to a fixed depth is driven by
    /// [`IterativeDeepening`], so that it has a move whenever time runs out.
    ///
    /// ```
    /// use plywood_search::games::ConnectFour;
    /// use plywood_search::strategies::Catalog;
    /// use plywood_search::Limits;
    ///
    /// let mut minimax = Catalog::for_any_game().by_name_deepened("minimax", ConnectFour::estimate)?;
    /// let report = minimax.search(&ConnectFour::new(), &Limits::nodes(5_000));
    /// assert_eq!((report.depth, report.iterations.len()), (4, 4));
    /// # Ok::<(), plywood_search::strategies::UnknownStrategy>(())
    /// ```
    ///
    /// # Errors
    /// [`UnknownStrategy`], which lists the names that are known.
    pub fn by_name_deepened(
        &self,
        name: &str,
        evaluator: E,
    ) -> Result<AnyStrategy<G>, UnknownStrategy>
    where
        G: Game<Move: Send> + 'static,
    {
        Ok(match self.entry(name)?.make {
            Make::Complete(make) => make(evaluator),
            Make::FixedDepth(make) => Box::new(IterativeDeepening::new(make(evaluator))),
        })
    }

    fn entry(&self, name: &str) -> Result<&Entry<G, E>, UnknownStrategy> {
        self.find(name).ok_or_else(|| UnknownStrategy {
            name: name.to_owned(),
            known: self.names().collect(),
        })
    }

    fn find(&self, name: &str) -> Option<&Entry<G, E>> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

/// A catalog without strategies, to add your own.
impl<G: Game, E> Default for Catalog<G, E> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

impl<G: Game, E> fmt::Debug for Catalog<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
