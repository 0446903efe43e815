//! [`SearchTree`]: the recorded tree of one search, as an outline and as a page on which one can step through it.

use crate::show::page::{Page, STEPPER};
use plywood_catalog::{Catalog, Contender, Playable};
use plywood_core::Position;
use plywood_search::{
    Bound, Limits, NodeKind, PassRecorder, RecordedNode, RecordedPass, Score, TreeRecorder, Window,
};
use serde::Serialize;
use std::fmt::Write as _;

/// A recorded search, with the position at every node.
///
/// Scores and windows are from the point of view of the side to move at the root, as textbooks draw them: that side
/// maximizes at the root, the other side minimizes one ply below, and so on.
///
/// ```
/// use plywood_lab::SearchTree;
/// use plywood_search::Limits;
///
/// let trees = plywood_catalog::written_tree();
/// let alpha_beta = trees.contender("alpha-beta")?;
/// let tree = SearchTree::record(&trees, trees.start(), &alpha_beta, &Limits::depth(2), 100);
/// assert!(tree.to_text().contains("2 3 cut off"));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SearchTree {
    game: &'static str,
    strategy: String,
    /// The last pass.
    recorder: TreeRecorder,
    /// The passes that are shown, the first one first.
    passes: Vec<PassTree>,
    /// The number of passes that the search made.
    pass_count: usize,
    /// The number of nodes after which the search was stopped, unless it came to its end.
    stopped_after: Option<u64>,
    score_text: fn(Score) -> String,
}

/// The tree of one pass: a search from the root with one depth and window.
#[derive(Debug, Clone, Serialize)]
struct PassTree {
    /// Its number, depth and window in words.
    label: String,
    nodes: Vec<Node>,
    /// What the search left out, if the whole tree is small enough to be read; the numbers go on.
    unsearched: Vec<Node>,
    /// The numbers of the nodes of the best line.
    best_line: Vec<usize>,
    omitted: u64,
}

/// A node, from the view of the side to move at the root.
#[derive(Debug, Clone, Serialize)]
struct Node {
    parent: Option<usize>,
    ply: u32,
    depth: u32,
    /// The move that led here, in its usual notation; `None` at the root, and for the same position once more.
    san: Option<String>,
    /// The step for which it was searched, if that was not to try the move.
    purpose: Option<&'static str>,
    alpha: Score,
    beta: Score,
    #[serde(skip)]
    window: Window,
    /// Whether its move is searched again, with another window.
    #[serde(skip)]
    is_again: bool,
    score: Option<Score>,
    /// Whether the value is the score, at least, or at most.
    bound: Option<&'static str>,
    /// `≥` or `≤` if the score is only a bound.
    #[serde(skip)]
    sign: &'static str,
    kind: &'static str,
    cut: Option<Cut>,
    /// The nodes below it that are not shown.
    unseen: u64,
    /// The position in a few lines of text.
    board: String,
}

/// A cut-off at a node.
#[derive(Debug, Clone, Serialize)]
struct Cut {
    tried: usize,
    of: usize,
    /// The moves that were not tried; below the horizon not all of them are known.
    untried: Vec<String>,
}

impl SearchTree {
    /// Searches a position, and keeps at most this many nodes of the tree.
    #[must_use]
    pub fn record<G: Playable>(
        catalog: &Catalog<G>,
        position: &G,
        contender: &Contender<G>,
        limits: &Limits,
        most_nodes: usize,
    ) -> Self {
        let mut recorder = PassRecorder::with_capacity(most_nodes).score_text(G::score_text);
        let report = contender
            .strategy(0)
            .search_observed(position, limits, &mut recorder);
        let pass_tree = |pass: &RecordedPass| {
            let searched = pass.tree.nodes();
            let whole = [searched, &pass.tree.unsearched(position)].concat();
            let mut nodes = nodes(catalog, position, &whole, searched.len());
            PassTree {
                label: recorder.label(pass),
                unsearched: nodes.split_off(searched.len()),
                nodes,
                best_line: pass.tree.best_line(),
                omitted: pass.tree.omitted(),
            }
        };
        let passes: Vec<PassTree> = recorder.passes().iter().map(pass_tree).collect();
        let last = recorder.last().zip(passes.last());
        Self {
            game: catalog.name(),
            strategy: contender.name().to_owned(),
            // Its drawings name the moves as the outline and the page do.
            recorder: last.map_or_else(
                || TreeRecorder::with_capacity(0),
                |(pass, shown)| {
                    let names = |number: usize| shown.nodes[number].san.clone().unwrap_or_default();
                    pass.tree.clone().with_move_names(names)
                },
            ),
            passes,
            pass_count: recorder.count(),
            stopped_after: (!report.is_complete()).then_some(report.stats.explored),
            score_text: G::score_text,
        }
    }

