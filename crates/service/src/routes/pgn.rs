//! Reads games from PGN, each with its errors, and annotates them with the engine on request.

use crate::games::{MoveData, Rules, ScoreData, cells};
use crate::limits::{AppliedLimits, LimitsRequest, ServiceLimits};
use crate::offer::Offer;
use crate::problem::Problem;
use crate::request::Request;
use crate::searches::Annotator;
use crate::task::Task;
use plywood_analysis::SideReport;
use plywood_core::Position;
use plywood_notation::pgn::{
    Comment, Games, Nag, Node, NodeId, PgnError, PgnGame, PgnScore, ReadLimits, Reader,
};
use plywood_search::{Score, StopHandle};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::iter;
use std::ops::Range;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The most games of an answer, and the most moves; a game without moves counts as one.
const MOST_GAMES: usize = 5_000;
const MOST_NODES: usize = 20_000;
/// The most bytes of a game that are read: its tree takes up to 60 times as much memory.
const MOST_GAME_BYTES: u64 = 1 << 20;

/// The processing of the games.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct PgnQuery {
    /// True if the engine should evaluate every position of the main lines, judge the moves, and show better lines.
    #[serde(default)]
    annotate: bool,
    /// The depth for each position.
    depth: Option<u64>,
    /// The nodes for each position.
    nodes: Option<u64>,
    /// The time for each position in milliseconds; 100 if there is no limit. All positions together get at most the time and the nodes of
    /// one search.
    time_ms: Option<u64>,
}

/// The games of a PGN text, at most 5,000. If the last one ends before the text, request the others with the rest of the text.
#[derive(Serialize, ToSchema)]
pub(super) struct PgnAnswer {
    games: Vec<GameText>,
    /// The limits for each position, if the games were annotated.
    limits: Option<AppliedLimits>,
    /// The limits that were lowered to the server's maximum.
    clipped: Vec<&'static str>,
}

/// A game with its variations and its errors.
#[derive(Debug, Serialize, ToSchema)]
struct GameText {
    tags: BTreeMap<String, String>,
    #[schema(example = "chess")]
    game: &'static str,
    /// The first position.
    start: String,
    /// Its pieces by their squares.
    start_cells: BTreeMap<String, String>,
    #[schema(example = "1-0")]
    result: String,
    /// The place of the game in the text, and its length, in bytes.
    offset: u64,
    length: u64,
    /// The moves; a move comes before those that follow it, and the main move before its alternatives. The first games have them, together
    /// up to 20,000; for the others, send their part of the text.
    nodes: Option<Vec<NodeData>>,
    /// The comments before the first move.
    comments: Vec<String>,
    /// The parts that could not be read; the game ends where reading failed.
    errors: Vec<PgnProblem>,
    warnings: Vec<PgnProblem>,
    /// The engine's analysis, if the game was annotated; games with null moves are not.
    analysis: Option<AnalysisData>,
}

/// The engine's analysis of a game.
#[derive(Debug, Serialize, ToSchema)]
struct AnalysisData {
    white: SideErrors,
    black: SideErrors,
    /// True if all moves were judged.
    complete: bool,
    /// The evaluator that the engine searched with.
    #[schema(example = "net")]
    evaluator: &'static str,
    /// For each judged move of the main line the moves that the engine expects after it: its score is for the position they lead to, unless
    /// the search went on from there.
    lines: Vec<Vec<String>>,
    /// The annotated game as PGN.
    pgn: String,
}

/// The number of errors of a side.
#[derive(Debug, Serialize, ToSchema)]
struct SideErrors {
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// A move of a game.
#[derive(Debug, Serialize, ToSchema)]
struct NodeData {
    /// The number of the previous move; `null` at the start.
    parent: Option<usize>,
    /// The move; `null` for a null move.
    #[serde(rename = "move")]
    text: Option<String>,
    san: String,
    /// The new contents of the squares that change.
    changes: Option<BTreeMap<String, String>>,
    /// The position after it.
    position: String,
    /// The comments before it, if it begins a variation, and after it, with their commands such as `[%clk 0:05:00]`.
    comments_before: Vec<String>,
    comments: Vec<String>,
    /// Marks such as `!`, or `$` and a number where there is no mark.
    marks: Vec<String>,
    /// The evaluation after it, if a comment has one, from White's point of view.
    score: Option<ScoreData>,
    /// True if it is a move of the main line.
    main: bool,
}

/// An error in a game.
#[derive(Debug, Serialize, ToSchema)]
struct PgnProblem {
    /// The line of the text, from 1.
    line: u64,
    message: String,
}

/// Reads every game of a PGN text, with its variations, comments and errors; the engine annotates them on request.
#[utoipa::path(post, path = "/pgn", tag = "play", params(PgnQuery),
    request_body(content = String, content_type = "application/x-chess-pgn", example = "1. e4 e5 2. Nf3 (2. f4) *"),
    responses((status = 200, body = PgnAnswer)))]
pub(super) fn pgn(offer: &Arc<Offer>, request: &Request<'_>) -> Result<Task, Problem> {
    let query: PgnQuery = request.query()?;
    let text = request.body.to_vec();
    if !query.annotate {
        return Ok(Task::new(move |stop| Ok(listed(text, stop))));
    }
    let limits = offer.limits;
    if text.len() > limits.body_bytes {
        return Err(Problem::too_long(limits.body_bytes));
    }
    Ok(Task::search(limits.time, move |stop, _| {
        annotated(text, &query, &limits, stop)
    }))
}

