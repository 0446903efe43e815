#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

#[cfg(feature = "journal")]
mod version;
#[cfg(feature = "journal")]
mod system;
#[cfg(feature = "journal")]
mod processors;
mod seed;
#[cfg(feature = "journal")]
mod date;
mod settings;
pub mod numbers;
pub mod statistics;
mod crew;
#[cfg(feature = "journal")]
pub mod journal;
#[cfg(feature = "judge")]
pub mod judge;
#[cfg(feature = "judge")]
pub mod tree_events;
mod players;
#[cfg(feature = "journal")]
mod show;
mod play;
#[cfg(feature = "analysis")]
mod explanation;
#[cfg(feature = "journal")]
mod measure;
#[cfg(feature = "analysis")]
mod winning_chances;
#[cfg(feature = "analysis")]
mod analysis;

#[cfg(feature = "analysis")]
pub use analysis::{AnalyzedGame, AnalyzedMove, Judgment, Reason};
#[cfg(feature = "analysis")]
pub use analysis::{GameReport, LineReport, MoveReport, PositionReport, ReportedScore, SideReport};
#[cfg(feature = "journal")]
pub use explanation::report::shown;
#[cfg(feature = "analysis")]
pub use explanation::{Explained, ExplainedPosition, ExplainedTerm};
#[cfg(feature = "journal")]
pub use journal::{Done, Job, Shard, ShardError};
#[cfg(feature = "journal")]
pub use measure::ablation::{
    Ablated, AblatedPosition, AblatedRow, Ablation, AblationItem, Cost, without_each_part,
};
#[cfg(feature = "journal")]
pub use measure::comparison::{Compared, Comparing, ComparisonResults};
#[cfg(feature = "journal")]
pub use measure::line_end::{EndEvaluation, LineEnd};
#[cfg(feature = "journal")]
pub use measure::opinions::{Considered, Opinion, Opinions};
#[cfg(feature = "journal")]
pub use measure::positions;
#[cfg(feature = "journal")]
pub use measure::positions::{PositionText, Positions, Subset, Survey};
#[cfg(feature = "journal")]
pub use measure::samples::{PlayedPosition, Samples};
#[cfg(feature = "journal")]
pub use measure::suite::{Answer, Marks, Miss, Sheet, Solved, Suite};
pub use play::ending::{Adjudication, DrawRule, EndKind, GameEnd, ResignRule};
#[cfg(feature = "journal")]
pub use play::entry::GameEntry;
#[cfg(feature = "journal")]
pub use play::game::play;
pub use play::head_to_head::{HeadToHeadSummary, TestSummary};
pub use play::opening::Opening;
#[cfg(feature = "journal")]
pub use play::openings::{Openings, read_openings};
#[cfg(feature = "journal")]
pub use play::page::MatchPage;
pub use play::record::{PlayedMove, Record, Spent};
pub use play::referee::Rules;
#[cfg(feature = "journal")]
pub use play::self_play::{SelfPlay, SelfPlayed};
#[cfg(feature = "journal")]
pub use play::spsa::{PlayedPair, Spsa, Tuned, TunedError, Tuning, Walk};
pub use play::standing::{Format, Schedule};
#[cfg(feature = "journal")]
pub use play::summary::{MatchResults, PlayerSummary, Summary, UnreadTable};
#[cfg(feature = "journal")]
pub use play::tournament::{Tournament, TournamentError, pair};
pub use play::versus::{Entrant, Match, MatchGame, MatchResult};
pub use players::lines::{LineFault, WrongLine, WrongLines};
#[cfg(feature = "journal")]
pub use players::plan::{PlayerFile, PlayerPlan};
pub use players::player::{Clock, ClockError, Player, TimeControl, Turn};
#[cfg(feature = "journal")]
pub use players::player_spec::{PlayerSpec, UnfitPlayer};
#[cfg(feature = "journal")]
pub use players::player_text::{PlayerSpecError, PlayerText};
#[cfg(feature = "journal")]
pub use players::program::{Breach, Kept, Log, ProgramChecks, ProgramSpecError};
#[cfg(all(feature = "journal", feature = "judge"))]
pub use players::program::{Failed, Submission};
pub use plywood_search::Fault;
#[cfg(feature = "journal")]
pub use processors::PinError;
pub use settings::SettingError;
#[cfg(feature = "journal")]
pub use show::Results;
#[cfg(feature = "journal")]
pub use show::document;
#[cfg(feature = "journal")]
pub use show::tree::SearchTree;
#[cfg(feature = "journal")]
pub use version::VERSION;
#[cfg(feature = "analysis")]
pub use winning_chances::{win_draw_loss, winning_chances};
