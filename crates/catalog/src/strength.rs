//! [`Strength`]: how a search is weakened for `UCI_LimitStrength` and by the web service.

use std::ops::RangeInclusive;

/// A weak player looks less far, and misjudges what it sees. Both are limited, not the choice of the move: a weak level
/// overlooks what is deep and is wrong about what is close, but does not throw pieces away at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// Nodes for a move.
    pub nodes: u64,
    /// The greatest error of an evaluation, in centipawns.
    pub error: u16,
}

/// The lowest and the highest level. Between them nodes grow by the same factor for each Elo, and errors shrink evenly; a level then
/// wins against the one a hundred below by about a hundred Elo, whatever the level.
///
/// Between 1700 and 1800 the engine is about as strong as Stockfish 15.1 with the same `UCI_Elo`; docs/results.md has the matches.
/// These are no ratings of people, and they change with the engine's search and its network.
const LEVELS: [(u32, f64, f64); 2] = [(800, 90.0, 188.0), (2_400, 6_000.0, 66.0)];

impl Strength {
    /// The Elo of the levels.
    pub const ELO: RangeInclusive<u32> = 800..=2_400;

    /// The level of this Elo; the nearest one outside of the range.
    #[must_use]
    pub fn of_elo(elo: u32) -> Self {
        let [low, high] = LEVELS;
        let elo = elo.clamp(low.0, high.0);
        let share = f64::from(elo - low.0) / f64::from(high.0 - low.0);
        let between = |low: f64, high: f64| (high - low).mul_add(share, low);
        Self {
            nodes: whole(between(low.1.ln(), high.1.ln()).exp()),
            error: u16::try_from(whole(between(low.2, high.2))).unwrap_or(u16::MAX),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the levels are small positive numbers"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}
