//! [`StrategyPlayer`]: a strategy that plays games.

use crate::players::player::{Player, Turn};
use crate::seed;
use plywood_search::{Fault, Game, Limits, Played, Report, Strategy};
use std::fmt;

/// A strategy that plays games, created for each of them.
pub struct StrategyPlayer<G: Game, P, S, F> {
    /// Makes the strategy from a seed.
    make: F,
    /// The part of a game that the strategy searches: its position, perhaps with the earlier ones.
    position: fn(&Played<G>) -> P,
    strategy: Option<S>,
    seed: u64,
}

impl<G: Game, P, S, F: Fn(u64) -> S> StrategyPlayer<G, P, S, F> {
    /// Makes a player whose strategy is made from a seed, and searches this part of a game.
    pub fn new(make: F, position: fn(&Played<G>) -> P) -> Self {
        Self {
            make,
            position,
            strategy: None,
            seed: 0,
        }
    }
}

impl<G: Game, P, S, F> fmt::Debug for StrategyPlayer<G, P, S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StrategyPlayer").finish_non_exhaustive()
    }
}

impl<G, P, S, F> Player<G> for StrategyPlayer<G, P, S, F>
where
    G: Game,
    P: Game<Move = G::Move>,
    S: Strategy<P>,
    F: Fn(u64) -> S,
{
    fn begin(&mut self, seed: u64) -> Result<(), Fault> {
        self.seed = seed;
        self.strategy = None;
        Ok(())
    }

    fn needs_depth(&self) -> bool {
        (self.make)(self.seed).needs_depth()
    }

    fn choose(&mut self, game: &Played<G>, turn: &Turn) -> Result<Report<G::Move>, Fault> {
        let seed = seed::derived(self.seed, game.moves().len() as u64);
        let limits = turn.fair_limits().inherit(&Limits::none().with_seed(seed));
        let strategy = self.strategy.get_or_insert_with(|| (self.make)(self.seed));
        let report = strategy.search(&(self.position)(game), &limits);
        report.within_nodes(limits.max_nodes())?;
        Ok(report)
    }
}
