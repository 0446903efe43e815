//! Matches: openings, the referee, the games of all players, and their statistics.

pub(crate) mod opening;
pub(crate) mod ending;
pub(crate) mod record;
pub(crate) mod referee;
pub(crate) mod head_to_head;
pub(crate) mod standing;
pub(crate) mod versus;
#[cfg(feature = "journal")]
pub(crate) mod openings;
#[cfg(feature = "journal")]
pub(crate) mod game;
#[cfg(feature = "journal")]
pub(crate) mod entry;
#[cfg(feature = "journal")]
pub(crate) mod summary;
#[cfg(feature = "journal")]
pub(crate) mod tournament;
#[cfg(feature = "journal")]
pub(crate) mod page;
#[cfg(feature = "journal")]
pub(crate) mod self_play;
#[cfg(feature = "journal")]
pub(crate) mod spsa;
