//! The full tree in grey, and on top of it in color what a search visited.

use crate::show::plot::Picture;
use crate::show::tree::coverage::{Coverage, Cut};
use plywood_core::diagram::Escaped;
use plywood_search::NodeKind;
use std::fmt::{self, Write as _};

const WIDTH: f64 = 520.0;
const LAYER: f64 = 74.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 30.0;
const SIDE: f64 = 12.0;
/// From this width for each leaf on, moves and scores are written.
const ROOM_FOR_TEXT: f64 = 34.0;
/// From this width for each leaf on, every node is a dot.
const ROOM_FOR_DOTS: f64 = 5.0;

impl Coverage<'_> {
    /// The drawing.
    pub(crate) fn picture(&self, title: &str) -> Picture {
        let layers = (0..self.tree.depth).fold(0.0, |height, _| height + LAYER);
        let body = Drawing(self).to_string();
        Picture::new(WIDTH, TOP + layers + BOTTOM, title, body)
    }
}

struct Drawing<'a>(&'a Coverage<'a>);

impl Drawing<'_> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a tree that is drawn has few leaves"
    )]
    fn room(&self) -> f64 {
        (WIDTH - 2.0 * SIDE) / self.0.tree.leaves.max(1) as f64
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "a tree that is drawn has few leaves"
    )]
    fn place(&self, node: usize) -> (f64, f64) {
        let node = &self.0.tree.nodes[node];
        let middle = (node.leaves.0 + node.leaves.1) as f64 / 2.0;
        (
            SIDE + middle * self.room(),
            TOP + f64::from(node.ply) * LAYER,
        )
    }

    fn has_text(&self) -> bool {
        self.room() >= ROOM_FOR_TEXT
    }

    /// A path with the lines to all nodes that match.
    fn lines(&self, class: &str, is_wanted: impl Fn(usize) -> bool) -> String {
        let mut path = String::new();
        for (index, node) in self.0.tree.nodes.iter().enumerate() {
            let Some(parent) = node.parent.filter(|_| is_wanted(index)) else {
                continue;
            };
            let ((x, y), (to_x, to_y)) = (self.place(parent), self.place(index));
            let _ = write!(path, "M{x:.1} {y:.0}L{to_x:.1} {to_y:.0}");
        }
        format!("<path class=\"{class}\" d=\"{path}\"/>\n")
    }

    fn write_nodes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, found) in self.0.nodes.iter().enumerate() {
            let (x, y) = self.place(index);
            let class = match found {
                None => "unseen",
                Some(found) => match found.kind {
                    NodeKind::Inner | NodeKind::Leaf => "seen",
                    NodeKind::Table => "saved",
                    NodeKind::Pruned(_) => "pruned",
                },
            };
            // A node answered by the table is rare, so it is shown even where there is no room for the others.
            if self.room() >= ROOM_FOR_DOTS || class == "saved" {
                writeln!(
                    f,
                    r#"<circle class="{class}" cx="{x:.1}" cy="{y:.0}" r="3"/>"#
                )?;
            }
            if self.has_text() {
                self.write_text(f, index)?;
            }
        }
        Ok(())
    }

    fn write_text(&self, f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
        let (x, y) = self.place(index);
        let node = &self.0.tree.nodes[index];
        if let Some(parent) = node.parent {
            let (parent_x, parent_y) = self.place(parent);
            let (x, y) = (x + (parent_x - x) * 0.35, y + (parent_y - y) * 0.35);
            let written = Escaped(&node.written);
            writeln!(
                f,
                r#"<text class="move" x="{x:.1}" y="{y:.1}">{written}</text>"#
            )?;
        }
        let found = self.0.nodes[index].as_ref();
        let Some((score, sign)) = found.and_then(|found| Some((found.score?, found.sign))) else {
            return Ok(());
        };
        let score = (self.0.score_text)(score);
        let (x, y, anchor) = if node.children.is_empty() {
            (x, y + 18.0, "middle")
        } else {
            (x + 8.0, y - 3.0, "start")
        };
        writeln!(
            f,
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{sign}{score}</text>"#
        )
    }

    /// A ring at each cut-off, with a tooltip that explains it.
    fn write_cut(&self, f: &mut fmt::Formatter<'_>, cut: &Cut) -> fmt::Result {
        let (x, y) = self.place(cut.node);
        let story = self.0.explain(cut);
        writeln!(
            f,
            r#"<g class="cut"><title>{}</title><circle cx="{x:.1}" cy="{y:.0}" r="5"/></g>"#,
            Escaped(&story)
        )
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_seen = |node: usize| self.0.nodes[node].is_some();
        f.write_str(&self.lines("unvisited", |node| !is_seen(node)))?;
        f.write_str(&self.lines("visited", is_seen))?;
        self.write_nodes(f)?;
        self.0
            .cuts
            .iter()
            .try_for_each(|cut| self.write_cut(f, cut))
    }
}
