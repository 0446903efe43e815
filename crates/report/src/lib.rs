#![doc = include_str!("../README.md")]
#![warn(clippy::print_stdout)]

mod counted;
pub mod number;
pub mod duration;
mod nearest;
pub mod quotes;
mod settings;
mod checksum;
pub mod plot;
mod table;
mod document;

pub use checksum::Checksum;
pub use counted::counted;
pub use document::Document;
pub use nearest::did_you_mean;
pub use settings::{Setting, SettingError};
pub use table::{Cell, Columns, Table, csv_line};