    /// Notes on the whole tree: the nodes that are not kept, and whether the search was stopped.
    fn notes(&self) -> Vec<String> {
        let forgotten = match self.pass_count - self.passes.len() {
            0 => None,
            forgotten => Some(format!("{forgotten} earlier passes are not shown")),
        };
        let omitted: u64 = self.passes.iter().map(|pass| pass.omitted).sum();
        let omitted = match omitted {
            0 => None,
            omitted => Some(format!("{omitted} more nodes are not shown")),
        };
        let stopped = self.stopped_after.map(|nodes| {
            format!("the search was stopped after {nodes} nodes; a smaller depth lets it come to its end")
        });
        forgotten
            .into_iter()
            .chain(omitted)
            .chain(stopped)
            .collect()
    }

    /// Whether nothing was recorded, since the strategy does not traverse a tree depth first.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.recorder.nodes().is_empty()
    }

    /// Which pass the pictures show, if the search made several.
    #[must_use]
    pub fn last_pass(&self) -> Option<&str> {
        let last = self.passes.last()?;
        (self.pass_count > 1).then_some(&last.label)
    }

    /// The recorder of the last pass, which writes its tree as SVG, DOT and JSON.
    #[must_use]
    pub const fn recorder(&self) -> &TreeRecorder {
        &self.recorder
    }

    /// A line for each node, indented by its ply: the move, the window, and the score. A search of several passes has a heading
    /// for each.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for pass in &self.passes {
            if self.pass_count > 1 {
                let _ = writeln!(text, "{}", pass.label);
            }
            for node in &pass.nodes {
                text += &self.line(node);
            }
        }
        for note in self.notes() {
            let _ = writeln!(text, "… {note}");
        }
        text
    }

    fn line(&self, node: &Node) -> String {
        let indent = "  ".repeat(node.ply as usize);
        let above = if node.purpose.is_some() {
            "the same"
        } else {
            "root"
        };
        let mv = node.san.as_deref().unwrap_or(above);
        let purpose = node.purpose.map(|step| format!(" for {step}"));
        let again = if node.is_again { " again" } else { "" };
        let again = purpose.as_deref().unwrap_or(again);
        if node.is_skipped() {
            return format!("{indent}{mv}  skipped by {}\n", node.kind);
        }
        let [alpha, beta] = [node.alpha, node.beta].map(self.score_text);
        let window = node.window.text(self.score_text);
        let value = node.score.map(self.score_text);
        let shown = value.as_ref().map_or("?", |value| value);
        let mut text = format!("{indent}{mv}{again}  {window}  {}{shown}", node.sign);
        if !["inner", "leaf"].contains(&node.kind) {
            let _ = write!(text, "  {}", node.kind);
        }
        if node.unseen > 0 {
            let _ = write!(text, "  {} nodes below", node.unseen);
        }
        if let Some(cut) = node.cut.as_ref().filter(|cut| cut.tried < cut.of) {
            let value = value.unwrap_or_default();
            let reason = if node.ply.is_multiple_of(2) {
                format!("{value} ≥ β {beta}")
            } else {
                format!("{value} ≤ α {alpha}")
            };
            let moves = if cut.untried.is_empty() {
                (cut.of - cut.tried).to_string()
            } else {
                cut.untried.join(" ")
            };
            let _ = write!(text, "  {reason}: {moves} cut off");
        }
        text + "\n"
    }

    /// The page.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let nodes: usize = self.passes.iter().map(|pass| pass.nodes.len()).sum();
        let notes = match self.notes().as_slice() {
            [] => String::new(),
            notes => format!(" Note: {}.", notes.join("; ")),
        };
        let lead = format!(
            "{nodes} nodes, in the order of the search. Scores are from the point of view of the side to move at the root, which \
             maximizes; the other side minimizes.{notes}"
        );
        let board = Position::START.to_svg().size(320).id_prefix("board-");
        let html = include_str!("search_tree/page.html")
            .replace("GAME", self.game)
            .replace("BOARD", &board.to_string());
        let (strategy, game) = (&self.strategy, self.game);
        // In one script they need no imports.
        let modules = STEPPER
            .iter()
            .flat_map(|(_, text)| text.split_inclusive('\n'));
        let mut script: String = modules
            .filter(|line| !line.starts_with("import "))
            .collect();
        script += include_str!("../board.js");
        script += include_str!("search_tree/page.js");
        Page::new(&format!("The search of {strategy}, step by step ({game})"))
            .lead(&lead)
            .style(include_str!("search_tree/page.css"))
            .section("", &html)
            .module(&self.passes, &script)
    }
}

