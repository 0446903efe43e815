//! How results are shown: tables, plots, trees and HTML pages.

pub(crate) mod table;
pub mod page;
pub(crate) mod tree;

pub use plywood_report::plot;
