//! Games read from PGN, each with its errors, and annotated by the engine if that is wanted.

use crate::api::body::{expect_type, read};
use crate::api::games::read as read_query;
use crate::app::App;
use crate::games::{GameName, WebGame};
use crate::limits::{AppliedLimits, LimitsRequest};
use crate::problem::Problem;
use crate::searches::{AnnotatedGame, Annotation, ScoreData};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::http::StatusCode;
use plywood_core::Position;
use plywood_notation::pgn::{Comment, Games, Nag, NodeId, PgnError, PgnGame, PgnScore, Step};
use plywood_search::StopHandle;
use plywood_uci::SideReport;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// What is to be done with the games.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct PgnQuery {
    /// Whether the engine evaluates every position of the main lines, judges the moves, and shows better lines.
    #[serde(default)]
    annotate: bool,
    /// The depth for each position.
    depth: Option<u64>,
    /// The nodes for each position.
    nodes: Option<u64>,
    /// The time for each position in milliseconds; 100 if there is no limit. All positions together get at most the time and
    /// the nodes of one search.
    time_ms: Option<u64>,
}

/// The games of a PGN text.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PgnAnswer {
    games: Vec<GameText>,
    /// The limits for each position, if the games were annotated.
    limits: Option<AppliedLimits>,
    /// The limits that were lowered to what the server allows.
    clipped: Vec<&'static str>,
}

/// A game with its variations and its errors.
#[derive(Debug, Serialize, ToSchema)]
struct GameText {
    tags: BTreeMap<String, String>,
    game: GameName,
    /// The first position.
    start: String,
    #[schema(example = "1-0")]
    result: String,
    /// The moves; a move comes before those that follow it, and the main move before its alternatives.
    nodes: Vec<NodeData>,
    /// What could not be read; the game goes on as far as it was read.
    errors: Vec<PgnProblem>,
    warnings: Vec<PgnProblem>,
    /// What the engine found, if the game was annotated; games with null moves are not.
    analysis: Option<AnalysisData>,
}

/// What the engine found in a game.
#[derive(Debug, Serialize, ToSchema)]
struct AnalysisData {
    white: SideErrors,
    black: SideErrors,
    /// Whether all moves were judged.
    complete: bool,
    /// The annotated game as PGN.
    pgn: String,
}

