//! Analysis of positions and games: what was best, by how much each move was worse, and the better lines.

mod evaluated;
mod judgment;
mod annotated_game;
mod report;

pub use annotated_game::{AnalyzedGame, AnalyzedMove};
pub use evaluated::Evaluated;
pub use judgment::{Judgment, Reason};
pub use report::{GameReport, LineReport, MoveReport, PositionReport, ReportedScore, SideReport};
