//! [`Answer`]: the result of a search in JSON; and [`Compared`], its comparison with the reference.

use crate::games::{Rules, ScoreData};
use crate::limits::AppliedLimits;
use crate::searches::strategy::Chosen;
use plywood_catalog::Playable;
use plywood_search::{Finding, Iteration, Report, Score, Stats};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// The result of a search. Scores are from the side to move's point of view.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Answer {
    #[schema(example = "alpha-beta")]
    pub(crate) strategy: String,
    /// The strategy, written out.
    #[schema(example = "alpha-beta:evaluator=classical")]
    pub(crate) spec: String,
    #[schema(example = "classical")]
    pub(crate) evaluator: String,
    /// The best play of both sides.
    #[serde(flatten)]
    pub(crate) best: LineData,
    /// The completed depth.
    pub(crate) depth: u32,
    /// The reason the search ended.
    #[schema(example = "depth reached")]
    pub(crate) reason: String,
    /// True if only the depth ended the search.
    pub(crate) complete: bool,
    /// True if the score is minimax's at this depth.
    pub(crate) exact: bool,
    pub(crate) counts: Counts,
    pub(crate) time_ms: f64,
    pub(crate) nodes_per_second: u64,
    /// The iterations of a deepening strategy.
    pub(crate) iterations: Vec<IterationData>,
    /// The applied limits.
    pub(crate) limits: AppliedLimits,
    /// The limits that were lowered to the server's maximum.
    pub(crate) clipped: Vec<&'static str>,
    /// The data compared with the answers of other strategies.
    #[serde(skip)]
    pub(crate) finding: Option<Finding>,
}

/// Counts of a search.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Counts {
    #[serde(flatten)]
    pub(crate) stats: Stats,
    /// The share of cutoffs made by the first move, from 0 to 1.
    pub(crate) first_move_share: Option<f64>,
    pub(crate) branching_factor: f64,
}

impl Counts {
    fn new(stats: Stats, depth: u32) -> Self {
        Self {
            stats,
            first_move_share: stats.first_move_share(),
            branching_factor: stats.branching_factor(depth),
        }
    }
}

/// The result of one iteration of a deepening strategy.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct IterationData {
    pub(crate) depth: u32,
    /// The deepest ply so far, quiescence included.
    pub(crate) deepest_ply: u32,
    #[serde(flatten)]
    pub(crate) best: LineData,
    /// This line and the next best ones, if several were requested; the best first.
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
    #[schema(example = "+0.35")]
    pub(crate) score_text: Option<String>,
    /// The first move; `null` if the game is over.
    #[serde(rename = "move")]
    #[schema(example = "e2e4")]
    pub(crate) best_move: Option<String>,
    /// The move in the notation of people.
    #[schema(example = "e4")]
    pub(crate) san: Option<String>,
    /// The moves of both sides.
    pub(crate) line: Vec<String>,
    pub(crate) line_san: Vec<String>,
}

impl LineData {
    fn new<G: Playable>(
        rules: &Rules<G>,
        root: &G,
        score: Option<Score>,
        best_move: Option<G::Move>,
        line: &[G::Move],
    ) -> Self {
        let (line, line_san) = rules.line(root, line);
        Self {
            score: score.and_then(ScoreData::new),
            score_text: score.map(G::score_text),
            best_move: best_move.map(|mv| rules.catalog.move_text(mv)),
            san: best_move.map(|mv| root.move_name(mv)),
            line,
            line_san,
        }
    }
}

impl IterationData {
    pub(super) fn new<G: Playable>(
        rules: &Rules<G>,
        root: &G,
        iteration: &Iteration<G::Move>,
    ) -> Self {
        let lines = iteration.lines().map(|(score, line)| {
            LineData::new(rules, root, Some(score), line.first().copied(), line)
        });
        let lines: Vec<LineData> = lines.collect();
        Self {
            best: lines[0].clone(),
            lines,
            depth: iteration.depth,
            deepest_ply: iteration.deepest_ply,
            nodes: iteration.nodes,
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
        let (score, mv) = (report.score, report.best_move);
        Self {
            best: LineData::new(rules, root, score, mv, &report.line),
            strategy: chosen.name.clone(),
            spec: chosen.contender.spec().to_string(),
            evaluator: chosen.contender.spec().evaluator_text(),
            depth: report.depth,
            reason: report.reason.to_string(),
            complete: report.is_complete(),
            exact: report.is_exact,
            counts: Counts::new(report.stats, report.depth),
            time_ms: milliseconds(report.elapsed),
            nodes_per_second: per_second(report.stats.nodes, report.elapsed),
            iterations: report.iterations.iter().map(iteration).collect(),
            clipped: chosen.limits.clipped.clone(),
            limits: chosen.limits.clone(),
            finding: Finding::of(report),
        }
    }
}

/// The comparison of an answer with the reference's.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct Compared {
    /// The number of the strategy in the request, from 0.
    pub(crate) index: usize,
    pub(crate) is_reference: bool,
    /// The reference's nodes divided by this strategy's; `null` if one of the two searches was stopped early, or has no score.
    pub(crate) fewer_nodes: Option<f64>,
    /// True if the score is the reference's; `null` in the same cases.
    pub(crate) same_value: Option<bool>,
    /// True if the move is the reference's, which matters if the evaluators differ; `null` in the same cases.
    pub(crate) same_move: Option<bool>,
}

/// Compares the answers, some of which may be missing, with the reference's.
pub(crate) fn compare(answers: &[Option<&Answer>], reference: Option<usize>) -> Vec<Compared> {
    let finding = |index: usize| answers[index].and_then(|answer| answer.finding);
    let base = reference.and_then(finding);
    let best_move = |index: usize| answers[index]?.best.best_move.as_deref();
    let row = |index: usize| {
        let pair = finding(index).zip(base);
        Compared {
            index,
            is_reference: reference == Some(index),
            fewer_nodes: pair.map(|(found, base)| found.times_fewer_nodes(base)),
            same_value: pair.map(|(found, base)| found.has_value_of(base)),
            same_move: pair.map(|_| best_move(index) == reference.and_then(best_move)),
        }
    };
    (0..answers.len()).map(row).collect()
}

/// Converts to milliseconds with three decimals.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn per_second(count: u64, time: Duration) -> u64 {
    let nanoseconds = time.as_nanos().max(1);
    u64::try_from(u128::from(count) * 1_000_000_000 / nanoseconds).unwrap_or(u64::MAX)
}
