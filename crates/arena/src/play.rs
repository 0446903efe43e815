//! Matches: openings, the referee, the games of all players, and what their results say.

pub(crate) mod opening;
pub(crate) mod ending;
pub(crate) mod game;
pub(crate) mod entry;
pub(crate) mod standing;
pub(crate) mod summary;
pub(crate) mod matches;
pub(crate) mod page;
pub(crate) mod self_play;
pub(crate) mod spsa;
