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
        todo!(
            "count its mates from the root again, and keep its best move only if it's one of `moves`"
        )
    }

    fn answers(&self, entry: &TableEntry<Move>, depth: u32, window: Window) -> bool {
        todo!("only a search to the same depth, whose bound answers the window")
    }

    fn store(&mut self, position: &Position, ply: u32, mut entry: TableEntry<Move>) {
        todo!("count its mates from this node: `relative_to_node`")
    }

    fn is_exact(&self) -> bool {
        true
    }

    /// A new search begins. This table does not know what is old, so it forgets all.
    fn begin(&mut self) {
        todo!()
    }
}
