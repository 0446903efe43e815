//! The strategies, by their requirements on a game and their promises.

use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Aspiration, BestNode, Captures, Exchanges, Game,
    IterativeDeepening, Keyed, Killers, MonteCarlo, MtdF, Negamax, Parallel,
    PrincipalVariationSearch, ProofNumber, Quiescence, QuietHistory, Reuse, Score, SssStar,
    Strategy, Table, Tactical, Transpositions,
};
use std::sync::Arc;

type Strategies<G> = Vec<Box<dyn Strategy<G>>>;

/// Makes a table of 64 KB, for laws that clear it again and again: without optimization that takes most of their time in one of a megabyte.
pub(crate) fn small_table(reuse: Reuse) -> Transpositions {
    Transpositions::sharing(Arc::new(Table::with_kilobytes(64)), reuse)
}

pub(crate) fn plain_alpha_betas<G: Game + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    vec![
        Box::new(AlphaBetaMaxMin::new(evaluate)),
        Box::new(AlphaBetaFailHard::new(evaluate)),
        Box::new(AlphaBeta::new(evaluate)),
    ]
}

pub(crate) fn for_any_game<G: Game + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    let mut strategies = plain_alpha_betas(evaluate);
    strategies.extend::<Strategies<G>>(vec![
        Box::new(Negamax::new(evaluate)),
        Box::new(SssStar::new(evaluate)),
        Box::new(PrincipalVariationSearch::new(evaluate)),
        Box::new(Aspiration::new(AlphaBeta::new(evaluate))),
        Box::new(MtdF::new(AlphaBeta::new(evaluate))),
        Box::new(MtdF::new(AlphaBetaFailHard::new(evaluate))),
        Box::new(BestNode::new(AlphaBeta::new(evaluate))),
        Box::new(BestNode::new(AlphaBetaMaxMin::new(evaluate))),
    ]);
    strategies
}

pub(crate) fn for_keyed_games<G: Keyed + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    vec![
        Box::new(AlphaBeta::new(evaluate).ordering(Killers::new())),
        Box::new(PrincipalVariationSearch::new(evaluate).ordering(Killers::new())),
        Box::new(AlphaBeta::new(evaluate).table(Transpositions::exact(0))),
        Box::new(
            AlphaBeta::new(evaluate)
                .table(Transpositions::exact(0))
                .ordering((Killers::new(), QuietHistory::new())),
        ),
        Box::new(
            PrincipalVariationSearch::new(evaluate)
                .table(Transpositions::exact(0))
                .ordering(QuietHistory::new()),
        ),
        Box::new(MtdF::new(
            AlphaBeta::new(evaluate).table(Transpositions::exact(0)),
        )),
        Box::new(MtdF::new(
            PrincipalVariationSearch::new(evaluate).table(Transpositions::exact(0)),
        )),
        Box::new(BestNode::new(
            AlphaBeta::new(evaluate).table(Transpositions::exact(0)),
        )),
    ]
}

pub(crate) fn for_tactical_games<G: Keyed + Tactical + 'static>(
    evaluate: fn(&G) -> Score,
) -> Strategies<G> {
    vec![
        Box::new(AlphaBeta::new(evaluate).ordering(Captures)),
        Box::new(
            AlphaBeta::new(evaluate)
                .ordering((Exchanges, Killers::new()))
                .table(Transpositions::exact(0)),
        ),
    ]
}

/// These can end before the requested depth, once the game is decided.
pub(crate) fn deepening<G: Keyed + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    vec![
        Box::new(IterativeDeepening::new(Negamax::new(evaluate))),
        Box::new(IterativeDeepening::new(AlphaBeta::new(evaluate))),
        Box::new(IterativeDeepening::new(
            AlphaBeta::new(evaluate).table(Transpositions::exact(0)),
        )),
        Box::new(IterativeDeepening::new(
            Aspiration::new(AlphaBetaFailHard::new(evaluate)).margin(1),
        )),
        Box::new(IterativeDeepening::new(Aspiration::new(
            PrincipalVariationSearch::new(evaluate)
                .ordering(Killers::new())
                .table(Transpositions::exact(0)),
        ))),
        Box::new(IterativeDeepening::new(MtdF::new(
            AlphaBeta::new(evaluate).table(Transpositions::exact(0)),
        ))),
        Box::new(IterativeDeepening::new(BestNode::new(
            AlphaBeta::new(evaluate).table(Transpositions::exact(0)),
        ))),
        Box::new(IterativeDeepening::new(SssStar::new(evaluate))),
    ]
}

/// Strategies that answer a different question from minimax's.
pub(crate) fn inexact<G: Keyed + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    vec![
        Box::new(MonteCarlo::new(evaluate)),
        Box::new(MonteCarlo::new(evaluate).playout_plies(0)),
        Box::new(ProofNumber::new()),
        Box::new(AlphaBeta::new(evaluate).table(Transpositions::reusing_deeper(0))),
        Box::new(IterativeDeepening::new(
            AlphaBeta::new(evaluate).table(Transpositions::reusing_deeper(0)),
        )),
    ]
}

/// Strategies on two threads, whose node counts differ from run to run.
pub(crate) fn parallel<G>(evaluate: fn(&G) -> Score) -> Strategies<G>
where
    G: Keyed + Sync + 'static,
    G::Move: Send + Sync,
{
    let one = PrincipalVariationSearch::new(evaluate).table(Transpositions::exact(0));
    vec![
        Box::new(Parallel::new(one.clone(), 2).split_depth(1)),
        Box::new(Parallel::new(one.clone(), 1)),
        Box::new(IterativeDeepening::new(
            Parallel::new(one, 3).split_depth(2),
        )),
    ]
}

/// Every exact strategy on one thread.
pub(crate) fn exact<G: Keyed + Tactical + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    let mut all = for_any_game(evaluate);
    all.extend(for_keyed_games(evaluate));
    all.extend(for_tactical_games(evaluate));
    all.extend(deepening(evaluate));
    all
}

/// One horizon under strategies of every kind.
pub(crate) fn with_quiescence<G: Keyed + Tactical + 'static>(
    evaluate: fn(&G) -> Score,
) -> Strategies<G> {
    let horizon = || Quiescence::new(evaluate);
    vec![
        Box::new(Negamax::with_horizon(horizon())),
        Box::new(AlphaBetaMaxMin::with_horizon(horizon())),
        Box::new(AlphaBetaFailHard::with_horizon(horizon())),
        Box::new(SssStar::with_horizon(horizon())),
        Box::new(AlphaBeta::new(evaluate).quiescence()),
        Box::new(
            AlphaBeta::new(evaluate)
                .quiescence()
                .table(Transpositions::exact(0)),
        ),
        Box::new(
            PrincipalVariationSearch::new(evaluate)
                .ordering(Captures)
                .quiescence(),
        ),
        Box::new(MtdF::new(AlphaBeta::new(evaluate).quiescence())),
        Box::new(BestNode::new(
            PrincipalVariationSearch::new(evaluate).quiescence(),
        )),
    ]
}
