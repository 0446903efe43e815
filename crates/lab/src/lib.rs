//! The lab: it plays matches between strategies, measures them on positions and suites, and draws what it finds.
//!
//! Everything here is also a command of the program `plywood-lab`.

mod failure;
mod duration;
mod settings;
mod effort;
mod subject;
mod playable;
pub mod plot;
pub mod page;
pub mod commands;

pub use effort::Effort;
pub use failure::Failure;
pub use playable::{Contender, Playable};
pub use settings::SettingError;
pub use subject::{PRESETS, Subject, SubjectError, strategies};
