//! Players as strings: strategies of a catalog and UCI programs, with everything that decides how they play.

pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod player_text;
pub(crate) mod player_spec;
