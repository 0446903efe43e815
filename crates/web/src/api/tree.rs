//! The tree of a search.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, with_place};
use crate::app::App;
use crate::beside::Work;
use crate::limits::LimitsRequest;
use crate::pool::Order;
use crate::problem::Problem;
use crate::searches::{Choice, Kept, TreeAnswer};
use axum::extract::State;
use axum::response::Response;
use plywood_search::StopHandle;
use std::sync::Arc;

with_place! {
    /// A position, and the strategy whose search is to be recorded.
    pub(super) struct TreeRequest {
        /// The strategy; by default the strongest of the game.
        #[schema(example = "alpha-beta")]
        strategy: Option<String>,
        /// The evaluator; by default that of the game or of the preset.
        evaluator: Option<String>,
        #[serde(default)]
        limits: LimitsRequest,
        /// The seed of random choices.
        #[serde(default)]
        seed: u64,
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
    responses((status = 200, body = TreeAnswer), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn tree(
    State(app): State<Arc<App>>,
    Body(request): Body<TreeRequest>,
) -> Result<Response, Problem> {
    let game = request.served(&app)?;
    let nodes = usize::try_from(request.nodes).unwrap_or(usize::MAX);
    let nodes = nodes.clamp(1, app.limits.tree_nodes);
    let choice = Choice {
        strategy: request.strategy.clone(),
        evaluator: request.evaluator.clone(),
        limits: request.limits,
        seed: request.seed,
        ..Choice::default()
    };
    let kept = Kept {
        nodes,
        plies: request.plies,
    };
    let job = game.tree(request.place(), app.prepare(&choice, false), kept)?;
    let stop = StopHandle::new();
    let (strategy, time) = (job.strategy.clone(), job.limits.time());
    let order = Order {
        strategy,
        time,
        stop: stop.clone(),
    };
    let ticket = app.pool.admit_one()?;
    let answer = ticket.run(order, || {}, move || job.run(&stop)).await?;
    app.metrics.nodes.add(answer.report.counts.nodes);
    let counts = &answer.report.counts;
    // Of a game that is over, or drawn, nothing is searched but the position itself.
    let is_over = (counts.nodes, counts.endings) == (1, 1);
    if answer.recorded.passes.is_empty() && !is_over {
        let detail = format!(
            "{} does not report the nodes it visits, so it has no tree to show",
            answer.report.strategy
        );
        return Err(Problem::value("strategy", detail)
            .hint("choose alpha-beta or another depth-first strategy"));
    }
    app.beside.run(Work::Heavy, move || Ok(answer)).await
}
