//! Strategies by name, for command lines, services and comparisons.

use crate::game::Game;
use crate::keyed::Keyed;
use crate::memory::Transpositions;
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
use crate::strategies::principal_variation::PrincipalVariation;
use crate::strategies::proof_number::ProofNumber;
use crate::strategies::random::Random;
use crate::strategies::sss_star::SssStar;
use crate::strategy::Strategy;
use crate::tactical::Tactical;
use plywood_eval::Evaluator;
use std::fmt;
use thiserror::Error;

/// A strategy whose type is not known before the program runs.
pub type AnyStrategy<G> = Box<dyn Strategy<G>>;

/// The named strategies that can play a game, given what the game offers: the simplest first.
///
/// ```
/// use plywood_search::games::ConnectFour;
/// use plywood_search::strategies::Catalog;
/// use plywood_search::Limits;
///
/// let catalog = Catalog::for_any_game();
/// for name in catalog.names() {
///     let mut strategy = catalog.by_name(name, ConnectFour::estimate)?;
///     let report = strategy.search(&ConnectFour::new(), &Limits::depth(3).nodes(2_000));
///     println!("{name:<22}{report}");
/// }
/// let error = catalog.by_name("alfa-beta", ConnectFour::estimate).err().map(|error| error.to_string());
/// assert!(error.is_some_and(|text| text.contains("alpha-beta")));
/// # Ok::<(), plywood_search::strategies::UnknownStrategy>(())
/// ```
pub struct Catalog<G: Game, E> {
    entries: Vec<(&'static str, Maker<G, E>)>,
}

/// Makes a strategy over an evaluator.
type Maker<G, E> = fn(E) -> AnyStrategy<G>;

/// A name under which there is no strategy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no strategy {name:?}; those known are {}", known.join(", "))]
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

impl<G: Game + 'static, E: Evaluator<G> + 'static> Catalog<G, E> {
    /// The strategies that ask nothing of a game but its rules.
    #[must_use]
    pub fn for_any_game() -> Self {
        Self {
            entries: vec![
                ("random", |_| Box::new(Random)),
                ("minimax", |e| Box::new(Minimax::new(e))),
                ("negamax", |e| Box::new(Negamax::new(e))),
                ("alpha-beta-max-min", |e| Box::new(AlphaBetaMaxMin::new(e))),
                ("alpha-beta-fail-hard", |e| {
                    Box::new(AlphaBetaFailHard::new(e))
                }),
                ("alpha-beta", |e| Box::new(AlphaBeta::new(e))),
                ("alpha-beta-killers", |e| {
                    Box::new(AlphaBeta::new(e).ordering(Killers::new()))
                }),
                ("principal-variation", |e| {
                    Box::new(PrincipalVariation::new(e))
                }),
                ("sss-star", |e| Box::new(SssStar::new(e))),
                ("iterative-deepening", |e| {
                    Box::new(IterativeDeepening::new(AlphaBeta::new(e)))
                }),
                ("monte-carlo", |e| Box::new(MonteCarlo::new(e))),
                ("proof-number", |_| Box::new(ProofNumber::new())),
            ],
        }
    }
}

impl<G, E> Catalog<G, E>
where
    G: Keyed + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluator<G> + Clone + Send + 'static,
{
    /// The same and those that use a table; it is exact but for `practical-table`.
    #[must_use]
    pub fn for_keyed_games() -> Self {
        let mut catalog = Self::for_any_game();
        catalog.entries.extend::<[(_, Maker<G, E>); 7]>([
            ("alpha-beta-table", |e| {
                Box::new(AlphaBeta::new(e).table(table()))
            }),
            ("practical-table", |e| {
                let practical = Transpositions::practical(TABLE);
                Box::new(IterativeDeepening::new(AlphaBeta::new(e).table(practical)))
            }),
            ("deepening-table", |e| {
                Box::new(IterativeDeepening::new(AlphaBeta::new(e).table(table())))
            }),
            ("aspiration", |e| {
                let inner = PrincipalVariation::new(e).table(table());
                Box::new(IterativeDeepening::new(Aspiration::new(inner)))
            }),
            ("mtd-f", |e| {
                let inner = AlphaBeta::new(e).table(table());
                Box::new(IterativeDeepening::new(MtdF::new(inner)))
            }),
            ("best-node", |e| {
                let inner = AlphaBeta::new(e).table(table());
                Box::new(IterativeDeepening::new(BestNode::new(inner)))
            }),
            ("parallel", |e| {
                let inner = PrincipalVariation::new(e).table(table());
                Box::new(IterativeDeepening::new(Parallel::new(inner, THREADS)))
            }),
        ]);
        catalog
    }
}

impl<G, E> Catalog<G, E>
where
    G: Keyed + Tactical + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluator<G> + Clone + Send + 'static,
{
    /// The same and those that try captures first, or play them out below the horizon; `everything` is the strongest
    /// for play, and not exact.
    #[must_use]
    pub fn for_tactical_games() -> Self {
        let mut catalog = Self::for_keyed_games();
        catalog.entries.extend::<[(_, Maker<G, E>); 5]>([
            ("alpha-beta-captures", |e| {
                Box::new(AlphaBeta::new(e).ordering(Captures))
            }),
            ("alpha-beta-ordered", |e| {
                Box::new(AlphaBeta::new(e).ordering(every_ordering()))
            }),
            ("everything-exact", |e| {
                let inner = PrincipalVariation::new(e)
                    .ordering(every_ordering())
                    .table(table());
                Box::new(IterativeDeepening::new(Aspiration::new(inner)))
            }),
            ("quiescence", |e| {
                let inner = AlphaBeta::new(e).quiescence().ordering(every_ordering());
                Box::new(IterativeDeepening::new(inner))
            }),
            ("everything", |e| {
                let inner = PrincipalVariation::new(e)
                    .quiescence()
                    .ordering(every_ordering())
                    .table(Transpositions::practical(TABLE));
                Box::new(IterativeDeepening::new(Aspiration::new(inner)))
            }),
        ]);
        catalog
    }
}

fn every_ordering<M: Copy + Eq>() -> (Captures, (Killers<M>, QuietHistory)) {
    (Captures, (Killers::new(), QuietHistory::new()))
}

impl<G: Game, E> Catalog<G, E> {
    /// The same and one more, such as a strategy of your own; it takes the place of one that has the same name.
    ///
    /// ```
    /// use plywood_search::games::TicTacToe;
    /// use plywood_search::strategies::Catalog;
    /// use plywood_search::{AlphaBeta, Aspiration, Limits, Score};
    ///
    /// let catalog = Catalog::for_any_game().with("my-own", |evaluator| Box::new(Aspiration::new(AlphaBeta::new(evaluator))));
    /// let mut strategy = catalog.by_name("my-own", |_: &TicTacToe| Score::DRAW)?;
    /// assert!(strategy.search(&TicTacToe::new(), &Limits::depth(2)).best_move.is_some());
    /// # Ok::<(), plywood_search::strategies::UnknownStrategy>(())
    /// ```
    #[must_use]
    pub fn with(mut self, name: &'static str, make: fn(E) -> AnyStrategy<G>) -> Self {
        self.entries.retain(|&(known, _)| known != name);
        self.entries.push((name, make));
        self
    }

    /// The names, the simplest strategy first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|&(name, _)| name)
    }

    /// The strategy with that name, over this evaluator if it uses one.
    ///
    /// # Errors
    /// [`UnknownStrategy`], which lists the names that are known.
    pub fn by_name(&self, name: &str, evaluator: E) -> Result<AnyStrategy<G>, UnknownStrategy> {
        let known = self.entries.iter().find(|&&(known, _)| known == name);
        known
            .map(|(_, make)| make(evaluator))
            .ok_or_else(|| UnknownStrategy {
                name: name.to_owned(),
                known: self.names().collect(),
            })
    }
}

impl<G: Game, E> fmt::Debug for Catalog<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
