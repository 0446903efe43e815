//! [`RecordedSearch`]: the trees of a search as data, in one form for reports, pages, the book and Python.

mod stepper;
mod svg;

use crate::catalog::Catalog;
use crate::playable::Playable;
use plywood_report::counted;
use plywood_search::{
    Arrival, Bound, Limits, NodeKind, RecordedNode, RecordedPass, Score, Strategy, TreeRecorder,
    Window,
};
use std::fmt::Write as _;

pub use stepper::STEPPER;

/// The trees of a search, pass by pass. Scores, windows and bounds are from the point of view of the side to move at the root, as textbooks
/// draw them: that side maximizes at the root, the other side minimizes one ply below, and so on.
///
/// ```
/// use plywood_catalog::{Catalog, RecordedSearch};
/// use plywood_search::{Limits, TreeRecorder};
///
/// let trees = Catalog::written_tree();
/// let mut recorder = TreeRecorder::new(100);
/// let mut search = trees.contender("alpha-beta")?.strategy(0);
/// search.search_observed(trees.start(), &Limits::depth(2), &mut recorder);
///
/// let recorded = RecordedSearch::new(&trees, trees.start(), &recorder);
/// let [tree] = recorded.passes.as_slice() else { panic!("one pass") };
/// assert_eq!((tree.nodes.len(), tree.unsearched.len()), (11, 2));
/// assert!(tree.to_svg().starts_with("<svg"));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct RecordedSearch {
    /// The tree of each pass from the root, the last one last: deepening makes a pass for each depth, an aspiration window that fails
    /// another, and MTD(f) one for each null window.
    pub passes: Vec<RecordedTree>,
    /// The number of earlier passes that are not included.
    pub earlier: usize,
}

/// The tree of one pass of a search.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct RecordedTree {
    /// The number of the pass, its depth and its window.
    #[cfg_attr(
        feature = "api",
        schema(example = "pass 3 of 5: depth 2, window (-1, 0)")
    )]
    pub label: String,
    /// The nodes in the order the search entered them, so parents come before their children.
    pub nodes: Vec<TreeNode>,
    /// The nodes that the search did not visit, such as those that were cut off; their numbers continue, and they have no scores. There are
    /// none if the whole tree would have more than 200 nodes.
    pub unsearched: Vec<TreeNode>,
    /// The numbers of the nodes of the best line, the root first.
    pub best_line: Vec<usize>,
    /// The number of visited nodes that are not included.
    pub omitted: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    #[cfg_attr(feature = "api", schema(ignore))]
    score_text: ScoreText,
}

/// A game's notation of scores.
type ScoreText = fn(Score) -> String;

