//! [`Range`]: what is known of a value; [`Known`]: what the searches so far have shown of each position.

use crate::window::{Bound, Window};
use plywood_eval::{Score, ScoreKind};
use std::collections::HashMap;
use std::ops::Neg;

/// The scores that a value can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) lower: Score,
    pub(super) upper: Score,
}

impl Range {
    pub(super) const ANY: Self = Self {
        lower: Score::LOWEST,
        upper: Score::HIGHEST,
    };

    pub(super) const fn exactly(score: Score) -> Self {
        Self {
            lower: score,
            upper: score,
        }
    }

    /// Returns what a score with this relation to the value says.
    pub(super) const fn bounded(score: Score, bound: Bound) -> Self {
        match bound {
            Bound::Exact => Self::exactly(score),
            Bound::AtLeast => Self {
                lower: score,
                ..Self::ANY
            },
            Bound::AtMost => Self {
                upper: score,
                ..Self::ANY
            },
        }
    }

    /// Returns what a score says that a node returns in a window.
    pub(super) fn claimed(score: Score, window: Option<Window>) -> Self {
        window.map_or(Self::ANY, |window| {
            Self::bounded(score, window.bound_of(score))
        })
    }

    pub(super) fn contains(self, other: Self) -> bool {
        self.lower <= other.lower && other.upper <= self.upper
    }

    /// Returns what two ranges say together. It is empty if they contradict each other.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.lower > self.upper
    }

    fn map(self, convert: impl Fn(Score) -> Score) -> Self {
        let convert = |score: Score| {
            if score.is_infinite() {
                score
            } else {
                convert(score)
            }
        };
        Self {
            lower: convert(self.lower),
            upper: convert(self.upper),
        }
    }

    /// Returns the range in words: `at most 7`.
    pub(super) fn text(self, score_text: fn(Score) -> String) -> String {
        // People count moves to a mate, and a search counts plies.
        let [lower, upper] = [self.lower, self.upper].map(|score| match score.kind() {
            ScoreKind::Centipawns(_) => score_text(score),
            ScoreKind::WonIn(plies) => format!("a win in {plies} plies"),
            ScoreKind::LostIn(plies) => format!("a loss in {plies} plies"),
        });
        match (self.lower.is_infinite(), self.upper.is_infinite()) {
            _ if self.lower == self.upper => lower,
            (true, true) => "unknown".to_owned(),
            (true, false) => format!("at most {upper}"),
            (false, true) => format!("at least {lower}"),
            (false, false) => format!("from {lower} to {upper}"),
        }
    }
}

impl Neg for Range {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// What the searches so far have shown of each position, by key. Wins and losses are counted from the position.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    entries: HashMap<u64, Vec<Entry>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) depth: Option<u32>,
    pub(super) range: Range,
    /// `true` if no depth limited the search; `None` if it isn't known.
    pub(super) is_complete: Option<bool>,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// What searches to the same depth have shown, or shallower ones that no depth limited.
    pub(super) same_depth: Range,
    /// What deeper ones have shown as well.
    pub(super) or_deeper: Range,
    /// `true` if a shallower search may have been complete.
    pub(super) is_doubtful: bool,
}

impl Known {
    /// Learns what a search of a position this many plies below the root has shown.
    pub(super) fn learn(&mut self, key: u64, ply: u32, entry: Entry) {
        let range = entry.range.map(|score| score.relative_to_node(ply));
        let entries = self.entries.entry(key).or_default();
        let kind = |entry: &Entry| (entry.depth, entry.is_complete);
        match entries.iter_mut().find(|other| kind(other) == kind(&entry)) {
            Some(other) => other.range = other.range.and(range),
            None => entries.push(Entry { range, ..entry }),
        }
    }

    pub(super) fn find(&self, key: u64, ply: u32, depth: Option<u32>) -> Found {
        let entries = self.entries.get(&key).map_or(&[][..], Vec::as_slice);
        let mut found = Found {
            same_depth: Range::ANY,
            or_deeper: Range::ANY,
            is_doubtful: false,
        };
        for entry in entries {
            let range = entry.range.map(|score| score.relative_to_root(ply));
            let is_deeper = entry
                .depth
                .zip(depth)
                .is_some_and(|(had, asked)| had > asked);
            let is_same = entry
                .depth
                .zip(depth)
                .is_none_or(|(had, asked)| had == asked);
            if is_same || !is_deeper && entry.is_complete == Some(true) {
                found.same_depth = found.same_depth.and(range);
            } else if !is_deeper {
                found.is_doubtful |= entry.is_complete.is_none();
            }
            if is_deeper {
                found.or_deeper = found.or_deeper.and(range);
            }
        }
        found.or_deeper = found.or_deeper.and(found.same_depth);
        found
    }
}
