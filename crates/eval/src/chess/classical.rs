//! [`Classical`]: the tapered evaluator with all themes.

pub(super) mod tapered;
pub(super) mod features;
pub(super) mod weights;
mod player_view;
mod themes;
mod pawn_table;

use crate::chess::classical::features::Feature;
use crate::chess::classical::pawn_table::{PawnEntry, PawnTable};
use crate::chess::classical::player_view::PlayerView;
use crate::chess::classical::tapered::{Blend, Tapered};
use crate::chess::classical::weights::{Counts, PackedWeights, Sum, Weights};
use crate::evaluator::Evaluator;
use crate::linear::{Breakdown, Linear, Weight};
use crate::score::Score;
use crate::session::Session;
use plywood_core::cpu::{Cpu, Multiversion, dispatch};
use plywood_core::{ByColor, Position};
use std::sync::Arc;

/// The default evaluator for chess: material, piece squares, pawns, kings and other themes, each with a weight for the
/// middlegame and one for the endgame.
///
/// The weights are data. [`Linear::counts`] reports how often each one counted, for tuning, and [`Classical::explain`] breaks a score down.
///
/// ```
/// use plywood_eval::{Classical, Evaluator, Score};
/// use plywood_core::Position;
///
/// let classical = Classical::default();
/// let open: Position =
///     "rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2".parse()?;
/// assert!(
///     classical.evaluate(&open).as_centipawns().is_some_and(|value| value.abs() < 100)
/// );
/// let queen_up: Position =
///     "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
/// assert!(classical.evaluate(&queen_up) > Score::centipawns(800));
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Classical {
    weights: Weights,
    /// Shared, so that a session recognizes a clone of the evaluator.
    packed: Arc<PackedWeights>,
}

impl Default for Classical {
    fn default() -> Self {
        Self::new(Weights::DEFAULT)
    }
}

impl Classical {
    /// Makes an evaluator with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        let packed = Arc::new(weights.packed());
        Self { weights, packed }
    }

    /// Returns the weight of each feature.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }
}

impl Evaluator<Position> for Classical {
    #[inline]
    fn evaluate_in(&self, position: &Position, session: &mut Session) -> Score {
        let task = EvaluationTask {
            weights: &self.packed,
            position,
            pawns: session.memory(&self.packed, PawnTable::new),
        };
        let (lead, blend) = dispatch(task);
        Score::centipawns(blend.centipawns(lead)).for_white(position.side_to_move())
    }
}

/// Each feature has two weights or more, with the [names of its weights](Feature::weight_name) and the part of the game:
/// `pawn square e4 middlegame`, `pawn square e4 endgame`. They are rounded to whole centipawns.
impl Linear<Position> for Classical {
    fn weights(&self) -> Vec<(String, f64)> {
        let features = Feature::ALL.into_iter();
        let names = features
            .flat_map(|feature| (0..feature.size()).map(move |index| feature.weight_name(index)));
        let named = names.zip(self.weights.all());
        let pairs = named.map(|(name, weight)| {
            [
                (format!("{name} middlegame"), weight.middlegame.into()),
                (format!("{name} endgame"), weight.endgame.into()),
            ]
        });
        pairs.flatten().collect()
    }

    fn set_weights(&mut self, values: &[f64]) {
        let mut all = *self.weights.all();
        let halves = all
            .iter_mut()
            .flat_map(|weight| [&mut weight.middlegame, &mut weight.endgame]);
        for (half, &value) in halves.zip(values) {
            *half = Weight::chosen(value).centipawns();
        }
        *self = Self::new(Weights::new(all));
    }

    fn counts(&self, position: &Position, add: &mut dyn FnMut(usize, [f64; 2])) {
        let trace = Trace::new(position);
        let shares = trace.blend.shares();
        let counts = trace.counts.white.iter().zip(&trace.counts.black);
        for (index, (&white, &black)) in counts.enumerate() {
            if (white, black) != (0, 0) {
                for (half, share) in shares.into_iter().enumerate() {
                    let count = |times: i32| f64::from(times) * share;
                    add(2 * index + half, [count(white), count(black)]);
                }
            }
        }
    }

    fn themes(&self, position: &Position) -> Breakdown {
        self.explain(position).breakdown()
    }

    fn details(&self, position: &Position) -> String {
        format!("{:#}", self.explain(position))
    }
}

/// Sums all themes and computes the blend. It is compiled for each processor, because most of the work is counting squares and looking up
/// attacks.
struct EvaluationTask<'a> {
    weights: &'a PackedWeights,
    position: &'a Position,
    pawns: Option<&'a mut PawnTable>,
}

impl Multiversion for EvaluationTask<'_> {
    type Output = (Tapered, Blend);

    #[inline(always)]
    fn run<M: Cpu>(self) -> (Tapered, Blend) {
        let mut views = [PlayerView::EMPTY; 2];
        PlayerView::look_both::<M>(&mut views, self.position);
        let mut unknown = PawnEntry::EMPTY;
        let entry = match self.pawns {
            Some(table) => table.entry(self.position),
            None => &mut unknown,
        };
        let by_pawns = entry.lead(self.weights, &views);
        let passed = entry.passed;
        let mut sums = [Tapered::ZERO; 2];
        // A loop, so that each side's code exists only once.
        for side in 0..2 {
            let mut sum = Sum::new(self.weights);
            themes::count_others(&views[side], passed[side], &mut sum);
            sums[side] = sum.total();
        }
        let lead = by_pawns + sums[0] - sums[1];
        (lead, Blend::of(self.position))
    }
}

/// The number of times each weight of a classical evaluator counted in a position.
pub(super) struct Trace {
    /// For each side, in the order of [`Weights::all`].
    counts: ByColor<Vec<i32>>,
    /// The blend of middlegame and endgame values.
    pub(super) blend: Blend,
}

impl Trace {
    pub(super) fn new(position: &Position) -> Self {
        let [white, black] = PlayerView::both(position).map(|view| {
            let mut counts = Counts::new();
            themes::count_all(&view, &mut counts);
            counts.0
        });
        Self {
            counts: ByColor { white, black },
            blend: Blend::of(position),
        }
    }

    /// Returns the times each weight of a feature counted, for each side.
    pub(super) fn of(&self, feature: Feature) -> ByColor<&[i32]> {
        ByColor::from_fn(|color| &self.counts[color][feature.offset()..][..feature.size()])
    }
}