/// A node of a tree.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct TreeNode {
    /// The number of its parent.
    pub parent: Option<usize>,
    /// The number of plies below the root.
    pub ply: u32,
    /// The move that led here in the notation of programs; `--` for a pass, and `null` for the same position again.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub text: Option<String>,
    /// The move in the notation of people; an outcome of chance with its weight in front, `2:6-5`.
    pub san: Option<String>,
    /// The weight of the move, if it is an outcome of chance.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub weight: Option<u32>,
    /// The engine's step it was searched for, unless it was searched to try the move.
    #[cfg_attr(feature = "api", schema(example = "late-move-reduction"))]
    pub purpose: Option<&'static str>,
    /// The remaining depth.
    pub depth: u32,
    /// The lower bound of the window; `null` if it is open.
    #[cfg_attr(feature = "api", schema(value_type = Option<Object>, example = json!({"cp": 35})))]
    pub alpha: Score,
    /// The upper bound of the window; `null` if it is open.
    #[cfg_attr(feature = "api", schema(value_type = Option<Object>, example = json!({"cp": 36})))]
    pub beta: Score,
    /// The score; `null` if the search was stopped before the node had one.
    #[cfg_attr(feature = "api", schema(value_type = Option<Object>, example = json!({"cp": 36})))]
    pub score: Option<Score>,
    /// The score in the game's notation; in a tree that the search keeps, its information on the node: the games and the percentage won by
    /// the side that moved there, the value for that side, its proof and disproof numbers, or its place in the queue of SSS* with the most it
    /// can be worth.
    pub score_text: Option<String>,
    /// The relation of the score to the value: `exact`, `at least` or `at most`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "in_words::bound"))]
    #[cfg_attr(feature = "api", schema(value_type = Option<String>, example = "exact"))]
    pub bound: Option<Bound>,
    /// `inner`, `leaf`, `table`; `games`, `valued`, `proven`, `proof`, `queued` or `extended` in a tree that the search keeps; or the name of the step that pruned the node; without a score the step skipped the move.
    #[cfg_attr(feature = "serde", serde(serialize_with = "in_words::kind"))]
    #[cfg_attr(feature = "api", schema(value_type = String, example = "inner"))]
    pub kind: NodeKind,
    /// The number of moves tried before the rest was cut off.
    pub cut: Option<TreeCut>,
    /// The number of nodes below it that are not part of the tree.
    pub unseen: u64,
    /// The number of nodes that minimax visits here and below, down to the same depth; `null` if there are too many to count, or minimax
    /// does not search them.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub whole: Option<u64>,
    /// `true` if the previous node is the same one: its move is searched again, with another window.
    #[cfg_attr(feature = "serde", serde(rename = "again"))]
    pub is_again: bool,
    /// The position in lines of text, for pages without a server.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub board: Option<String>,
    #[cfg_attr(feature = "serde", serde(skip))]
    #[cfg_attr(feature = "api", schema(ignore))]
    window: Window,
}

/// Serializes enums in the form for the page and Python.
#[cfg(feature = "serde")]
mod in_words {
    use super::{Bound, NodeKind};
    use serde::{Serialize as _, Serializer};

    #[expect(
        clippy::ref_option,
        reason = "the serializer passes a reference to the field"
    )]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(super) fn bound<S: Serializer>(bound: &Option<Bound>, to: S) -> Result<S::Ok, S::Error> {
        let words = bound.map(|bound| match bound {
            Bound::Exact => "exact",
            Bound::AtLeast => "at least",
            Bound::AtMost => "at most",
        });
        words.serialize(to)
    }

    pub(super) fn kind<S: Serializer>(kind: &NodeKind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.name())
    }
}

/// A cutoff: the last move tried was too good.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct TreeCut {
    /// The number of moves tried.
    pub tried: usize,
    /// The number of moves.
    pub of: usize,
    /// The untried moves, for pages without a server; below the horizon not all of them are known.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub untried: Vec<String>,
}

/// The default number of nodes to keep.
const RECORDED: usize = 10_000;
/// A tree with more nodes than this is not read as a whole.
const READABLE: usize = 200;
/// Minimax's nodes are counted up to this number, which takes less time than the search.
const COUNTABLE: u64 = 300_000;

/// The details to include for each node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Moves,
    Positions,
}

impl RecordedSearch {
    /// Records the nodes that a strategy visits when it searches a position, at most about 10,000.
    ///
    /// ```
    /// use plywood_catalog::{Catalog, RecordedSearch};
    /// use plywood_eval::Material;
    /// use plywood_search::{AlphaBeta, Limits};
    ///
    /// let (chess, mut search) = (Catalog::chess(), AlphaBeta::new(Material::default()));
    /// let drawn = RecordedSearch::of(&chess, chess.start(), &mut search, &Limits::depth(1)).to_svg();
    /// assert!(drawn.is_some_and(|svg| svg.contains("Nf3")));
    /// ```
    #[must_use]
    pub fn of<G: Playable>(
        catalog: &Catalog<G>,
        root: &G,
        strategy: &mut dyn Strategy<G>,
        limits: &Limits,
    ) -> Self {
        let mut recorder = TreeRecorder::new(RECORDED);
        strategy.search_observed(root, limits, &mut recorder);
        Self::new(catalog, root, &recorder)
    }

