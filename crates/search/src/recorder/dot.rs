//! A recorded tree as a graph for Graphviz.

use super::{NodeKind, RecordedNode, TreeRecorder, kinds, legend_text};
use plywood_eval::Score;
use std::fmt;

impl TreeRecorder {
    /// The tree in the DOT language of Graphviz: boxes are nodes, with score and window; a dashed edge stands for moves that
    /// were cut off. A legend says so in the drawing.
    #[must_use]
    pub fn to_dot(&self) -> String {
        Graph(self).to_string()
    }
}

struct Graph<'a>(&'a TreeRecorder);

impl fmt::Display for Graph<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "digraph search {{\n  node [shape=box, fontname=\"sans-serif\"];\n  label=\"{}\";\n  labeljust=l;",
            legend(self.0)
        )?;
        let best_line = self.0.best_line();
        for (number, node) in self.0.nodes().iter().enumerate() {
            self.write_node(f, number, &node.for_root())?;
            if let Some(parent) = node.parent {
                let again = if node.is_again { " again" } else { "" };
                let mv = escaped(node.label()) + again;
                let style = if best_line.contains(&number) {
                    ", color=darkgreen, penwidth=3"
                } else {
                    ""
                };
                writeln!(f, "  n{parent} -> n{number} [label=\"{mv}\"{style}];")?;
            }
        }
        writeln!(f, "}}")
    }
}

impl Graph<'_> {
    fn write_node(
        &self,
        f: &mut fmt::Formatter<'_>,
        number: usize,
        node: &RecordedNode,
    ) -> fmt::Result {
        let text = |score: Score| escaped(&(self.0.score_text)(score));
        let score = node.score.map_or_else(|| "?".to_owned(), text);
        let fill = fill(node.kind).map_or_else(String::new, |color| {
            format!(", style=filled, fillcolor={color}")
        });
        writeln!(
            f,
            "  n{number} [label=\"{}{score}\\n{}\"{fill}];",
            node.bound_sign(),
            node.window.text(text),
        )?;
        if let Some((tried, of)) = node.cut_after.filter(|(tried, of)| tried < of) {
            let cut = of - tried;
            writeln!(f, "  c{number} [shape=plaintext, label=\"{cut} cut off\"];")?;
            writeln!(f, "  n{number} -> c{number} [style=dashed, arrowhead=tee];")?;
        }
        Ok(())
    }
}

const fn fill(kind: NodeKind) -> Option<&'static str> {
    match kind {
        NodeKind::Inner => None,
        NodeKind::Leaf => Some("lightgray"),
        NodeKind::Table => Some("lightblue"),
        NodeKind::Pruned(_) => Some("mistyrose"),
    }
}

fn legend(tree: &TreeRecorder) -> String {
    let mut lines = vec![
        "Scores and windows (alpha, beta): from the view of the side to move at the root."
            .to_owned(),
        "≥, ≤: the value is at least, at most this. Thick: the best line.".to_owned(),
    ];
    for kind in kinds(tree.nodes()) {
        if let Some((color, text)) = fill(kind).zip(legend_text(kind)) {
            lines.push(format!("{color}: {text}"));
        }
    }
    // Graphviz ends a line that is set to the left with `\l`.
    lines.iter().map(|line| escaped(line) + "\\l").collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
