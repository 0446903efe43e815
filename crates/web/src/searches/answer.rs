//! [`Answer`]: what a search found, as JSON.

use crate::games::{Rules, ScoreData};
use crate::limits::AppliedLimits;
use crate::searches::strategy::Chosen;
use plywood_catalog::Playable;
use plywood_search::{Finding, Iteration, Report, Score, Stats};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// What a search found. Scores are from the view of the side to move.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Answer {
    #[schema(example = "alpha-beta")]
    pub(crate) strategy: String,
    /// What it is made of, spelled out.
    #[schema(example = "alpha-beta:evaluator=classical")]
    pub(crate) spec: String,
    #[schema(example = "classical")]
    pub(crate) evaluator: String,
    /// The move; `null` if the game is over.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    pub(crate) best_move: Option<String>,
    /// The move as people write it.
    #[schema(example = "e4")]
    pub(crate) san: Option<String>,
    pub(crate) score: Option<ScoreData>,
    #[schema(example = "+0.35")]
    pub(crate) score_text: Option<String>,
    /// The best play of both sides.
    pub(crate) line: Vec<String>,
    pub(crate) line_san: Vec<String>,
    /// The depth that was completed.
    pub(crate) depth: u32,
    /// Why the search ended.
    #[schema(example = "depth reached")]
    pub(crate) reason: String,
    /// Whether nothing but the depth ended the search.
    pub(crate) complete: bool,
    /// Whether the score is what minimax returns at this depth.
    pub(crate) exact: bool,
    pub(crate) counts: Counts,
    pub(crate) time_ms: f64,
    pub(crate) nodes_per_second: u64,
    /// The iterations of a deepening strategy.
    pub(crate) iterations: Vec<IterationData>,
    /// The limits that were applied.
    pub(crate) limits: AppliedLimits,
    /// The limits that were lowered to what the server allows.
    pub(crate) clipped: Vec<&'static str>,
    /// What is compared with the answers of other strategies.
    #[serde(skip)]
    pub(crate) finding: Option<Finding>,
}

/// Counts of what a search did.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Counts {
    /// Nodes entered, quiescence included.
    pub(crate) nodes: u64,
    /// Nodes answered by the table.
    pub(crate) saved: u64,
    /// Calls of the evaluator.
    pub(crate) evaluated: u64,
    /// Nodes at which the game was over.
    pub(crate) endings: u64,
    /// Nodes below the horizon.
    pub(crate) quiescence: u64,
    pub(crate) cutoffs: u64,
    /// Cut-offs by the first move.
    pub(crate) first_move_cutoffs: u64,
    /// The share of the cut-offs that were made by the first move, from 0 to 1.
    pub(crate) first_move_share: Option<f64>,
    /// Searches repeated because the window was too narrow.
    pub(crate) researches: u64,
    pub(crate) deepest_ply: u32,
    pub(crate) branching_factor: f64,
}

impl Counts {
    fn new(stats: &Stats, depth: u32) -> Self {
        Self {
            nodes: stats.explored,
            saved: stats.saved,
            evaluated: stats.evaluated,
            endings: stats.endings,
            quiescence: stats.quiescence,
            cutoffs: stats.cutoffs,
            first_move_cutoffs: stats.first_move_cutoffs,
            first_move_share: stats.first_move_share(),
            researches: stats.researches,
            deepest_ply: stats.deepest_ply,
            branching_factor: stats.branching_factor(depth),
        }
    }
}

/// What one iteration of a deepening strategy found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct IterationData {
    pub(crate) depth: u32,
    /// The deepest ply so far, quiescence included.
    pub(crate) deepest_ply: u32,
    pub(crate) score: Option<ScoreData>,
    pub(crate) score_text: String,
    #[serde(rename = "move")]
    pub(crate) best_move: String,
    pub(crate) san: String,
    pub(crate) line: Vec<String>,
    pub(crate) line_san: Vec<String>,
    /// This line and the next best ones, if several were asked for; the best first.
    pub(crate) lines: Vec<LineData>,
    /// The nodes of this iteration alone.
    pub(crate) nodes: u64,
    /// The time since the search began.
    pub(crate) time_ms: f64,
}

/// One of the best lines of a position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct LineData {
    pub(crate) score: Option<ScoreData>,
    pub(crate) score_text: String,
    #[serde(rename = "move")]
    pub(crate) best_move: Option<String>,
    pub(crate) san: Option<String>,
    pub(crate) line: Vec<String>,
    pub(crate) line_san: Vec<String>,
}

impl LineData {
    fn new<G: Playable>(rules: &Rules<G>, root: &G, score: Score, line: &[G::Move]) -> Self {
        let (line, line_san) = rules.line(root, line);
        Self {
            score: ScoreData::new(score),
            score_text: G::score_text(score),
            best_move: line.first().cloned(),
            san: line_san.first().cloned(),
            line,
            line_san,
        }
    }
}

impl IterationData {
    pub(crate) fn new<G: Playable>(
        rules: &Rules<G>,
        root: &G,
        iteration: &Iteration<G::Move>,
    ) -> Self {
        let (line, line_san) = rules.line(root, &iteration.line);
        let best = (iteration.score, &iteration.line);
        let others = iteration.other_lines.iter();
        let lines = std::iter::once(best).chain(others.map(|other| (other.score, &other.line)));
        let lines = lines.map(|(score, line)| LineData::new(rules, root, score, line));
        Self {
            lines: lines.collect(),
            depth: iteration.depth,
            deepest_ply: iteration.deepest_ply,
            score: ScoreData::new(iteration.score),
            score_text: G::score_text(iteration.score),
            best_move: rules.spelled(root, iteration.best_move),
            san: rules.catalog.written(root, iteration.best_move),
            line,
            line_san,
            nodes: iteration.explored,
            time_ms: milliseconds(iteration.elapsed),
        }
    }
}

impl Answer {
    pub(super) fn new<G: Playable>(
        rules: &Rules<G>,
        root: &G,
        report: &Report<G::Move>,
        chosen: &Chosen<G>,
    ) -> Self {
        let iteration = |iteration| IterationData::new(rules, root, iteration);
        let (line, line_san) = rules.line(root, &report.line);
        Self {
            strategy: chosen.name.clone(),
            spec: chosen.contender.spec(),
            evaluator: chosen.contender.evaluator().to_owned(),
            best_move: report.best_move.map(|mv| rules.spelled(root, mv)),
            san: report.best_move.map(|mv| rules.catalog.written(root, mv)),
            score: report.score.and_then(ScoreData::new),
            score_text: report.score.map(G::score_text),
            line,
            line_san,
            depth: report.depth,
            reason: report.reason.to_string(),
            complete: report.is_complete(),
            exact: report.is_exact,
            counts: Counts::new(&report.stats, report.depth),
            time_ms: milliseconds(report.elapsed),
            nodes_per_second: per_second(report.stats.explored, report.elapsed),
            iterations: report.iterations.iter().map(iteration).collect(),
            clipped: chosen.limits.clipped.clone(),
            limits: chosen.limits.clone(),
            finding: Finding::of(report),
        }
    }
}

/// Milliseconds to a thousandth.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn per_second(count: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(count) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}
