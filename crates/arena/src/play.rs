//! Matches: openings, the referee, the games of two players, and their statistics.

pub(crate) mod opening;
pub(crate) mod ending;
pub(crate) mod record;
pub(crate) mod watchdog;
pub(crate) mod referee;
pub(crate) mod head_to_head;
pub(crate) mod schedule;
pub(crate) mod results;
pub(crate) mod tally;
pub(crate) mod game_match;
