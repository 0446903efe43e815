//! A recorded tree as a picture.

use super::{RecordedTree, TreeNode};
use plywood_report::plot::{Picture, escaped};
use plywood_search::{Known, NodeKind};
use std::fmt::Write as _;

/// The gap between two boxes.
const GAP: f64 = 8.0;
const LAYER: f64 = 84.0;
/// The width of a letter of the windows, or a little more.
const LETTER: f64 = 6.6;
/// The factor by which the letters of scores are wider.
const WIDER: f64 = 1.2;
const BOX_HEIGHT: f64 = 34.0;
/// The place of a move on its line, as a share from the top.
const LABEL: f64 = 0.7;
const LEGEND_WIDTH: f64 = 430.0;
const LEGEND_LINE: f64 = 18.0;
const NOISY: &str = "<g class=\"noisy\">";

/// The middle of a drawn node.
#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
}

impl RecordedTree {
    /// Draws the tree as a standalone SVG picture: a box for each node with its score and window, or with the search's information on it;
    /// moves on the lines, and a pair of scissors with the number of moves that were cut off. A legend below the tree explains the symbols.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let letters = |text: &str| text.chars().map(|_| LETTER).sum::<f64>();
        let widths = self.nodes.iter().map(|node| match self.small_words(node) {
            Some(words) => letters(&words),
            None => WIDER * letters(node.score_text.as_deref().unwrap_or_default()),
        });
        let cell = GAP + widths.fold(60.0, f64::max) + GAP;
        let places = places(&self.nodes, cell);
        let most = |of: fn(&Place) -> f64| places.iter().map(of).fold(0.0, f64::max);
        let legend = self.legend();
        let width = legend.iter().map(|(_, text)| 32.0 + 0.94 * letters(text));
        let width = width.fold(LEGEND_WIDTH, f64::max);
        let width = width.max(most(|place| place.x) + cell / 2.0);
        let bottom = most(|place| place.y) + BOX_HEIGHT / 2.0 + LEGEND_LINE;
        let (mut lines, mut boxes) = (String::new(), String::new());
        for (number, (node, place)) in self.nodes.iter().zip(&places).enumerate() {
            // Below the horizon only noisy moves are tried.
            let [open, close] = if self.is_below_horizon(node) {
                [NOISY, "</g>\n"]
            } else {
                [""; 2]
            };
            let class = if self.best_line.contains(&number) {
                "best"
            } else {
                "other"
            };
            if let Some(parent) = node.parent {
                let line = line(node, [places[parent], *place], class);
                lines.extend([open, line.as_str(), close]);
            }
            let node_box = self.node_box(node, *place, cell - GAP, class);
            boxes.extend([open, node_box.as_str(), close]);
        }
        let height = legend.iter().fold(bottom, |height, _| height + LEGEND_LINE);
        let legend = (0..).zip(&legend).map(|(number, (symbol, text))| {
            let y = bottom + f64::from(number) * LEGEND_LINE;
            let text = escaped(text);
            format!(
                "<g transform=\"translate(0 {y:.1})\">{symbol}<text class=\"note\" x=\"32\" y=\"10\">{text}</text></g>\n"
            )
        });
        let legend: String = legend.collect();
        // Lines first, so that the boxes cover their ends.
        let body = format!("<g class=\"tree\">{lines}{boxes}</g>{legend}");
        Picture::new(width, height, "A search tree", body).standalone()
    }

    /// Returns `true` if the depth was used up before the move to this node was made, so that only quiescence tried it.
    fn is_below_horizon(&self, node: &TreeNode) -> bool {
        let above = node.parent.map(|parent| self.nodes[parent].depth);
        let is_kept = matches!(node.kind, NodeKind::Kept(_));
        !is_kept && node.purpose.is_none() && node.depth == 0 && above == Some(0)
    }

    /// Returns the text below the score of a node: its window, or the step that pruned it; then its window is in the title. Kept nodes have
    /// neither.
    fn small_words(&self, node: &TreeNode) -> Option<String> {
        match node.kind {
            NodeKind::Inner | NodeKind::Leaf | NodeKind::Table => {
                Some(node.window.text(self.score_text))
            }
            NodeKind::Pruned(step) | NodeKind::Skipped(step) => Some(step.to_owned()),
            NodeKind::Kept(_) => None,
        }
    }

    fn node_box(&self, node: &TreeNode, at: Place, wide: f64, class: &str) -> String {
        let (left, top) = (at.x - wide / 2.0, at.y - BOX_HEIGHT / 2.0);
        let score = node.score_text.as_deref().unwrap_or("?");
        let score = escaped(&format!("{}{score}", node.bound_sign()));
        let window = match node.kind {
            NodeKind::Kept(_) => String::new(),
            NodeKind::Inner
            | NodeKind::Leaf
            | NodeKind::Table
            | NodeKind::Pruned(_)
            | NodeKind::Skipped(_) => {
                let window = node.window.text(self.score_text);
                format!(" in the window {window}, depth {}", node.depth)
            }
        };
        let why = meaning(node.kind).map_or_else(String::new, |text| format!(", {text}"));
        let (title, kind) = (escaped(&(window + &why)), class_of(node.kind));
        let below = self.small_words(node);
        let line = if below.is_some() { -1.0 } else { 5.0 };
        let below = below.map_or_else(String::new, |below| {
            let (x, y, below) = (at.x, at.y + 12.0, escaped(&below));
            format!("<text class=\"tick\" x=\"{x:.1}\" y=\"{y:.1}\">{below}</text>")
        });
        let mut text = format!(
            "<g><title>{score}{title}</title>\
             <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{BOX_HEIGHT}\" rx=\"4\" class=\"{class} {kind}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{score}</text>{below}</g>\n",
            at.x,
            at.y + line,
        );
        if let Some(cut_off) = node.cut_off() {
            let (x, y) = (at.x + wide / 2.0 - 6.0, at.y + BOX_HEIGHT / 2.0 + 12.0);
            let _ = writeln!(
                text,
                "<text class=\"cut-off\" x=\"{x:.1}\" y=\"{y:.1}\">✂ {cut_off}</text>"
            );
        }
        text
    }

    /// Returns the symbols that occur in the picture, with their meanings.
    fn legend(&self) -> Vec<(String, String)> {
        let text = |symbol: &str| format!("<text x=\"0\" y=\"10\">{symbol}</text>");
        let is_any = |is: fn(&TreeNode) -> bool| self.nodes.iter().any(is);
        let is_kept = is_any(|node| matches!(node.kind, NodeKind::Kept(_)));
        let noisy = format!("{NOISY}<rect class=\"other\" width=\"16\" height=\"12\"/></g>");
        let symbols = [
            (
                !is_kept,
                text("3"),
                "score and window: from the view of the side to move at the root",
            ),
            (
                self.best_line.len() > 1,
                "<path class=\"best\" d=\"M0 6h16\"/>".to_owned(),
                "the best line",
            ),
            (
                is_any(|node| !node.bound_sign().is_empty()),
                text("≥ ≤"),
                "the value is at least, at most this score",
            ),
            (
                is_any(|node| node.cut_off().is_some()),
                text("✂ 2"),
                "two moves were cut off",
            ),
            (
                is_any(|node| node.is_again),
                text("↻"),
                "searched again, with another window",
            ),
            (
                self.nodes.iter().any(|node| self.is_below_horizon(node)),
                noisy,
                "a noisy move, searched below the horizon",
            ),
        ];
        let symbols = symbols.into_iter().filter(|(is_there, ..)| *is_there);
        let mut lines: Vec<(String, String)> = symbols
            .map(|(_, symbol, text)| (symbol, text.to_owned()))
            .collect();
        for node in &self.nodes {
            let is_new = |text: &String| lines.iter().all(|(_, known)| known != text);
            if let Some(text) = meaning(node.kind).filter(is_new) {
                let class = class_of(node.kind);
                let square = format!("<rect class=\"other {class}\" width=\"16\" height=\"12\"/>");
                lines.push((square, text));
            }
        }
        lines
    }
}

