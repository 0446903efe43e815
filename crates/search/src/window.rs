//! [`Window`]: alpha and beta as one value, and [`Bound`], whether a score is a value or a bound.

use plywood_eval::Score;
use std::ops::Neg;

/// The scores that matter at a node: the side to move already has `alpha` elsewhere, and the opponent will avoid a node
/// worth `beta` or more. `alpha` is always below `beta`.
///
/// ```
/// use plywood_search::{Bound, Score, Window};
///
/// let window = Window::new(Score::centipawns(-50), Score::centipawns(20)).unwrap();
/// assert_eq!((-window).alpha(), Score::centipawns(-20));
/// assert_eq!(window.bound_of(Score::DRAW), Bound::Exact);
/// assert_eq!(window.bound_of(Score::centipawns(20)), Bound::AtLeast);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

/// Whether a score is the value of a node or a bound of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the value.
    Exact,
    /// The value is this or more: the search was cut off by beta.
    AtLeast,
    /// The value is this or less: nothing reached alpha.
    AtMost,
}

impl Window {
    /// Every score is inside. Like [`Score::DRAW`], it is a constant, since it depends on nothing.
    #[doc(alias = "full")]
    pub const OPEN: Self = Self {
        alpha: Score::LOWEST,
        beta: Score::HIGHEST,
    };

    /// A window from alpha to beta, if alpha is below beta.
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Option<Self> {
        (alpha < beta).then_some(Self { alpha, beta })
    }

    /// A window from alpha to beta, which must be above alpha.
    ///
    /// # Panics
    /// In a debug build, if it is not.
    #[must_use]
    #[inline]
    pub fn between(alpha: Score, beta: Score) -> Self {
        debug_assert!(alpha < beta, "alpha {alpha} is below beta {beta}");
        Self { alpha, beta }
    }

    /// A window of this many centipawns to each side of a guess.
    #[must_use]
    pub fn around(guess: Score, margin: i32) -> Self {
        let margin = Score::centipawns(margin.max(1));
        // A margin in centipawns means nothing around a sure win or loss.
        Self::new(guess.minus(margin), guess.plus(margin)).unwrap_or(Self::OPEN)
    }

    /// The null window that asks whether the value is `score` or more.
    #[must_use]
    pub fn reaches(score: Score) -> Self {
        // No score is above the highest one, so for it the window lies one step lower.
        let alpha = score.next_below().min(Score::HIGHEST.next_below());
        Self {
            alpha,
            beta: alpha.next_above(),
        }
    }

    /// The score the side to move is sure of elsewhere.
    #[must_use]
    #[inline]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// The score the opponent is sure to hold it to elsewhere.
    #[must_use]
    #[inline]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// The window as people write it: `(3, 12)`. The ends of a null window between two mates may read alike, since people count
    /// moves and a search counts plies.
    ///
    /// ```
    /// use plywood_search::{Score, Window};
    ///
    /// let text = |window: Window| window.text(|score| score.to_string());
    /// assert_eq!(text(Window::reaches(Score::DRAW)), "(-0.01, 0.00)");
    /// assert_eq!(text(Window::reaches(Score::won_in(3))), "(null window at #2)");
    /// ```
    #[must_use]
    pub fn text(self, score_text: impl Fn(Score) -> String) -> String {
        let [alpha, beta] = [self.alpha, self.beta].map(score_text);
        if alpha == beta {
            format!("(null window at {beta})")
        } else {
            format!("({alpha}, {beta})")
        }
    }

    /// Whether a score returned by a search with this window is the value or a bound of it.
    #[must_use]
    #[inline]
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::AtLeast
        } else if score <= self.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }

    /// Whether a known score of this kind makes a search with this window superfluous.
    #[must_use]
    #[inline]
    pub fn is_answered_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= self.beta,
            Bound::AtMost => score <= self.alpha,
        }
    }

    /// The score, or the end of the window that is nearer to it: what a fail-hard search returns.
    #[must_use]
    #[inline]
    pub fn clamp(self, score: Score) -> Score {
        score.clamp(self.alpha, self.beta)
    }

    /// The null window at alpha, which asks whether a move is better than the best one so far.
    #[must_use]
    #[inline]
    pub fn null_at_alpha(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: self.alpha.next_above(),
        }
    }
}

/// The same window from the other side's view.
impl Neg for Window {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_is_below_beta_whatever_is_asked() {
        let scores = [
            Score::LOWEST,
            Score::lost_in(0),
            Score::DRAW,
            Score::won_in(1),
            Score::HIGHEST,
        ];
        for score in scores {
            for window in [
                Window::reaches(score),
                Window::around(score, 25),
                Window::around(score, i32::MIN),
            ] {
                assert!(window.alpha() < window.beta(), "{score}: {window:?}");
            }
        }
        assert_eq!(Window::new(Score::DRAW, Score::DRAW), None);
    }
}
