//! [`TreeAnswer`]: the trees of a search, pass by pass, node by node in the order in which they were entered.

use crate::games::Place;
use crate::limits::ServiceLimits;
use crate::problem::Problem;
use crate::searches::answer::Answer;
use crate::searches::job::{Job, search};
use crate::searches::strategy::Choice;
use plywood_catalog::{Playable, RecordedSearch};
use plywood_search::TreeRecorder;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The trees of a search. Scores, windows and bounds are from the point of view of the side to move at the root.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TreeAnswer {
    #[serde(flatten)]
    pub(crate) recorded: RecordedSearch,
    /// The result of the search.
    pub(crate) report: Answer,
}

/// The part of a tree to keep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    pub(crate) nodes: usize,
    /// The plies of the engine's tree.
    pub(crate) plies: Option<u32>,
}

/// Prepares a search whose tree is recorded.
pub(crate) fn tree<G: Playable>(
    place: &Place<G>,
    choice: &Choice,
    server: &ServiceLimits,
    kept: Kept,
) -> Result<Job<TreeAnswer>, Problem> {
    let chosen = choice.check(&place.rules.catalog, server)?;
    let search = search(place, &chosen, choice.in_game);
    let (rules, root) = (Arc::clone(&place.rules), place.position().clone());
    let recorder = TreeRecorder::new(kept.nodes);
    let mut recorder = match kept.plies {
        Some(plies) => recorder.plies(plies),
        None => recorder,
    };
    Ok(Job::new(chosen, move |chosen, stop, _| {
        let limits = chosen.limits.for_search(chosen.seed, stop);
        let report = search(&limits, &mut recorder);
        Ok(TreeAnswer {
            recorded: RecordedSearch::new(&rules.catalog, &root, &recorder),
            report: Answer::new(&rules, &root, &report, chosen),
        })
    }))
}
