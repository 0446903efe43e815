#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod counted;
pub mod plot;
mod table;
mod document;

pub use counted::counted;
pub use document::Document;
pub use table::{Cell, Columns, Table, csv_line};
