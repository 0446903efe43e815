#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

mod winning_chances;
mod judgment;
mod game;
mod report;
mod explanation;

pub use explanation::{Explained, ExplainedPosition, ExplainedTerm};
pub use game::{AnalyzedGame, AnalyzedMove};
pub use judgment::{Judgment, Reason};
pub use report::{GameReport, LineReport, MoveReport, PositionReport, ReportedScore, SideReport};
pub use winning_chances::{win_draw_loss, winning_chances};
