//! How results are shown: [`Results`] in every form in which they are printed and written, and search trees step by step.

pub(crate) mod tree;

use crate::version::VERSION;
use plywood_report::{Document, Table};
use serde::Serialize;
use serde_json::Value;

/// An empty document that says which program has made it.
#[must_use]
pub fn document(title: &str) -> Document {
    Document::new(title).footer(&format!("Made by plywood-lab {VERSION}."))
}

/// Results that come in one by one, of which there may be any number.
pub trait Results {
    /// The result of one position or game.
    type Item: Serialize;

    /// Counts one more.
    fn count(&mut self, item: &Self::Item);

    /// What there is to say about all of them.
    fn document(&self) -> Document;

    /// The same as data: what JSON has after the list of the items.
    fn data(&self) -> impl Serialize;

    /// The list of all items in JSON, if it has one: the fields before it, and its name.
    fn list(&self) -> Option<(Value, &'static str)> {
        None
    }

    /// Items as comma-separated values, which are written while they come in. Without this those of the document are.
    fn rows(&self, _items: &[Self::Item]) -> Option<Table> {
        None
    }

    /// The players that failed, and why.
    fn failures(&self) -> Vec<String> {
        Vec::new()
    }
}
