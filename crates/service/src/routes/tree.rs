//! The tree of a search.

use crate::offer::Offer;
use crate::place_fields::with_choice;
use crate::problem::Problem;
use crate::request::Request;
use crate::searches::{Kept, TreeAnswer};
use crate::task::Task;
use std::sync::Arc;

with_choice! {
    /// A position, and the strategy whose search is to be recorded.
    pub(super) struct TreeRequest {
        /// How many nodes to keep, at most 20,000: those of the last passes, and of a pass the first ones.
        #[serde(default = "usual_nodes")]
        #[schema(example = 2_000)]
        nodes: u64,
        /// How many plies of the engine's tree to keep, the first position being the first; 4 by default.
        plies: Option<u32>,
    }
}

const fn usual_nodes() -> u64 {
    2_000
}

/// Searches, and returns the nodes of each pass in the order in which they were entered, with windows, scores and cut-offs.
#[utoipa::path(post, path = "/tree", tag = "look inside", request_body = TreeRequest,
    responses((status = 200, body = TreeAnswer)))]
pub(super) fn tree(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let request: TreeRequest = request.json()?;
    let nodes = usize::try_from(request.nodes).unwrap_or(usize::MAX);
    let kept = Kept {
        nodes: nodes.clamp(1, offer.limits.tree_nodes),
        plies: request.plies,
    };
    let (game, choice) = (request.served(offer)?, request.choice());
    let job = game.tree(request.place(), &choice, &offer.limits, kept)?;
    Ok(Task::search(job.time(), move |stop, _| {
        let answer = job.run(stop, None)?;
        let (strategy, counts) = (&answer.report.strategy, &answer.report.counts.stats);
        // Of a game that is over, or drawn, nothing is searched but the position itself.
        let is_over = (counts.nodes, counts.endings) == (1, 1);
        if answer.recorded.passes.is_empty() && !is_over {
            let detail =
                format!("{strategy} reports no nodes that it visits, so it has no tree to show");
            let hint = "choose alpha-beta or another depth-first strategy";
            return Err(Problem::value("strategy", detail).hint(hint));
        }
        Ok((counts.nodes, answer))
    }))
}