/// Places childless nodes side by side in the order of a depth-first visit, and the others above the middle of their children.
fn places(nodes: &[TreeNode], cell: f64) -> Vec<Place> {
    let mut places = vec![Place::default(); nodes.len()];
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut span: Vec<Option<(f64, f64)>> = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        places[index].y = node
            .parent
            .map_or(BOX_HEIGHT / 2.0, |parent| places[parent].y + LAYER);
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    // A search that keeps its tree lists the nodes in the order in which it made them.
    let (mut x, mut next) = (cell / 2.0, vec![0]);
    while let Some(index) = next.pop().filter(|index| *index < nodes.len()) {
        if children[index].is_empty() {
            places[index].x = x;
            x += cell;
        }
        next.extend(children[index].iter().rev());
    }
    // Children have higher numbers than their parents, so counting down meets them first.
    for index in (0..nodes.len()).rev() {
        if let Some((left, right)) = span[index] {
            places[index].x = f64::midpoint(left, right);
        }
        if let Some(parent) = nodes[index].parent {
            let x = places[index].x;
            span[parent] = Some(span[parent].map_or((x, x), |(_, right)| (x, right)));
        }
    }
    places
}

fn line(node: &TreeNode, [from, to]: [Place; 2], class: &str) -> String {
    let (top, bottom) = (from.y + BOX_HEIGHT / 2.0, to.y - BOX_HEIGHT / 2.0);
    // Nearer to the lower end, where the lines of a fan are further apart.
    let (x, y) = (
        from.x + LABEL * (to.x - from.x),
        top + LABEL * (bottom - top),
    );
    let again = if node.is_again { " ↻" } else { "" };
    // The move, or the step that searches the position again.
    let label = node.san.as_deref().or(node.purpose).unwrap_or_default();
    format!(
        "<path class=\"{class}\" d=\"M{:.1} {top:.1}L{:.1} {bottom:.1}\"/>\
         <text class=\"mv\" x=\"{x:.1}\" y=\"{y:.1}\">{}{again}</text>\n",
        from.x,
        to.x,
        escaped(label)
    )
}

