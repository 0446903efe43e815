//! Fair comparisons: a ladder in which each row changes one part, and footnotes on rows that differ in more.

use crate::catalog::Catalog;
use crate::contender::Contender;
use crate::playable::Playable;
use crate::spec::{Composition, Spec};
use std::fmt;

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
    /// by itself explains the difference, with the strategies of a fair comparison.
    ///
    /// ```
    /// use plywood_catalog::Catalog;
    ///
    /// let chess = Catalog::chess();
    /// let rows = ["alpha-beta", "pvs+table=16"].map(|text| chess.contender(text));
    /// let [one, other] = rows.map(Result::unwrap);
    /// assert_eq!(
    ///     chess.footnotes(&[&one, &other])[0].to_string(),
    ///     "alpha-beta and pvs+table=16 differ in search, table; one at a time: \
    ///      alpha-beta, pvs, pvs+table=16"
    /// );
    /// ```
    #[must_use]
    pub fn footnotes(&self, rows: &[&Contender<G>]) -> Vec<Footnote> {
        let names = rows.iter().filter_map(|row| self.expansion(row));
        let mut notes: Vec<Footnote> = names.collect();
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
                notes.push(Footnote::Unlike {
                    rows: [one, other].map(|row| row.name().to_owned()),
                    parts: differences.into_iter().map(str::to_owned).collect(),
                    steps: self.steps(one.spec(), other.spec()).unwrap_or_default(),
                });
            }
            joined.push(left.remove(index));
        }
        notes
    }

    /// Returns the note on a label, or on a name for a composition.
    fn expansion(&self, row: &Contender<G>) -> Option<Footnote> {
        let Spec {
            label, composition, ..
        } = row.asked();
        let is_name = label.is_some() || self.meaning(composition.search()).is_some();
        is_name.then(|| Footnote::Meaning {
            row: row.name().to_owned(),
            composition: row.spec().composition.clone(),
        })
    }

    /// Returns a strategy without its label, and without its evaluator if that is the usual one.
    fn typed(&self, step: Spec) -> Spec {
        let usual = self.contender_of(step.composition.clone().into());
        let is_usual = usual.is_ok_and(|usual| usual.spec().evaluator == step.evaluator);
        Spec {
            label: None,
            evaluator: step.evaluator.filter(|_| !is_usual),
            ..step
        }
    }

    /// Returns strategies from one to the other, each differing from the next in one part; `None` if there aren't any.
    fn steps(&self, from: &Spec, to: &Spec) -> Option<Vec<Spec>> {
        let mut steps = vec![from.clone()];
        loop {
            let last = steps.last()?;
            let parts = last.differences(to);
            if parts.is_empty() {
                return Some(steps.into_iter().map(|step| self.typed(step)).collect());
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

/// A note for the readers of a comparison. [`Display`](fmt::Display) writes it as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Footnote {
    /// The composition that a row's name stands for.
    Meaning {
        /// The row.
        row: String,
        /// The composition.
        composition: Composition,
    },
    /// Two rows that differ in more than one part.
    Unlike {
        /// The rows.
        rows: [String; 2],
        /// The parts, `search` or `evaluator`.
        parts: Vec<String>,
        /// Strategies from one row to the other, each differing from the next in one part; empty if there aren't any.
        steps: Vec<Spec>,
    },
}

impl Footnote {
    /// Returns the note with this command before its strategies, such as `plywood-lab compare --depth 3`.
    #[must_use]
    pub fn with_command(&self, command: &str) -> String {
        self.sentence(&format!("{command} "), " ")
    }

    fn sentence(&self, before: &str, between: &str) -> String {
        match self {
            Self::Meaning { row, composition } => format!("{row} is {composition}"),
            Self::Unlike { rows, parts, steps } => {
                let (rows, parts) = (rows.join(" and "), parts.join(", "));
                let steps: Vec<String> = steps.iter().map(Spec::to_string).collect();
                let fair = match steps.join(between) {
                    none if none.is_empty() => none,
                    steps => format!("; one at a time: {before}{steps}"),
                };
                format!("{rows} differ in {parts}{fair}")
            }
        }
    }
}

impl fmt::Display for Footnote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence("", ", "))
    }
}
