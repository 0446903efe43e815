//! A search tree as an HTML page on which one can step through the search.

use crate::show::page::Page;
use crate::show::tree::search_tree::steps::Step;
use crate::show::tree::search_tree::{Node, SearchTree};
use plywood_core::Position;
use serde::Serialize;

/// What the script gets of each pass.
#[derive(Serialize)]
struct PassData<'a> {
    label: &'a str,
    nodes: &'a [Node],
    best: &'a [usize],
    steps: Vec<Step>,
}

impl SearchTree {
    /// The HTML page.
    #[must_use]
    pub fn to_page(&self) -> Page {
        let nodes: usize = self.passes.iter().map(|pass| pass.nodes.len()).sum();
        let notes = match self.notes().as_slice() {
            [] => String::new(),
            notes => format!(" Note: {}.", notes.join("; ")),
        };
        let lead = format!(
            "{nodes} nodes, in the order of the search. Scores are from the point of view of the side to move at the root, which \
             maximizes; the other side minimizes.{notes}"
        );
        let data = self.passes.iter().map(|pass| PassData {
            label: &pass.label,
            nodes: &pass.nodes,
            best: &pass.best_line,
            steps: pass.steps(),
        });
        let data: Vec<PassData<'_>> = data.collect();
        let board = Position::START.to_svg().size(320).id_prefix("board-");
        let html = include_str!("page.html")
            .replace("GAME", self.game)
            .replace("BOARD", &board.to_string());
        Page::new(&format!(
            "The search of {}, step by step ({})",
            self.strategy, self.game
        ))
        .lead(&lead)
        .style(include_str!("page.css"))
        .section("", &html)
        .script(
            &data,
            concat!(include_str!("../../board.js"), include_str!("page.js")),
        )
    }
}
