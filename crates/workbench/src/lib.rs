#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(clippy::print_stdout)]

mod version;
mod system;
mod processors;
mod date;
mod read_error;
mod position_lines;
pub mod journal;
mod players;
mod show;
mod play;
mod measure;

pub use journal::{Done, Job, JournalError, Shard, ShardError, WorkError};
pub use measure::ablation::{
    Ablated, AblatedPosition, AblatedRow, Ablation, AblationItem, Cost, without_each_part,
};
pub use measure::comparison::{Compared, Comparing, ComparisonResults};
pub use measure::explanation::shown;
pub use measure::positions;
pub use measure::positions::{Positions, Subset, Survey};
pub use measure::samples::{PlayedPosition, Samples};
pub use measure::suite::{Answer, Marks, Sheet, Solved, Suite};
pub use play::entry::GameEntry;
pub use play::game::play;
pub use play::openings::{Openings, read_openings};
pub use play::page::MatchPage;
pub use play::self_play::{SelfPlay, SelfPlayed};
pub use play::spsa::{PlayedPair, Spsa, Tuned, TunedError, Tuning, TuningError, Walk};
pub use play::summary::{MatchResults, Summary, UnreadTable};
pub use play::text::record_text;
pub use play::tournament::{Tournament, TournamentError, pair};
pub use players::plan::{PlayerFile, PlayerPlan};
pub use players::player_spec::{PlayerSpec, UnfitPlayer};
pub use players::player_text::{PlayerSpecError, PlayerText};
pub use players::program::{Breach, Kept, Log, ProgramChecks, ProgramSpecError, Submission};
pub use position_lines::{PositionLines, PositionText};
pub use processors::PinError;
pub use read_error::{Mistake, PositionError, ReadError};
pub use show::tree::SearchTree;
pub use show::{Results, document};
pub use version::VERSION;
