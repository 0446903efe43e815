//! The sound strategies, by what they need of a game.

use plywood_search::{
    AlphaBeta, AlphaBetaFailHard, AlphaBetaMaxMin, Captures, Exchanges, Game, History, Keyed,
    Killers, Negamax, Score, Strategy, Tactical, Transpositions,
};

type Strategies<G> = Vec<Box<dyn Strategy<G>>>;

pub(crate) fn plain_alpha_betas<G: Game + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    vec![
        Box::new(AlphaBetaMaxMin::new(evaluate)),
        Box::new(AlphaBetaFailHard::new(evaluate)),
        Box::new(AlphaBeta::new(evaluate)),
    ]
}

pub(crate) fn for_any_game<G: Game + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    let mut strategies = plain_alpha_betas(evaluate);
    strategies.push(Box::new(Negamax::new(evaluate)));
    strategies.push(Box::new(AlphaBeta::new(evaluate).ordering(Killers::new())));
    strategies
}

pub(crate) fn for_keyed_games<G: Keyed + 'static>(evaluate: fn(&G) -> Score) -> Strategies<G> {
    vec![
        Box::new(AlphaBeta::new(evaluate).table(Transpositions::exact(0))),
        Box::new(
            AlphaBeta::new(evaluate)
                .table(Transpositions::exact(1))
                .ordering((Killers::new(), History::new())),
        ),
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
                .table(Transpositions::exact(1)),
        ),
    ]
}
