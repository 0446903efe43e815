//! The tree of a search.

use crate::offer::Offer;
use crate::place_fields::with_choice;
use crate::problem::Problem;
use crate::request::Request;
use crate::searches::{Kept, TreeAnswer};
use crate::task::Task;
use plywood_catalog::RecordedSearch;
use plywood_judge::tree_events::{EventCounts, TreeFile, TreeHeader};
use plywood_judge::{LogCheck, LogContradiction};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

with_choice! {
    /// A position, and the strategy whose search to record.
    pub(super) struct TreeRequest {
        /// The number of nodes to keep, at most 20,000: those of the last passes, and of a pass the first ones.
        #[serde(default = "usual_nodes")]
        #[schema(example = 2_000)]
        nodes: u64,
        /// The number of plies of the engine's tree to keep, the first position being the first; 4 by default.
        plies: Option<u32>,
    }
}

const fn usual_nodes() -> u64 {
    2_000
}

/// Searches, and returns the nodes of each pass in the order they were entered, with windows, scores and cutoffs.
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
        // If the game is over or drawn, only the position itself is searched.
        let is_over = (counts.nodes, counts.endings) == (1, 1);
        if answer.recorded.passes.is_empty() && !is_over {
            let detail =
                format!("{strategy} reports no nodes that it visits, so it has no tree to show");
            let hint = "choose alpha-beta or another depth-first strategy";
            return Err(Problem::value("strategy", detail).hint(hint));
        }
        Ok(answer)
    }))
}

/// The trees in a file of any program.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TreeFileAnswer {
    /// `game`, `position` and `program`, if the file has them.
    #[schema(value_type = Object)]
    header: TreeHeader,
    /// `events`, `passes`, `nodes`, `leaves`, `table`, `cutoffs`, `steps` with a count for each, and `open` nodes at the end.
    #[schema(value_type = Object)]
    counts: EventCounts,
    #[serde(flatten)]
    recorded: RecordedSearch,
}

/// A query without parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoQuery {}

/// Reads the tree of a search from a file of events, which any program can write: JSON Lines in the format of docs/tree-format.md. Nodes
/// beyond the limit are only counted.
#[utoipa::path(post, path = "/tree/read", tag = "look inside",
    request_body(content = String, content_type = "application/jsonl"),
    responses((status = 200, body = TreeFileAnswer)))]
pub(super) fn read(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let NoQuery {} = request.query()?;
    let (body, most) = (request.body.to_vec(), offer.limits.tree_nodes);
    Ok(Task::new(move |_| {
        let file = TreeFile::read(body.as_slice(), most);
        let TreeFile {
            header,
            counts,
            recorded,
            ..
        } = file.map_err(|error| Problem::new(422, error.to_string()))?;
        Ok(TreeFileAnswer {
            header,
            counts,
            recorded,
        })
    }))
}

/// The check of a search's log.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TreeCheckAnswer {
    /// The number of events.
    events: u64,
    /// The first line that contradicts earlier ones: `line`, `rule`, `said`, `shown` and `shown_by`, the line that shows it.
    #[schema(value_type = Option<Object>)]
    contradiction: Option<LogContradiction>,
    /// The number of lines that only waste time.
    wasteful: u64,
    /// All of it as text, with the numbers of verified properties.
    text: String,
}

/// Verifies every node of a search from its log, a file of events as for `/tree/read`: values, windows, cutoffs and tables.
#[utoipa::path(post, path = "/tree/check", tag = "look inside",
    request_body(content = String, content_type = "application/jsonl"),
    responses((status = 200, body = TreeCheckAnswer)))]
pub(super) fn check(_: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let NoQuery {} = request.query()?;
    let body = request.body.to_vec();
    Ok(Task::new(move |_| {
        let check = LogCheck::read(body.as_slice(), |_| {});
        let check = check.map_err(|error| Problem::new(422, error.to_string()))?;
        Ok(TreeCheckAnswer {
            text: check.to_string(),
            events: check.events,
            contradiction: check.contradiction,
            wasteful: check.wasteful,
        })
    }))
}
