//! [`Job`]: a search that is ready to run on a thread of its own, whatever its game.

use crate::games::{Place, Search};
use crate::limits::{AppliedLimits, ServerLimits};
use crate::pool::Order;
use crate::problem::Problem;
use crate::searches::answer::Answer;
use crate::searches::strategy::{Choice, Chosen};
use crate::searches::watching::{Watch, Watching};
use axum::http::StatusCode;
use plywood_catalog::Playable;
use plywood_search::{Limits, StopHandle};
use std::fmt;
use std::sync::Arc;

/// What it takes to prepare a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prepare<'a> {
    pub(crate) choice: &'a Choice,
    /// Whether the moves that led to the position count, so that repetition is a draw. A position alone has exact tables.
    pub(crate) in_game: bool,
    pub(crate) server: &'a ServerLimits,
}

type Run = Box<dyn FnOnce(&Limits, Option<Watch<'_>>) -> Result<Answer, Problem> + Send>;

/// A search that is ready to run.
pub(crate) struct Job {
    pub(crate) strategy: String,
    pub(crate) evaluator: String,
    pub(crate) limits: AppliedLimits,
    seed: u64,
    lines: u32,
    run: Run,
}

impl Job {
    /// Searches. `watch` receives what the strategy reports while it runs.
    ///
    /// # Errors
    /// The strategy chose no move, or one that is not legal.
    pub(crate) fn run(
        self,
        stop: &StopHandle,
        watch: Option<Watch<'_>>,
    ) -> Result<Answer, Problem> {
        let limits = self.limits.for_search(self.seed, stop);
        (self.run)(&limits.with_lines(self.lines), watch)
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
pub(crate) fn job<G: Playable>(place: &Place<G>, prepare: Prepare<'_>) -> Result<Job, Problem> {
    let chosen = prepare.choice.check(&place.rules.catalog, prepare.server)?;
    let search = search(place, &chosen, prepare.in_game)?;
    let (rules, root) = (Arc::clone(&place.rules), place.position().clone());
    let (strategy, evaluator) = (chosen.name.clone(), chosen.contender.evaluator().to_owned());
    let (limits, seed, lines) = (chosen.limits.clone(), chosen.seed, chosen.lines);
    let must_move = prepare.in_game && place.outcome().is_none();
    let run = move |limits: &Limits, watch: Option<Watch<'_>>| {
        let report = match watch {
            Some(watch) => search(limits, &mut Watching::new(&rules, &root, watch)),
            None => search(limits, &mut ()),
        };
        match report.best_move {
            None if must_move => return Err(broken(format!("{} chose no move", chosen.name))),
            Some(mv) if !root.legal_moves().contains(&mv) => {
                let detail = format!("{} chose {mv}, which is not legal in {root}", chosen.name);
                return Err(broken(detail));
            }
            Some(_) | None => {}
        }
        Ok(Answer::new(&rules, &root, &report, &chosen))
    };
    Ok(Job {
        strategy,
        evaluator,
        limits,
        seed,
        lines,
        run: Box::new(run),
    })
}

/// A strategy that breaks its promises.
fn broken(detail: String) -> Problem {
    let problem = Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail).field("strategy");
    problem.hint("the strategy has an error; choose another one")
}

/// The search of a position. The strategy is made on the thread that searches, with its tables.
pub(super) fn search<G: Playable>(
    place: &Place<G>,
    chosen: &Chosen<G>,
    in_game: bool,
) -> Result<Search<G::Move>, Problem> {
    let (contender, seed) = (chosen.contender.clone(), chosen.seed);
    if let Some(elo) = chosen.elo {
        return place
            .rules
            .extras
            .weakened(&place.played, &contender, elo, seed);
    }
    if in_game {
        let game = place.played.with_history();
        return Ok(Box::new(move |limits, observer| {
            contender
                .in_game(seed)
                .search_observed(&game, limits, observer)
        }));
    }
    let position = place.position().clone();
    Ok(Box::new(move |limits, observer| {
        contender
            .strategy(seed)
            .search_observed(&position, limits, observer)
    }))
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("strategy", &self.strategy)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
