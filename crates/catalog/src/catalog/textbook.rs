//! The textbook's searches, and names for some of their compositions, the simplest first. They are declared the same way as yours.

use crate::any_evaluator::AnyEvaluator;
use crate::best_first::{Leaves, Rounds};
use crate::building::{Mode, OverHorizon, Tactics, Whole, WithOrdering, WithTable};
use crate::catalog::Catalog;
use crate::catalog::rounds::IN_ROUNDS;
use crate::catalog::strategies::{ORDERED, OVER_HORIZON, TABLED};
use crate::contender::Facts;
use crate::playable::Playable;
use crate::spec_error::SpecError;
use crate::words::{EXPLORATION, Resource, Setting, Settings};
use plywood_search::{
    AlphaBetaRecursion, ExpectiminimaxRecursion, FailHardRecursion, MaxMinRecursion,
    MinimaxRecursion, NegamaxRecursion, PrincipalVariationRecursion, Recursion, SssStarRecursion,
    Star1Recursion, Star2Recursion, WithHistory,
};
use plywood_search::{DfPn, ProofNumber, Random};
use std::f64::consts::SQRT_2;
use std::marker::PhantomData;
use std::sync::Arc;

impl<G: Playable> Catalog<G> {
    /// Adds the textbook to an empty catalog.
    #[rustfmt::skip]
    pub(super) fn textbook<T, M>(self) -> Self
    where
        T: Leaves<G, G> + Leaves<G, WithHistory<G>> + 'static,
        M: Mode<G>,
    {
        let mut catalog = self
            .with_search(("random", "any legal move, chosen by the seed"), &[], M::make(Whole(|_: &Settings, _: AnyEvaluator<G>| Random))).explained_in("greedy")
            .with_facts(Facts { evaluates: false, searches: false, ..Facts::default() })
            .over_horizon::<MinimaxRecursion, T, M>("minimax", "every line to the depth, with a function for each side").explained_in("minimax")
            .with_facts(Facts { searches_all: true, ..Facts::default() })
            .over_horizon::<NegamaxRecursion, T, M>("negamax", "minimax in one function").explained_in("minimax")
            .with_facts(Facts { searches_all: true, ..Facts::default() })
            .ordered::<MaxMinRecursion, T, M>("alpha-beta-max-min", "alpha-beta with a function for each side").explained_in("alpha_beta")
            .ordered::<FailHardRecursion, T, M>("alpha-beta-fail-hard", "alpha-beta whose scores stay inside the window").explained_in("alpha_beta")
            .with_recursion::<AlphaBetaRecursion, T, M>("alpha-beta", "fail-soft alpha-beta, moves in the order of the generator").explained_in("alpha_beta")
            .composed("alpha-beta-killers", "alpha-beta+killers", "alpha-beta, killer moves first")
            .with_search(("expectiminimax", "every line to the depth, and the mean where chance moves"), OVER_HORIZON, M::with_chance(OverHorizon::<ExpectiminimaxRecursion, T>(PhantomData))).explained_in("dice")
            .with_facts(Facts { searches_all: true, ..Facts::default() })
            .with_search(("star1", "alpha-beta that also cuts off outcomes of chance"), TABLED, M::with_chance(WithTable::<Star1Recursion, T>(PhantomData))).explained_in("dice")
            .with_search(("star2", "Star1 that first tries one move after each outcome"), TABLED, M::with_chance(WithTable::<Star2Recursion, T>(PhantomData))).explained_in("dice")
            .composed(STAR, "star2+killers+table+deepening", "deepening Star2 with a table, killer moves first")
            .with_recursion::<PrincipalVariationRecursion, T, M>(PVS, "null windows after the first move").explained_in("null_windows")
            .with_facts(Facts { refines: Some("alpha-beta"), ..Facts::default() })
            .composed("principal-variation", "pvs", "principal variation search: null windows after the first move")
            .over_horizon::<SssStarRecursion, T, M>("sss-star", "SSS*, the best-first counterpart of alpha-beta").explained_in("passes")
            .with_facts(Facts { keeps_nodes: true, ..Facts::default() })
            .composed("deepening", "alpha-beta+deepening", "alpha-beta to depth 1, 2, 3 and so on")
            .with_search(("monte-carlo", "Monte Carlo tree search (UCT) with random games"), IN_ROUNDS, M::make(Rounds::<T, M>(PhantomData))).explained_in("monte_carlo")
            .with_settings([Setting::number(EXPLORATION, SQRT_2, 0.0..=100.0)])
            .with_facts(Facts { plays_rounds: true, ..Facts::default() })
            .composed("uct", "monte-carlo", "Monte Carlo tree search, by its other name")
            .composed("mcts-solver", "monte-carlo+solver", "Monte Carlo tree search that proves wins, losses and draws")
            .composed("puct", "monte-carlo+puct+priors+evaluated+solver", "best-first search by priors and evaluations, without random games")
            .composed("two-halves", "monte-carlo+puct+priors+shallow=2+solver", "best-first search whose leaves alpha-beta searches")
            .composed("unbounded-minimax", "monte-carlo+evaluated+minimax+solver", "best-first minimax: each round expands the end of the best line")
            .with_search(("proof-number", "proof-number search: finds forced wins and nothing else"), &[], M::without_chance(Whole(|settings: &Settings, _: AnyEvaluator<G>| {
                let search = ProofNumber::new().megabytes(settings.given("memory").unwrap_or(64));
                if settings.has("squared") { search.squared() } else { search }
            })))
            .explained_in("proofs")
            .with_settings([Setting::amount("memory", Some(64), 1..=1 << 24).of(Resource::Megabytes), Setting::switch("squared")])
            .with_facts(Facts { evaluates: false, plays_rounds: true, ..Facts::default() })
            .with_search(("df-pn", "depth-first proof-number search, whose numbers are in a table"), &[], M::without_chance(Whole(|settings: &Settings, _: AnyEvaluator<G>| {
                DfPn::new(settings.given("memory").unwrap_or(16))
            })))
            .explained_in("proofs")
            .with_settings([Setting::amount("memory", Some(16), 1..=1 << 24).of(Resource::Megabytes)])
            .with_facts(Facts { evaluates: false, ..Facts::default() })
            .composed("alpha-beta-table", "alpha-beta+table", "alpha-beta with an exact table")
            .composed("practical-table", "alpha-beta+deep-table+deepening", "deepening with a table that also uses deeper results; not exact")
            .composed("deepening-table", "alpha-beta+table+deepening", "deepening with an exact table")
            .composed("aspiration", "pvs+table+aspiration+deepening", "deepening principal variation search with a table, in a narrow window")
            .composed("mtd-f", "alpha-beta+table+mtd-f+deepening", "deepening MTD(f): alpha-beta with a table, in null windows only")
            .composed("best-node", "alpha-beta+table+best-node+deepening", "deepening best-node search: finds the best root move first, and then its score")
            .composed("parallel", "pvs+table+parallel+deepening", "deepening principal variation search with a table, on two threads")
            .composed("alpha-beta-captures", "alpha-beta+captures", "alpha-beta, captures first")
            .composed("alpha-beta-ordered", "alpha-beta+captures+killers+history", "alpha-beta, captures first, then killer moves, then by history")
            .composed("everything-exact", "pvs+captures+killers+history+table+aspiration+deepening", "all parts together that keep minimax's value")
            .composed("quiescence", "alpha-beta+quiescence+captures+killers+history+deepening", "deepening alpha-beta with ordered moves and quiescence search")
            .composed("everything", "pvs+quiescence+captures+killers+history+deep-table+aspiration+deepening", "all parts together: the strongest in play; not exact");
        catalog.strategies.end_textbook(PVS);
        let strongest = if catalog.strategies.is_tactical { "everything" } else { "aspiration" };
        let strongest = if G::STAKES.is_some() { STAR } else { strongest };
        catalog.usual_strategy(strongest)
    }

