//! [`PassRecorder`]: keeps every pass of a search that starts at the root several times.

use super::TreeRecorder;
use crate::observer::Observer;
use crate::window::Window;
use plywood_eval::Score;
use std::fmt::Display;

/// Keeps the trees of all passes of a search. Iterative deepening has a pass for each depth, an aspiration window that fails has
/// another, and MTD(f) has one for each null window.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Game, IterativeDeepening, Limits, PassRecorder, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse()?;
/// let mut recorder = PassRecorder::with_capacity(100).score_text(Tree::score_text);
/// let mut deepening = IterativeDeepening::new(AlphaBeta::new(Tree::estimate));
/// deepening.search_observed(&tree, &Limits::depth(2), &mut recorder);
///
/// let labels: Vec<String> = recorder.passes().iter().map(|pass| recorder.label(pass)).collect();
/// assert_eq!(labels[1], "pass 2 of 2: depth 2, window (-∞, +∞)");
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct PassRecorder {
    passes: Vec<RecordedPass>,
    /// The number of passes that are not kept, since there was no more room: the first ones.
    forgotten: usize,
    /// What a new pass begins with.
    empty: TreeRecorder,
    is_arriving: bool,
}

/// One pass of a search: from the root, with one depth and one window.
#[derive(Debug, Clone)]
pub struct RecordedPass {
    /// Which pass of the search it is, from 1.
    pub number: usize,
    /// The depth to which it searched.
    pub depth: u32,
    /// The window of the root.
    pub window: Window,
    /// Its tree.
    pub tree: TreeRecorder,
}

impl RecordedPass {
    /// The number of nodes it visited.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.tree.nodes().len() as u64 + self.tree.omitted()
    }
}

impl PassRecorder {
    /// Keeps about this many nodes: those of the last passes, and of each pass at most this many, the first ones.
    #[must_use]
    pub const fn with_capacity(nodes: usize) -> Self {
        Self {
            passes: Vec::new(),
            forgotten: 0,
            empty: TreeRecorder::with_capacity(nodes),
            is_arriving: false,
        }
    }

    /// The same with scores written as a game does: pass its [`Game::score_text`](crate::Game::score_text).
    #[must_use]
    pub fn score_text(self, score_text: fn(Score) -> String) -> Self {
        let empty = self.empty.score_text(score_text);
        Self { empty, ..self }
    }

    /// The same with this many plies of the engine's tree, the root being the first.
    #[must_use]
    pub fn plies(self, plies: u32) -> Self {
        let empty = self.empty.plies(plies);
        Self { empty, ..self }
    }

    /// The passes that are kept, in their order: the last one, and those before it for which there is room.
    #[must_use]
    pub fn passes(&self) -> &[RecordedPass] {
        &self.passes[self.without_room()..]
    }

    /// The last pass.
    #[must_use]
    pub fn last(&self) -> Option<&RecordedPass> {
        self.passes.last()
    }

    /// The number of passes that the search made.
    #[must_use]
    pub fn count(&self) -> usize {
        self.forgotten + self.passes.len()
    }

    /// A pass in a few words, such as `pass 3 of 5: depth 2, window (-1, 0)`.
    #[must_use]
    pub fn label(&self, pass: &RecordedPass) -> String {
        let window = pass.window.text(self.empty.score_text);
        let (number, count, depth) = (pass.number, self.count(), pass.depth);
        format!("pass {number} of {count}: depth {depth}, window {window}")
    }

    /// How many of the first passes have to go, so that all together do not have too many nodes.
    fn without_room(&self) -> usize {
        let mut kept = 0;
        let has_room = |pass: &&RecordedPass| {
            kept += pass.tree.nodes().len();
            kept <= self.empty.capacity
        };
        let fitting = self.passes.iter().rev().take_while(has_room).count();
        let last = self.passes.len().min(1);
        self.passes.len() - fitting.max(last)
    }

