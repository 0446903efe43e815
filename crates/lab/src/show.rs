//! How results are shown: tables, comma-separated values, plots, trees and HTML pages.

pub(crate) mod shown_score;
pub(crate) mod csv;
pub(crate) mod terminal;
pub mod plot;
pub mod page;
pub(crate) mod tree;
