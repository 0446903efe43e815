//! A recorded tree as a graph for Graphviz.

use super::{NodeKind, RecordedNode, TreeRecorder};
use std::fmt;

impl TreeRecorder {
    /// The tree in the DOT language: boxes are nodes, with score and window; a dashed edge leads to what was cut off.
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
            "digraph search {{\n  node [shape=box, fontname=\"sans-serif\"];"
        )?;
        for (index, node) in self.0.nodes().iter().enumerate() {
            write_node(f, index, node)?;
        }
        writeln!(f, "}}")
    }
}

fn write_node(f: &mut fmt::Formatter<'_>, index: usize, node: &RecordedNode) -> fmt::Result {
    let score = node
        .score
        .map_or_else(|| "?".to_owned(), |score| score.to_string());
    let style = match node.kind {
        NodeKind::Inner => "",
        NodeKind::Leaf => ", style=filled, fillcolor=lightgray",
        NodeKind::Table => ", style=filled, fillcolor=lightblue",
        NodeKind::Pruned(_) => ", style=filled, fillcolor=mistyrose",
    };
    let why = match node.kind {
        NodeKind::Inner | NodeKind::Leaf | NodeKind::Table => "",
        NodeKind::Pruned(step) => step,
    };
    let (alpha, beta) = (node.window.alpha(), node.window.beta());
    writeln!(
        f,
        "  n{index} [label=\"{score}\\n({alpha}, {beta})\\n{}\"{style}];",
        escaped(why)
    )?;
    if let Some(parent) = node.parent {
        let mv = escaped(node.mv.as_deref().unwrap_or_default());
        writeln!(f, "  n{parent} -> n{index} [label=\"{mv}\"];")?;
    }
    if let Some((tried, of)) = node.cut_after.filter(|(tried, of)| tried < of) {
        writeln!(
            f,
            "  c{index} [shape=plaintext, label=\"{} cut off\"];",
            of - tried
        )?;
        writeln!(f, "  n{index} -> c{index} [style=dashed, arrowhead=tee];")?;
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}
