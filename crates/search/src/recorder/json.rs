//! A recorded tree as JSON.

use super::{NodeKind, RecordedNode, TreeRecorder};
use crate::window::Bound;
use plywood_eval::Score;
use std::fmt::Write;

impl TreeRecorder {
    /// The tree as one JSON object: a list of nodes, each with the number of its parent; the numbers of the nodes on the best
    /// line; and how many nodes were left out.
    ///
    /// Scores are as [`Score::to_json`] writes them, `null` where a window is open. All of them, and the bounds, are from the
    /// view of the side to move at the root.
    #[must_use]
    pub fn to_json(&self) -> String {
        let nodes: Vec<String> = self
            .nodes()
            .iter()
            .map(|node| json(&node.for_root()))
            .collect();
        let best_line: Vec<String> = self.best_line().iter().map(ToString::to_string).collect();
        format!(
            "{{\"nodes\":[{}],\"best_line\":[{}],\"omitted\":{}}}",
            nodes.join(","),
            best_line.join(","),
            self.omitted()
        )
    }
}

fn json(node: &RecordedNode) -> String {
    let kind = match node.kind {
        NodeKind::Inner => "inner",
        NodeKind::Leaf => "leaf",
        NodeKind::Table => "table",
        NodeKind::Pruned(step) => step,
    };
    let bound = node.bound().map_or("null", |bound| match bound {
        Bound::Exact => "\"exact\"",
        Bound::AtLeast => "\"at least\"",
        Bound::AtMost => "\"at most\"",
    });
    let parent = node
        .parent
        .map_or_else(|| "null".to_owned(), |parent| parent.to_string());
    let text = |text: Option<&str>| text.map_or_else(|| "null".to_owned(), string);
    let (mv, purpose) = (text(node.mv.as_deref()), text(node.purpose));
    let cut = node.cut_after.map_or_else(
        || "null".to_owned(),
        |(tried, of)| format!("{{\"tried\":{tried},\"of\":{of}}}"),
    );
    format!(
        "{{\"parent\":{parent},\"ply\":{},\"move\":{mv},\"depth\":{},\"alpha\":{},\"beta\":{},\"score\":{},\"bound\":{bound},\"kind\":{},\"cut\":{cut},\"again\":{},\"purpose\":{purpose},\"unseen\":{}}}",
        node.ply,
        node.depth,
        node.window.alpha().to_json(),
        node.window.beta().to_json(),
        node.score.map_or_else(|| "null".to_owned(), Score::to_json),
        string(kind),
        node.is_again,
        node.unseen,
    )
}

fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                write!(quoted, "\\u{:04x}", u32::from(control))
                    .expect("writing to a string cannot fail");
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