/// Returns the games of a text, with the moves of the first ones.
fn listed(text: Vec<u8>, stop: &StopHandle) -> PgnAnswer {
    let variants = variants();
    let mut left = MOST_NODES;
    // If a text takes too long, the first games are listed, at least one.
    let in_time = |(number, _): &(usize, _)| *number == 0 || !stop.is_stopped();
    let games = games_of(text).enumerate().take_while(in_time);
    let games = games.map(|(_, (game, place))| {
        let cost = game.len().max(1);
        let has_moves = cost <= left;
        left -= if has_moves { cost } else { left };
        data(&game, place, &variants, has_moves)
    });
    PgnAnswer {
        games: games.collect(),
        limits: None,
        clipped: Vec::new(),
    }
}

/// Returns the games of a text with the engine's analysis until it is stopped.
fn annotated(
    text: Vec<u8>,
    query: &PgnQuery,
    limits: &ServiceLimits,
    stop: &StopHandle,
) -> Result<PgnAnswer, Problem> {
    let positions = games_of(text.clone()).map(|(game, _)| game.main_line().count() + 1);
    let asked = LimitsRequest {
        depth: query.depth,
        nodes: query.nodes,
        time_ms: query.time_ms,
        ..LimitsRequest::default()
    };
    let mut annotator = Annotator::new(positions.sum(), asked, limits)?;
    let variants = variants();
    let games = games_of(text).map(|(mut game, place)| {
        let found = annotator.annotate(&mut game, stop);
        let rules = rules_of(&game, &variants);
        let analysis = found.map(|found| AnalysisData {
            white: found.report.white.into(),
            black: found.report.black.into(),
            complete: found.complete,
            evaluator: Annotator::EVALUATOR,
            lines: found
                .lines
                .iter()
                .map(|(after, line)| rules.line(after, line).0)
                .collect(),
            pgn: game.to_string(),
        });
        GameText {
            analysis,
            ..data(&game, place, &variants, true)
        }
    });
    Ok(PgnAnswer {
        games: games.collect(),
        clipped: annotator.limits.clipped.clone(),
        limits: Some(annotator.limits),
    })
}

/// Returns the first games of a text, each with its place.
fn games_of(text: Vec<u8>) -> impl Iterator<Item = (PgnGame, Range<u64>)> {
    let length = text.len() as u64;
    let limits = ReadLimits {
        game_bytes: MOST_GAME_BYTES,
        ..ReadLimits::default()
    };
    let mut games = Games::with_reader(Reader::with_limits(Cursor::new(text), limits));
    let mut next = games.next();
    iter::from_fn(move || {
        // Only a source whose bytes cannot be read gives an error.
        let game = next.take()?.ok()?;
        let began_at = games.reader().began_at();
        next = games.next();
        let end = match &next {
            Some(_) => games.reader().began_at(),
            None => length,
        };
        Some((game, began_at..end))
    })
    .take(MOST_GAMES)
}

/// Chess and Chess960.
type Variants = [Rules<Position>; 2];

fn variants() -> Variants {
    [
        plywood_catalog::Catalog::chess(),
        plywood_catalog::Catalog::chess960(),
    ]
    .map(|catalog| Rules {
        catalog,
        tables: None,
    })
}

fn rules_of<'a>(pgn: &PgnGame, variants: &'a Variants) -> &'a Rules<Position> {
    let is_chess960 = pgn.tags().get("Variant").is_some_and(|variant| {
        let variant = variant.to_ascii_lowercase();
        variant.contains("960") || variant.contains("fischer")
    });
    &variants[usize::from(is_chess960)]
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

/// Returns the data of a game without the engine.
fn data(pgn: &PgnGame, place: Range<u64>, variants: &Variants, has_moves: bool) -> GameText {
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let tags = pgn.tags().iter().map(owned);
    let rules = rules_of(pgn, variants);
    GameText {
        tags: tags.collect(),
        game: rules.catalog.name(),
        start: pgn.start().fen().to_string(),
        start_cells: if has_moves {
            cells(pgn.start())
        } else {
            BTreeMap::new()
        },
        offset: place.start,
        length: place.end - place.start,
        result: pgn.result().to_string(),
        nodes: has_moves.then(|| nodes(pgn, rules)),
        comments: comments(pgn.root().comments()),
        errors: pgn.errors().iter().map(problem).collect(),
        warnings: pgn.warnings().iter().map(problem).collect(),
        analysis: None,
    }
}

fn nodes(pgn: &PgnGame, rules: &Rules<Position>) -> Vec<NodeData> {
    let mut numbers: HashMap<NodeId, usize> = HashMap::new();
    let mut nodes: Vec<NodeData> = Vec::with_capacity(pgn.len());
    for step in pgn.steps() {
        numbers.insert(step.node.id(), nodes.len());
        let before = step.node.parent();
        let parent = before.and_then(|before| numbers.get(&before.id()).copied());
        let is_first = before.and_then(Node::next).map(Node::id) == Some(step.node.id());
        let moved = step.node.mv().map(|mv| rules.move_data(&step.before, mv));
        let (text, changes) = moved
            .map(|MoveData { text, changes, .. }| (text, changes))
            .unzip();
        nodes.push(NodeData {
            parent,
            text,
            changes: changes.flatten(),
            san: step.san().to_string(),
            position: step.after.fen().to_string(),
            comments_before: comments(step.node.comments_before()),
            comments: comments(step.node.comments()),
            marks: step.node.nags().iter().copied().map(mark).collect(),
            score: step.node.comments().iter().find_map(score),
            main: is_first && parent.is_none_or(|parent| nodes[parent].main),
        });
    }
    nodes
}

fn comments(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(ToString::to_string).collect()
}

fn score(comment: &Comment) -> Option<ScoreData> {
    comment.evaluation().and_then(|found| {
        ScoreData::new(match found.score {
            PgnScore::Centipawns(centipawns) => Score::centipawns(centipawns),
            PgnScore::Mate(moves) => Score::mate(moves),
        })
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
