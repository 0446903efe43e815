//! The table of the Chesspresso report of 2016: a map from a position to a remaining depth and a value.
//!
//! It has two bugs. The result of alpha-beta is often only a bound, and the table stores it as if it were the value, so a
//! later search may use it and be wrong. And an entry is used only if it is deeper than needed, `>` where `>=` was
//! intended: within an iteration, equal positions mostly have equal depth left, so little is saved, and little goes wrong.
//! One bug hides the other.

use std::collections::HashMap;

use plywood::chess::{FenError, Position};
use plywood::search::{Bound, Keyed, TableEntry, TranspositionTable, Window};
use plywood::{AlphaBeta, IterativeDeepening, Limits, Material, Report, Score};

use super::case::Case;

/// The stored form of a bound.
#[derive(Clone, Copy)]
enum Bounds {
    /// As published: an upper bound is stored as if exact, a lower bound is not stored.
    AsExact,
    /// As intended: a bound is stored as a bound.
    AsBounds,
}

/// The entries that may be used.
#[derive(Clone, Copy)]
enum Use {
    /// As published: `entry.depth > depth`.
    OnlyDeeper,
    /// As intended: `entry.depth >= depth`.
    AsDeep,
}

/// A part for any strategy that takes a table.
struct ReportTable {
    entries: HashMap<u64, (u32, Score, Bound)>,
    bounds: Bounds,
    usage: Use,
}

impl<G: Keyed> TranspositionTable<G> for ReportTable {
    fn find(&self, position: &G, _: &[G::Move], _: u32, ply: u32) -> Option<TableEntry<G::Move>> {
        let &(depth, score, bound) = self.entries.get(&position.key())?;
        Some(TableEntry::new(
            score.relative_to_root(ply),
            bound,
            depth,
            None,
        ))
    }

    fn answers(&self, entry: &TableEntry<G::Move>, depth: u32, window: Window) -> bool {
        let found = u32::from(entry.depth);
        let is_usable = match self.usage {
            Use::OnlyDeeper => found > depth,
            Use::AsDeep => found >= depth,
        };
        is_usable && window.is_answered_by(entry.score, entry.bound)
    }

    fn store(&mut self, position: &G, ply: u32, entry: TableEntry<G::Move>) {
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

/// The published table gives a wrong value here.
const EXCHANGES: &str = "R5bk/5r2/P7/1P1pR3/3P4/7p/5p1K/8 w - - 0 1";
/// One bug hides the other here: with only one fixed, the search plays a worse move.
const HIDDEN: &str = "8/2k5/4n3/8/7P/1p3p2/8/2K5 w - - 0 1";

/// One bug, the other, and both.
pub(crate) fn cases() -> Result<Vec<Case>, FenError> {
    let start = Case::new(
        "`>` where `>=` was intended (the Chesspresso report, 2016): a table that is hardly used",
        "the start position, depth 1 to 6".to_owned(),
    );
    let exchanges = Case::new(
        "Bounds stored as values (the same report): more nodes, and a different value",
        format!("{EXCHANGES}, depth 1 to 5"),
    );
    let hidden = Case::new(
        "Half fixed: with `>=`, the bounds stored as values choose a worse move",
        format!("{HIDDEN}, depth 1 to 5"),
    );
    Ok(vec![
        compared(start, &Position::START, 6),
        compared(exchanges, &EXCHANGES.parse()?, 5),
        compared(hidden, &HIDDEN.parse()?, 5),
    ])
}

/// Iterative deepening with alpha-beta and the table: as published, with one bug fixed, and with both.
fn compared(case: Case, position: &Position, depth: u32) -> Case {
    let search = |bounds, usage| {
        let table = ReportTable {
            entries: HashMap::new(),
            bounds,
            usage,
        };
        let inner = AlphaBeta::new(Material::default()).table(table);
        IterativeDeepening::new(inner).search(position, &Limits::depth(depth))
    };
    let saved = |report: &Report<_>| format!("{} from the table", report.stats.saved);
    let mut plain = IterativeDeepening::new(AlphaBeta::new(Material::default()));
    let plain = plain.search(position, &Limits::depth(depth));
    let published = search(Bounds::AsExact, Use::OnlyDeeper);
    let deep = search(Bounds::AsExact, Use::AsDeep);
    let fixed = search(Bounds::AsBounds, Use::AsDeep);
    case.row("alpha-beta without a table", &plain, "")
        .row("as published", &published, saved(&published))
        .row("`>=` instead of `>`", &deep, saved(&deep))
        .row("and bounds stored as bounds", &fixed, saved(&fixed))
}
