//! A recorded tree as a picture.

use super::{NodeKind, RecordedNode, TreeRecorder};
use std::fmt;

const CELL: f64 = 76.0;
const LAYER: f64 = 84.0;
const BOX_WIDTH: f64 = 68.0;
const BOX_HEIGHT: f64 = 34.0;
const MARGIN: f64 = 24.0;

/// Where a node is drawn: its middle.
#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
}

impl TreeRecorder {
    /// The tree as a standalone SVG picture: a box for each node with its score and window, moves on the lines, and a
    /// pair of scissors with a number where moves were cut off.
    #[must_use]
    pub fn to_svg(&self) -> String {
        Picture(self).to_string()
    }
}

struct Picture<'a>(&'a TreeRecorder);

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.0.nodes();
        let places = places(nodes);
        let extent =
            |of: fn(&Place) -> f64| places.iter().map(of).fold(0.0, f64::max) + CELL / 2.0 + MARGIN;
        let (width, height) = (extent(|place| place.x), extent(|place| place.y));
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
        )?;
        // Lines first, so that the boxes cover their ends.
        for (node, place) in nodes.iter().zip(&places) {
            if let Some(from) = node.parent.map(|parent| places[parent]) {
                draw_line(f, node, from, *place)?;
            }
        }
        for (node, place) in nodes.iter().zip(&places) {
            draw_box(f, node, *place)?;
        }
        writeln!(f, "</svg>")
    }
}

/// Childless nodes stand side by side in the order they were visited; the others above the middle of their children.
fn places(nodes: &[RecordedNode]) -> Vec<Place> {
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
    node: &RecordedNode,
    from: Place,
    to: Place,
) -> fmt::Result {
    let (top, bottom) = (from.y + BOX_HEIGHT / 2.0, to.y - BOX_HEIGHT / 2.0);
    writeln!(
        f,
        "<path d=\"M{:.1} {top:.1}L{:.1} {bottom:.1}\" stroke=\"#888\"/>",
        from.x, to.x
    )?;
    let (x, y) = (f64::midpoint(from.x, to.x), f64::midpoint(top, bottom));
    let mv = escaped(node.mv.as_deref().unwrap_or_default());
    writeln!(
        f,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" fill=\"#046\">{mv}</text>"
    )
}

fn draw_box(f: &mut fmt::Formatter<'_>, node: &RecordedNode, at: Place) -> fmt::Result {
    let (fill, why) = match node.kind {
        NodeKind::Inner => ("#fff", ""),
        NodeKind::Leaf => ("#eee", ""),
        NodeKind::Table => ("#d6ebff", "from the table"),
        NodeKind::Pruned(step) => ("#ffe4e0", step),
    };
    let (left, top) = (at.x - BOX_WIDTH / 2.0, at.y - BOX_HEIGHT / 2.0);
    let score = node
        .score
        .map_or_else(|| "?".to_owned(), |score| score.to_string());
    let (alpha, beta) = (node.window.alpha(), node.window.beta());
    writeln!(
        f,
        "<g><title>{score} in the window ({alpha}, {beta}), depth {} {}</title>\
         <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"4\" fill=\"{fill}\" stroke=\"#444\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\">{score}</text>\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"8\" fill=\"#666\">{alpha} {beta}</text></g>",
        node.depth,
        escaped(why),
        at.x,
        at.y - 1.0,
        at.x,
        at.y + 12.0,
    )?;
    if let Some((tried, of)) = node.cut_after.filter(|(tried, of)| tried < of) {
        let (x, y) = (at.x + BOX_WIDTH / 2.0 - 6.0, at.y + BOX_HEIGHT / 2.0 + 12.0);
        writeln!(
            f,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11\" fill=\"#b00\">✂ {}</text>",
            of - tried
        )?;
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
