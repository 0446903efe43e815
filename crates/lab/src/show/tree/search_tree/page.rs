//! A search tree as an HTML page on which one can step through the search.

use crate::show::page::Page;
use crate::show::tree::search_tree::steps::Step;
use crate::show::tree::search_tree::{Node, SearchTree};
use serde::Serialize;

#[derive(Serialize)]
struct Data<'a> {
    nodes: &'a [Node],
    steps: Vec<Step>,
}

impl SearchTree {
    /// The HTML page.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let nodes = self.nodes.len();
        let notes = match self.notes().as_slice() {
            [] => String::new(),
            notes => format!(" Note: {}.", notes.join("; ")),
        };
        let lead = format!(
            "{nodes} nodes, in the order of the search. Scores are from the point of view of the side to move at the root, which \
             maximizes; the other side minimizes.{notes}"
        );
        let data = Data {
            nodes: &self.nodes,
            steps: self.steps(),
        };
        Page::new(&format!(
            "The search of {}, step by step ({})",
            self.strategy, self.game
        ))
        .lead(&lead)
        .style(include_str!("page.css"))
        .section("", include_str!("page.html"))
        .script(&data, include_str!("page.js"))
    }
}
