//! [`Number`]: the numbers of the search that only games can decide, each declared once; and [`Numbers`], their values.
//!
//! A search reads them here, the settings of the engine are made from them, and a program that is built to be tuned offers each as an
//! option. What protects a search from errors (the bounds of values, the clock from which the fifty-move rule counts) is no number to
//! tune, nor are the shares of the clock in `deepening.rs`, which games of a fixed number of nodes say nothing about.

use crate::value::Value;
use plywood_core::Position;
use plywood_eval::Evaluator;
use std::fmt;
use std::ops::RangeInclusive;

/// A number of the search that only games can decide. Its value trades what a step saves for what it overlooks.
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

/// What a number may be.
#[derive(Debug, Clone, Copy)]
struct Values {
    /// With the classical evaluation, and with a network.
    usual: [Value; 2],
    range: [Value; 2],
    step: f64,
}

/// More than any two values differ by, so that a step does nothing.
const NEVER: Value = 100_000;

/// A number's usual value, its range, and the step by which it is tuned.
const fn number(usual: Value, range: [Value; 2], step: f64) -> Values {
    Values {
        usual: [usual; 2],
        range,
        step,
    }
}

impl Values {
    /// The same with another value for networks, found in games with the one of `plywood-net`.
    const fn with_network(self, value: Value) -> Self {
        Self {
            usual: [self.usual[0], value],
            ..self
        }
    }
}

impl Number {
    /// All numbers, in the order of the steps that read them.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        ALL.iter()
    }

    /// The number of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().find(|number| number.name() == name)
    }

    /// What it is called in the settings of the engine: `reverse-futility`.
    #[must_use]
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }

    /// What it decides, in a sentence.
    #[must_use]
    pub fn about(&self) -> &'static str {
        self.about.trim_start()
    }

    /// The value with the classical evaluation, unless another one is set.
    #[must_use]
    pub const fn usual(&self) -> i32 {
        self.values.usual[0]
    }

    /// The values that it may have.
    #[must_use]
    pub const fn range(&self) -> RangeInclusive<i32> {
        self.values.range[0]..=self.values.range[1]
    }

    /// By how much it is moved both ways when it is tuned: a change of some Elo.
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

