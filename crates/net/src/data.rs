//! What a network learns from: games with a score for every move.

mod scored_game;
mod filter;
mod formats;
mod statistics;

pub use filter::{Filter, Filtered};
pub use scored_game::{ScoredGame, ScoredGameError, ScoredMove};
pub use statistics::DataStatistics;
