//! Fair comparisons: a ladder in which each row changes one part, and footnotes on rows that differ in more.

use crate::catalog::Catalog;
use crate::contender::Contender;
use crate::playable::Playable;
use crate::spec::Spec;

/// The first searches of the ladder.
const FIRST: [&str; 2] = ["minimax", "alpha-beta"];
/// The parts that the ladder adds one by one, if the game supports them.
const ADDED: [&str; 4] = ["captures", "killers", "table=16", "deepening"];
/// Drivers at the end of the ladder, with the parts of the row before them.
const DRIVERS: [&str; 2] = ["mtd-f", "best-node"];

/// The engine is not a row, since it has every part.
const ENGINE: &str = "engine";

impl<G: Playable> Catalog<G> {
    /// Returns the strategies that comparisons show by default: each row adds one part to the row before it, and the last ones change only
    /// the search or the driver. Strategies registered by the caller follow, and a catalog without alpha-beta lists everything.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    ///
    /// let ladder = Catalog::chess().ladder();
    /// assert_eq!(ladder[..3], ["minimax", "alpha-beta", "alpha-beta+captures"]);
    /// assert_eq!(ladder[6], "pvs+captures+killers+table=16+deepening");
    /// ```
    #[must_use]
    pub fn ladder(&self) -> Vec<String> {
        let is_known = |text: &String| self.contender(text).is_ok();
        let listed = FIRST.iter().filter(|name| self.describe(name).is_some());
        let mut rows: Vec<String> = listed.map(ToString::to_string).collect();
        if rows.len() < FIRST.len() {
            return self.names().map(str::to_owned).collect();
        }
        let mut last = FIRST[1].to_owned();
        for part in ADDED {
            let next = format!("{last}+{part}");
            if is_known(&next) {
                rows.push(next.clone());
                last = next;
            }
        }
        let other_search = last.replacen(FIRST[1], "pvs", 1);
        let drivers = DRIVERS.map(|driver| format!("{last}+{driver}"));
        let more = [other_search].into_iter().chain(drivers);
        rows.extend(more.filter(is_known));
        let own = self.own_names().filter(|name| *name != ENGINE);
        rows.extend(own.map(str::to_owned));
        rows
    }

    /// Returns notes for the readers of a comparison: the meaning of names, and the rows that differ in more than one part, so that no part
    /// by itself explains the difference, with the command for a fair comparison.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    ///
    /// let chess = Catalog::chess();
    /// let rows = ["alpha-beta", "pvs+table=16"].map(|text| chess.contender(text));
    /// let [one, other] = rows.map(Result::unwrap);
    /// assert_eq!(
    ///     chess.footnotes(&[&one, &other]),
    ///     ["alpha-beta and pvs+table=16 differ in search, table; one at a time: \
    ///       plywood-lab compare alpha-beta pvs pvs+table=16"]
    /// );
    /// ```
    #[must_use]
    pub fn footnotes(&self, rows: &[&Contender<G>]) -> Vec<String> {
        self.footnotes_with(rows, "")
    }

    /// Returns the notes of [`footnotes`](Self::footnotes), whose commands have these options as well, such as `--depth 3`.
    #[must_use]
    pub fn footnotes_with(&self, rows: &[&Contender<G>], options: &str) -> Vec<String> {
        let names = rows.iter().filter_map(|row| self.expansion(row));
        let mut notes: Vec<String> = names.collect();
        let Some((first, others)) = rows.split_first() else {
            return notes;
        };
        let (mut joined, mut left) = (vec![*first], others.to_vec());
        while !left.is_empty() {
            let pairs = joined.iter().flat_map(|one| {
                let others = left.iter().enumerate();
                others.map(move |(index, other)| (one, index, one.spec().differences(other.spec())))
            });
            let Some((one, index, differences)) = pairs.min_by_key(|(_, _, all)| all.len()) else {
                break;
            };
            let other = left[index];
            if differences.len() > 1 {
                notes.push(self.difference(one, other, &differences, options));
            }
            joined.push(left.remove(index));
        }
        notes
    }

    /// Returns the sentence about a name for a composition.
    fn expansion(&self, row: &Contender<G>) -> Option<String> {
        self.meaning(row.asked().composition.search())?;
        let composition = &row.spec().composition;
        Some(format!("{} is {composition}", row.name()))
    }

    fn difference(
        &self,
        one: &Contender<G>,
        other: &Contender<G>,
        parts: &[&str],
        options: &str,
    ) -> String {
        let parts = parts.join(", ");
        let said = format!("{} and {} differ in {parts}", one.name(), other.name());
        let Some(steps) = self.steps(one.spec(), other.spec()) else {
            return said;
        };
        let mut command = vec!["plywood-lab compare".to_owned()];
        command.extend((self.name() != "chess").then(|| format!("--game {}", self.name())));
        // The steps differ in their parts alone.
        let has_other_evaluator = steps.iter().any(|step| {
            let usual = self.contender_of(step.composition.clone().into());
            usual.is_ok_and(|usual| usual.spec().evaluator != step.evaluator)
        });
        let evaluator = one.spec().evaluator_text();
        command.extend(has_other_evaluator.then(|| format!("--evaluator {evaluator}")));
        command.extend((!options.is_empty()).then(|| options.to_owned()));
        command.extend(steps.into_iter().map(|step| {
            let (label, evaluator) = (None, None);
            let typed = Spec {
                label,
                evaluator,
                ..step
            };
            typed.to_string()
        }));
        format!("{said}; one at a time: {}", command.join(" "))
    }

    /// Returns strategies from one to the other, each differing from the next in one part; `None` if there aren't any.
    fn steps(&self, from: &Spec, to: &Spec) -> Option<Vec<Spec>> {
        let mut steps = vec![from.clone()];
        loop {
            let last = steps.last()?;
            let parts = last.differences(to);
            if parts.is_empty() {
                return Some(steps);
            }
            let changed = parts
                .into_iter()
                .filter_map(|part| last.with_part_of(to, part));
            let next = changed
                .into_iter()
                .find(|next| self.contender_of(next.clone()).is_ok())?;
            steps.push(next);
        }
    }
}
