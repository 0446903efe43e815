//! [`Number`]: the numbers of the search that only games can decide, each declared once; and [`Numbers`], their values.
//!
//! A search reads them here, the engine's settings are made from them, and a program built for tuning offers each as an option. Numbers
//! that protect a search from errors (the bounds of values, the clock from which the fifty-move rule counts) are not tunable, nor are the
//! shares of the clock in `deepening.rs`, which games with a fixed number of nodes can't tune.

use crate::value::Value;
use plywood_eval::Scale;
use std::fmt;
use std::ops::RangeInclusive;

/// A number of the search that only games can decide. Its value trades the savings of a step for its oversights.
///
/// ```
/// use plywood_engine::{Engine, Number};
/// use plywood_search::{Limits, Strategy};
///
/// let margin = Number::named("reverse-futility").ok_or("a number")?;
/// assert_eq!((margin.usual(), margin.range()), (90, 0..=400));
/// let mut bold = Engine::new().number(margin, 20);
/// let position = plywood_core::Position::START;
/// assert!(bold.search(&position, &Limits::depth(5)).best_move.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Number {
    field: &'static str,
    about: &'static str,
    values: Values,
    place: fn(&mut Numbers) -> &mut Value,
}

/// The values of a number.
#[derive(Debug, Clone, Copy)]
struct Values {
    /// The defaults with the classical evaluation and with a network.
    usual: [Value; 2],
    range: [Value; 2],
    step: f64,
}

/// More than any two values differ by, so that a step has no effect.
const NEVER: Value = 100_000;

/// Declares a number's default, its range, and the step by which it is tuned.
const fn number(usual: Value, range: [Value; 2], step: f64) -> Values {
    Values {
        usual: [usual; 2],
        range,
        step,
    }
}

impl Values {
    /// Sets another value for networks, found in games with the one of `plywood-net`.
    const fn with_network(self, value: Value) -> Self {
        Self {
            usual: [self.usual[0], value],
            ..self
        }
    }
}

