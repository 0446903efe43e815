//! [`Observer`]: watching a search from outside, at no cost when nobody does.

use crate::stats::Iteration;
use crate::window::Window;
use plywood_eval::Score;

/// Is told what a search does. Every method does nothing unless overridden, and `()` is the observer that sees nothing.
/// A pair of observers is an observer.
///
/// The calls of a node come in this order: `down`, `enter`, then the same for its children, perhaps a `leaf`, `table_hit`,
/// `pruned` or `cutoff`, then `leave`. A search that is stopped leaves without saying so.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, Limits, Observer, Score, Strategy, games::Branch};
///
/// #[derive(Default)]
/// struct Leaves(Vec<String>);
///
/// impl Observer<Branch> for Leaves {
///     fn leaf(&mut self, score: Score) {
///         self.0.push(score.to_string());
///     }
/// }
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let mut leaves = Leaves::default();
/// AlphaBeta::new(Tree::estimate).search_observed(&tree, &Limits::depth(2), &mut leaves);
/// assert_eq!(leaves.0, ["+0.03", "+0.12", "+0.08", "+0.02", "+0.14", "+0.05", "+0.02"]);
/// ```
pub trait Observer<M> {
    /// Whether it looks at nothing, so that a search need not tell it anything.
    fn is_silent(&self) -> bool {
        false
    }

    /// A move is made, and the node it leads to is entered next.
    fn down(&mut self, _mv: M) {}

    /// A node is entered with so much depth left: the root, or where the last move led.
    fn enter(&mut self, _depth: u32, _window: Window) {}

    /// The node entered last has this score for its side to move: the game is over there, or it was evaluated.
    fn leaf(&mut self, _score: Score) {}

    /// The node entered last was answered by the table.
    fn table_hit(&mut self, _score: Score) {}

    /// The node entered last was given up without looking at its moves, for a reason that has a name.
    fn pruned(&mut self, _step: &'static str) {}

    /// At the node entered last the move of this index, in the order tried, made the rest of so many moves superfluous.
    fn cutoff(&mut self, _index: usize, _moves: usize) {}

    /// The node entered last is left with this score for its side to move.
    fn leave(&mut self, _score: Score) {}

    /// An iteration of a deepening search is complete.
    fn iteration(&mut self, _iteration: &Iteration) {}
}

impl<M> Observer<M> for () {
    fn is_silent(&self) -> bool {
        true
    }
}

impl<M: Copy, A: Observer<M>, B: Observer<M>> Observer<M> for (A, B) {
    fn is_silent(&self) -> bool {
        self.0.is_silent() && self.1.is_silent()
    }

    fn down(&mut self, mv: M) {
        self.0.down(mv);
        self.1.down(mv);
    }

    fn enter(&mut self, depth: u32, window: Window) {
        self.0.enter(depth, window);
        self.1.enter(depth, window);
    }

    fn leaf(&mut self, score: Score) {
        self.0.leaf(score);
        self.1.leaf(score);
    }

    fn table_hit(&mut self, score: Score) {
        self.0.table_hit(score);
        self.1.table_hit(score);
    }

    fn pruned(&mut self, step: &'static str) {
        self.0.pruned(step);
        self.1.pruned(step);
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        self.0.cutoff(index, moves);
        self.1.cutoff(index, moves);
    }

    fn leave(&mut self, score: Score) {
        self.0.leave(score);
        self.1.leave(score);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        self.0.iteration(iteration);
        self.1.iteration(iteration);
    }
}

impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    fn is_silent(&self) -> bool {
        (**self).is_silent()
    }

    fn down(&mut self, mv: M) {
        (**self).down(mv);
    }

    fn enter(&mut self, depth: u32, window: Window) {
        (**self).enter(depth, window);
    }

    fn leaf(&mut self, score: Score) {
        (**self).leaf(score);
    }

    fn table_hit(&mut self, score: Score) {
        (**self).table_hit(score);
    }

    fn pruned(&mut self, step: &'static str) {
        (**self).pruned(step);
    }

    fn cutoff(&mut self, index: usize, moves: usize) {
        (**self).cutoff(index, moves);
    }

    fn leave(&mut self, score: Score) {
        (**self).leave(score);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        (**self).iteration(iteration);
    }
}
