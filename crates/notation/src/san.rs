//! Moves as people write them: `e4`, `Nbxd7+`, `O-O`, `exd8=Q#`.
//!
//! [`write`](write()) is strict: each legal move has one text, as the PGN standard defines it.
//! [`parse`] is generous. Beside standard SAN it reads
//! - castling with zeros or small letters: `0-0`, `o-o-o`;
//! - promotion as `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, and with small letters;
//! - `S` for a knight, as in older books, `P` for a pawn, and figurines: `Sf3`, `Pe4`, `♘f3`;
//! - more of the origin than needed: `Ngf3`, `Ng1f3`, `Ng1-f3`, `e2-e4`, and squares alone: `g1f3`, `e1g1`;
//! - captures as `Nxf3`, `N:f3` or with no mark at all;
//! - `+`, `++`, `#`, `e.p.`, `!`, `?` at the end. Only `e.p.` is checked: a wrong `+` or `#`, or a mark
//!   of capture where nothing is captured, does no harm.
//!
//! ```
//! use plywood_core::Position;
//! use plywood_notation::san;
//!
//! let position: Position = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
//! let mate = san::parse(&position, "Qh5:f7++!!")?;
//! assert_eq!(san::write(&position, mate), "Qxf7#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod parsed;
mod read;
mod write;
mod line;

use std::fmt;

use plywood_core::{Bitboard, Excerpt, Move, MoveKind, Square};

use crate::text::pad;

pub use line::write_line;
pub use read::{parse, parse_bytes};
pub use write::write;

pub(crate) use read::parse_long;
pub(crate) use write::{no_move, write_castling, write_check};

/// Why a text names no legal move.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san::{self, SanError};
///
/// let position: Position = "4k3/8/8/8/8/2N5/8/2N1K1N1 w - - 0 1".parse()?;
/// let error = |text| san::parse(&position, text).unwrap_err();
/// assert_eq!(error("Nf9").to_string(), r#"expected a move such as "Nf3" or "exd8=Q+", found "Nf9""#);
/// assert_eq!(error("Nf4").to_string(), r#"no legal move here is "Nf4""#);
/// assert_eq!(error("Ne2").to_string(), r#""Ne2" may be c1e2, g1e2 or c3e2"#);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text is no move in any position.
    #[error("expected a move such as \"Nf3\" or \"exd8=Q+\", found {0}")]
    NotAMove(Excerpt),
    /// The text is a move, but not a legal one here.
    #[error("no legal move here is {0}")]
    NoSuchMove(Excerpt),
    /// The text fits several legal moves.
    #[error("{text} may be {candidates}")]
    Ambiguous {
        /// The text.
        text: Excerpt,
        /// The legal moves that it fits.
        candidates: Candidates,
    },
}

/// The legal moves that an ambiguous text fits: pieces of one kind going to one square.
///
/// ```
/// use plywood_core::Position;
/// use plywood_notation::san::{self, SanError};
///
/// let position: Position = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1".parse()?;
/// let Err(SanError::Ambiguous { candidates, .. }) = san::parse(&position, "Ne2") else {
///     panic!("both knights can go there");
/// };
/// let written: Vec<_> = candidates.iter().map(|mv| san::write(&position, mv).to_string()).collect();
/// assert_eq!(written, ["Nge2", "Nce2"]);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Candidates {
    from: Bitboard,
    to: Square,
}

impl Candidates {
    /// The moves, two or more.
    pub fn iter(&self) -> impl Iterator<Item = Move> + use<> {
        let to = self.to;
        // Only pieces are ever ambiguous: two pawns of one file never reach the same square.
        self.from
            .into_iter()
            .map(move |from| Move::new(from, to, MoveKind::Normal))
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut moves: Vec<_> = self.iter().map(|mv| mv.to_string()).collect();
        let last = moves.pop().unwrap_or_default();
        pad(f, format_args!("{} or {last}", moves.join(", ")))
    }
}
