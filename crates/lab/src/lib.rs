//! The lab plays matches between strategies, measures them on positions and test suites, and draws the results.
//!
//! The program `plywood-lab` offers everything here as commands. If you depend on the facade `plywood`, write
//! `plywood::chess::…` for `plywood_core::…` in the examples, `plywood::search::…` for `plywood_search::…`, and so on.

#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, reason = "only the commands use all of it")
)]

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod version;
mod system;
mod seed;
mod recast;
mod date;
mod settings;
mod numbers;
mod journal;
pub mod statistics;
mod players;
mod show;
mod play;
mod measure;
#[cfg(feature = "cli")]
mod cli;

#[cfg(feature = "cli")]
pub use cli::main;
pub use journal::{Done, Job, Shard, ShardError};
pub use measure::ablation::{
    Ablated, AblatedPosition, AblatedRow, Ablation, AblationItem, Cost, without_each_part,
};
pub use measure::comparison::{Compared, Comparing, Comparison, DepthMeans, Run};
pub use measure::explanation::{Explained, ExplainedTerm, Explanation};
pub use measure::positions::{PositionText, Positions, Selection, Survey};
pub use measure::samples::{PlayedPosition, Samples};
pub use measure::suite::{Answer, Marks, Miss, Sheet, Solved, Suite};
pub use play::ending::GameEnd;
pub use play::ending::{Adjudication, DrawRule, ResignRule};
pub use play::entry::Entry;
pub use play::game::{PlayedMove, Record, Rules, Spent, play};
pub use play::matches::{Match, MatchError};
pub use play::opening::{Opening, Openings, read_openings};
pub use play::page::MatchPage;
pub use play::self_play::{SelfPlay, SelfPlayed};
pub use play::spsa::{PlayedPair, Spsa, Tuned, TunedError, Tuning, Walk};
pub use play::standing::Format;
pub use play::summary::{HeadToHeadSummary, MatchResults, PlayerSummary, Summary, TestSummary};
pub use players::player::{Clock, ClockError, TimeControl, Turn};
pub use players::player::{Fault, Player};
pub use players::player_spec::{PlayerSpec, PlayerSpecError, UnfitPlayer};
pub use players::program::ProgramSpecError;
pub use plywood_console::Failure;
pub use plywood_report as report;
pub use settings::SettingError;
pub use show::Results;
pub use show::tree::{STEPPER, SearchTree};
