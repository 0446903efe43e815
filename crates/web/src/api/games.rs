//! What the server offers: games, strategies, evaluators.

use crate::api::body::Query;
use crate::app::App;
use crate::beside::Work;
use crate::connections::Client;
use crate::problem::Problem;
use crate::searches::{Edit, StrategyData};
use crate::served::{EvaluatorData, GameData, PortraitData};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use plywood_core::Position;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Games {
    games: Vec<GameData>,
}

/// The games that can be played.
#[utoipa::path(get, path = "/games", tag = "what there is", responses((status = 200, body = Games)))]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    client: Client,
) -> Result<Response, Problem> {
    let games = |app: &App| {
        let games = app.games.all().map(|game| game.about().game.clone());
        Ok(Games {
            games: games.collect(),
        })
    };
    app.answer(client, Work::Light, games).await
}

/// The game whose strategies or evaluators are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    /// The game; the first one of the server by default.
    game: Option<String>,
}

/// The strategies of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StrategyList {
    game: &'static str,
    strategies: Vec<StrategyData>,
}

/// The strategies of a game, the simplest first; at the end those of published programs.
#[utoipa::path(get, path = "/strategies", tag = "what there is", params(OfGame),
    responses((status = 200, body = StrategyList), (status = 400, body = Problem)))]
pub(super) async fn strategies(
    State(app): State<Arc<App>>,
    client: Client,
    Query(query): Query<OfGame>,
) -> Result<Response, Problem> {
    let list = move |app: &App| {
        let about = app.games.named(query.game.as_deref())?.about();
        Ok(StrategyList {
            game: about.game.name,
            strategies: about.strategies.clone(),
        })
    };
    app.answer(client, Work::Light, list).await
}

/// The strategy that is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct OneStrategy {
    /// The game; the first one of the server by default.
    game: Option<String>,
    /// A name, or a strategy that is written out.
    #[param(example = "pvs+captures+table=16+deepening")]
    strategy: String,
    /// A part or setting whose values are to be others.
    #[param(example = "width")]
    word: Option<String>,
    /// Its values, separated by commas; without any it is removed, and an empty one is a switch that is on.
    #[param(example = "12")]
    values: Option<String>,
}

/// One strategy, which may be written out: what it is made of, and what fits it.
#[utoipa::path(get, path = "/strategy", tag = "what there is", params(OneStrategy),
    responses((status = 200, body = StrategyData), (status = 422, body = Problem)))]
pub(super) async fn strategy(
    State(app): State<Arc<App>>,
    client: Client,
    Query(query): Query<OneStrategy>,
) -> Result<Response, Problem> {
    let OneStrategy {
        game,
        strategy,
        word,
        values,
    } = query;
    let values = values.iter().flat_map(|values| values.split(','));
    let values = values.map(str::to_owned).collect();
    let edit = word.map(|word| Edit { word, values });
    let about = move |app: &App| {
        let game = app.games.named(game.as_deref())?;
        game.strategy(&strategy, edit.as_ref())
    };
    app.answer(client, Work::Light, about).await
}

/// The evaluators of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EvaluatorList {
    game: &'static str,
    evaluators: Vec<EvaluatorData>,
    /// The one that is used unless another is named.
    default: &'static str,
}

/// The evaluators of a game.
#[utoipa::path(get, path = "/evaluators", tag = "what there is", params(OfGame),
    responses((status = 200, body = EvaluatorList), (status = 400, body = Problem)))]
pub(super) async fn evaluators(
    State(app): State<Arc<App>>,
    client: Client,
    Query(query): Query<OfGame>,
) -> Result<Response, Problem> {
    let list = move |app: &App| {
        let about = app.games.named(query.game.as_deref())?.about();
        Ok(EvaluatorList {
            game: about.game.name,
            evaluators: about.evaluators.clone(),
            default: about.game.default_evaluator,
        })
    };
    app.answer(client, Work::Light, list).await
}

/// The evaluator that is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct OneEvaluator {
    /// The game; the first one of the server by default.
    game: Option<String>,
    #[param(example = "net")]
    evaluator: String,
}

/// What an evaluator looks at in any position, as a picture: a network's hidden units as boards.
#[utoipa::path(get, path = "/portrait", tag = "look inside", params(OneEvaluator),
    responses((status = 200, body = PortraitData), (status = 422, body = Problem)))]
pub(super) async fn portrait(
    State(app): State<Arc<App>>,
    client: Client,
    Query(query): Query<OneEvaluator>,
) -> Result<Response, Problem> {
    let OneEvaluator { game, evaluator } = query;
    let drawn = move |app: &App| app.games.named(game.as_deref())?.portrait(&evaluator);
    app.answer(client, Work::Heavy, drawn).await
}

/// The number of a starting position.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct StartNumber {
    /// 0 to 959; any one by default. 518 is the start of chess.
    number: Option<u16>,
}

/// A starting position of Chess960.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Start {
    number: u16,
    position: String,
}

/// A starting position of Chess960, by number or at random.
#[utoipa::path(get, path = "/games/chess960/start", tag = "what there is", params(StartNumber),
    responses((status = 200, body = Start), (status = 422, body = Problem)))]
pub(super) async fn chess960_start(
    Query(query): Query<StartNumber>,
) -> Result<Json<Start>, Problem> {
    let StartNumber { number } = query;
    let number = number.unwrap_or_else(|| fastrand::u16(..960));
    let position = Position::chess960(number).ok_or_else(|| {
        Problem::value("number", format!("there is no starting position {number}"))
            .hint("choose a number from 0 to 959")
    })?;
    let position = position.fen().to_string();
    Ok(Json(Start { number, position }))
}
