//! Output of commands: results to standard output and files, with the version of the program that computed them.

use crate::failure::Failure;
use crate::version::VERSION;
use plywood_console::output;
use serde::Serialize;

pub(super) use plywood_console::output::{OutputFile, print, progress, write};

/// Prints data as JSON, with the version of the program that computed it.
pub(super) fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    print(&output::json(&versioned(data))?)
}

/// A list of any length that is printed as JSON part by part, with the version of the program that computed it.
#[derive(Debug)]
pub(super) struct JsonList(output::JsonList);

impl JsonList {
    /// Prints what stands before the list, which has this name.
    pub(super) fn begin(data: &impl Serialize, name: &str) -> Result<Self, Failure> {
        output::JsonList::begin(&versioned(data), name).map(Self)
    }

    /// Prints an item of the list.
    pub(super) fn item(&mut self, item: &impl Serialize) -> Result<(), Failure> {
        self.0.item(item)
    }

    /// Prints what stands after the list.
    pub(super) fn end(self, data: &impl Serialize) -> Result<(), Failure> {
        self.0.end(data)
    }
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: &'static str,
    #[serde(flatten)]
    data: &'a T,
}

const fn versioned<T>(data: &T) -> Versioned<'_, T> {
    Versioned {
        version: VERSION,
        data,
    }
}

/// A file to which lines are added while the work goes on.
#[derive(Debug)]
pub(super) struct LinesFile {
    file: OutputFile,
    waiting: String,
    /// The first failure, which is reported when the work is done.
    outcome: Result<(), Failure>,
}

impl LinesFile {
    /// Empties a file that was opened, and begins it with a text.
    pub(super) fn begin(mut file: OutputFile, head: String) -> Self {
        let outcome = file.empty();
        Self {
            file,
            waiting: head,
            outcome,
        }
    }

    pub(super) fn add(&mut self, text: &str) {
        const LARGE: usize = 1 << 16;
        self.waiting += text;
        if self.waiting.len() > LARGE {
            self.flush();
        }
    }

    /// Writes what is left.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush();
        self.outcome
    }

    fn flush(&mut self) {
        if self.outcome.is_ok() {
            self.outcome = self.file.append(&self.waiting);
        }
        self.waiting.clear();
    }
}
