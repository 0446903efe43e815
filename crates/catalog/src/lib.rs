#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

pub mod files;
pub mod recast;
mod grid;
mod task;
mod playable;
mod small_games;
mod dice_games;
mod spec_error;
mod spec;
mod plan;
mod words;
mod any_evaluator;
mod own_parts;
mod building;
mod best_first;
mod contender;
mod catalog;
mod laws;
mod games;
mod recorded;
#[cfg(feature = "chess")]
mod standard;
#[cfg(feature = "chess")]
mod strength;

pub use any_evaluator::AnyEvaluator;
pub use catalog::{AnyLinear, Catalog, CatalogEntry, Footnote, weights_bytes};
pub use contender::{Contender, Cost, Facts, PositionAlone};
pub use games::{And, ForEachGame, Games};
pub use grid::{Clicks, Grid, MarkedMove};
pub use laws::{CheckedPart, check_catalog};
pub use own_parts::Driver;
pub use playable::{AnyFixedDepth, AnyStrategy, Playable};
pub use plywood_search::{GameOver, Played};
pub use recorded::{RecordedSearch, RecordedTree, STEPPER, TreeCut, TreeNode};
pub use spec::{Composition, EvaluatorSpec, Spec, Word};
pub use spec_error::SpecError;
#[cfg(feature = "games")]
pub use standard::standard;
#[cfg(feature = "chess")]
pub use standard::{CHESS_POSITIONS, NET, engine};
#[cfg(feature = "chess")]
pub use strength::Strength;
pub use task::{Goal, Task};
pub use words::{Number, Part, Resource, Role, Setting, SettingKind, Settings};
