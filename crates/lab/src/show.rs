//! How results are shown: as documents with tables, plots and trees.

pub(crate) mod tree;
pub(crate) mod results;

use crate::version::VERSION;
use plywood_report::Document;

/// An empty document that says which program has made it.
pub(crate) fn document(title: &str) -> Document {
    Document::new(title).footer(&format!("Made by plywood-lab {VERSION}."))
}
