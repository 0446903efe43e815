//! [`PassRecorder`]: keeps every pass of a search that starts at the root several times.

use plywood_search::{Observer, Score, TreeRecorder, Window};
use std::fmt::Display;

/// Keeps the trees of all passes of a search. Iterative deepening has a pass for each depth, an aspiration window that fails has
/// another, and MTD(f) has one for each null window.
#[derive(Debug, Clone)]
pub(crate) struct PassRecorder {
    passes: Vec<Pass>,
    /// The number of passes that are not kept, since there was no more room: the first ones.
    forgotten: usize,
    capacity: usize,
    score_text: fn(Score) -> String,
    is_arriving: bool,
}

/// One pass.
#[derive(Debug, Clone)]
pub(crate) struct Pass {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) depth: u32,
    pub(crate) window: Window,
    pub(crate) tree: TreeRecorder,
}

impl Pass {
    /// The number of nodes it visited.
    pub(crate) fn visited(&self) -> u64 {
        self.tree.nodes().len() as u64 + self.tree.omitted()
    }
}

impl PassRecorder {
    /// Keeps about this many nodes: those of the last passes, and of each pass at most this many, the first ones.
    pub(crate) const fn with_capacity(nodes: usize, score_text: fn(Score) -> String) -> Self {
        Self {
            passes: Vec::new(),
            forgotten: 0,
            capacity: nodes,
            score_text,
            is_arriving: false,
        }
    }

    /// The passes that are kept, in their order.
    pub(crate) fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// The last pass.
    pub(crate) fn last(&self) -> Option<&Pass> {
        self.passes.last()
    }

    /// The number of passes.
    pub(crate) fn count(&self) -> usize {
        self.forgotten + self.passes.len()
    }

    /// A pass in a few words, such as `pass 3 of 5: depth 2, window (-1, 0)`.
    pub(crate) fn label(&self, pass: &Pass) -> String {
        let window = pass.window.text(self.score_text);
        let (number, count, depth) = (pass.number, self.count(), pass.depth);
        format!("pass {number} of {count}: depth {depth}, window {window}")
    }

    /// Forgets the first passes if all together have too many nodes.
    fn make_room(&mut self) {
        let mut kept: usize = self.passes.iter().map(|pass| pass.tree.nodes().len()).sum();
        let mut passes = self.passes.iter();
        let mut first = 0;
        while let Some(pass) = passes.next().filter(|_| kept > self.capacity) {
            kept -= pass.tree.nodes().len();
            first += 1;
        }
        self.passes.drain(..first);
        self.forgotten += first;
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
        Observer::<M>::plies(&TreeRecorder::with_capacity(0))
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
            self.make_room();
            let tree = TreeRecorder::with_capacity(self.capacity).score_text(self.score_text);
            let number = self.count() + 1;
            self.passes.push(Pass {
                number,
                depth,
                window,
                tree,
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
    use plywood_search::games::Tree;
    use plywood_search::{AlphaBeta, Game, IterativeDeepening, Limits, Strategy};

    fn recorded(capacity: usize) -> (PassRecorder, u64) {
        let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let mut recorder = PassRecorder::with_capacity(capacity, Tree::score_text);
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
        let visited: u64 = recorder.passes().iter().map(Pass::visited).sum();
        assert_eq!(visited, explored, "nothing is left out");
    }

    #[test]
    fn the_last_pass_is_kept_whatever_the_room() {
        let (recorder, _) = recorded(3);
        assert_eq!(recorder.last().map(|pass| pass.number), Some(2));
        let kept = recorder.last().map(|pass| pass.tree.nodes().len());
        assert_eq!((kept, recorder.count()), (Some(3), 2));
    }
}
