//! Training data: games with a score for every move, and positions with scores.

mod scored_game;
mod later;
mod filter;
mod formats;
mod viriformat;
mod statistics;

pub use filter::{Filter, Filtered};
pub use formats::FormatError;
pub use later::with_later_scores;
pub use scored_game::{ScoredGame, ScoredGameError, ScoredMove};
pub use statistics::DataStatistics;
pub use viriformat::{read_viriformat, write_viriformat};
