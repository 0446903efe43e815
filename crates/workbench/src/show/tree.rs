//! [`SearchTree`]: the recorded tree of a search, as an outline and as a page to step through it.

use crate::show::document;
use plywood_catalog::{Catalog, Contender, Playable, RecordedSearch, RecordedTree, STEPPER};
use plywood_core::Position;
use plywood_judge::tree_events::TreeFile;
use plywood_report::{Document, counted};
use plywood_search::{Limits, Observer, TreeRecorder};
use serde_json::json;
use std::fmt::Write as _;

/// A recorded search, with the position at every node.
///
/// Scores and windows are from the point of view of the side to move at the root, as textbooks draw them: that side
/// maximizes at the root, the other side minimizes one ply below, and so on.
///
/// ```
/// use plywood_workbench::SearchTree;
/// use plywood_search::Limits;
///
/// let trees = plywood_catalog::Catalog::written_tree();
/// let alpha_beta = trees.contender("alpha-beta")?;
/// let tree =
///     SearchTree::record(&trees, trees.start(), &alpha_beta, &Limits::depth(2), 100);
/// assert!(tree.to_text().contains("✂ 2: b c"));
/// # Ok::<(), plywood_catalog::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SearchTree {
    game: String,
    strategy: String,
    recorded: RecordedSearch,
    /// A note that the search was stopped, if it was.
    stopped: Option<String>,
}

impl SearchTree {
    /// Searches a position, and keeps at most this many nodes of the tree.
    #[must_use]
    pub fn record<G: Playable>(
        catalog: &Catalog<G>,
        position: &G,
        contender: &Contender<G>,
        limits: &Limits,
        most_nodes: usize,
    ) -> Self {
        Self::record_observed(catalog, position, contender, (limits, most_nodes), &mut ())
    }

    /// Searches like [`record`](Self::record), with another observer of the whole search.
    #[must_use]
    pub fn record_observed<G: Playable>(
        catalog: &Catalog<G>,
        position: &G,
        contender: &Contender<G>,
        (limits, most_nodes): (&Limits, usize),
        other: &mut dyn Observer<G::Move>,
    ) -> Self {
        let mut recorder = TreeRecorder::new(most_nodes);
        let mut strategy = contender.strategy(0);
        let report = strategy.search_observed(position, limits, &mut (&mut recorder, other));
        let nodes = counted(report.stats.nodes, "node");
        let ways = ["", "; a smaller depth lets it come to its end"];
        let way = ways[usize::from(strategy.has_depths())];
        Self {
            game: catalog.name().to_owned(),
            strategy: contender.name().to_owned(),
            recorded: RecordedSearch::with_positions(catalog, position, &recorder),
            stopped: (!report.is_complete())
                .then(|| format!("the search was stopped after {nodes}{way}")),
        }
    }

    /// Makes the trees of a file, which have no positions.
    #[must_use]
    pub fn from_file(file: TreeFile) -> Self {
        let is_tree = file.header.game.as_deref() == Some("tree");
        Self {
            // The page draws the games of this library, but this tree has no positions.
            game: if is_tree { "tree" } else { "other" }.to_owned(),
            strategy: file
                .header
                .program
                .unwrap_or_else(|| "a program".to_owned()),
            recorded: file.recorded,
            stopped: None,
        }
    }

    /// Notes on the whole tree: the nodes that are not kept, and whether the search was stopped.
    fn notes(&self) -> Vec<String> {
        let earlier = self.recorded.earlier;
        let forgotten = (earlier > 0).then(|| format!("{earlier} earlier passes are not shown"));
        let omitted: u64 = self.passes().map(|pass| pass.omitted).sum();
        let omitted = (omitted > 0).then(|| format!("{omitted} more nodes are not shown"));
        [forgotten, omitted, self.stopped.clone()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn passes(&self) -> impl Iterator<Item = &RecordedTree> {
        self.recorded.passes.iter()
    }

    /// Returns the tree of the last pass, which is drawn and written as JSON; `None` if the strategy does not traverse a tree depth first.
    #[must_use]
    pub fn last(&self) -> Option<&RecordedTree> {
        let last = self.recorded.passes.last();
        last.filter(|tree| !tree.nodes.is_empty())
    }

    /// Returns the pass that the pictures show, if the search made several.
    #[must_use]
    pub fn last_pass(&self) -> Option<&str> {
        let last = self.last()?;
        self.has_several().then_some(&last.label)
    }

    fn has_several(&self) -> bool {
        self.recorded.earlier + self.recorded.passes.len() > 1
    }

    /// Writes a line for each node, indented by its ply: the move, the window, and the score. A search of several passes has a heading for
    /// each.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for pass in self.passes() {
            if self.has_several() {
                text += &pass.label;
                text.push('\n');
            }
            text += &pass.to_text();
        }
        for note in self.notes() {
            let _ = writeln!(text, "… {note}");
        }
        text
    }

    /// Returns the page.
    #[must_use]
    pub fn document(&self) -> Document {
        let nodes: usize = self.passes().map(|pass| pass.nodes.len()).sum();
        let notes = match self.notes().as_slice() {
            [] => String::new(),
            notes => format!(" Note: {}.", notes.join("; ")),
        };
        let lead = format!(
            "{}, in the order of the search. Scores are from the point of view of the side to move at the root, which \
             maximizes; the other side minimizes.{notes}",
            counted(nodes, "node")
        );
        let board = Position::START.to_svg().size(320).id_prefix("board-");
        let html = include_str!("tree/page.html")
            .replace("GAME", &self.game)
            .replace("BOARD", &board.to_string());
        let (strategy, game) = (&self.strategy, &self.game);
        // In one script they need no imports.
        let modules = STEPPER
            .iter()
            .flat_map(|(_, text)| text.split_inclusive('\n'));
        let mut script: String = modules
            .filter(|line| !line.starts_with("import "))
            .collect();
        script += include_str!("board.js");
        script += include_str!("tree/page.js");
        document(&format!("The search of {strategy}, step by step ({game})"))
            .lead(&lead)
            .style(include_str!("tree/page.css"))
            .section("", &html)
            .module(&json!(self.recorded.passes), &script)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_not_taken_for_a_move_of_the_king() {
        let chess = Catalog::chess();
        let position = Position::read("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let minimax = chess.contender("minimax:evaluator=material").unwrap();
        let tree = SearchTree::record(&chess, &position, &minimax, &Limits::depth(1), 100);
        let nodes = &tree.recorded.passes[0].nodes;
        let after = |mv: &str| {
            let node = nodes.iter().find(|node| node.san.as_deref() == Some(mv));
            let board = node.and_then(|node| node.board.as_ref());
            let mut rows = board.expect("it was searched").lines();
            rows.next_back().expect("there are rows").to_owned()
        };
        assert_eq!(after("O-O"), ". . . . . R K .");
        assert_eq!(after("Kg1"), ". . . . . . K R");
        assert!(
            tree.last()
                .is_some_and(|tree| tree.to_svg().contains(">O-O<"))
        );
    }

    #[test]
    fn the_engine_names_its_steps() {
        let chess = Catalog::chess();
        let engine = chess.contender("engine").unwrap();
        let tree = SearchTree::record(&chess, chess.start(), &engine, &Limits::depth(7), 5_000);
        let text = tree.to_text();
        for part in [
            "skipped by late-move-pruning",
            " for late-move-reduction",
            "-- for null-move",
            " nodes below",
        ] {
            assert!(text.contains(part), "{part}");
        }
    }
}
