//! A recorded tree as a picture.

use super::{RecordedTree, TreeNode};
use plywood_report::plot::{Picture, escaped};
use std::fmt::Write as _;

/// Between two boxes.
const GAP: f64 = 8.0;
const LAYER: f64 = 84.0;
/// A letter of the windows, or a little more.
const LETTER: f64 = 6.6;
const BOX_HEIGHT: f64 = 34.0;
/// How far down a line its move stands.
const LABEL: f64 = 0.7;
const LEGEND_WIDTH: f64 = 430.0;
const LEGEND_LINE: f64 = 18.0;
const NOISY: &str = "<g class=\"noisy\">";

/// Where a node is drawn: its middle.
#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
}

impl RecordedTree {
    /// The tree as a standalone SVG picture: a box for each node with its score and window, moves on the lines, and a pair of
    /// scissors with the number of moves that were cut off. A legend below the tree explains the symbols.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let letters = |node| self.small_words(node).chars().map(|_| LETTER).sum::<f64>();
        let widths = self.nodes.iter().map(letters);
        let cell = GAP + widths.fold(60.0, f64::max) + GAP;
        let places = places(&self.nodes, cell);
        let most = |of: fn(&Place) -> f64| places.iter().map(of).fold(0.0, f64::max);
        let width = (most(|place| place.x) + cell / 2.0).max(LEGEND_WIDTH);
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
        let legend = self.legend();
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

    /// Whether the depth was used up before the move to this node was made, so that only quiescence tried it.
    fn is_below_horizon(&self, node: &TreeNode) -> bool {
        let above = node.parent.map(|parent| self.nodes[parent].depth);
        node.purpose.is_none() && node.depth == 0 && above == Some(0)
    }

    /// What stands below the score of a node: its window, or of a pruned node who pruned it; then its window is in the title.
    fn small_words(&self, node: &TreeNode) -> String {
        match class_of(node.kind) {
            "cut-node" => node.kind.to_owned(),
            _ => node.window.text(self.score_text),
        }
    }

    fn node_box(&self, node: &TreeNode, at: Place, wide: f64, class: &str) -> String {
        let (left, top) = (at.x - wide / 2.0, at.y - BOX_HEIGHT / 2.0);
        let score = node.score_text.as_deref().unwrap_or("?");
        let score = escaped(&format!("{}{score}", node.bound_sign()));
        let window = escaped(&node.window.text(self.score_text));
        let why = meaning(node.kind).map_or_else(String::new, |text| format!(", {text}"));
        let (why, kind) = (escaped(&why), class_of(node.kind));
        let below = escaped(&self.small_words(node));
        let mut text = format!(
            "<g><title>{score} in the window {window}, depth {}{why}</title>\
             <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{BOX_HEIGHT}\" rx=\"4\" class=\"{class} {kind}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{score}</text>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{below}</text></g>\n",
            node.depth,
            at.x,
            at.y - 1.0,
            at.x,
            at.y + 12.0,
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

    /// The symbols that occur in the picture, and what they mean.
    fn legend(&self) -> Vec<(String, String)> {
        let text = |symbol: &str| format!("<text x=\"0\" y=\"10\">{symbol}</text>");
        let is_any = |is: fn(&TreeNode) -> bool| self.nodes.iter().any(is);
        let noisy = format!("{NOISY}<rect class=\"other\" width=\"16\" height=\"12\"/></g>");
        let symbols = [
            (
                true,
                text("3"),
                "score and window: from the view of the side to move at the root",
            ),
            (
                true,
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
        for (number, node) in self.nodes.iter().enumerate() {
            let is_new = self.nodes[..number].iter().all(|it| it.kind != node.kind);
            if let Some(text) = meaning(node.kind).filter(|_| is_new) {
                let class = class_of(node.kind);
                let square = format!("<rect class=\"other {class}\" width=\"16\" height=\"12\"/>");
                lines.push((square, text));
            }
        }
        lines
    }
}

/// Childless nodes stand side by side in the order they were visited; the others above the middle of their children.
fn places(nodes: &[TreeNode], cell: f64) -> Vec<Place> {
    let mut places = vec![Place::default(); nodes.len()];
    let mut span: Vec<Option<(f64, f64)>> = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        places[index].y = node
            .parent
            .map_or(BOX_HEIGHT / 2.0, |parent| places[parent].y + LAYER);
    }
    let is_parent = |index: usize| {
        nodes
            .get(index + 1)
            .is_some_and(|next| next.parent == Some(index))
    };
    let mut x = cell / 2.0;
    for (index, place) in places.iter_mut().enumerate() {
        if !is_parent(index) {
            place.x = x;
            x += cell;
        }
    }
    // Children have higher numbers than their parents, so going backwards meets them first.
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
    // The move, or the step that searches the position once more.
    let label = node.san.as_deref().or(node.purpose).unwrap_or_default();
    format!(
        "<path class=\"{class}\" d=\"M{:.1} {top:.1}L{:.1} {bottom:.1}\"/>\
         <text class=\"mv\" x=\"{x:.1}\" y=\"{y:.1}\">{}{again}</text>\n",
        from.x,
        to.x,
        escaped(label)
    )
}

/// The class of a box, which decides its color.
fn class_of(kind: &str) -> &'static str {
    match kind {
        "inner" => "inner",
        "leaf" => "leaf",
        "table" => "stored",
        _ => "cut-node",
    }
}

/// What a color means.
fn meaning(kind: &str) -> Option<String> {
    match kind {
        "inner" => None,
        "leaf" => Some("evaluated, or the game is over".to_owned()),
        "table" => Some("answered by the table".to_owned()),
        step => Some(format!("pruned: {step}")),
    }
}
