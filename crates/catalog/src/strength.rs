//! [`Strength`]: weakens a search for `UCI_LimitStrength` and the web service.

use std::ops::RangeInclusive;

/// The limits of a weak player: it searches less deeply, and its evaluations have errors. The choice of the move itself stays sound, so a
/// weak level overlooks deep ideas and misjudges close decisions, but does not throw pieces away at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The nodes for a move.
    pub nodes: u64,
    /// The greatest error of an evaluation, in centipawns.
    pub error: u16,
}

/// The lowest and the highest level. Between them nodes grow by the same factor for each Elo, and errors shrink evenly; each level then
/// scores about a hundred Elo more than the one a hundred below.
///
/// Between 1700 and 1800 the engine is about as strong as Stockfish 15.1 with the same `UCI_Elo`; docs/results.md has the matches. These
/// are not human ratings, and they change with the engine's search and its network.
const LEVELS: [(u32, f64, f64); 2] = [(800, 90.0, 188.0), (2_400, 6_000.0, 66.0)];

impl Strength {
    /// The Elo range of the levels.
    pub const ELO: RangeInclusive<u32> = 800..=2_400;

    /// Returns the level of this Elo, or the nearest one if it is out of range.
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
