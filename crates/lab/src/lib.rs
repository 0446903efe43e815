//! The lab: it plays matches between strategies, measures them on positions and suites, and draws what it finds.
//!
//! Everything here is also a command of the program `plywood-lab`.

mod failure;
mod system;
mod seed;
mod duration;
mod settings;
mod effort;
mod subject;
pub mod statistics;
mod opening;
mod turn;
mod player;
mod program;
mod contestant;
mod adjudication;
mod game;
mod schedule;
mod journal;
mod standing;
mod tournament;
mod summary;
pub mod commands;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use contestant::{Contestant, ContestantError};
pub use effort::Effort;
pub use failure::Failure;
pub use game::{GameEnd, PlayedMove, Record, Rules, Seat, play};
pub use journal::{Charter, Entry, Journal, JournalError};
pub use opening::{Opening, OpeningError, random_openings, read_openings};
pub use player::{Choice, Fault, Player, StrategyPlayer};
pub use program::{Program, ProgramError, ProgramPlayer};
pub use schedule::{Fixture, Format, FormatError, Schedule};
pub use settings::SettingError;
pub use standing::{Meeting, Row, Standing};
pub use subject::{PRESETS, Subject, SubjectError, strategies};
pub use summary::{MeetingSummary, PlayerSummary, Summary, TestSummary};
pub use tournament::{Terms, Tournament, TournamentError};
pub use turn::{Clock, ClockError, TimeControl, Turn};
