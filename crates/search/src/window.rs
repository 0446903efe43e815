//! [`Window`]: alpha and beta as one value, and [`Bound`], the relation of a score to the value.

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

/// The relation of a score to the value of a node.
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
    /// The window that contains every score.
    #[doc(alias = "full")]
    pub const OPEN: Self = Self {
        alpha: Score::LOWEST,
        beta: Score::HIGHEST,
    };

    /// Makes a window from alpha to beta, if alpha is below beta.
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Option<Self> {
        (alpha < beta).then_some(Self { alpha, beta })
    }

    /// Makes a window from alpha to beta, which must be above alpha.
    ///
    /// # Panics
    /// In a debug build, if it is not.
    #[must_use]
    #[inline]
    pub fn between(alpha: Score, beta: Score) -> Self {
        debug_assert!(alpha < beta, "alpha {alpha} is below beta {beta}");
        Self { alpha, beta }
    }

    /// Makes a window of this many centipawns to each side of a guess.
    #[must_use]
    pub fn around(guess: Score, margin: i32) -> Self {
        let margin = Score::centipawns(margin.max(1));
        // A margin in centipawns has no meaning around a sure win or loss.
        Self::new(guess.minus(margin), guess.plus(margin)).unwrap_or(Self::OPEN)
    }

    /// Returns the null window that tests whether the value is `score` or more.
    #[must_use]
    pub fn reaches(score: Score) -> Self {
        // No score is above the highest one, so its window is one step lower.
        let alpha = score.next_below().min(Score::HIGHEST.next_below());
        Self {
            alpha,
            beta: alpha.next_above(),
        }
    }

    /// Returns the score the side to move is sure of elsewhere.
    #[must_use]
    #[inline]
    pub const fn alpha(self) -> Score {
        self.alpha
    }

    /// Returns the score the opponent is sure to hold it to elsewhere.
    #[must_use]
    #[inline]
    pub const fn beta(self) -> Score {
        self.beta
    }

    /// Returns the window in the game's notation: `(3, 12)`. The ends of a null window between two mates may look equal, since people count
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

    /// Returns `true` for a null window, which no score is inside.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.beta == self.alpha.next_above()
    }

    /// Returns the relation to the value of a score returned by a search with this window.
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

    /// Returns `true` if a known score with this bound makes a search with this window unnecessary.
    #[must_use]
    #[inline]
    pub fn is_answered_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= self.beta,
            Bound::AtMost => score <= self.alpha,
        }
    }

    /// Returns the score, or the nearer end of the window if it is outside, as a fail-hard search returns it.
    #[must_use]
    #[inline]
    pub fn clamp(self, score: Score) -> Score {
        score.clamp(self.alpha, self.beta)
    }

    /// Returns the null window at alpha, which tests whether a move is better than the best one so far.
    #[must_use]
    #[inline]
    pub fn null_at_alpha(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: self.alpha.next_above(),
        }
    }
}

/// The window from the other side's point of view.
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
