//! The windows that drivers choose: null windows, windows around a guess, and wider ones after a failure.

use super::Window;
use plywood_eval::Score;

impl Window {
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

    /// The null window at alpha, which asks whether a move is better than the best one so far.
    #[must_use]
    #[inline]
    pub fn null_at_alpha(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: self.alpha.next_above(),
        }
    }

    /// Whether no score lies strictly inside the window.
    #[must_use]
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.next_above() >= self.beta
    }

    /// A window of this many centipawns to each side of a guess.
    #[must_use]
    pub fn around(guess: Score, margin: i32) -> Self {
        let margin = Score::centipawns(margin.max(1));
        let (alpha, beta) = (guess.minus(margin), guess.plus(margin));
        // A margin in centipawns means nothing around a sure win or loss.
        if alpha < beta {
            Self { alpha, beta }
        } else {
            Self::OPEN
        }
    }

    /// The same alpha without a beta, to search again after failing high.
    #[must_use]
    pub fn open_above(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: Score::HIGHEST,
        }
    }

    /// The same beta without an alpha, to search again after failing low.
    #[must_use]
    pub fn open_below(self) -> Self {
        Self {
            alpha: Score::LOWEST,
            beta: self.beta,
        }
    }

    /// Whether the window has neither an alpha nor a beta.
    #[must_use]
    pub fn is_open(self) -> bool {
        self == Self::OPEN
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
