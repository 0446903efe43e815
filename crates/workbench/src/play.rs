//! Matches between the players of a catalog: openings, games, their records and results.

pub(crate) mod text;
pub(crate) mod openings;
pub(crate) mod game;
pub(crate) mod entry;
pub(crate) mod summary;
pub(crate) mod tournament;
pub(crate) mod page;
pub(crate) mod self_play;
pub(crate) mod spsa;
