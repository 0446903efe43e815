//! The lab: it plays matches between strategies, measures them on positions and suites, and draws what it finds.
//!
//! Everything here is also a command of the program `plywood-lab`.

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

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

mod numbers;
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
mod explanation;
mod suite;

mod summary;
mod ladder;
mod textbook;
mod ablation;

pub mod commands;

pub use ablation::{Ablated, AblatedRow, Ablation, EloData, Variant, textbook_variants};
pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use comparison::{Comparing, Comparison, Run};
pub use contestant::{Contestant, ContestantError};
pub use effort::Effort;
pub use explanation::{Explained, ExplainedTerm, Explanation, PieceWorth};
pub use failure::Failure;
pub use game::{GameEnd, PlayedMove, Record, Rules, Seat, play};
pub use journal::{Charter, Entry, Journal, JournalError};
pub use ladder::{LADDER, Ladder, Rung};
pub use opening::{Opening, OpeningError, random_openings, read_openings};
pub use playable::{Contender, Playable};
pub use player::{Choice, Fault, Player, StrategyPlayer};
pub use program::{Program, ProgramError, ProgramPlayer};
pub use schedule::{Fixture, Format, FormatError, Schedule};
pub use search_tree::SearchTree;
pub use settings::SettingError;
pub use shown_score::ShownScore;
pub use standing::{Meeting, Place, Standing};
pub use subject::{PRESETS, Subject, SubjectError, strategies};
pub use suite::{Answer, Goal, Marks, Sheet, Suite, Task, TaskError, read_suite};
pub use summary::{MeetingSummary, PlayerSummary, Summary, TestSummary};
pub use textbook::{Part, Parts};
pub use tournament::{Terms, Tournament, TournamentError};
pub use turn::{Clock, ClockError, TimeControl, Turn};