/// How often a side erred.
#[derive(Debug, Serialize, ToSchema)]
struct SideErrors {
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// A move of a game.
#[derive(Debug, Serialize, ToSchema)]
struct NodeData {
    /// The number of the move before it; `null` at the start.
    parent: Option<usize>,
    /// The move; `null` for a null move.
    #[serde(rename = "move")]
    text: Option<String>,
    san: String,
    /// The position after it.
    position: String,
    comments: Vec<String>,
    /// Marks such as `!`, or `$` and a number where there is no mark.
    marks: Vec<String>,
    /// The evaluation after it, if a comment has one, from White's view.
    score: Option<ScoreData>,
    /// Whether it is a move of the main line.
    main: bool,
}

/// Something wrong with a game.
#[derive(Debug, Serialize, ToSchema)]
struct PgnProblem {
    /// The line of the text, from 1.
    line: u64,
    message: String,
}

/// Reads every game of a PGN text, with its variations, comments and errors; the engine annotates them if that is wanted.
#[utoipa::path(post, path = "/pgn", tag = "play", params(PgnQuery),
    request_body(content = String, content_type = "application/x-chess-pgn", example = "1. e4 e5 2. Nf3 (2. f4) *"),
    responses((status = 200, body = PgnAnswer), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn pgn(
    State(app): State<Arc<App>>,
    query: Result<Query<PgnQuery>, QueryRejection>,
    request: Request,
) -> Result<Json<PgnAnswer>, Problem> {
    let query = read_query(query)?;
    expect_type(&request, &["application/x-chess-pgn", "text/plain"])?;
    let bytes = read(request).await?;
    let games: Result<Vec<PgnGame>, PgnError> = Games::new(&*bytes).collect();
    let games = games.map_err(|error| {
        Problem::new(
            StatusCode::BAD_REQUEST,
            format!("the text could not be read: {error}"),
        )
    })?;
    if query.annotate {
        return annotate(&app, games, &query).await.map(Json);
    }
    Ok(Json(PgnAnswer {
        games: games.iter().map(data).collect(),
        limits: None,
        clipped: Vec::new(),
    }))
}

async fn annotate(app: &App, games: Vec<PgnGame>, query: &PgnQuery) -> Result<PgnAnswer, Problem> {
    let asked = LimitsRequest {
        depth: query.depth,
        nodes: query.nodes,
        time_ms: query.time_ms,
    };
    let annotation = Annotation::new(games, asked, &app.limits);
    let stop = StopHandle::new();
    let order = annotation.order(&stop);
    let ticket = app.pool.admit_one()?;
    let search = move || annotation.run(&stop);
    let annotated = ticket.run(order, || {}, search).await??;
    app.metrics.nodes.add(annotated.nodes);
    Ok(PgnAnswer {
        games: annotated.games.iter().map(annotated_data).collect(),
        clipped: annotated.limits.clipped.clone(),
        limits: Some(annotated.limits),
    })
}

fn annotated_data(annotated: &AnnotatedGame) -> GameText {
    let analysis = annotated.mistakes.map(|[white, black]| AnalysisData {
        white: white.into(),
        black: black.into(),
        complete: annotated.complete,
        pgn: annotated.game.to_string(),
    });
    GameText {
        analysis,
        ..data(&annotated.game)
    }
}

impl From<SideReport> for SideErrors {
    fn from(report: SideReport) -> Self {
        Self {
            inaccuracies: report.inaccuracies,
            mistakes: report.mistakes,
            blunders: report.blunders,
        }
    }
}

fn data(pgn: &PgnGame) -> GameText {
    let tags = pgn
        .tags()
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
    let is_chess960 = pgn.tags().get("Variant").is_some_and(|variant| {
        let variant = variant.to_ascii_lowercase();
        variant.contains("960") || variant.contains("fischer")
    });
    let game = if is_chess960 {
        GameName::Chess960
    } else {
        GameName::Chess
    };
    GameText {
        tags: tags.collect(),
        game,
        start: pgn.start().fen().to_string(),
        result: pgn.result().to_string(),
        nodes: nodes(pgn, game),
        errors: pgn.errors().iter().map(problem).collect(),
        warnings: pgn.warnings().iter().map(problem).collect(),
        analysis: None,
    }
}

fn nodes(pgn: &PgnGame, game: GameName) -> Vec<NodeData> {
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    let write = |(number, step): (usize, Step<'_>)| {
        numbers.insert(step.node.id(), number);
        let parent = step
            .node
            .parent()
            .and_then(|parent| numbers.get(&parent.id()).copied());
        NodeData {
            parent,
            text: step.node.mv().map(|mv| Position::move_text(mv, game)),
            san: step.san().to_string(),
            position: step.after.fen().to_string(),
            comments: comments(&step),
            marks: step.node.nags().iter().copied().map(mark).collect(),
            score: step.node.comments().iter().find_map(score),
            main: step.node.is_main_line(),
        }
    };
    pgn.steps().enumerate().map(write).collect()
}

fn comments(step: &Step<'_>) -> Vec<String> {
    let all = step
        .node
        .comments_before()
        .iter()
        .chain(step.node.comments());
    all.map(Comment::text)
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
        .collect()
}

fn score(comment: &Comment) -> Option<ScoreData> {
    comment.evaluation().map(|found| match found.score {
        PgnScore::Centipawns(centipawns) => ScoreData::Cp(centipawns),
        PgnScore::Mate(moves) => ScoreData::Mate(moves),
    })
}

fn mark(nag: Nag) -> String {
    nag.mark().map_or_else(|| nag.to_string(), str::to_owned)
}

fn problem(error: &PgnError) -> PgnProblem {
    PgnProblem {
        line: error.line,
        message: error.problem.to_string(),
    }
}