    /// Draws the tree of the last pass; `None` if the strategy searches no tree depth first.
    #[must_use]
    pub fn to_svg(&self) -> Option<String> {
        self.passes.last().map(RecordedTree::to_svg)
    }

    /// Makes the search recorded from this position.
    #[must_use]
    pub fn new<G: Playable>(
        catalog: &Catalog<G>,
        root: &G,
        recorder: &TreeRecorder<G::Move>,
    ) -> Self {
        Self::with(catalog, root, recorder, Detail::Moves)
    }

    /// Makes the search recorded from this position, with the position at each node and the moves that were cut off.
    #[must_use]
    pub fn with_positions<G: Playable>(
        catalog: &Catalog<G>,
        root: &G,
        recorder: &TreeRecorder<G::Move>,
    ) -> Self {
        Self::with(catalog, root, recorder, Detail::Positions)
    }

    fn with<G: Playable>(
        catalog: &Catalog<G>,
        root: &G,
        recorder: &TreeRecorder<G::Move>,
        detail: Detail,
    ) -> Self {
        let spelled =
            |pass: &RecordedPass<G::Move>| RecordedTree::new((catalog, root), pass, detail);
        Self::of_passes(recorder, G::score_text, spelled)
    }

    /// Makes trees of moves without rules, such as those of a file, with the notation of their scores and moves.
    #[must_use]
    pub fn without_rules<M: Copy + Eq>(
        recorder: &TreeRecorder<M>,
        score_text: fn(Score) -> String,
        move_text: impl Fn(M) -> String,
    ) -> Self {
        let node = |recorded: &RecordedNode<M>| {
            let text = recorded.arrival.map(|arrival| match arrival {
                Arrival::Pass => PASS.to_owned(),
                Arrival::Move(mv) | Arrival::Outcome(mv, _) => move_text(mv),
            });
            let node = TreeNode::new(&recorded.for_root(), score_text);
            TreeNode {
                san: text.clone().map(|name| weighted(node.weight, name)),
                text,
                ..node
            }
        };
        Self::of_passes(recorder, score_text, |pass| RecordedTree {
            label: String::new(),
            nodes: pass.nodes.iter().map(node).collect(),
            unsearched: Vec::new(),
            best_line: pass.best_line(),
            omitted: pass.omitted,
            score_text,
        })
    }

    fn of_passes<M: Copy + Eq>(
        recorder: &TreeRecorder<M>,
        score_text: ScoreText,
        spelled: impl Fn(&RecordedPass<M>) -> RecordedTree,
    ) -> Self {
        let passes = recorder.passes().iter();
        let passes = passes.map(|pass| {
            let window = pass.window.text(score_text);
            let (number, count, depth) = (pass.number, recorder.count(), pass.depth);
            let how = if pass.is_kept() {
                counted(pass.visited(), "node")
            } else {
                format!("depth {depth}, window {window}")
            };
            RecordedTree {
                label: format!("pass {number} of {count}: {how}"),
                ..spelled(pass)
            }
        });
        Self {
            earlier: recorder.count() - recorder.passes().len(),
            passes: passes.collect(),
        }
    }
}

