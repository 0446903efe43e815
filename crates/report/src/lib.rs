#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

pub mod plot;
mod table;
mod document;

pub use document::Document;
pub use table::{Cell, Columns, Table, csv_line};
