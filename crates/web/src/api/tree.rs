//! The tree of a search.

use crate::api::body::Json as Body;
use crate::api::place_fields::{HasPlace, has_place};
use crate::app::App;
use crate::games::{GameName, Memory};
use crate::limits::LimitsRequest;
use crate::pool::Order;
use crate::problem::Problem;
use crate::searches::{Choice, TreeAnswer};
use axum::Json;
use axum::extract::State;
use plywood_search::StopHandle;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A position, and the strategy whose search is to be recorded.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TreeRequest {
    /// The game; chess by default.
    #[serde(default)]
    #[schema(example = "tic-tac-toe")]
    game: GameName,
    /// Where the moves begin; the start of the game by default.
    #[schema(example = "XOX.O..X.")]
    position: Option<String>,
    /// The moves since then, at most 4,096.
    #[serde(default)]
    moves: Vec<String>,
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
    /// How many nodes to keep, the first ones; at most 20,000.
    #[serde(default = "usual_nodes")]
    #[schema(example = 2_000)]
    nodes: u64,
}

has_place!(TreeRequest);

const fn usual_nodes() -> u64 {
    2_000
}

/// Searches, and returns the nodes in the order in which they were entered, with windows, scores and cut-offs.
#[utoipa::path(post, path = "/tree", tag = "look inside", request_body = TreeRequest,
    responses((status = 200, body = TreeAnswer), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn tree(
    State(app): State<Arc<App>>,
    Body(request): Body<TreeRequest>,
) -> Result<Json<TreeAnswer>, Problem> {
    let place = request.open()?;
    let nodes = usize::try_from(request.nodes).unwrap_or(usize::MAX);
    let nodes = nodes.clamp(1, app.limits.tree_nodes);
    let choice = Choice {
        strategy: request.strategy,
        evaluator: request.evaluator,
        limits: request.limits,
        seed: request.seed,
        ..Choice::default()
    };
    let job = place.tree(app.prepare(&choice, Memory::PositionOnly), nodes)?;
    drop(place);
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
    if answer.nodes.is_empty() && !is_over {
        let detail = format!(
            "{} does not report the nodes it visits, so it has no tree to show",
            answer.report.strategy
        );
        return Err(Problem::value("strategy", detail)
            .hint("choose alpha-beta or another depth-first strategy"));
    }
    Ok(Json(answer))
}
