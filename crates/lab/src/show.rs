//! How results are shown: tables, plots, trees and HTML pages.

pub mod plot;
pub(crate) mod table;
pub mod page;
pub(crate) mod tree;
