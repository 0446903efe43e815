//! A search tree as an outline for the terminal.

use crate::show::tree::search_tree::{Node, SearchTree};
use std::fmt::Write as _;

impl SearchTree {
    /// A line for each node, indented by its ply: the move, the window, and the score. A search of several passes has a heading
    /// for each.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for pass in &self.passes {
            if self.pass_count > 1 {
                let _ = writeln!(text, "{}", pass.label);
            }
            for (index, node) in pass.nodes.iter().enumerate() {
                let mv = if index == 0 { "root" } else { &node.written };
                text += &line(node, mv);
            }
        }
        for note in self.notes() {
            let _ = writeln!(text, "… {note}");
        }
        text
    }
}

fn line(node: &Node, mv: &str) -> String {
    let indent = "  ".repeat(node.ply as usize);
    let value = match node.bounded_value() {
        value if value.is_empty() => "?".to_owned(),
        value => value,
    };
    let mut text = format!("{indent}{mv}  ({}, {})  {value}", node.alpha, node.beta);
    if !["inner", "leaf"].contains(&node.kind) {
        let _ = write!(text, "  {}", node.kind);
    }
    if let Some(cut) = &node.cut {
        let moves = if cut.untried.is_empty() {
            cut.count.to_string()
        } else {
            cut.untried.join(" ")
        };
        let _ = write!(text, "  {}: {moves} cut off", cut.reason);
    }
    text + "\n"
}
