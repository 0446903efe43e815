//! Forms of results: [`Results`] in every printed and written form, and search trees step by step.

pub(crate) mod tree;

use crate::version::VERSION;
use plywood_report::{Document, Table};
use serde::Serialize;
use serde_json::Value;

/// Makes an empty document that names plywood and its version.
#[must_use]
pub fn document(title: &str) -> Document {
    Document::new(title).footer(&format!("Made by plywood {VERSION}."))
}

/// Results that arrive one by one, in any number.
pub trait Results {
    /// The result of one position or game.
    type Item: Serialize;

    /// Counts another item.
    fn count(&mut self, item: &Self::Item);

    /// Returns the report on all of them.
    fn document(&self) -> Document;

    /// Returns the data that JSON has after the list of the items.
    fn data(&self) -> impl Serialize;

    /// Returns the list of all items in JSON, if it has one: the fields before it, and its name.
    fn list(&self) -> Option<(Value, &'static str)> {
        None
    }

    /// Returns items as comma-separated values, which are written as they arrive. Without this, the document's are written.
    fn rows(&self, _items: &[Self::Item]) -> Option<Table> {
        None
    }

    /// Returns the sentences below the comma-separated values.
    fn conclusions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the players that failed, and why.
    fn failures(&self) -> Vec<String> {
        Vec::new()
    }
}
