//! Lists games, strategies, and evaluators.

use crate::offer::Offer;
use crate::problem::Problem;
use crate::request::Request;
use crate::searches::{Edit, StrategyData};
use crate::served::{EvaluatorData, GameData, PortraitData};
use crate::task::Task;
use plywood_core::Position;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The games.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Games {
    games: Vec<GameData>,
}

/// Lists the games that can be played.
#[utoipa::path(get, path = "/games", tag = "what there is", responses((status = 200, body = Games)))]
pub(super) fn games(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let Nothing {} = request.query()?;
    let games = |offer: &Offer| {
        let games = offer.games.all().map(|game| game.about().game.clone());
        Ok(Games {
            games: games.collect(),
        })
    };
    Ok(offer.answer(games))
}

/// A query without fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// The game whose strategies or evaluators to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    /// The game; by default the first one.
    game: Option<String>,
}

/// The strategies of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StrategyList {
    game: &'static str,
    strategies: Vec<StrategyData>,
}

/// Lists the strategies of a game, the simplest first; those of published programs come last.
#[utoipa::path(get, path = "/strategies", tag = "what there is", params(OfGame),
    responses((status = 200, body = StrategyList)))]
pub(super) fn strategies(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let query: OfGame = request.query()?;
    let list = move |offer: &Offer| {
        let about = offer.games.named(query.game.as_deref())?.about();
        Ok(StrategyList {
            game: about.game.name,
            strategies: about.strategies.clone(),
        })
    };
    Ok(offer.answer(list))
}

/// The requested strategy.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct OneStrategy {
    /// The game; by default the first one.
    game: Option<String>,
    /// A name, or a strategy written out.
    #[param(example = "pvs+captures+table=16+deepening")]
    strategy: String,
    /// A part or setting to change.
    #[param(example = "width")]
    word: Option<String>,
    /// Its new values, separated by commas; without any it is removed, and an empty one is a switch that is on.
    #[param(example = "12")]
    values: Option<String>,
}

/// Describes one strategy, which may be written out: its parts, and the parts that fit it.
#[utoipa::path(get, path = "/strategy", tag = "what there is", params(OneStrategy),
    responses((status = 200, body = StrategyData)))]
pub(super) fn strategy(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let query: OneStrategy = request.query()?;
    let OneStrategy {
        game,
        strategy,
        word,
        values,
    } = query;
    let values = values.iter().flat_map(|values| values.split(','));
    let values = values.map(str::to_owned).collect();
    let edit = word.map(|word| Edit { word, values });
    let about = move |offer: &Offer| {
        let game = offer.games.named(game.as_deref())?;
        game.strategy(&strategy, edit.as_ref())
    };
    Ok(offer.answer(about))
}

/// The evaluators of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EvaluatorList {
    game: &'static str,
    evaluators: Vec<EvaluatorData>,
    /// The default evaluator.
    default: &'static str,
}

/// Lists the evaluators of a game.
#[utoipa::path(get, path = "/evaluators", tag = "what there is", params(OfGame),
    responses((status = 200, body = EvaluatorList)))]
pub(super) fn evaluators(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let query: OfGame = request.query()?;
    let list = move |offer: &Offer| {
        let about = offer.games.named(query.game.as_deref())?.about();
        Ok(EvaluatorList {
            game: about.game.name,
            evaluators: about.evaluators.clone(),
            default: about.game.default_evaluator,
        })
    };
    Ok(offer.answer(list))
}

/// The requested evaluator.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct OneEvaluator {
    /// The game; by default the first one.
    game: Option<String>,
    #[param(example = "net")]
    evaluator: String,
}

/// Draws an evaluator's terms: a network's hidden units as boards.
#[utoipa::path(get, path = "/portrait", tag = "look inside", params(OneEvaluator),
    responses((status = 200, body = PortraitData)))]
pub(super) fn portrait(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let query: OneEvaluator = request.query()?;
    let OneEvaluator { game, evaluator } = query;
    let drawn = move |offer: &Offer| offer.games.named(game.as_deref())?.portrait(&evaluator);
    Ok(offer.answer(drawn))
}

/// The number of a starting position.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct StartNumber {
    /// 0 to 959; by default any. 518 is the start of chess.
    number: Option<u16>,
}

/// A starting position of Chess960.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Start {
    number: u16,
    position: String,
}

/// Returns a starting position of Chess960, by number or at random.
#[utoipa::path(get, path = "/games/chess960/start", tag = "what there is", params(StartNumber),
    responses((status = 200, body = Start)))]
pub(super) fn chess960_start(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let StartNumber { number } = request.query()?;
    let number = number.unwrap_or_else(|| fastrand::u16(..960));
    let position = Position::chess960(number).ok_or_else(|| {
        Problem::value("number", format!("there is no starting position {number}"))
            .hint("choose a number from 0 to 959")
    })?;
    let position = position.fen().to_string();
    Ok(offer.answer(move |_| Ok(Start { number, position })))
}
