//! A recorded tree as a picture.

use super::{RecordedTree, TreeNode};
use plywood_report::plot::escaped;
use std::fmt;

const CELL: f64 = 76.0;
const LAYER: f64 = 84.0;
const BOX_WIDTH: f64 = 68.0;
const BOX_HEIGHT: f64 = 34.0;
const MARGIN: f64 = 24.0;
/// How far down a line its move stands.
const LABEL: f64 = 0.7;
const LEGEND_WIDTH: f64 = 430.0;
const LEGEND_LINE: f64 = 18.0;
const BEST_LINE: &str = "stroke=\"#1a7f37\" stroke-width=\"3\"";
const OTHER_LINE: &str = "stroke=\"#888\"";
const NOISY: &str = "<g stroke-dasharray=\"5 3\">";
/// The colors in a dark theme, where the viewer has one; the attributes are those of a light one.
const DARK: &str = "@media (prefers-color-scheme: dark) { text { fill: #ececee; } .paper { fill: #16171a; } \
    .best { stroke: #45c39a; } .inner { fill: #202226; } .leaf { fill: #35373d; } .table { fill: #1d3a5c; } \
    .pruned { fill: #4a2a22; } .mv { fill: #9cc9ff; stroke: #16171a; } .window { fill: #a5a6ad; } .cut { fill: #ff8a5c; } }";

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
        Picture(self).to_string()
    }
}

/// How a line is drawn: its class, and its attributes.
#[derive(Clone, Copy)]
struct Stroke(&'static str, &'static str);

struct Picture<'a>(&'a RecordedTree);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = &self.0.nodes;
        let places = places(nodes);
        let most = |of: fn(&Place) -> f64| places.iter().map(of).fold(0.0, f64::max);
        let legend = Legend::new(nodes);
        let width = (most(|place| place.x) + CELL / 2.0 + MARGIN).max(LEGEND_WIDTH);
        let top_of_legend = most(|place| place.y) + BOX_HEIGHT / 2.0 + MARGIN * 1.5;
        let height = top_of_legend + legend.height();
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <style>{DARK}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>"
        )?;
        let best_line = &self.0.best_line;
        let stroke = |number| {
            if best_line.contains(&number) {
                Stroke("best", BEST_LINE)
            } else {
                Stroke("other", OTHER_LINE)
            }
        };
        // Lines first, so that the boxes cover their ends.
        for (number, (node, place)) in nodes.iter().zip(&places).enumerate() {
            if let Some(from) = node.parent.map(|parent| places[parent]) {
                let [open, close] = group(nodes, node);
                f.write_str(open)?;
                draw_line(f, node, [from, *place], stroke(number))?;
                f.write_str(close)?;
            }
        }
        for (number, (node, place)) in nodes.iter().zip(&places).enumerate() {
            let [open, close] = group(nodes, node);
            f.write_str(open)?;
            self.draw_box(f, node, *place, stroke(number))?;
            f.write_str(close)?;
        }
        legend.draw(f, top_of_legend)?;
        writeln!(f, "</svg>")
    }
}

/// Whether the depth was used up before the move to this node was made, so that only quiescence tried it.
fn is_below_horizon(nodes: &[TreeNode], node: &TreeNode) -> bool {
    let above = node.parent.map(|parent| nodes[parent].depth);
    node.purpose.is_none() && node.depth == 0 && above == Some(0)
}

/// What stands around a node or the line to it: below the horizon a group with dashes.
fn group(nodes: &[TreeNode], node: &TreeNode) -> [&'static str; 2] {
    if is_below_horizon(nodes, node) {
        [NOISY, "</g>\n"]
    } else {
        ["", ""]
    }
}

