//! [`Classical`]: the tapered evaluator made of all themes, and [`ThemeEvaluator`], made of one.

use crate::evaluator::Evaluator;
use crate::feature_sink::{Counts, Sum};
use crate::features::Feature;
use crate::player_view::PlayerView;
use crate::score::Score;
use crate::tapered::{Blend, Tapered};
use crate::theme::Theme;
use crate::themes;
use crate::weights::Weights;
use plywood_core::{ByColor, Color, Position};

/// The default evaluator for chess: the themes of good play, weighed for the middlegame and the endgame.
///
/// The weights are data. [`Classical::trace`] tells how often each one counted, so that they can be tuned, and
/// [`Classical::explain`] takes a score apart.
///
/// ```
/// use plywood_eval::{Classical, Evaluator, Score};
/// use plywood_core::Position;
///
/// let classical = Classical::default();
/// let open: Position = "rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2".parse()?;
/// assert!(classical.evaluate(&open).as_centipawns().is_some_and(|value| value.abs() < 100));
/// let queen_up: Position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
/// assert!(classical.evaluate(&queen_up) > Score::centipawns(800));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Classical {
    weights: Weights,
}

impl Classical {
    /// Judges with these weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// What each feature is worth to it.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How often each weight counted for each side. It does not depend on the weights.
    ///
    /// ```
    /// use plywood_eval::{Classical, Evaluator, Feature};
    /// use plywood_core::Position;
    ///
    /// let position: Position = "4k3/8/8/8/8/8/PP6/2BBK3 w - - 0 1".parse()?;
    /// let classical = Classical::default();
    /// let trace = classical.trace(&position);
    /// assert_eq!(trace.of(Feature::BishopPair).white, [1]);
    /// let score = trace.dot(classical.weights());
    /// assert_eq!(classical.evaluate(&position).as_centipawns(), Some(score));
    /// # Ok::<(), plywood_core::FenError>(())
    /// ```
    #[must_use]
    pub fn trace(&self, position: &Position) -> Trace {
        Trace::new(position)
    }

    /// The sum of all themes from White's view, before middlegame and endgame are made one.
    #[inline]
    #[must_use]
    pub fn tapered(&self, position: &Position) -> Tapered {
        let [white, black] = &PlayerView::both(position);
        self.one_side(white) - self.one_side(black)
    }
}

impl Classical {
    fn one_side(&self, view: &PlayerView) -> Tapered {
        let mut sum = Sum::new(&self.weights);
        themes::count_all(view, &mut sum);
        sum.total
    }
}

impl Evaluator<Position> for Classical {
    #[inline]
    fn evaluate(&self, position: &Position) -> Score {
        for_side_to_move(position, self.tapered(position))
    }
}

/// Judges a position by one theme alone.
///
/// ```
/// use plywood_eval::{Evaluator, Score, Theme};
/// use plywood_core::Position;
///
/// let position: Position = "4k3/pp6/8/8/8/8/P6P/4K3 w - - 0 1".parse()?;
/// // Two pawns apart are worse than two side by side.
/// assert!(Theme::PawnStructure.evaluator().evaluate(&position) < Score::DRAW);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ThemeEvaluator {
    theme: Theme,
    weights: Weights,
}

impl Theme {
    /// The evaluator that knows this theme and nothing else, with the weights of [`Classical`].
    #[must_use]
    pub const fn evaluator(self) -> ThemeEvaluator {
        ThemeEvaluator {
            theme: self,
            weights: Weights::DEFAULT,
        }
    }
}

impl ThemeEvaluator {
    /// The same theme under other weights.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// What the theme is worth to each side, in the middlegame and the endgame.
    #[must_use]
    pub fn tapered(&self, position: &Position) -> ByColor<Tapered> {
        let views = PlayerView::both(position);
        let one_side = |view| {
            let mut sum = Sum::new(&self.weights);
            themes::count(self.theme, view, &mut sum);
            sum.total
        };
        ByColor {
            white: one_side(&views[0]),
            black: one_side(&views[1]),
        }
    }
}

impl Evaluator<Position> for ThemeEvaluator {
    fn evaluate(&self, position: &Position) -> Score {
        let ByColor { white, black } = self.tapered(position);
        for_side_to_move(position, white - black)
    }
}

#[inline]
fn for_side_to_move(position: &Position, white_lead: Tapered) -> Score {
    let centipawns = Blend::of(position).centipawns(white_lead);
    Score::centipawns(match position.side_to_move() {
        Color::White => centipawns,
        Color::Black => -centipawns,
    })
}

/// How often each weight of a classical evaluator counted in a position: what tuning fits weights to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Trace {
    /// How often, in the order of [`Weights::all`].
    pub counts: ByColor<Vec<i32>>,
    /// How much middlegame and endgame counted.
    pub blend: Blend,
    /// Who is to move.
    pub side_to_move: Color,
}

impl Trace {
    fn new(position: &Position) -> Self {
        let [white, black] = PlayerView::both(position).map(|view| {
            let mut counts = Counts::new();
            themes::count_all(&view, &mut counts);
            counts.0
        });
        Self {
            counts: ByColor { white, black },
            blend: Blend::of(position),
            side_to_move: position.side_to_move(),
        }
    }

    /// How often a feature was seen for each side, by its weights.
    #[must_use]
    pub fn of(&self, feature: Feature) -> ByColor<&[i32]> {
        ByColor::new(|color| &self.counts[color][feature.offset()..][..feature.size()])
    }

    /// The weights that count: each with its number and how much more often White has it.
    pub fn coefficients(&self) -> impl Iterator<Item = (usize, i32)> {
        let pairs = self.counts.white.iter().zip(&self.counts.black);
        let leads = pairs.map(|(white, black)| white - black);
        leads.enumerate().filter(|&(_, lead)| lead != 0)
    }

    /// What the position is worth under some weights to the side to move, in centipawns.
    #[must_use]
    pub fn dot(&self, weights: &Weights) -> i32 {
        let total = self
            .coefficients()
            .map(|(index, lead)| weights.all()[index] * lead)
            .fold(Tapered::ZERO, |total, part| total + part);
        let centipawns = self.blend.centipawns(total);
        match self.side_to_move {
            Color::White => centipawns,
            Color::Black => -centipawns,
        }
    }
}
