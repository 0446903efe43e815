//! [`TreeAnswer`]: the trees of a search, pass by pass, node by node in the order in which they were entered.

use crate::games::{Place, Rules, ScoreData};
use crate::limits::AppliedLimits;
use crate::problem::Problem;
use crate::searches::answer::Answer;
use crate::searches::job::{Prepare, search};
use plywood_catalog::Playable;
use plywood_search::{
    Bound, Limits, NodeKind, PassRecorder, RecordedNode, RecordedPass, StopHandle,
};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The trees of a search. Scores, windows and bounds are from the view of the side to move at the root.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TreeAnswer {
    /// The tree of each pass from the root, the last one last: deepening has a pass for each depth, an aspiration window that fails
    /// another one, and MTD(f) one for each null window.
    pub(crate) passes: Vec<PassData>,
    /// How many passes came before those that are here.
    pub(crate) earlier: usize,
    /// What the search found.
    pub(crate) report: Answer,
}

/// One pass of a search.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PassData {
    /// Its number, its depth, and its window.
    #[schema(example = "pass 3 of 5: depth 2, window (-1, 0)")]
    pub(crate) label: String,
    /// The nodes in the order in which the search entered them, so parents come before their children.
    pub(crate) nodes: Vec<RecordedData>,
    /// The nodes that the search did not visit, such as those that were cut off; their numbers go on, and they have no scores. There
    /// are none if the whole tree would have more than 200 nodes.
    pub(crate) unsearched: Vec<RecordedData>,
    /// The numbers of the nodes of the best line, the root first.
    pub(crate) best_line: Vec<usize>,
    /// How many nodes were visited beyond those that are here.
    pub(crate) omitted: u64,
}

/// A node of a tree.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RecordedData {
    /// The number of the node it was reached from.
    pub(crate) parent: Option<usize>,
    /// How many plies below the root it is.
    pub(crate) ply: u32,
    /// The move that led here; `--` for a pass, and `null` for the same position once more.
    #[serde(rename = "move")]
    pub(crate) text: Option<String>,
    pub(crate) san: Option<String>,
    /// The step of the engine for which it was searched, if that was not to try the move.
    #[schema(example = "late-move-reduction")]
    pub(crate) purpose: Option<&'static str>,
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
    /// `inner`, `leaf`, `table`, or the name of the step that pruned the node; without a score the step skipped the move.
    pub(crate) kind: &'static str,
    /// How many moves were tried before the rest was cut off.
    pub(crate) cut: Option<Cut>,
    /// How many nodes below it are not part of the tree.
    pub(crate) unseen: u64,
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

/// Prepares a search whose tree is recorded.
pub(crate) fn tree<G: Playable>(
    place: &Place<G>,
    prepare: Prepare<'_>,
    recorder: PassRecorder,
) -> Result<TreeJob, Problem> {
    let chosen = prepare.choice.check(&place.rules.catalog, prepare.server)?;
    let search = search(place, &chosen, prepare.in_game)?;
    let (rules, root) = (Arc::clone(&place.rules), place.position().clone());
    let (strategy, limits, seed) = (chosen.name.clone(), chosen.limits.clone(), chosen.seed);
    let mut recorder = recorder.score_text(G::score_text);
    let run = move |limits: &Limits| {
        let report = search(limits, &mut recorder);
        let pass_data = |pass: &RecordedPass| {
            let searched = pass.tree.nodes();
            let whole = [searched, &pass.tree.unsearched(&root)].concat();
            let mut nodes = written(&rules, &root, &whole);
            PassData {
                label: recorder.label(pass),
                unsearched: nodes.split_off(searched.len()),
                nodes,
                best_line: pass.tree.best_line(),
                omitted: pass.tree.omitted(),
            }
        };
        let passes: Vec<PassData> = recorder.passes().iter().map(pass_data).collect();
        TreeAnswer {
            earlier: recorder.count() - passes.len(),
            passes,
            report: Answer::new(&rules, &root, &report, &chosen),
        }
    };
    Ok(TreeJob {
        strategy,
        limits,
        seed,
        run: Box::new(run),
    })
}

/// The nodes with their moves as the API and as people write them, for which the positions are replayed.
fn written<G: Playable>(rules: &Rules<G>, root: &G, nodes: &[RecordedNode]) -> Vec<RecordedData> {
    let mut positions: Vec<G> = Vec::with_capacity(nodes.len());
    let write = |node: &RecordedNode| {
        let before = node.parent.map_or(root, |parent| &positions[parent]);
        let mv = node.mv.as_deref().and_then(|text| {
            let moves = before.legal_moves();
            moves.iter().copied().find(|mv| format!("{mv:#}") == text)
        });
        let data = RecordedData {
            text: mv
                .map(|mv| rules.spelled(before, mv))
                .or_else(|| node.mv.clone()),
            san: mv
                .map(|mv| rules.catalog.written(before, mv))
                .or_else(|| node.mv.clone()),
            ..data::<G>(&node.for_root())
        };
        let after = mv.map_or_else(|| before.clone(), |mv| before.after(mv));
        positions.push(after);
        data
    };
    nodes.iter().map(write).collect()
}

fn data<G: Playable>(node: &RecordedNode) -> RecordedData {
    RecordedData {
        parent: node.parent,
        ply: node.ply,
        text: None,
        san: None,
        purpose: node.purpose,
        unseen: node.unseen,
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
        cut: node.cut_after.map(|(tried, of)| Cut { tried, of }),
    }
}