/// Replays the moves of the recorded nodes, of which the first ones were searched.
fn nodes<G: Playable>(
    catalog: &Catalog<G>,
    root: &G,
    recorded: &[RecordedNode],
    searched: usize,
) -> Vec<Node> {
    let mut positions: Vec<G> = Vec::with_capacity(recorded.len());
    let mut nodes: Vec<Node> = Vec::with_capacity(recorded.len());
    let mut tried: Vec<Vec<String>> = vec![Vec::new(); recorded.len()];
    for (number, node) in recorded.iter().enumerate() {
        let before = node.parent.map_or(root, |parent| &positions[parent]);
        let (position, san) = match node.parent.zip(node.mv.as_deref()) {
            None => (before.clone(), None),
            Some((parent, text)) => {
                let moves = before.legal_moves();
                let mv = moves.iter().find(|mv| format!("{mv:#}") == text);
                let (position, written) = mv.map_or_else(
                    || (before.clone(), text.to_owned()),
                    |&mv| (before.after(mv), catalog.written(before, mv)),
                );
                if number < searched {
                    tried[parent].push(written.clone());
                }
                (position, Some(written))
            }
        };
        let board = catalog.shown(&position);
        nodes.push(Node::new(&node.for_root(), san, board));
        positions.push(position);
    }
    for (((node, recorded), position), tried) in
        nodes.iter_mut().zip(recorded).zip(&positions).zip(tried)
    {
        node.cut = recorded.cut_after.map(|(count, of)| {
            let moves = position.legal_moves();
            let untried = moves.iter().map(|&mv| catalog.written(position, mv));
            // Below the horizon quiescence tries only some of the legal moves.
            let is_known = moves.len() == of;
            let untried = untried.filter(|mv| is_known && !tried.contains(mv));
            Cut {
                tried: count,
                of,
                untried: untried.collect(),
            }
        });
    }
    nodes
}

impl Node {
    /// Whether a step skipped the move that would have led here.
    fn is_skipped(&self) -> bool {
        self.score.is_none() && !["inner", "leaf", "table"].contains(&self.kind)
    }

    fn new(node: &RecordedNode, san: Option<String>, board: String) -> Self {
        Self {
            parent: node.parent,
            ply: node.ply,
            depth: node.depth,
            san,
            purpose: node.purpose,
            alpha: node.window.alpha(),
            beta: node.window.beta(),
            window: node.window,
            is_again: node.is_again,
            score: node.score,
            bound: node.bound().map(|bound| match bound {
                Bound::Exact => "exact",
                Bound::AtLeast => "at least",
                Bound::AtMost => "at most",
            }),
            sign: node.bound_sign(),
            kind: match node.kind {
                NodeKind::Inner => "inner",
                NodeKind::Leaf => "leaf",
                NodeKind::Table => "table",
                NodeKind::Pruned(step) => step,
            },
            cut: None,
            unseen: node.unseen,
            board,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_not_taken_for_a_move_of_the_king() {
        let chess = plywood_catalog::chess();
        let position = chess.read("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let minimax = chess.contender("minimax:evaluator=material").unwrap();
        let tree = SearchTree::record(&chess, &position, &minimax, &Limits::depth(1), 100);
        let nodes = &tree.passes[0].nodes;
        let after = |mv: &str| {
            let node = nodes.iter().find(|node| node.san.as_deref() == Some(mv));
            let board = &node.expect("it was searched").board;
            board.lines().last().expect("there are rows").to_owned()
        };
        assert_eq!(after("O-O"), ". . . . . R K .");
        assert_eq!(after("Kg1"), ". . . . . . K R");
        assert!(tree.recorder().to_dot().contains("label=\"O-O\""));
    }

    #[test]
    fn the_engine_names_its_steps() {
        let chess = plywood_catalog::chess();
        let engine = chess.contender("engine").unwrap();
        let tree = SearchTree::record(&chess, chess.start(), &engine, &Limits::depth(7), 5_000);
        let text = tree.to_text();
        for part in [
            "skipped by late-move-pruning",
            " for late-move-reduction",
            "-- for null-move",
            " nodes below",
        ] {
            assert!(text.contains(part), "{part}");
        }
    }
}