impl RecordedTree {
    /// Makes the tree of a pass, with the nodes that the search left out if the whole tree is readable.
    fn new<G: Playable>(
        (catalog, root): (&Catalog<G>, &G),
        pass: &RecordedPass<G::Move>,
        detail: Detail,
    ) -> Self {
        let searched = pass.nodes.len();
        let whole = [&pass.nodes[..], &pass.unsearched(root, READABLE)].concat();
        let (mut nodes, positions) = replayed(catalog, root, &whole, detail);
        let cuts = nodes.iter_mut().map(|node| &mut node.cut).zip(&positions);
        for (number, (cut, position)) in cuts.enumerate() {
            let (Some(cut), Some(position)) = (cut, position) else {
                continue;
            };
            let moves = position.legal_moves();
            // Below the horizon quiescence tries only some of the legal moves.
            if detail == Detail::Positions && moves.len() == cut.of {
                let children = pass.nodes.iter();
                let children = children.filter(|child| child.parent == Some(number));
                let tried: Vec<_> = children.filter_map(RecordedNode::mv).collect();
                let left = moves.iter().filter(|mv| !tried.contains(mv));
                cut.untried = left.map(|mv| position.move_name(*mv)).collect();
            }
        }
        let unsearched = nodes.split_off(searched);
        let sizes = pass.whole_sizes(root, COUNTABLE).unwrap_or_default();
        let is_of_whole = |node: &TreeNode| node.purpose.is_none() && node.ply <= pass.depth;
        for (node, size) in nodes.iter_mut().zip(sizes) {
            node.whole = is_of_whole(node).then_some(size);
        }
        Self {
            label: String::new(),
            nodes,
            unsearched,
            best_line: pass.best_line(),
            omitted: pass.omitted,
            score_text: G::score_text,
        }
    }

    /// Writes a line for each node, indented by its level below the root: the move, the window, the score, and the moves that were cut off.
    #[must_use]
    pub fn to_text(&self) -> String {
        let (mut open, mut text) = (Vec::new(), String::new());
        let mut below = vec![Vec::new(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            match node.parent {
                Some(parent) => below[parent].push(number),
                None => open.push((number, 0)),
            }
        }
        // The nodes of a kept tree come in the order they were added, so those below a node needn't follow it.
        while let Some((number, level)) = open.pop() {
            text += &self.line(&self.nodes[number], level);
            open.extend(below[number].iter().map(|child| (*child, level + 1)));
        }
        text
    }

    fn line(&self, node: &TreeNode, level: usize) -> String {
        let indent = "  ".repeat(level);
        let above = if node.purpose.is_some() {
            "the same"
        } else {
            "root"
        };
        let mv = node.san.as_deref().unwrap_or(above);
        if let NodeKind::Skipped(step) = node.kind {
            return format!("{indent}{mv}  skipped by {step}\n");
        }
        let again = if node.is_again { " again" } else { "" };
        let purpose = node.purpose.map(|step| format!(" for {step}"));
        let again = purpose.as_deref().unwrap_or(again);
        let window = node.window.text(self.score_text);
        let value = node.score_text.as_deref().unwrap_or("?");
        let mut text = format!(
            "{indent}{mv}{again}  {window}  {}{value}",
            node.bound_sign()
        );
        match node.kind {
            NodeKind::Inner | NodeKind::Leaf => {}
            NodeKind::Table | NodeKind::Kept(_) | NodeKind::Pruned(_) | NodeKind::Skipped(_) => {
                let _ = write!(text, "  {}", node.kind.name());
            }
        }
        if node.unseen > 0 {
            let _ = write!(text, "  {} below", counted(node.unseen, "node"));
        }
        if let Some((cut, cut_off)) = node.cut.as_ref().zip(node.cut_off()) {
            let reason = self.cut_reason(node);
            let _ = write!(text, "  {reason}  ✂ {cut_off}");
            for (number, mv) in cut.untried.iter().enumerate() {
                let between = if number == 0 { ": " } else { " " };
                let _ = write!(text, "{between}{mv}");
            }
        }
        text + "\n"
    }

    /// Returns the reason for a cutoff at a node, such as `3 ≥ β 2`.
    fn cut_reason(&self, node: &TreeNode) -> String {
        let value = node.score_text.as_deref().unwrap_or_default();
        // Chance cuts off outcomes that are too good or too bad.
        let is_high = node
            .bound
            .map_or(node.ply.is_multiple_of(2), |bound| bound != Bound::AtMost);
        if is_high {
            format!("{value} ≥ β {}", (self.score_text)(node.beta))
        } else {
            format!("{value} ≤ α {}", (self.score_text)(node.alpha))
        }
    }
}

impl TreeNode {
    /// Returns the text before the score in a drawing: `≥` or `≤` and a space if it is only a bound.
    fn bound_sign(&self) -> &'static str {
        match (self.bound, self.kind) {
            // A kept node's information has a sign where it needs one.
            (_, NodeKind::Kept(_)) | (Some(Bound::Exact) | None, _) => "",
            (Some(Bound::AtLeast), _) => "≥ ",
            (Some(Bound::AtMost), _) => "≤ ",
        }
    }

