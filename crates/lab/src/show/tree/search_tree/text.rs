//! A search tree as an outline for the terminal.

use crate::show::tree::search_tree::SearchTree;
use std::fmt::Write as _;

impl SearchTree {
    /// A line for each node, indented by its ply: the move, the window, and the score.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let indent = "  ".repeat(node.ply as usize);
            let mv = if index == 0 { "root" } else { &node.written };
            let value = if node.value.is_empty() {
                "?"
            } else {
                &node.value
            };
            let _ = write!(
                text,
                "{indent}{mv}  ({}, {})  {value}",
                node.alpha, node.beta
            );
            if !["inner", "leaf"].contains(&node.kind) {
                let _ = write!(text, "  {}", node.kind);
            }
            if let Some(cut) = &node.cut {
                let count = cut.count.to_string();
                let moves = if cut.untried.is_empty() {
                    count
                } else {
                    cut.untried.join(" ")
                };
                let _ = write!(text, "  {}: {moves} cut off", cut.reason);
            }
            text.push('\n');
        }
        for note in self.notes() {
            let _ = writeln!(text, "… {note}");
        }
        text
    }
}
