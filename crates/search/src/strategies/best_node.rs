//! Best-node search: the best root move first, and its value afterwards.

use crate::budget::Stopped;
use crate::game::Game;
use crate::line::Line;
use crate::root::value_at_same_ply;
use crate::search_state::SearchState;
use crate::strategy::{FixedDepth, Strategy};
use crate::window::Window;
use plywood_eval::Score;

/// Drives a fixed-depth strategy by null windows on the root moves. It works best with a fail-soft one that has a table.
///
/// **Idea.** Null windows show which root moves reach a test value. If only one does, it is the best move. If two do, the test was too low,
/// and no other move needs an answer; if none does, it was too high. The test moves in growing steps until the value is bounded on both
/// sides, and then bisects.
///
/// **Invariant.** The best move is among the candidates, and lower ≤ value ≤ upper.
///
/// **Cost.** More than MTD(f) where many moves are equally good, since then no test separates the best. One more search of the best move,
/// between the bounds, finds its value, so that the report has a score like any other.
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

/// The first step away from a bound, in centipawns; each later one is twice as large. With 8 to 100 the nodes differ by a tenth.
const FIRST_STEP: Score = Score::centipawns(16);

/// Chooses a test above the lower bound and at most the upper one: a step from the only bound, or the middle between two.
fn next_test(lower: Score, upper: Score, step: Score) -> Score {
    let stepped = match (lower.is_infinite(), upper.is_infinite()) {
        (true, false) => upper.minus(step),
        (false, true) => lower.plus(step),
        (true, true) | (false, false) => upper,
    };
    // A step has no meaning around a sure win or loss.
    if lower < stepped && stepped < upper {
        stepped
    } else {
        lower.between(upper)
    }
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

    passes_on!(self => self.inner, G: is_exact claims);

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
        let (mut test, mut step) = (self.guess, FIRST_STEP);
        while candidates.len() > 1 && lower < upper {
            // Fail-soft scores narrow the range faster than the test value alone.
            let (mut least_above, mut most_below) = (Score::HIGHEST, Score::LOWEST);
            let mut reaching = Vec::new();
            let mut untested = candidates.iter();
            // Two that reach the test are enough to raise it.
            while reaching.len() < 2
                && let Some(&mv) = untested.next()
            {
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
                reaching.extend(untested);
                candidates = reaching;
                lower = least_above;
            }
            test = next_test(lower, upper, step);
            step = step.plus(step);
        }
        // Any remaining candidates are equally good, and the first is taken.
        let best = candidates[0];
        let score = if lower == upper {
            // The value is known, but not the line: the last one searched may belong to another move.
            state.adopt(state.ply(), &Line::from_iter([best]), lower);
            lower
        } else {
            // Both bounds are possible values, so each is inside.
            let window = Window::between(lower.next_below(), upper.next_above());
            let score = self.child_value(position, (best, depth - 1), window, state)?;
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

    passes_on!(self => self.inner, G: new_game);
}