    fn tree(&mut self) -> Option<&mut TreeRecorder> {
        self.passes.last_mut().map(|pass| &mut pass.tree)
    }

    fn pass_on<M: Display>(&mut self, event: impl FnOnce(&mut dyn Observer<M>)) {
        if let Some(tree) = self.tree() {
            event(tree);
        }
    }
}

impl<M: Display> Observer<M> for PassRecorder {
    fn plies(&self) -> u32 {
        self.empty.plies
    }

    fn purpose(&mut self, step: &'static str) {
        self.is_arriving = true;
        self.pass_on::<M>(|tree| tree.purpose(step));
    }

    fn down(&mut self, mv: M) {
        self.is_arriving = true;
        self.pass_on(|tree| tree.down(mv));
    }

    fn pass(&mut self) {
        self.is_arriving = true;
        self.pass_on::<M>(|tree| tree.pass());
    }

    fn enter(&mut self, depth: u32, window: Window) {
        // The root is entered without a move and without a purpose.
        if !std::mem::take(&mut self.is_arriving) {
            let forgotten = self.without_room();
            self.passes.drain(..forgotten);
            self.forgotten += forgotten;
            self.passes.push(RecordedPass {
                number: self.count() + 1,
                depth,
                window,
                tree: self.empty.clone(),
            });
        }
        self.pass_on::<M>(|tree| tree.enter(depth, window));
    }

    fn leaf(&mut self, score: Score) {
        self.pass_on::<M>(|tree| tree.leaf(score));
    }

    fn table_hit(&mut self, score: Score) {
        self.pass_on::<M>(|tree| tree.table_hit(score));
    }

    fn pruned(&mut self, step: &'static str) {
        self.pass_on::<M>(|tree| tree.pruned(step));
    }

    fn skipped(&mut self, mv: M, step: &'static str) {
        self.pass_on(|tree| tree.skipped(mv, step));
    }

    fn unseen(&mut self, nodes: u64) {
        self.pass_on::<M>(|tree| tree.unseen(nodes));
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        self.pass_on::<M>(|tree| tree.cutoff(index, moves));
    }

    fn leave(&mut self, score: Score) {
        self.pass_on::<M>(|tree| tree.leave(score));
    }

    fn abandon(&mut self) {
        self.pass_on::<M>(|tree| tree.abandon());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::Tree;
    use crate::limits::Limits;
    use crate::strategies::alpha_beta::AlphaBeta;
    use crate::strategies::iterative_deepening::IterativeDeepening;
    use crate::strategy::Strategy;

    fn recorded(capacity: usize) -> (PassRecorder, u64) {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let mut recorder = PassRecorder::with_capacity(capacity).score_text(Tree::score_text);
        let mut search = IterativeDeepening::new(AlphaBeta::new(Tree::estimate));
        let report = search.search_observed(&tree, &Limits::depth(2), &mut recorder);
        (recorder, report.stats.explored)
    }

    #[test]
    fn every_pass_is_kept_with_its_depth_and_window() {
        let (recorder, explored) = recorded(100);
        let labels: Vec<String> = recorder
            .passes()
            .iter()
            .map(|pass| recorder.label(pass))
            .collect();
        assert_eq!(
            labels,
            [
                "pass 1 of 2: depth 1, window (-∞, +∞)",
                "pass 2 of 2: depth 2, window (-∞, +∞)"
            ]
        );
        let visited: u64 = recorder.passes().iter().map(RecordedPass::visited).sum();
        assert_eq!(visited, explored, "nothing is left out");
    }

    #[test]
    fn the_last_pass_is_kept_whatever_the_room() {
        let (recorder, _) = recorded(3);
        assert_eq!(recorder.last().map(|pass| pass.number), Some(2));
        let kept = recorder.last().map(|pass| pass.tree.nodes().len());
        assert_eq!((kept, recorder.count()), (Some(3), 2));
        assert_eq!(recorder.passes().len(), 1, "there is no room for the first");
    }
}
