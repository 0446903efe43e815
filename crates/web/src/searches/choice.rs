//! [`Choice`]: the strategy, evaluator, limits, seed and strength that a request chooses.

use crate::games::{GameName, StrategyName, WebGame};
use crate::limits::{AppliedLimits, LimitsRequest, ServerLimits};
use crate::problem::Problem;
use crate::strategies::Strategies;
use crate::strength;

/// The strategy, evaluator, limits, seed and strength that a request chooses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) strategy: Option<String>,
    pub(crate) evaluator: Option<String>,
    pub(crate) limits: LimitsRequest,
    pub(crate) seed: u64,
    /// The Elo to play at, and the same as a level.
    pub(crate) elo: Option<u32>,
    pub(crate) level: Option<u32>,
}

/// A choice whose names are known and whose limits are within those of the server.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) name: StrategyName,
    pub(super) evaluator: String,
    pub(super) limits: AppliedLimits,
}

impl Choice {
    pub(super) fn check<G: WebGame>(
        &self,
        game: GameName,
        strategies: &Strategies,
        server: &ServerLimits,
    ) -> Result<Chosen, Problem> {
        let strategy = self.strategy.as_deref().unwrap_or(G::DEFAULT_STRATEGY);
        let known = strategies.find(game, strategy)?;
        if let Some(evaluator) = &self.evaluator {
            check_evaluator::<G>(game, evaluator)?;
        }
        Ok(Chosen {
            name: StrategyName {
                strategy: strategy.to_owned(),
                evaluator: self.evaluator.clone(),
                seed: self.seed,
                elo: strength::elo(strategy, self.elo, self.level)?,
            },
            evaluator: self.evaluator.as_ref().unwrap_or(&known.evaluator).clone(),
            limits: self
                .limits
                .within(&known.limits(server), known.usual_depth::<G>()),
        })
    }
}

fn check_evaluator<G: WebGame>(game: GameName, name: &str) -> Result<(), Problem> {
    let known = G::evaluators();
    if known.contains(&name) {
        return Ok(());
    }
    let detail = format!("{} has no evaluator {name:?}", game.title());
    Err(Problem::value("evaluator", detail).hint(format!("choose one of {}", known.join(", "))))
}
