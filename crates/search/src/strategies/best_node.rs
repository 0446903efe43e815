//! Best-node search: often the best root move can be found before its value.

use crate::budget::Stopped;
use crate::game::Game;
use crate::line::Line;
use crate::root::value_at_same_ply;
use crate::search_state::SearchState;
use crate::strategy::{Claims, FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::Score;

/// Drives a fixed-depth strategy by null windows on the root moves. It works best with a fail-soft one that has a table.
///
/// **Idea.** Null windows show which root moves reach a test value. If only one does, it is the best move. If several do,
/// they are tested with a higher value; if none does, all are tested with a lower one.
///
/// **Invariant.** The best move is among the candidates, and lower ≤ value ≤ upper.
///
/// **Cost.** Finding the move often takes less than MTD(f). One more search of that move alone then finds its value, so that the report has
/// a score like any other.
///
/// **Source.** Rutko, "Fuzzified algorithm for game tree search with statistical and analytical evaluation", 2011.
///
/// **Chapter.** `docs/book/src/passes.md`, in the repository.
///
/// ```
/// use plywood_search::games::Tree;
/// use plywood_search::{AlphaBeta, BestNode, Limits, Score, Strategy};
///
/// let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
/// let report =
///     BestNode::new(AlphaBeta::new(Tree::estimate)).search(&tree, &Limits::depth(2));
/// assert_eq!(report.score, Some(Score::centipawns(3)));
/// assert_eq!(report.line.to_string(), "1");
/// ```
#[derive(Debug, Clone)]
pub struct BestNode<S> {
    inner: S,
    guess: Score,
}

impl<S> BestNode<S> {
    /// Drives this strategy. The first test value is a draw; a later search begins with the last score.
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            guess: Score::DRAW,
        }
    }

    search_methods!();

    /// Returns the value of a root move for the side that makes it.
    fn child_value<G: Game>(
        &mut self,
        position: &G,
        (mv, depth): (G::Move, u32),
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped>
    where
        S: FixedDepth<G>,
    {
        state.down(mv);
        let child = position.after(mv);
        let score = -value_at_same_ply(&mut self.inner, &child, depth, -window, state)?;
        state.up(score);
        Ok(score)
    }
}

impl<G: Game, S: FixedDepth<G>> FixedDepth<G> for BestNode<S> {
    fn begin(&mut self) {
        self.guess = Score::DRAW;
        self.inner.begin();
    }

    fn is_exact(&self) -> bool {
        self.inner.is_exact()
    }

    fn claims(&self) -> Claims {
        self.inner.claims()
    }

    fn value(
        &mut self,
        position: &G,
        depth: u32,
        window: Window,
        state: &mut SearchState<'_, G::Move>,
    ) -> Result<Score, Stopped> {
        let moves = position.legal_moves();
        let is_over = position.ending_in_search(&moves).is_some();
        if depth == 0 || is_over || position.waits_for_chance() {
            return self.inner.value(position, depth, window, state);
        }
        // It finds the value regardless of the window.
        state.visit(depth, Window::OPEN)?;
        let mut candidates = moves.to_vec();
        let (mut lower, mut upper) = (Score::LOWEST, Score::HIGHEST);
        let mut test = self.guess;
        while candidates.len() > 1 && lower < upper {
            // Fail-soft scores narrow the range faster than the test value alone.
            let (mut least_above, mut most_below) = (Score::HIGHEST, Score::LOWEST);
            let mut reaching = Vec::new();
            for &mv in &candidates {
                let score =
                    self.child_value(position, (mv, depth - 1), Window::reaches(test), state)?;
                if score >= test {
                    reaching.push(mv);
                    least_above = least_above.min(score);
                } else {
                    most_below = most_below.max(score);
                }
            }
            if reaching.is_empty() {
                upper = most_below;
            } else {
                candidates = reaching;
                lower = least_above;
            }
            test = lower.between(upper);
        }
        // Any remaining candidates are equally good, and the first is taken.
        let best = candidates[0];
        let score = if lower == upper {
            // The value is known, but not the line: the last one searched may belong to another move.
            state.adopt(state.ply(), &Line::from_iter([best]), lower);
            lower
        } else {
            let score = self.child_value(position, (best, depth - 1), Window::OPEN, state)?;
            state.improved(best, score);
            score
        };
        self.guess = score;
        Ok(score)
    }
}

impl<G: Game, S: FixedDepth<G>> Strategy<G> for BestNode<S> {
    fn name(&self) -> String {
        format!("{}+best-node", self.inner.name())
    }

    searches_once!(G);

    fn new_game(&mut self) {
        self.inner.new_game();
    }
}