/// Returns the class of a box, which decides its color.
const fn class_of(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Inner | NodeKind::Kept(Known::Extended) => "inner",
        NodeKind::Leaf
        | NodeKind::Kept(
            Known::Games { .. }
            | Known::Valued {
                is_proven: false, ..
            }
            | Known::Proof { .. }
            | Known::Queued { .. },
        ) => "leaf",
        NodeKind::Table
        | NodeKind::Kept(Known::Valued {
            is_proven: true, ..
        }) => "stored",
        NodeKind::Pruned(_) | NodeKind::Skipped(_) => "cut-node",
    }
}

/// Returns the meaning of a color.
fn meaning(kind: NodeKind) -> Option<String> {
    let text = match kind {
        NodeKind::Inner => return None,
        NodeKind::Leaf => "evaluated, or the game is over",
        NodeKind::Table => "answered by the table",
        NodeKind::Kept(Known::Games { .. }) => {
            "games played through the node, and the share of points of the side that moved there"
        }
        NodeKind::Kept(Known::Valued {
            is_proven: false, ..
        }) => "rounds through the node, and the value backed up for the side that moved there",
        NodeKind::Kept(Known::Valued {
            is_proven: true, ..
        }) => "rounds through the node, and what is proven for the side that moved there",
        NodeKind::Kept(Known::Proof { .. }) => {
            "the fewest leaves that must still be won to prove a win | and not won to disprove it"
        }
        NodeKind::Kept(Known::Queued { .. }) => {
            "its place in the queue, and the most that it can be worth; solved if it is worth that"
        }
        NodeKind::Kept(Known::Extended) => "the search has gone on below it, or no longer needs it",
        NodeKind::Pruned(step) => return Some(format!("pruned: {step}")),
        NodeKind::Skipped(step) => return Some(format!("skipped: {step}")),
    };
    Some(text.to_owned())
}
