//! The lab plays matches between strategies, measures them on positions and test suites, and draws the results.
//!
//! The program `plywood-lab` offers everything here as commands. If you depend on the facade `plywood`, write
//! `plywood::chess::…` for `plywood_core::…` in the examples, `plywood::search::…` for `plywood_search::…`, and so on.

/// The README's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod version;
mod system;
mod seed;
mod checksum;
mod date;
mod settings;
mod numbers;
mod journal;
pub mod statistics;
mod players;
mod games;
mod show;
mod play;
mod measure;
pub mod cli;

pub use games::{LabGame, NamedStrategy};
pub use journal::{Charter, Item, Journal, JournalError, Merge, Shard, ShardError};
pub use measure::ablation::{
    Ablated, AblatedPosition, AblatedRow, Ablation, AblationItem, AblationSums, Cost, Variant,
    part_variants,
};
pub use measure::comparison::{Compared, Comparing, Comparison, DepthMeans, Run};
pub use measure::explanation::{Explained, ExplainedTerm, Explanation, PieceWorth};
pub use measure::positions::{Chooser, PositionText, Positions, Selection, Survey};
pub use measure::solver::{Finding, FoundMove, SolverSpec};
pub use measure::suite::{
    Answer, Goal, Marks, Miss, Sheet, Solved, Suite, SuiteError, Task, TaskError, read_suite,
};
pub use play::adjudication::{Adjudication, DrawRule, ResignRule};
pub use play::ending::GameEnd;
pub use play::entry::Entry;
pub use play::game::{PlayedMove, Record, Rules, Seat, Spent, play};
pub use play::ladder::{LADDER, Ladder, Rung};
pub use play::merged::MergedMatch;
pub use play::opening::{Opening, OpeningError, Openings, random_openings, read_openings};
pub use play::page::MatchPage;
pub use play::schedule::{Fixture, Format, FormatError, Schedule};
pub use play::standing::{HeadToHead, Place, Standing};
pub use play::summary::{HeadToHeadSummary, PlayerSummary, Summary, TestSummary};
pub use play::tournament::{Terms, Tournament, TournamentError};
pub use players::move_limits::MoveLimits;
pub use players::player::{Choice, Fault, Player, StrategyPlayer};
pub use players::player_spec::{PlayerSpec, PlayerSpecError};
pub use players::program::{Log, ProgramPlayer, ProgramSpec, ProgramSpecError};
pub use players::strategy_spec::{PRESETS, StrategySpec, StrategySpecError, strategies};
pub use players::time_control::{Clock, ClockError, TimeControl, Turn};
pub use plywood_catalog::{Part, Parts};
pub use plywood_console::Failure;
pub use settings::SettingError;
pub use show::page::Shown;
pub use show::tree::search_tree::SearchTree;
pub use show::{page, plot};