/// Childless nodes stand side by side in the order they were visited; the others above the middle of their children.
fn places(nodes: &[TreeNode]) -> Vec<Place> {
    let mut places = vec![Place::default(); nodes.len()];
    let mut span: Vec<Option<(f64, f64)>> = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        places[index].y = node
            .parent
            .map_or(MARGIN + BOX_HEIGHT / 2.0, |parent| places[parent].y + LAYER);
    }
    let is_parent = |index: usize| {
        nodes
            .get(index + 1)
            .is_some_and(|next| next.parent == Some(index))
    };
    let mut x = MARGIN + CELL / 2.0;
    for (index, place) in places.iter_mut().enumerate() {
        if !is_parent(index) {
            place.x = x;
            x += CELL;
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

fn draw_line(
    f: &mut fmt::Formatter<'_>,
    node: &TreeNode,
    [from, to]: [Place; 2],
    Stroke(class, stroke): Stroke,
) -> fmt::Result {
    let (top, bottom) = (from.y + BOX_HEIGHT / 2.0, to.y - BOX_HEIGHT / 2.0);
    writeln!(
        f,
        "<path class=\"{class}\" d=\"M{:.1} {top:.1}L{:.1} {bottom:.1}\" {stroke}/>",
        from.x, to.x
    )?;
    // Nearer to the lower end, where the lines of a fan are further apart.
    let (x, y) = (
        from.x + LABEL * (to.x - from.x),
        top + LABEL * (bottom - top),
    );
    let again = if node.is_again { " ↻" } else { "" };
    let mv = escaped(node.label()) + again;
    writeln!(
        f,
        "<text class=\"mv\" x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" fill=\"#046\" stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\">{mv}</text>"
    )
}

impl Picture<'_> {
    fn draw_box(
        &self,
        f: &mut fmt::Formatter<'_>,
        node: &TreeNode,
        at: Place,
        Stroke(class, stroke): Stroke,
    ) -> fmt::Result {
        let (left, top) = (at.x - BOX_WIDTH / 2.0, at.y - BOX_HEIGHT / 2.0);
        let text = self.0.score_text;
        let score = node.score_text.as_deref().unwrap_or("?");
        let score = escaped(&format!("{}{score}", node.bound_sign()));
        let window = escaped(&node.window.text(text));
        let why = legend_text(node.kind).map_or_else(String::new, |text| format!(", {text}"));
        let (kind, color) = look(node.kind);
        // What matters of a pruned node is who pruned it; its window is in the title.
        let below = match kind {
            "pruned" => escaped(node.kind),
            _ => window.clone(),
        };
        writeln!(
            f,
            "<g><title>{score} in the window {window}, depth {}{}</title>\
             <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"4\" class=\"{class} {kind}\" fill=\"{color}\" {stroke}/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\">{score}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"8\" fill=\"#666\" class=\"window\">{below}</text></g>",
            node.depth,
            escaped(&why),
            at.x,
            at.y - 1.0,
            at.x,
            at.y + 12.0,
        )?;
        if let Some(cut_off) = node.cut_off() {
            let (x, y) = (at.x + BOX_WIDTH / 2.0 - 6.0, at.y + BOX_HEIGHT / 2.0 + 12.0);
            writeln!(
                f,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11\" fill=\"#b00\" class=\"cut\">✂ {cut_off}</text>"
            )?;
        }
        Ok(())
    }
}

/// The class of a box, and its color.
fn look(kind: &str) -> (&'static str, &'static str) {
    match kind {
        "inner" => ("inner", "#fff"),
        "leaf" => ("leaf", "#eee"),
        "table" => ("table", "#d6ebff"),
        _ => ("pruned", "#ffe4e0"),
    }
}

/// What a color means.
fn legend_text(kind: &str) -> Option<String> {
    match kind {
        "inner" => None,
        "leaf" => Some("evaluated, or the game is over".to_owned()),
        "table" => Some("answered by the table".to_owned()),
        step => Some(format!("pruned: {step}")),
    }
}

/// The kinds of nodes that occur, in the order in which they do.
fn kinds(nodes: &[TreeNode]) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for node in nodes {
        if !kinds.contains(&node.kind) {
            kinds.push(node.kind);
        }
    }
    kinds
}

impl TreeNode {
    /// What stands on the line that leads to it: the move, or the step that searches the position once more.
    fn label(&self) -> &str {
        self.san.as_deref().or(self.purpose).unwrap_or_default()
    }

    /// How many moves were cut off.
    fn cut_off(&self) -> Option<usize> {
        let cut = self.cut.as_ref()?;
        (cut.tried < cut.of).then(|| cut.of - cut.tried)
    }
}

/// The symbols that occur in the picture, and what they mean.
struct Legend(Vec<(String, String)>);

impl Legend {
    fn new(nodes: &[TreeNode]) -> Self {
        let text = |symbol: &str| format!("<text x=\"{}\" y=\"10\">{symbol}</text>", MARGIN + 8.0);
        let mut lines = vec![
            (
                text("3"),
                "score and window: from the view of the side to move at the root",
            ),
            (
                format!("<path class=\"best\" d=\"M{MARGIN} 6h16\" {BEST_LINE}/>"),
                "the best line",
            ),
        ];
        let is_any = |is: fn(&TreeNode) -> bool| nodes.iter().any(is);
        if is_any(|node| !node.bound_sign().is_empty()) {
            lines.push((text("≥ ≤"), "the value is at least, at most this score"));
        }
        if is_any(|node| node.cut_off().is_some()) {
            lines.push((text("✂ 2"), "two moves were cut off"));
        }
        if is_any(|node| node.is_again) {
            lines.push((text("↻"), "searched again, with another window"));
        }
        if nodes.iter().any(|node| is_below_horizon(nodes, node)) {
            let frame = format!(
                "{NOISY}<rect x=\"{MARGIN}\" width=\"16\" height=\"12\" fill=\"none\" {OTHER_LINE}/></g>"
            );
            lines.push((frame, "a noisy move, searched below the horizon"));
        }
        let mut lines: Vec<(String, String)> = lines
            .into_iter()
            .map(|(symbol, text)| (symbol, text.to_owned()))
            .collect();
        for kind in kinds(nodes) {
            if let Some(text) = legend_text(kind) {
                let (class, color) = look(kind);
                let square = format!(
                    "<rect x=\"{MARGIN}\" width=\"16\" height=\"12\" class=\"{class}\" fill=\"{color}\" stroke=\"#888\"/>"
                );
                lines.push((square, text));
            }
        }
        Self(lines)
    }

    fn height(&self) -> f64 {
        self.0.iter().map(|_| LEGEND_LINE).sum::<f64>() + MARGIN
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>, top: f64) -> fmt::Result {
        let mut y = top;
        for (symbol, text) in &self.0 {
            writeln!(
                f,
                "<g transform=\"translate(0 {y:.1})\" font-size=\"11\">{symbol}\
                 <text x=\"{}\" y=\"10\" text-anchor=\"start\">{}</text></g>",
                MARGIN + 28.0,
                escaped(text)
            )?;
            y += LEGEND_LINE;
        }
        Ok(())
    }
}