    /// Returns the number of moves that were cut off.
    fn cut_off(&self) -> Option<usize> {
        let cut = self.cut.as_ref()?;
        (cut.tried < cut.of).then(|| cut.of - cut.tried)
    }
}

/// Replays the moves of the nodes. After a pass that the rules don't have there are no positions.
fn replayed<G: Playable>(
    catalog: &Catalog<G>,
    root: &G,
    recorded: &[RecordedNode<G::Move>],
    detail: Detail,
) -> (Vec<TreeNode>, Vec<Option<G>>) {
    let mut positions: Vec<Option<G>> = Vec::with_capacity(recorded.len());
    let mut nodes = Vec::with_capacity(recorded.len());
    for recorded in recorded {
        let before = match recorded.parent {
            Some(parent) => positions[parent].as_ref(),
            None => Some(root),
        };
        let mut node = TreeNode::new(&recorded.for_root(), G::score_text);
        let after = match (recorded.arrival, before) {
            (None, before) => before.cloned(),
            (Some(Arrival::Pass), before) => {
                (node.text, node.san) = (Some(PASS.to_owned()), Some(PASS.to_owned()));
                before.and_then(G::after_pass)
            }
            (Some(Arrival::Move(mv) | Arrival::Outcome(mv, _)), None) => {
                node.text = Some(mv.to_string());
                node.san = Some(weighted(node.weight, mv.to_string()));
                None
            }
            (Some(Arrival::Move(mv) | Arrival::Outcome(mv, _)), Some(before)) => {
                node.text = Some(catalog.move_text(mv));
                node.san = Some(weighted(node.weight, before.move_name(mv)));
                Some(before.after(mv))
            }
        };
        let shown = after.as_ref().filter(|_| detail == Detail::Positions);
        node.board = shown.map(G::shown);
        positions.push(after);
        nodes.push(node);
    }
    (nodes, positions)
}

/// Puts the weight of an outcome in front of its name.
fn weighted(weight: Option<u32>, name: String) -> String {
    match weight {
        Some(weight) => format!("{weight}:{name}"),
        None => name,
    }
}

/// The notation of a pass.
const PASS: &str = "--";

impl TreeNode {
    /// Makes a node without the parts that need its position.
    fn new<M: Copy>(node: &RecordedNode<M>, score_text: ScoreText) -> Self {
        Self {
            parent: node.parent,
            ply: node.ply,
            text: None,
            san: None,
            weight: match node.arrival {
                Some(Arrival::Outcome(_, weight)) => Some(weight),
                Some(Arrival::Move(_) | Arrival::Pass) | None => None,
            },
            purpose: node.purpose,
            depth: node.depth,
            alpha: node.window.alpha(),
            beta: node.window.beta(),
            score: node.score,
            score_text: match node.kind {
                NodeKind::Kept(known) => Some(known.text(score_text)),
                NodeKind::Inner
                | NodeKind::Leaf
                | NodeKind::Table
                | NodeKind::Pruned(_)
                | NodeKind::Skipped(_) => node.score.map(score_text),
            },
            bound: node.bound(),
            kind: node.kind,
            cut: node.cut_after.map(|(tried, of)| TreeCut {
                tried,
                of,
                untried: Vec::new(),
            }),
            unseen: node.unseen,
            whole: None,
            is_again: node.is_again,
            board: None,
            window: node.window,
        }
    }
}
