//! The table of the Chesspresso report of 2016: a map from a position to a remaining depth and a value.
//!
//! Two faults lie in it. What alpha-beta finds is often only a bound, and the table keeps it as if it were the value: a
//! later search may then believe it and be wrong. And an entry is used only if it is deeper than what is asked, `>`
//! where `>=` was meant: within an iteration equal positions are mostly reached with equal depth left, so little is
//! saved, and little goes wrong. One fault hides the other.

use std::collections::HashMap;

use plywood::chess::{FenError, Position};
use plywood::search::{Bound, Entry, Keyed, TranspositionTable, Window};
use plywood::{AlphaBeta, IterativeDeepening, Limits, Material, Report, Score, Strategy};

use super::case::Case;

/// What is kept of a bound.
#[derive(Clone, Copy)]
pub(crate) enum Bounds {
    /// As published: a node whose moves are all too bad is kept as if exact, one that was cut off is not kept.
    AsExact,
    /// A bound is kept as a bound.
    AsBounds,
}

/// When an entry may be used.
#[derive(Clone, Copy)]
pub(crate) enum Use {
    /// As published: `entry.depth > depth`.
    OnlyDeeper,
    /// As meant: `entry.depth >= depth`.
    AsDeep,
}

/// A part for any strategy that takes a table.
pub(crate) struct ReportTable {
    entries: HashMap<u64, (u32, Score, Bound)>,
    bounds: Bounds,
    usage: Use,
}

impl ReportTable {
    pub(crate) fn new(bounds: Bounds, usage: Use) -> Self {
        let entries = HashMap::new();
        Self {
            entries,
            bounds,
            usage,
        }
    }
}

impl<G: Keyed> TranspositionTable<G> for ReportTable {
    fn find(&self, position: &G, _: &[G::Move], _: u32, ply: u32) -> Option<Entry<G::Move>> {
        let &(depth, score, bound) = self.entries.get(&position.key())?;
        Some(Entry::new(score.relative_to_root(ply), bound, depth, None))
    }

    fn answers(&self, entry: &Entry<G::Move>, depth: u32, window: Window) -> bool {
        let found = u32::from(entry.depth);
        let is_usable = match self.usage {
            Use::OnlyDeeper => found > depth,
            Use::AsDeep => found >= depth,
        };
        is_usable && window.is_answered_by(entry.score, entry.bound)
    }

    fn store(&mut self, position: &G, ply: u32, entry: Entry<G::Move>) {
        let bound = match (self.bounds, entry.bound) {
            (Bounds::AsExact, Bound::AtLeast) => return,
            (Bounds::AsExact, Bound::Exact | Bound::AtMost) => Bound::Exact,
            (Bounds::AsBounds, bound) => bound,
        };
        let kept = (
            u32::from(entry.depth),
            entry.score.relative_to_node(ply),
            bound,
        );
        self.entries.insert(position.key(), kept);
    }

    fn is_exact(&self) -> bool {
        false
    }
}

/// Where as published the value is wrong.
const EXCHANGES: &str = "R5bk/5r2/P7/1P1pR3/3P4/7p/5p1K/8 w - - 0 1";
/// Where one fault hides the other: with only one mended, a worse move is played.
const HIDDEN: &str = "8/2k5/4n3/8/7P/1p3p2/8/2K5 w - - 0 1";

/// One fault, the other, and both.
pub(crate) fn cases() -> Result<Vec<Case>, FenError> {
    let start = Case::new(
        "`>` where `>=` was meant (the Chesspresso report, 2016): a table hardly ever used",
        "the start position, depth 1 to 6".to_owned(),
    );
    let exchanges = Case::new(
        "Bounds kept as if they were values (the same report): more nodes, and another value",
        format!("{EXCHANGES}, depth 1 to 5"),
    );
    let hidden = Case::new(
        "Mended by half: `>=` lets the bounds that were kept as values choose a worse move",
        format!("{HIDDEN}, depth 1 to 5"),
    );
    Ok(vec![
        compared(start, &Position::START, 6),
        compared(exchanges, &EXCHANGES.parse()?, 5),
        compared(hidden, &HIDDEN.parse()?, 5),
    ])
}

/// Alpha-beta, deepened step by step, with the table as it was published and with one fault mended after the other.
fn compared(case: Case, position: &Position, depth: u32) -> Case {
    let search = |bounds, usage| {
        let table = ReportTable::new(bounds, usage);
        let inner = AlphaBeta::new(Material::default()).table(table);
        IterativeDeepening::new(inner).search(position, &Limits::depth(depth))
    };
    let saved = |report: &Report<_>| format!("{} from the table", report.stats.saved);
    let mut plain = IterativeDeepening::new(AlphaBeta::new(Material::default()));
    let plain = plain.search(position, &Limits::depth(depth));
    let published = search(Bounds::AsExact, Use::OnlyDeeper);
    let deep = search(Bounds::AsExact, Use::AsDeep);
    let mended = search(Bounds::AsBounds, Use::AsDeep);
    case.row("alpha-beta without a table", &plain, "")
        .row("as published", &published, saved(&published))
        .row("as deep is deep enough", &deep, saved(&deep))
        .row("and bounds are kept as bounds", &mended, saved(&mended))
}
