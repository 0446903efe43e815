//! [`Chances`]: the outcomes that a position waits for, and the expectation of its value.

use crate::game::{Game, Stakes};
use crate::window::{Bound, Window};
use plywood_eval::Score;

/// The outcomes that a position waits for, with their weights and what is known of their values.
///
/// **Value.** The value of the position is the mean of its outcomes' values by weight, rounded to the nearest unit, and halves away from
/// zero. So it keeps order, and the value for the other side is the opposite.
///
/// **Wins.** In a mean, a win counts as [`Stakes::win`], a loss as its opposite, and an estimate beyond them as the nearer one. Only if every
/// outcome is a win or every one a loss is the value a win or loss, at the longest distance.
///
/// **Windows.** A search of an outcome needs its value only inside a [`window`](Self::window): below it the mean is at most alpha, whatever
/// the other outcomes are worth, and above it at least beta. The window is rounded outward, so results are exact to the unit.
///
/// ```
/// use plywood_search::games::ChanceTree;
/// use plywood_search::{Bound, Chances, Game, Score, Window};
///
/// // A game of 100 points: a win has one chance in 36.
/// let tree: ChanceTree = "{1:0 35:0}".parse()?;
/// let mut chances = Chances::of(&tree, &tree.legal_moves());
/// chances.learn(0, Score::won_in(3), Bound::Exact);
/// chances.learn(1, Score::DRAW, Bound::Exact);
/// assert_eq!(chances.least(), Score::centipawns(28), "1,000 / 36");
///
/// // The other outcome is worth 20: the first one can't make the mean 10 or less, unless it is worth -323 or less.
/// let mut chances = Chances::of(&tree, &tree.legal_moves());
/// chances.learn(1, Score::centipawns(20), Bound::Exact);
/// let window = Window::new(Score::centipawns(10), Score::centipawns(20)).unwrap();
/// let first = chances.window(0, window);
/// assert_eq!(first, Window::new(Score::centipawns(-323), Score::centipawns(2)).unwrap());
/// # Ok::<(), plywood_search::games::ParseTreeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Chances<M> {
    stakes: Stakes,
    outcomes: Vec<Chance<M>>,
}

/// An outcome that may happen, and what is known of its value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Chance<M> {
    /// The outcome.
    pub outcome: M,
    /// Its weight, which is positive.
    pub weight: u32,
    /// The least that it can be worth, for the side to move.
    pub least: Score,
    /// The most that it can be worth.
    pub most: Score,
}

impl<M: Copy> Chances<M> {
    /// Returns the outcomes of a position that may happen; nothing is known of their values.
    #[must_use]
    pub fn of<G: Game<Move = M>>(position: &G, outcomes: &[M]) -> Self {
        let all = outcomes.iter().map(|&outcome| Chance {
            outcome,
            weight: position.weight(outcome),
            least: Score::LOWEST,
            most: Score::HIGHEST,
        });
        Self {
            stakes: G::STAKES.unwrap_or(Stakes::new(Score::centipawns(i32::MAX))),
            outcomes: all.filter(|chance| chance.weight > 0).collect(),
        }
    }

    /// Returns the outcomes that may happen, in the order of the moves.
    #[must_use]
    pub fn outcomes(&self) -> &[Chance<M>] {
        &self.outcomes
    }

    /// Takes note of a score of the outcome with this index.
    pub fn learn(&mut self, index: usize, score: Score, bound: Bound) {
        let chance = &mut self.outcomes[index];
        if bound != Bound::AtMost {
            chance.least = chance.least.max(score);
        }
        if bound != Bound::AtLeast {
            chance.most = chance.most.min(score);
        }
    }

    /// Returns the least that the position can be worth. It is the value once every outcome's is known, and a draw if none may happen.
    #[must_use]
    pub fn least(&self) -> Score {
        self.mean_without(None, |chance| chance.least).value()
    }

    /// Returns the most that the position can be worth.
    #[must_use]
    pub fn most(&self) -> Score {
        self.mean_without(None, |chance| chance.most).value()
    }

    /// Returns a bound of the position's value that shows that it is outside a window, if the outcomes do.
    #[must_use]
    pub fn outside(&self, window: Window) -> Option<Score> {
        let (least, most) = (self.least(), self.most());
        let too_much = (least >= window.beta()).then_some(least);
        too_much.or((most <= window.alpha()).then_some(most))
    }

    /// Returns the window in which the value of the outcome with this index matters, when the position is searched in `window`.
    #[must_use]
    pub fn window(&self, index: usize, window: Window) -> Window {
        let (weight, others) = (self.outcomes[index].weight, Some(index));
        let worst = self.mean_without(others, |chance| chance.least);
        let best = self.mean_without(others, |chance| chance.most);
        let alpha = lowest(|score| best.with(weight, score).value() > window.alpha());
        let beta = lowest(|score| worst.with(weight, score).value() >= window.beta());
        Window::between(alpha.next_below(), beta)
    }

    fn mean_without(&self, index: Option<usize>, value: fn(&Chance<M>) -> Score) -> Mean {
        let all = self.outcomes.iter().enumerate();
        let outcomes = all.filter(|(place, _)| Some(*place) != index);
        let values = outcomes.map(|(_, chance)| (chance.weight, value(chance)));
        Mean::of(self.stakes, values)
    }
}

/// Returns the lowest score above [`Score::LOWEST`] that passes a test; if one does, so does every higher score.
fn lowest(passes: impl Fn(Score) -> bool) -> Score {
    let (mut below, mut found) = (Score::LOWEST, Score::HIGHEST);
    while below.next_above() < found {
        let middle = below.between(found);
        if passes(middle) {
            found = middle;
        } else {
            below = middle;
        }
    }
    found
}

/// The mean of some values by weight.
#[derive(Debug, Clone, Copy)]
struct Mean {
    win: i64,
    sum: i64,
    weight: i64,
    lowest: Score,
    highest: Score,
}

/// Returns the mean of some values by weight.
pub(crate) fn mean(stakes: Stakes, values: impl Iterator<Item = (u32, Score)>) -> Score {
    Mean::of(stakes, values).value()
}

impl Mean {
    fn of(stakes: Stakes, values: impl Iterator<Item = (u32, Score)>) -> Self {
        let none = Self {
            win: stakes.win().into(),
            sum: 0,
            weight: 0,
            lowest: Score::HIGHEST,
            highest: Score::LOWEST,
        };
        values.fold(none, |mean, (weight, value)| mean.with(weight, value))
    }

    fn with(self, weight: u32, value: Score) -> Self {
        let worth = match value.as_centipawns() {
            Some(estimate) => i64::from(estimate).clamp(-self.win, self.win),
            None if value > Score::DRAW => self.win,
            None => -self.win,
        };
        Self {
            sum: self.sum + i64::from(weight) * worth,
            weight: self.weight + i64::from(weight),
            lowest: self.lowest.min(value),
            highest: self.highest.max(value),
            ..self
        }
    }

    fn value(self) -> Score {
        if self.weight == 0 {
            return Score::DRAW;
        }
        if self.lowest.is_decisive() && self.lowest > Score::DRAW {
            return self.lowest;
        }
        if self.highest.is_decisive() && self.highest < Score::DRAW {
            return self.highest;
        }
        let doubled = 2 * self.sum.abs() + self.weight;
        let mean = doubled / (2 * self.weight) * self.sum.signum();
        Score::centipawns(i32::try_from(mean).unwrap_or_default())
    }
}