    fn over_horizon<R, T, M>(self, name: &'static str, about: &'static str) -> Self
    where
        R: Recursion + Send + 'static,
        T: Tactics<G, G> + Tactics<G, WithHistory<G>> + 'static,
        M: Mode<G>,
    {
        let make = M::without_chance(OverHorizon::<R, T>(PhantomData));
        self.with_search((name, about), OVER_HORIZON, make)
    }

    fn ordered<R, T, M>(self, name: &'static str, about: &'static str) -> Self
    where
        R: Recursion + Send + 'static,
        T: Tactics<G, G> + Tactics<G, WithHistory<G>> + 'static,
        M: Mode<G>,
    {
        let make = M::without_chance(WithOrdering::<R, T>(PhantomData));
        self.with_search((name, about), ORDERED, make)
    }

    /// Names the chapter of the book that explains the last added search.
    pub(crate) fn explained_in(mut self, chapter: &'static str) -> Self {
        if let Some(last) = self.strategies.searches.last_mut() {
            Arc::make_mut(last).chapter = Some(chapter);
        }
        self
    }

    /// Adds a name for a composition, unless the game lacks something that one of its parts needs.
    fn composed(mut self, name: &'static str, composition: &str, about: &'static str) -> Self {
        match self.contender(composition) {
            Ok(_) => self.alias(name, composition, about),
            Err(SpecError::Chance { .. }) => {
                self.strategies.ruled_out.push(name);
                self
            }
            Err(_) => self,
        }
    }
}

/// The strongest search of a game with chance.
const STAR: &str = "deepening-star";
/// The word of principal variation search, which is listed under its full name.
const PVS: &str = "pvs";
