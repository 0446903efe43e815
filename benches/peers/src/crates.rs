//! The crates to compare: five peers, and plywood.

mod chess;
mod cozy;
mod laura;
mod owlchess;
mod plywood;
mod shakmaty;

pub use self::chess::Chess;
pub use self::owlchess::Owlchess;
pub use self::shakmaty::Shakmaty;
pub use cozy::CozyChess;
pub use laura::LauraCore;
pub use plywood::Plywood;

use crate::rules::Rules as _;

/// Their names in the order of every table; plywood is the last.
pub const CRATES: [&str; 6] = [
    CozyChess::NAME,
    Shakmaty::NAME,
    Chess::NAME,
    Owlchess::NAME,
    LauraCore::NAME,
    Plywood::NAME,
];
