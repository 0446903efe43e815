//! Players: strategies and UCI programs, read from strings, with their limits and clocks.

pub(crate) mod lines;
pub(crate) mod player;
pub(crate) mod strategy_player;
#[cfg(feature = "journal")]
pub(crate) mod plan;
#[cfg(feature = "journal")]
pub(crate) mod program;
#[cfg(feature = "journal")]
pub(crate) mod player_text;
#[cfg(feature = "journal")]
pub(crate) mod player_spec;
