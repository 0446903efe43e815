//! [`Job`]: a search that is ready to run on a thread of its own, whatever its game.

use crate::games::{Memory, Place, WebGame};
use crate::limits::{AppliedLimits, ServerLimits};
use crate::pool::Order;
use crate::problem::Problem;
use crate::searches::answer::Answer;
use crate::searches::choice::{Choice, Chosen};
use crate::searches::watching::{Watch, Watching};
use crate::strategies::Strategies;
use plywood_lab::Failure;
use plywood_search::{Limits, StopHandle};
use std::fmt;

/// What it takes to prepare a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prepare<'a> {
    pub(crate) choice: &'a Choice,
    pub(crate) memory: Memory,
    pub(crate) strategies: &'a Strategies,
    pub(crate) server: &'a ServerLimits,
}

type Run = Box<dyn FnOnce(&Limits, Option<Watch<'_>>) -> Answer + Send>;

/// A search that is ready to run.
pub(crate) struct Job {
    pub(crate) strategy: String,
    pub(crate) evaluator: String,
    pub(crate) limits: AppliedLimits,
    seed: u64,
    run: Run,
}

impl Job {
    /// Searches. `watch` receives what the strategy reports while it runs.
    pub(crate) fn run(self, stop: &StopHandle, watch: Option<Watch<'_>>) -> Answer {
        let limits = self.limits.for_search(self.seed, stop);
        Answer {
            strategy: self.strategy,
            evaluator: self.evaluator,
            ..(self.run)(&limits, watch)
        }
    }

    /// What the pool must know of it.
    pub(crate) fn order(&self, stop: &StopHandle) -> Order {
        Order {
            strategy: self.strategy.clone(),
            time: self.limits.time(),
            stop: stop.clone(),
        }
    }
}

/// Prepares a search of a position.
pub(crate) fn job<G: WebGame>(place: &Place<G>, prepare: Prepare<'_>) -> Result<Job, Problem> {
    let chosen = prepare.check(place)?;
    let search =
        G::search(place, &chosen.name, prepare.memory).map_err(|failure| refused(&failure))?;
    let (root, game) = (place.position().clone(), place.game());
    let applied = chosen.limits.clone();
    let run = move |limits: &Limits, watch: Option<Watch<'_>>| {
        let report = match watch {
            Some(watch) => search(limits, &mut Watching::new(&root, game, watch)),
            None => search(limits, &mut ()),
        };
        Answer::new(&root, game, &report, applied)
    };
    Ok(Job {
        strategy: chosen.name.strategy,
        evaluator: chosen.evaluator,
        limits: chosen.limits,
        seed: chosen.name.seed,
        run: Box::new(run),
    })
}

impl Prepare<'_> {
    pub(super) fn check<G: WebGame>(&self, place: &Place<G>) -> Result<Chosen, Problem> {
        self.choice
            .check::<G>(place.game(), self.strategies, self.server)
    }
}

pub(super) fn refused(failure: &Failure) -> Problem {
    Problem::value("strategy", failure.to_string())
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("strategy", &self.strategy)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
