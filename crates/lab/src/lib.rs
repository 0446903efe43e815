//! The lab: it plays matches between strategies, measures them on positions and suites, and draws what it finds.
//!
//! Everything here is also a command of the program `plywood-lab`.

mod failure;
mod duration;
mod settings;
mod effort;
mod subject;
mod shown_score;
mod csv;
mod terminal;
pub mod plot;
pub mod page;
mod playable;
mod whole_tree;
mod visited;
mod comparison;
mod search_tree;
pub mod commands;

pub use comparison::{Comparing, Comparison, Run};
pub use effort::Effort;
pub use failure::Failure;
pub use playable::{Contender, Playable};
pub use search_tree::SearchTree;
pub use settings::SettingError;
pub use shown_score::ShownScore;
pub use subject::{PRESETS, Subject, SubjectError, strategies};
