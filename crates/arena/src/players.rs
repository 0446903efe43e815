//! Players, with their limits and clocks, and the lines they report.

pub(crate) mod lines;
pub(crate) mod player;
pub(crate) mod strategy_player;