impl Number {
    /// Returns all numbers, in the order of the steps that read them.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        ALL.iter()
    }

    /// Returns the number with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|number| number.name() == name)
    }

    /// Returns its name in the settings of the engine: `reverse-futility`.
    #[must_use]
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }

    /// Returns a description in one sentence.
    #[must_use]
    pub fn about(&self) -> &'static str {
        self.about.trim_start()
    }

    /// Returns its default with the classical evaluation.
    #[must_use]
    pub const fn usual(&self) -> i32 {
        self.values.usual[0]
    }

    /// Returns its range.
    #[must_use]
    pub const fn range(&self) -> RangeInclusive<i32> {
        self.values.range[0]..=self.values.range[1]
    }

    /// Returns the amount tuning moves it each way: worth a few Elo.
    #[must_use]
    pub const fn step(&self) -> f64 {
        self.values.step
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// Makes from one list the values as fields, which cost a search no more than constants, and the table of their descriptions.
macro_rules! numbers {
    ($($(#[doc = $about:literal])+ $field:ident: $values:expr;)+) => {
        /// The values of all numbers. By default they are those that fit the engine's evaluator.
        ///
        /// ```
        /// use plywood_engine::{Number, Numbers};
        /// use plywood_eval::Scale;
        ///
        /// let mut numbers = Numbers::of(Scale::Terms);
        /// for number in Number::all() {
        ///     assert_eq!(numbers.get(number), number.usual());
        /// }
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Numbers {
            $($(#[doc = $about])+ pub(crate) $field: Value,)+
        }

        const ALL: &[Number] = &[$(Number {
            field: stringify!($field),
            about: concat!($($about),+),
            values: $values,
            place: |numbers| &mut numbers.$field,
        }),+];

        impl Numbers {
            const fn column(column: usize) -> Self {
                Self { $($field: $values.usual[column],)+ }
            }
        }
    };
}

numbers! {
    /// Razoring: the margin below alpha, in centipawns.
    razoring: number(250, [0, 1_500], 40.0).with_network(268);
    /// Razoring: the margin to add, times the remaining depth squared.
    razoring_by_depth: number(200, [0, 1_000], 30.0).with_network(195);
    /// Razoring: the greatest remaining depth.
    razoring_depth: number(4, [0, 12], 0.8);

    /// Reverse futility: the margin above beta per remaining ply, in centipawns.
    reverse_futility: number(90, [0, 400], 12.0).with_network(63);
    /// Reverse futility: the greatest remaining depth. At higher depth the null move does as well, and also sees mate threats.
    reverse_futility_depth: number(4, [0, 16], 0.8).with_network(5);

    /// Null move: the base reduction in plies.
    null_move: number(4, [1, 8], 0.6);
    /// Null move: the centipawns over beta that add a ply to the reduction.
    null_move_lead: number(180, [20, 800], 25.0).with_network(175);
    /// Null move: the most plies that a lead can add to the reduction.
    null_move_lead_plies: number(3, [0, 8], 0.6);
    /// Null move: the plies of depth that add a ply to the reduction.
    null_move_plies: number(3, [1, 12], 0.5);
    /// Null move: the least remaining depth.
    null_move_depth: number(3, [1, 10], 0.6);
    /// Null move: the margin above beta, in centipawns.
    null_move_margin: number(120, [-200, 600], 20.0);
    /// Null move: the margin shrinks by this much per remaining ply.
    null_move_margin_by_depth: number(20, [0, 100], 3.0);
    /// Null move: the least depth where the result is verified.
    null_move_verified_depth: number(13, [4, 40], 1.5);
    /// Null move: the quarters of the depth where the verification search makes no null move for the same side.
    null_move_verified_quarters: number(3, [0, 4], 0.6);

    /// Probabilistic cutoffs: the margin over beta, in centipawns.
    prob_cut: number(170, [0, 800], 25.0).with_network(142);
    /// Probabilistic cutoffs: the margin shrinks by this much if the side is improving.
    prob_cut_improving: number(50, [0, 300], 12.0);
    /// Probabilistic cutoffs: the least remaining depth.
    prob_cut_depth: number(5, [3, 12], 0.6);
    /// Probabilistic cutoffs: the reduction in plies.
    prob_cut_reduction: number(4, [2, 8], 0.6);

    /// Hindsight: after a reduction of this many plies or more, a node whose side is no better off than before is searched a ply deeper.
    hindsight: number(NEVER, [1, NEVER], 0.8).with_network(2);
    /// Hindsight: after a reduction, a node whose side is better off by more centipawns than this is searched a ply less deeply.
    hindsight_rise: number(NEVER, [0, NEVER], 30.0).with_network(134);

    /// Internal reduction: the least remaining depth.
    internal_reduction_depth: number(4, [1, 12], 0.6);

    /// Singular extensions: the margin below the table's value per ply, in centipawns.
    singular: number(2, [0, 10], 0.5);
    /// Singular extensions: a move this much better than all others is extended by two plies.
    double_singular: number(20, [0, 200], 5.0).with_network(19);
    /// Singular extensions: a quiet move this much better than all others is extended by three plies.
    triple_singular: number(NEVER, [0, NEVER], 15.0).with_network(32);
    /// Singular extensions: the table's move is reduced by this many plies if its value beats beta and other moves come close.
    singular_others: number(1, [0, 4], 0.6).with_network(2);
    /// Singular extensions: the table's move is reduced by this many plies where a cutoff is expected and its value does not beat beta.
    singular_cut: number(0, [0, 4], 0.6).with_network(2);
    /// Singular extensions: the least depth where the table's move is tested.
    singular_depth: number(7, [3, 16], 0.6);
    /// Singular extensions: how many plies shallower the search behind the table's value may be.
    singular_behind: number(3, [0, 8], 0.6);
    /// Singular extensions: the most double extensions on one path, triple ones included.
    double_singular_moves: number(6, [0, 30], 1.5);

    /// Late moves: the moves tried before pruning, on top of the square of the depth.
    late_moves: number(6, [1, 30], 1.2).with_network(7);
    /// Late moves: the greatest remaining depth.
    late_moves_depth: number(8, [0, 16], 0.8);
    /// Futility: the margin below alpha, in centipawns.
    futility: number(90, [0, 500], 15.0).with_network(60);
    /// Futility: the margin to add for each ply left after the reduction.
    futility_by_depth: number(85, [0, 400], 12.0).with_network(67);
    /// Futility: the greatest depth left after the reduction.
    futility_depth: number(5, [0, 16], 0.8);
    /// Pruning by history: how bad it must be per ply.
    history_pruning: number(5_000, [0, 30_000], 600.0).with_network(5_275);
    /// Pruning by history: the greatest depth left after the reduction.
    history_pruning_depth: number(4, [0, 16], 0.8);
    /// Pruning by exchange: the centipawns a quiet move may lose, times the depth squared.
    quiet_loss: number(22, [0, 200], 5.0).with_network(15);
    /// Pruning by exchange: the centipawns a capture may lose per ply.
    capture_loss: number(95, [0, 500], 12.0).with_network(89);
    /// Pruning by exchange: the greatest remaining depth; for a quiet move, after the reduction.
    exchange_depth: number(8, [0, 16], 0.8);

    /// Reductions: the least remaining depth.
    reduction_depth: number(2, [1, 8], 0.5);
    /// Reductions: the base for every move, in 1,024ths of a ply, like all that follow.
    reduction: number(1_024, [0, 3_072], 120.0).with_network(1_215);
    /// Reductions: log(depth) times log(move number) is divided by a hundredth of this.
    reduction_divisor: number(240, [100, 600], 18.0).with_network(221);
    /// Reductions: a quiet move with this much history is reduced by a ply less.
    reduction_history: number(12_000, [2_000, 60_000], 1_500.0).with_network(14_041);
    /// Reductions: a capture's share of the reduction by depth and move number.
    reduction_capture: number(512, [0, 1_024], 100.0).with_network(598);
    /// Reductions: less on a principal variation, including that of an earlier search.
    reduction_pv: number(1_024, [0, 3_072], 120.0).with_network(1_103);
    /// Reductions: more where a move is expected to beat beta.
    reduction_cut: number(1_024, [0, 3_072], 120.0).with_network(667);
    /// Reductions: more if the side is not improving.
    reduction_not_improving: number(512, [0, 3_072], 120.0).with_network(409);
    /// Reductions: more if the table's move is a capture, which leaves little hope for the others.
    reduction_table_capture: number(1_024, [0, 3_072], 120.0).with_network(881);
    /// Reductions: more after many cutoffs among the replies, when the node's moves are probably all refuted.
    reduction_refuted: number(1_024, [0, 3_072], 120.0).with_network(1_013);
    /// Reductions: more cutoffs than this count as many.
    reduction_cutoffs: number(3, [0, 12], 0.6);
    /// Reductions: less for a check, since tactics begin with checks.
    reduction_check: number(2_048, [0, 4_096], 120.0);
    /// Reductions: less for the answer to a check.
    reduction_evasion: number(1_024, [0, 3_072], 120.0);

    /// Second searches: a reduced move that beats the best by more centipawns than this is searched a ply deeper.
    deeper: number(NEVER, [0, NEVER], 12.0).with_network(35);
    /// Second searches: a reduced move that beats the best by fewer centipawns than this is searched a ply less deeply.
    shallower: number(0, [0, 100], 3.0).with_network(9);

    /// Failing high: a value moves back towards beta by this many hundredths of its lead, divided by the depth plus one.
    failing_high: number(0, [0, 100], 15.0).with_network(100);

    /// Ordering: the factor of a victim's centipawns; the history of a capture reaches 16,384.
    victim_factor: number(40, [4, 200], 5.0);
    /// Ordering: the history bonus for a quiet check. Many tactics begin with one, and few of them earn a history.
    check_bonus: number(8_000, [0, 40_000], 1_000.0);
    /// Ordering: the centipawns such a check may lose by exchange.
    check_loss: number(75, [0, 500], 12.0);
    /// Histories: the bonus for a success, per ply searched.
    history_bonus: number(170, [20, 600], 20.0).with_network(198);
    /// Histories: the largest bonus for a success.
    history_bonus_most: number(1_800, [200, 8_000], 200.0).with_network(1_833);
    /// Histories: the penalty for a failure, per ply searched.
    history_malus: number(170, [20, 600], 20.0).with_network(194);
    /// Histories: the largest penalty for a failure.
    history_malus_most: number(1_800, [200, 8_000], 200.0).with_network(1_933);
    /// Histories: the share of a bonus, in hundredths, for the last move if no reply was good enough.
    history_answer: number(100, [0, 300], 15.0).with_network(112);
    /// Evaluation: the share, in hundredths, that fades as pieces are exchanged.
    by_material: number(0, [0, 100], 8.0).with_network(28);
    /// Correction: the evaluation's error times the depth is divided by this before it is learned.
    correction_divisor: number(4, [1, 32], 0.6);
    /// Correction: the three histories' sum divided by this is in centipawns.
    correction_units: number(24, [6, 120], 3.0);

    /// Aspiration windows: half the width of the first window, in centipawns.
    aspiration: number(14, [2, 200], 3.0).with_network(22);
    /// Aspiration windows: the least depth; shallower iterations are cheap, and their values change too much.
    aspiration_depth: number(4, [2, 12], 0.6);
    /// Aspiration windows: the half width that opens the window completely.
    aspiration_most: number(500, [50, 2_000], 60.0);

    /// Quiescence: the margin in centipawns; a capture must bring the evaluation that close to alpha.
    quiescence: number(180, [0, 800], 25.0).with_network(228);
    /// Quiescence: the number of quiet replies to a check to search, if one does not lose by force.
    quiescence_evasions: number(2, [1, 12], 0.6);
}

impl Default for Numbers {
    fn default() -> Self {
        Self::of(Scale::Terms)
    }
}

impl Numbers {
    /// Returns the numbers that fit scores of this scale.
    #[must_use]
    pub fn of(scale: Scale) -> Self {
        Self::column(match scale {
            Scale::Terms => 0,
            Scale::Network => 1,
        })
    }

    /// Returns the value of a number.
    #[must_use]
    pub fn get(mut self, number: &Number) -> i32 {
        *(number.place)(&mut self)
    }

    /// Sets a number, clamped to its range.
    pub(crate) fn set(&mut self, number: &Number, value: Value) {
        let [min, max] = number.values.range;
        *(number.place)(self) = value.clamp(min, max);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_name_a_sentence_and_usual_values_in_its_range() {
        let mut changed = Numbers::default();
        for number in ALL {
            let fits = |usual| number.range().contains(usual);
            assert!(
                number.values.usual.iter().all(fits) && number.step() > 0.0,
                "{number}"
            );
            assert!(number.about().ends_with('.'), "{number}");
            let found = Number::named(&number.name());
            assert!(found.is_some_and(|found| found.field == number.field));
            changed.set(number, Value::MAX);
            assert_eq!(changed.get(number), number.values.range[1], "{number}");
        }
    }
}
