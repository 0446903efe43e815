//! Why tables do not know a position.

use std::sync::Arc;

use crate::endgame::Endgame;
use crate::table::TableKind;
use crate::table_error::TableError;

/// Why tables cannot give the result or distance of a position.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// Tables hold no positions with castling rights.
    #[error("endgame tables hold no positions with castling rights")]
    Castling,
    /// There are more pieces than in any table.
    #[error("the position has {men} men, and the largest endgame table has {most}")]
    TooManyMen {
        /// The number of pieces, kings and pawns included.
        men: u32,
        /// The most that a table has.
        most: u32,
    },
    /// A file was not found. It may be that of a position after a capture or a promotion.
    #[error("the endgame table {endgame}.{} is missing", kind.extension())]
    Missing {
        /// What the file is named after.
        endgame: Endgame,
        /// Which of the two files of this endgame.
        kind: TableKind,
    },
    /// A file cannot be used.
    #[error(transparent)]
    Table(#[from] Arc<TableError>),
}
