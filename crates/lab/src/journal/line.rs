//! The lines of a journal.

use crate::journal::Charter;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A result that a journal records. Its texts, numbers and times are read back as they were written.
pub trait Item: Serialize + DeserializeOwned {
    /// What one result is called, and several.
    const NAMES: [&'static str; 2];

    /// Its number, from 0.
    fn number(&self) -> usize;

    /// What must be the same if it is computed again; times may differ.
    fn fingerprint(&self) -> u64;
}

/// The first line, written again when the work is extended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) charter: Charter,
    /// The hash of the charter.
    pub(crate) hash: String,
    /// The number of results of the whole work.
    pub(crate) count: usize,
    /// The arguments of the program that wrote the journal.
    #[serde(default)]
    pub(crate) command: Vec<String>,
}

impl Header {
    pub(crate) fn new(charter: &Charter, count: usize) -> Self {
        let hash = charter.hash();
        let charter = charter.clone();
        Self {
            charter,
            hash,
            count,
            command: std::env::args().skip(1).collect(),
        }
    }

    /// The header in a line, if the line is one.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let is_header = line.starts_with("{\"charter\":");
        is_header.then(|| serde_json::from_str(line).ok()).flatten()
    }
}

/// The line of a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ItemLine<T> {
    /// The hash of the charter.
    pub(crate) of: String,
    pub(crate) result: T,
}
