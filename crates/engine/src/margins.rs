//! [`Margin`]: the numbers of the search that only games can decide, by name; and [`Margins`], their values.

use crate::value::Value;
use plywood_core::Position;
use plywood_eval::Evaluator;
use std::fmt;

/// A number of the search that only games can decide. Its value trades what a step saves for what it overlooks.
///
/// ```
/// use plywood_engine::{Engine, Margin};
/// use plywood_search::{Limits, Strategy};
///
/// let position = plywood_core::Position::START;
/// let mut bold = Engine::new().margin(Margin::ReverseFutility, 20);
/// assert!(bold.search(&position, &Limits::depth(5)).best_move.is_some());
/// assert_eq!(
///     (Margin::Razoring.name(), Margin::Razoring.usual()),
///     ("margin-razoring", 250)
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Margin {
    /// Reverse futility: how far above beta the evaluation must be for each ply that is left, in centipawns.
    ReverseFutility,
    /// Reverse futility: the most plies that are left.
    ReverseFutilityDepth,
    /// Razoring: how far below alpha the evaluation must be, in centipawns.
    Razoring,
    /// Razoring: the same for each ply that is left, squared.
    RazoringByDepth,
    /// Null move: how much less deeply the answer is searched, in plies.
    NullMove,
    /// Null move: for each of these centipawns above beta, up to three times, the reduction is a ply greater.
    NullMoveLead,
    /// Probabilistic cut-offs: by how many centipawns a capture must beat beta.
    ProbCut,
    /// Late moves: together with the square of the depth, the least number of moves tried.
    LateMoves,
    /// Futility: how far below alpha the evaluation must be, in centipawns.
    Futility,
    /// Futility: the same for each ply that is left.
    FutilityByDepth,
    /// Pruning by history: how bad it must be for each ply.
    HistoryPruning,
    /// Pruning by exchange: what a quiet move may lose, for each ply squared, in centipawns.
    QuietLoss,
    /// Pruning by exchange: what a capture may lose, for each ply, in centipawns.
    CaptureLoss,
    /// Reductions: the product of the logarithms of depth and move number is divided by a hundredth of this.
    ReductionDivisor,
    /// Reductions: a quiet move with this much history is reduced by a ply less.
    ReductionHistory,
    /// Singular extensions: so far below the table's value, in centipawns for each ply, the other moves must stay.
    Singular,
    /// Singular extensions: a move this much better than all others is extended by two plies.
    DoubleSingular,
    /// Aspiration windows: half the width of the first window, in centipawns.
    Aspiration,
    /// Quiescence: a capture must bring the evaluation to within this many centipawns of alpha.
    Quiescence,
}

/// How a margin is written, its usual values with the classical evaluation and with the network, and its range.
struct Known {
    margin: Margin,
    name: &'static str,
    usual: [Value; 2],
    range: [Value; 2],
}

const fn known(margin: Margin, name: &'static str, usual: [Value; 2], range: [Value; 2]) -> Known {
    Known {
        margin,
        name,
        usual,
        range,
    }
}

/// Each margin, in the order of their declaration.
const ALL: [Known; 19] = [
    known(
        Margin::ReverseFutility,
        "margin-reverse-futility",
        [90, 63],
        [0, 400],
    ),
    known(
        Margin::ReverseFutilityDepth,
        "margin-reverse-futility-depth",
        [4, 5],
        [0, 16],
    ),
    known(Margin::Razoring, "margin-razoring", [250, 268], [0, 1_500]),
    known(
        Margin::RazoringByDepth,
        "margin-razoring-by-depth",
        [200, 195],
        [0, 1_000],
    ),
    known(Margin::NullMove, "margin-null-move", [4, 4], [1, 8]),
    known(
        Margin::NullMoveLead,
        "margin-null-move-lead",
        [180, 175],
        [20, 800],
    ),
    known(Margin::ProbCut, "margin-prob-cut", [170, 142], [0, 800]),
    known(Margin::LateMoves, "margin-late-moves", [6, 7], [1, 30]),
    known(Margin::Futility, "margin-futility", [90, 60], [0, 500]),
    known(
        Margin::FutilityByDepth,
        "margin-futility-by-depth",
        [85, 67],
        [0, 400],
    ),
    known(
        Margin::HistoryPruning,
        "margin-history-pruning",
        [5_000, 5_275],
        [0, 30_000],
    ),
    known(Margin::QuietLoss, "margin-quiet-loss", [22, 15], [0, 200]),
    known(
        Margin::CaptureLoss,
        "margin-capture-loss",
        [95, 89],
        [0, 500],
    ),
    known(
        Margin::ReductionDivisor,
        "margin-reduction-divisor",
        [240, 249],
        [100, 600],
    ),
    known(
        Margin::ReductionHistory,
        "margin-reduction-history",
        [12_000, 14_041],
        [2_000, 60_000],
    ),
    known(Margin::Singular, "margin-singular", [2, 2], [0, 10]),
    known(
        Margin::DoubleSingular,
        "margin-double-singular",
        [20, 18],
        [0, 200],
    ),
    known(Margin::Aspiration, "margin-aspiration", [14, 22], [2, 200]),
    known(
        Margin::Quiescence,
        "margin-quiescence",
        [180, 228],
        [0, 800],
    ),
];

impl Margin {
    /// All margins.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|known| known.margin)
    }

    const fn known(self) -> &'static Known {
        &ALL[self as usize]
    }

    /// What it is called in the settings of the engine.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.known().name
    }

    /// The value unless another one is set.
    #[must_use]
    pub const fn usual(self) -> i32 {
        self.known().usual[0]
    }

    /// The lowest and the highest value.
    #[must_use]
    pub const fn range(self) -> [i32; 2] {
        self.known().range
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The values of all margins. Unless others are set, they are those that fit the evaluator of the engine.
///
/// ```
/// use plywood_engine::{Engine, Evaluation, Margin, Margins};
///
/// let margins = Margins::of(&Evaluation::default());
/// assert_eq!(margins.get(Margin::Futility), Margin::Futility.usual());
/// let _careful = Engine::new().margin(Margin::Futility, 120);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Margins([Value; ALL.len()]);

impl Default for Margins {
    fn default() -> Self {
        Self(ALL.each_ref().map(|known| known.usual[0]))
    }
}

impl Margins {
    /// Those that fit this evaluator. For a network they were found in games with the one of `plywood-net`.
    #[must_use]
    pub fn of(evaluator: &impl Evaluator<Position>) -> Self {
        let column = usize::from(evaluator.is_network());
        Self(ALL.each_ref().map(|known| known.usual[column]))
    }

    /// The value of a margin.
    #[must_use]
    #[inline]
    pub const fn get(&self, margin: Margin) -> i32 {
        self.0[margin as usize]
    }

    /// Sets a margin, to the nearest end of its range if the value is beyond.
    pub(crate) fn set(&mut self, margin: Margin, value: Value) {
        let [min, max] = margin.range();
        self.0[margin as usize] = value.clamp(min, max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_in_their_order_and_usual_values_in_their_ranges() {
        for (place, known) in ALL.iter().enumerate() {
            let [min, max] = known.range;
            assert_eq!(known.margin as usize, place, "{}", known.name);
            let fits = |usual| (min..=max).contains(usual);
            assert!(known.usual.iter().all(fits) && min < max, "{}", known.name);
            assert!(known.name.starts_with("margin-"));
        }
        let mut margins = Margins::default();
        margins.set(Margin::Singular, 99);
        assert_eq!(
            (margins.get(Margin::Singular), margins.get(Margin::NullMove)),
            (10, 4)
        );
    }
}
