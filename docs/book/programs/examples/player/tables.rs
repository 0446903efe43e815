// ANCHOR: step
//! Chapter 7: what was found of a position, for when it comes up again.

use std::collections::HashMap;

use plywood::search::{TableEntry, TranspositionTable, Window};
use plywood::{Move, Position};

#[derive(Default)]
pub struct Memory(HashMap<u64, TableEntry<Move>>);

impl TranspositionTable<Position> for Memory {
    fn find(
        &self,
        position: &Position,
        moves: &[Move],
        _: u32,
        ply: u32,
    ) -> Option<TableEntry<Move>> {
        let mut entry = *self.0.get(&position.key())?;
        // ANCHOR: yours todo!("count its mates from the root again, and keep its best move only if it's one of `moves`")
        entry.score = entry.score.relative_to_root(ply);
        entry.best = entry.best.filter(|best| moves.contains(best));
        Some(entry)
        // ANCHOR_END: yours
    }

    fn answers(&self, entry: &TableEntry<Move>, depth: u32, window: Window) -> bool {
        // ANCHOR: yours todo!("only a search to the same depth, whose bound answers the window")
        u32::from(entry.depth) == depth && window.is_answered_by(entry.score, entry.bound)
        // ANCHOR_END: yours
    }

    fn store(&mut self, position: &Position, ply: u32, mut entry: TableEntry<Move>) {
        // ANCHOR: yours todo!("count its mates from this node: `relative_to_node`")
        entry.score = entry.score.relative_to_node(ply);
        self.0.insert(position.key(), entry);
        // ANCHOR_END: yours
    }

    fn is_exact(&self) -> bool {
        true
    }

    /// A new search begins. This table does not know what is old, so it forgets all.
    fn begin(&mut self) {
        // ANCHOR: yours todo!()
        self.0.clear();
        // ANCHOR_END: yours
    }
}
// ANCHOR_END: step
