//! Games read from PGN, each with its errors.

use crate::api::body::{expect_type, read};
use crate::games::{GameName, WebGame};
use crate::problem::Problem;
use axum::Json;
use axum::extract::Request;
use axum::http::StatusCode;
use plywood_core::Position;
use plywood_notation::pgn::{Comment, Games, Nag, NodeId, PgnError, PgnGame, Step};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

/// The games of a PGN text.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PgnAnswer {
    games: Vec<GameText>,
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

/// Reads every game of a PGN text, with its variations, comments and errors.
#[utoipa::path(post, path = "/pgn", tag = "play",
    request_body(content = String, content_type = "application/x-chess-pgn", example = "1. e4 e5 2. Nf3 (2. f4) *"),
    responses((status = 200, body = PgnAnswer), (status = 422, body = Problem)))]
pub(super) async fn pgn(request: Request) -> Result<Json<PgnAnswer>, Problem> {
    expect_type(&request, &["application/x-chess-pgn", "text/plain"])?;
    let bytes = read(request).await?;
    let games = Games::new(&*bytes);
    let games: Result<Vec<GameText>, PgnError> = games.map(|game| Ok(data(&game?))).collect();
    let games = games.map_err(|error| {
        Problem::new(
            StatusCode::BAD_REQUEST,
            format!("the text could not be read: {error}"),
        )
    })?;
    Ok(Json(PgnAnswer { games }))
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

fn mark(nag: Nag) -> String {
    nag.mark().map_or_else(|| nag.to_string(), str::to_owned)
}

fn problem(error: &PgnError) -> PgnProblem {
    PgnProblem {
        line: error.line,
        message: error.problem.to_string(),
    }
}
