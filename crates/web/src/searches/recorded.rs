//! [`TreeAnswer`]: the trees of a search, pass by pass, node by node in the order in which they were entered.

use crate::games::Place;
use crate::limits::AppliedLimits;
use crate::problem::Problem;
use crate::searches::answer::Answer;
use crate::searches::job::{Prepare, search};
use plywood_catalog::{Playable, RecordedSearch};
use plywood_search::{Limits, StopHandle, TreeRecorder};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The trees of a search. Scores, windows and bounds are from the view of the side to move at the root.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TreeAnswer {
    #[serde(flatten)]
    pub(crate) recorded: RecordedSearch,
    /// What the search found.
    pub(crate) report: Answer,
}

/// How much of a tree is kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    pub(crate) nodes: usize,
    /// Of the engine's tree.
    pub(crate) plies: Option<u32>,
}

/// A search whose tree is recorded, ready to run on a thread of its own.
pub(crate) struct TreeJob {
    pub(crate) strategy: String,
    pub(crate) limits: AppliedLimits,
    seed: u64,
    run: Box<dyn FnOnce(&Limits) -> TreeAnswer + Send>,
}

impl TreeJob {
    pub(crate) fn run(self, stop: &StopHandle) -> TreeAnswer {
        (self.run)(&self.limits.for_search(self.seed, stop))
    }
}

/// Prepares a search whose tree is recorded.
pub(crate) fn tree<G: Playable>(
    place: &Place<G>,
    prepare: Prepare<'_>,
    kept: Kept,
) -> Result<TreeJob, Problem> {
    let chosen = prepare.choice.check(&place.rules.catalog, prepare.server)?;
    let search = search(place, &chosen, prepare.in_game)?;
    let (rules, root) = (Arc::clone(&place.rules), place.position().clone());
    let (strategy, limits, seed) = (chosen.name.clone(), chosen.limits.clone(), chosen.seed);
    let recorder = TreeRecorder::with_capacity(kept.nodes);
    let mut recorder = match kept.plies {
        Some(plies) => recorder.plies(plies),
        None => recorder,
    };
    let run = move |limits: &Limits| {
        let report = search(limits, &mut recorder);
        TreeAnswer {
            recorded: RecordedSearch::new(&rules.catalog, &root, &recorder),
            report: Answer::new(&rules, &root, &report, &chosen),
        }
    };
    Ok(TreeJob {
        strategy,
        limits,
        seed,
        run: Box::new(run),
    })
}