/// Makes of one list the values as fields, which cost a search no more than constants do, and the table of what each of them is.
macro_rules! numbers {
    ($($(#[doc = $about:literal])+ $field:ident: $values:expr;)+) => {
        /// The values of all numbers. Unless others are set, they are those that fit the evaluator of the engine.
        ///
        /// ```
        /// use plywood_engine::{Evaluation, Number, Numbers};
        ///
        /// let mut numbers = Numbers::of(&Evaluation::default());
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
    /// Razoring: how far below alpha the evaluation must be, in centipawns.
    razoring: number(250, [0, 1_500], 40.0).with_network(268);
    /// Razoring: the same for each ply that is left, squared.
    razoring_by_depth: number(200, [0, 1_000], 30.0).with_network(195);
    /// Razoring: the most plies that are left.
    razoring_depth: number(4, [0, 12], 0.8);

    /// Reverse futility: how far above beta the evaluation must be for each ply that is left, in centipawns.
    reverse_futility: number(90, [0, 400], 12.0).with_network(63);
    /// Reverse futility: the most plies that are left. Deeper, the null move says as much, and sees threats of mate.
    reverse_futility_depth: number(4, [0, 16], 0.8).with_network(5);

    /// Null move: how much less deeply the answer is searched, in plies.
    null_move: number(4, [1, 8], 0.6);
    /// Null move: for each of these centipawns above beta, the reduction is a ply greater.
    null_move_lead: number(180, [20, 800], 25.0).with_network(175);
    /// Null move: by so many plies at most.
    null_move_lead_plies: number(3, [0, 8], 0.6);
    /// Null move: for so many plies of depth, the reduction is a ply greater.
    null_move_plies: number(3, [1, 12], 0.5);
    /// Null move: the fewest plies that are left.
    null_move_depth: number(3, [1, 10], 0.6);
    /// Null move: how far above beta the evaluation must be, in centipawns.
    null_move_margin: number(120, [-200, 600], 20.0);
    /// Null move: by how many centipawns less for each ply that is left.
    null_move_margin_by_depth: number(20, [0, 100], 3.0);
    /// Null move: from this depth on, the answer is verified.
    null_move_verified_depth: number(13, [4, 40], 1.5);
    /// Null move: for so many quarters of the depth, the search that verifies it makes no null move of the same side's.
    null_move_verified_quarters: number(3, [0, 4], 0.6);

    /// Probabilistic cut-offs: by how many centipawns a capture must beat beta.
    prob_cut: number(170, [0, 800], 25.0).with_network(142);
    /// Probabilistic cut-offs: by how many centipawns less if the side is improving.
    prob_cut_improving: number(50, [0, 300], 12.0);
    /// Probabilistic cut-offs: the fewest plies that are left.
    prob_cut_depth: number(5, [3, 12], 0.6);
    /// Probabilistic cut-offs: by how many plies the search is shallower.
    prob_cut_reduction: number(4, [2, 8], 0.6);

    /// Hindsight: after a reduction by so many plies, a node whose side is no better off than before the move is searched a ply deeper.
    hindsight: number(NEVER, [1, NEVER], 0.8).with_network(2);
    /// Hindsight: after a reduction, a node whose side is better off by more centipawns than this is searched a ply less deeply.
    hindsight_rise: number(NEVER, [0, NEVER], 30.0).with_network(134);

    /// Internal reduction: the fewest plies that are left.
    internal_reduction_depth: number(4, [1, 12], 0.6);

    /// Singular extensions: so far below the table's value, in centipawns for each ply, the other moves must stay.
    singular: number(2, [0, 10], 0.5);
    /// Singular extensions: a move this much better than all others is extended by two plies.
    double_singular: number(20, [0, 200], 5.0).with_network(19);
    /// Singular extensions: a quiet move this much better than all others is extended by three plies.
    triple_singular: number(NEVER, [0, NEVER], 15.0).with_network(32);
    /// Singular extensions: by how many plies less the table's move is searched if its value beats beta and others come near it.
    singular_others: number(1, [0, 4], 0.6).with_network(2);
    /// Singular extensions: the same if its value does not beat beta, where a cut-off is expected.
    singular_cut: number(0, [0, 4], 0.6).with_network(2);
    /// Singular extensions: from this depth on, the table's move is tested.
    singular_depth: number(7, [3, 16], 0.6);
    /// Singular extensions: how much shallower the search may be from which the table's value comes.
    singular_behind: number(3, [0, 8], 0.6);
    /// Singular extensions: the most extensions by two plies or more on one path.
    double_singular_moves: number(6, [0, 30], 1.5);

    /// Late moves: together with the square of the depth, the fewest moves tried.
    late_moves: number(6, [1, 30], 1.2).with_network(7);
    /// Late moves: the most plies that are left.
    late_moves_depth: number(8, [0, 16], 0.8);
    /// Futility: how far below alpha the evaluation must be, in centipawns.
    futility: number(90, [0, 500], 15.0).with_network(60);
    /// Futility: the same for each ply that is left after the reduction.
    futility_by_depth: number(85, [0, 400], 12.0).with_network(67);
    /// Futility: the most plies that are left after the reduction.
    futility_depth: number(5, [0, 16], 0.8);
    /// Pruning by history: how bad it must be for each ply.
    history_pruning: number(5_000, [0, 30_000], 600.0).with_network(5_275);
    /// Pruning by history: the most plies that are left after the reduction.
    history_pruning_depth: number(4, [0, 16], 0.8);
    /// Pruning by exchange: what a quiet move may lose, for each ply squared, in centipawns.
    quiet_loss: number(22, [0, 200], 5.0).with_network(15);
    /// Pruning by exchange: what a capture may lose, for each ply, in centipawns.
    capture_loss: number(95, [0, 500], 12.0).with_network(89);
    /// Pruning by exchange: the most plies that are left, for a quiet move after the reduction.
    exchange_depth: number(8, [0, 16], 0.8);

    /// Reductions: the fewest plies that are left.
    reduction_depth: number(2, [1, 8], 0.5);
    /// Reductions: that of every move, in 1,024ths of a ply, as all that follow.
    reduction: number(1_024, [0, 3_072], 120.0).with_network(1_215);
    /// Reductions: the product of the logarithms of depth and move number is divided by a hundredth of this.
    reduction_divisor: number(240, [100, 600], 18.0).with_network(221);
    /// Reductions: a quiet move with this much history is reduced by a ply less.
    reduction_history: number(12_000, [2_000, 60_000], 1_500.0).with_network(14_041);
    /// Reductions: the part of it that a capture gets.
    reduction_capture: number(512, [0, 1_024], 100.0).with_network(598);
    /// Reductions: less on a principal variation, also of an earlier search.
    reduction_pv: number(1_024, [0, 3_072], 120.0).with_network(1_103);
    /// Reductions: more where a move is expected to beat beta.
    reduction_cut: number(1_024, [0, 3_072], 120.0).with_network(667);
    /// Reductions: more if the side is not improving.
    reduction_not_improving: number(512, [0, 3_072], 120.0).with_network(409);
    /// Reductions: more if the table's move is a capture, which leaves little to hope from the others.
    reduction_table_capture: number(1_024, [0, 3_072], 120.0).with_network(881);
    /// Reductions: more if so many answers were cut off that the moves of the node are probably all refuted.
    reduction_refuted: number(1_024, [0, 3_072], 120.0).with_network(1_013);
    /// Reductions: more cut-offs than this are many.
    reduction_cutoffs: number(3, [0, 12], 0.6);
    /// Reductions: less for a check, since tactics begin with checks.
    reduction_check: number(2_048, [0, 4_096], 120.0);
    /// Reductions: less for the answer to a check.
    reduction_evasion: number(1_024, [0, 3_072], 120.0);

    /// Second searches: a move that was reduced, and is better than the best by so many centipawns, is searched a ply deeper.
    deeper: number(NEVER, [0, NEVER], 12.0).with_network(35);
    /// Second searches: a ply less deeply, if it is better by less than this.
    shallower: number(0, [0, 100], 3.0).with_network(9);

    /// Failing high: a value goes back to beta by so many hundredths of its lead, divided by the depth and one more.
    failing_high: number(0, [0, 100], 15.0).with_network(100);

    /// Ordering: a victim counts this number of times its centipawns; the history of a capture reaches 16,384.
    victim_factor: number(40, [4, 200], 5.0);
    /// Ordering: a quiet check is worth so much history more. Many tactics begin with one, and few of them earn a history.
    check_bonus: number(8_000, [0, 40_000], 1_000.0);
    /// Ordering: so many centipawns such a check may lose by exchange.
    check_loss: number(75, [0, 500], 12.0);
    /// Histories: how much a success counts for each ply that was searched.
    history_bonus: number(170, [20, 600], 20.0).with_network(198);
    /// Histories: the most that a success counts.
    history_bonus_most: number(1_800, [200, 8_000], 200.0).with_network(1_833);
    /// Histories: how much a failure counts for each ply that was searched.
    history_malus: number(170, [20, 600], 20.0).with_network(194);
    /// Histories: the most that a failure counts.
    history_malus_most: number(1_800, [200, 8_000], 200.0).with_network(1_933);
    /// Histories: the hundredths of a success that count for the last move where no answer was good enough.
    history_answer: number(100, [0, 300], 15.0).with_network(112);
    /// Evaluation: so many hundredths of it come with the pieces, and are lost as they are exchanged.
    by_material: number(0, [0, 100], 8.0).with_network(28);
    /// Correction: the error of the evaluation, times the depth, is learned in this part.
    correction_divisor: number(4, [1, 32], 0.6);
    /// Correction: the units of the three histories' sum that make a centipawn.
    correction_units: number(24, [6, 120], 3.0);

    /// Aspiration windows: half the width of the first window, in centipawns.
    aspiration: number(14, [2, 200], 3.0).with_network(22);
    /// Aspiration windows: the fewest plies; shallower iterations are cheap, and their values change too much.
    aspiration_depth: number(4, [2, 12], 0.6);
    /// Aspiration windows: from this half width on, the window is opened.
    aspiration_most: number(500, [50, 2_000], 60.0);

    /// Quiescence: a capture must bring the evaluation to within this many centipawns of alpha.
    quiescence: number(180, [0, 800], 25.0).with_network(228);
    /// Quiescence: so many quiet answers to a check are searched, if one does not lose by force.
    quiescence_evasions: number(2, [1, 12], 0.6);
}

impl Default for Numbers {
    fn default() -> Self {
        Self::column(0)
    }
}

impl Numbers {
    /// Those that fit this evaluator.
    #[must_use]
    pub fn of(evaluator: &impl Evaluator<Position>) -> Self {
        Self::column(usize::from(evaluator.network().is_some()))
    }

    /// The value of a number.
    #[must_use]
    pub fn get(mut self, number: &Number) -> i32 {
        *(number.place)(&mut self)
    }

    /// Sets a number, to the nearest end of its range if the value is beyond.
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
