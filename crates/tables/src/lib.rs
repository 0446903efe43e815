//! Endgame tables: the result of every position with few pieces, the distance to it, and the best moves.
//!
//! A search uses [`Tables`], and [`Syzygy`] reads them from files. Results take the fifty-move rule into account: see [`Wdl`] and [`Dtz`].
//!
//! If you depend on the facade `plywood`, write `plywood::tables::…` and `plywood::chess::…` where these examples say `plywood_tables::…`
//! and `plywood_core::…`.
//!
//! ```
//! use plywood_tables::Syzygy;
//!
//! let error = Syzygy::open("/no/such/folder").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "the folder /no/such/folder of endgame tables does not exist"
//! );
//! ```
//!
//! # Features
//! - `serde`: serializes results, distances, endgames and root moves.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "squares, counts of men and numbers of positions fit in every integer"
)]

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod endgame;
mod value;
mod file;
mod encoding;
mod compression;
mod table;
mod tables;
mod syzygy;

pub use endgame::{Endgame, ParseEndgameError};
pub use file::{Damage, TableError, TableProblem};
pub use syzygy::{LeftOut, OpenError, Syzygy, TableFile};
pub use table::TableKind;
pub use tables::{ProbeError, RootMove, RootMoves, Tables};
pub use value::{Dtz, Wdl};

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::{Dtz, Endgame, Wdl};

    #[test]
    fn values_travel() {
        let endgame: Endgame = "KQvKR".parse().expect("a name");
        let values = (endgame, Wdl::CursedWin, Dtz::new(-3));
        let json = r#"["KQvKR","cursed-win",-3]"#;
        assert_eq!(serde_json::to_string(&values).expect("plain data"), json);
        assert_eq!(
            serde_json::from_str::<(Endgame, Wdl, Dtz)>(json).expect("it was written"),
            values
        );
        assert!(serde_json::from_str::<Endgame>(r#""KQ""#).is_err());
    }
}
