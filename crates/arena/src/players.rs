//! Who plays: strategies and UCI programs, read from text, with the limits and clocks they play by.

pub(crate) mod player;
pub(crate) mod program;
pub(crate) mod player_spec;
