//! [`TreeAnswer`]: the tree of a search, node by node in the order in which they were entered.

use crate::games::{Place, WebGame};
use crate::limits::AppliedLimits;
use crate::problem::Problem;
use crate::searches::answer::{Answer, ScoreData};
use crate::searches::job::{Prepare, refused};
use crate::searches::spelled::Spelled;
use plywood_search::{Bound, Limits, NodeKind, RecordedNode, StopHandle, TreeRecorder};
use serde::Serialize;
use utoipa::ToSchema;

/// The tree of a search. Scores, windows and bounds are from the view of the side to move at the root.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TreeAnswer {
    /// The nodes in the order in which the search entered them, so parents come before their children.
    pub(crate) nodes: Vec<RecordedData>,
    /// The numbers of the nodes of the best line, the root first.
    pub(crate) best_line: Vec<usize>,
    /// How many nodes were visited beyond those that are here.
    pub(crate) omitted: u64,
    /// What the search found.
    pub(crate) report: Answer,
}

/// A node of a tree.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RecordedData {
    /// The number of the node it was reached from.
    pub(crate) parent: Option<usize>,
    /// How many plies below the root it is.
    pub(crate) ply: u32,
    /// The move that led here.
    #[serde(rename = "move")]
    pub(crate) text: Option<String>,
    pub(crate) san: Option<String>,
    /// The depth that was left.
    pub(crate) depth: u32,
    /// The lower bound of the window; `null` if it is open.
    pub(crate) alpha: Option<ScoreData>,
    /// The upper bound of the window; `null` if it is open.
    pub(crate) beta: Option<ScoreData>,
    /// `null` if the search was stopped before the node had a score.
    pub(crate) score: Option<ScoreData>,
    pub(crate) score_text: Option<String>,
    /// `exact`, `at least` or `at most`: what the score says about the value.
    pub(crate) bound: Option<&'static str>,
    /// `inner`, `leaf`, `table`, or the name of the step that pruned the node.
    pub(crate) kind: &'static str,
    /// How many moves were tried before the rest was cut off.
    pub(crate) cut: Option<Cut>,
}

/// A cut-off: the last move that was tried was too good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Cut {
    /// The moves that were tried.
    pub(crate) tried: usize,
    /// The moves there were.
    pub(crate) of: usize,
}

/// A search whose tree is recorded, ready to run on a thread of its own.
pub(crate) struct TreeJob {
    pub(crate) strategy: String,
    pub(crate) limits: AppliedLimits,
    seed: u64,
    run: Box<dyn FnOnce(&Limits) -> TreeAnswer + Send>,
}

impl TreeJob {
    pub(crate) fn run(self, stop: &StopHandle) -> TreeAnswer {
        (self.run)(&self.limits.for_search(self.seed, stop))
    }
}

/// Prepares a search and keeps its first nodes, up to this number.
pub(crate) fn tree<G: WebGame>(
    place: &Place<G>,
    prepare: Prepare<'_>,
    nodes: usize,
) -> Result<TreeJob, Problem> {
    let chosen = prepare.check(place)?;
    let search =
        G::search(place, &chosen.name, prepare.memory).map_err(|failure| refused(&failure))?;
    let (root, game) = (place.position().clone(), place.game());
    let (strategy, evaluator) = (chosen.name.strategy.clone(), chosen.evaluator);
    let applied = chosen.limits.clone();
    let run = move |limits: &Limits| {
        let mut recorder = TreeRecorder::with_capacity(nodes);
        let report = search(limits, &mut Spelled::<G>::new(&mut recorder, game));
        let report = Answer {
            strategy,
            evaluator,
            ..Answer::new(&root, game, &report, applied)
        };
        TreeAnswer {
            nodes: written(&root, &recorder),
            best_line: recorder.best_line(),
            omitted: recorder.omitted(),
            report,
        }
    };
    Ok(TreeJob {
        strategy: chosen.name.strategy,
        limits: chosen.limits,
        seed: chosen.name.seed,
        run: Box::new(run),
    })
}

/// The nodes with their moves as people write them, for which the positions are replayed.
fn written<G: WebGame>(root: &G, recorder: &TreeRecorder) -> Vec<RecordedData> {
    let mut positions: Vec<G> = Vec::with_capacity(recorder.nodes().len());
    let write = |node: &RecordedNode| {
        let before = node.parent.map_or(root, |parent| &positions[parent]);
        let mv = node.mv.as_deref().and_then(|mv| before.read_move(mv).ok());
        let san = mv.map(|mv| before.written(mv));
        let after = mv.map_or_else(|| before.clone(), |mv| before.after(mv));
        positions.push(after);
        data::<G>(node.for_root(), san)
    };
    recorder.nodes().iter().map(write).collect()
}

fn data<G: WebGame>(node: RecordedNode, san: Option<String>) -> RecordedData {
    RecordedData {
        parent: node.parent,
        ply: node.ply,
        san,
        depth: node.depth,
        alpha: ScoreData::new(node.window.alpha()),
        beta: ScoreData::new(node.window.beta()),
        score: node.score.and_then(ScoreData::new),
        score_text: node.score.map(G::score_text),
        bound: node.bound().map(|bound| match bound {
            Bound::Exact => "exact",
            Bound::AtLeast => "at least",
            Bound::AtMost => "at most",
        }),
        kind: match node.kind {
            NodeKind::Inner => "inner",
            NodeKind::Leaf => "leaf",
            NodeKind::Table => "table",
            NodeKind::Pruned(step) => step,
        },
        text: node.mv,
        cut: node.cut_after.map(|(tried, of)| Cut { tried, of }),
    }
}
