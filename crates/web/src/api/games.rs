//! What the server offers: games, strategies, evaluators.

use crate::app::App;
use crate::games::{GameData, GameName, WebGame};
use crate::problem::Problem;
use crate::strategies::StrategyData;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe};
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
pub(super) async fn games() -> Json<Games> {
    let games = GameName::ALL.map(|name| match name {
        GameName::Chess | GameName::Chess960 => data::<Position>(name),
        GameName::TicTacToe => data::<TicTacToe>(name),
        GameName::ConnectFour => data::<ConnectFour>(name),
    });
    Json(Games {
        games: games.into(),
    })
}

fn data<G: WebGame>(name: GameName) -> GameData {
    let (columns, rows) = name.size();
    GameData {
        name,
        title: name.title(),
        start: G::start_text().to_owned(),
        columns,
        rows,
        players: name.players(),
        usual_depth: G::USUAL_DEPTH,
        default_strategy: G::DEFAULT_STRATEGY,
        default_evaluator: G::DEFAULT_EVALUATOR,
    }
}

/// The game whose strategies or evaluators are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    /// The game; chess by default.
    #[serde(default)]
    game: GameName,
}

/// The strategies of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StrategyList {
    game: GameName,
    strategies: Vec<StrategyData>,
}

/// The strategies of a game, the simplest first; at the end those of published programs.
#[utoipa::path(get, path = "/strategies", tag = "what there is", params(OfGame),
    responses((status = 200, body = StrategyList), (status = 400, body = Problem)))]
pub(super) async fn strategies(
    State(app): State<Arc<App>>,
    query: Result<Query<OfGame>, QueryRejection>,
) -> Result<Json<StrategyList>, Problem> {
    let OfGame { game } = read(query)?;
    let strategies = app.strategies.of(game).to_vec();
    Ok(Json(StrategyList { game, strategies }))
}

/// The evaluators of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EvaluatorList {
    game: GameName,
    evaluators: Vec<EvaluatorData>,
    /// The one that is used unless another is named.
    default: &'static str,
}

/// An evaluator.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EvaluatorData {
    name: &'static str,
}

/// The evaluators of a game.
#[utoipa::path(get, path = "/evaluators", tag = "what there is", params(OfGame),
    responses((status = 200, body = EvaluatorList), (status = 400, body = Problem)))]
pub(super) async fn evaluators(
    query: Result<Query<OfGame>, QueryRejection>,
) -> Result<Json<EvaluatorList>, Problem> {
    let OfGame { game } = read(query)?;
    let (names, default) = match game {
        GameName::Chess | GameName::Chess960 => evaluators_of::<Position>(),
        GameName::TicTacToe => evaluators_of::<TicTacToe>(),
        GameName::ConnectFour => evaluators_of::<ConnectFour>(),
    };
    let evaluators = names
        .into_iter()
        .map(|name| EvaluatorData { name })
        .collect();
    Ok(Json(EvaluatorList {
        game,
        evaluators,
        default,
    }))
}

fn evaluators_of<G: WebGame>() -> (Vec<&'static str>, &'static str) {
    (G::evaluators(), G::DEFAULT_EVALUATOR)
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
    query: Result<Query<StartNumber>, QueryRejection>,
) -> Result<Json<Start>, Problem> {
    let StartNumber { number } = read(query)?;
    let number = number.unwrap_or_else(|| fastrand::u16(..960));
    let position = Position::chess960(number).ok_or_else(|| {
        Problem::value("number", format!("there is no starting position {number}"))
            .hint("choose a number from 0 to 959")
    })?;
    let position = position.fen().to_string();
    Ok(Json(Start { number, position }))
}

pub(super) fn read<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Problem> {
    let Query(value) = query.map_err(|rejection| {
        Problem::new(StatusCode::BAD_REQUEST, rejection.body_text())
            .hint("send the parameters that /docs describes")
    })?;
    Ok(value)
}
