#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

pub mod seed;
pub mod numbers;
pub mod statistics;
mod crew;
mod players;
mod play;

pub use crew::{Broken, Crew, Done, Ledger};
pub use play::ending::{Adjudication, DrawRule, EndKind, GameEnd, ResignRule, result_of, steps_of};
pub use play::game_match::{Entrant, Match, MatchError, MatchGame, MatchOptions};
pub use play::head_to_head::{HeadToHeadSummary, TestSummary, notes};
pub use play::opening::Opening;
pub use play::record::{PlayedMove, Record, Spent, checksum_of};
pub use play::referee::{GameRules, Rules, Seat, referee};
pub use play::results::{MatchResult, PlayerResult};
pub use play::schedule::{CountedGame, Format, Schedule, counts};
pub use play::tally::Tally;
pub use players::lines::{LineFault, WrongLine, WrongLines, fault_of};
pub use players::player::{Clock, ClockError, Player, TimeControl, Turn};
pub use players::strategy_player::StrategyPlayer;
pub use plywood_report::SettingError;
pub use plywood_search::Fault;
