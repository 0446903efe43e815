//! [`with_later_scores`]: corrects the scores of short searches by later ones of the game.

use crate::data::ScoredMove;
use plywood_search::{Game, Score, Stakes};

/// The largest later score, so that a mate does not outweigh everything before it. In a game with chance it's the worth of a win.
const MOST: i32 = 2_000;

/// Returns the score of each move of a game, mixed with those of later moves: `share` of the next move's mixed score, and the rest from its
/// own score. With a share of 0.8, everything three plies later or more counts for one half.
#[must_use]
pub fn with_later_scores<G: Game>(moves: &[ScoredMove<G>], share: f32) -> Vec<Score> {
    let most = G::STAKES.map_or(MOST, Stakes::win) as f32;
    let mut later = None;
    let mut scores: Vec<Score> = moves
        .iter()
        .rev()
        .map(|scored| {
            let own = f32::from(scored.score.packed());
            // The next score is the opponent's.
            let gain = later.map_or(0.0, |later: f32| -later - own.clamp(-most, most));
            let mixed = own + share * gain;
            later = Some(mixed.clamp(-most, most));
            Score::from_packed(mixed.round() as i16)
        })
        .collect();
    scores.reverse();
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_core::Position;

    #[test]
    fn later_scores_count_the_less_the_later_they_are() {
        let game = |scores: &[i16]| -> Vec<ScoredMove<Position>> {
            let scored = |score: &i16| ScoredMove {
                position: Position::START,
                mv: None,
                score: Score::from_packed(*score),
                points: None,
            };
            scores.iter().map(scored).collect()
        };
        let mixed = |scores: &[i16], share| -> Vec<i16> {
            let mixed = with_later_scores(&game(scores), share);
            mixed.into_iter().map(Score::packed).collect()
        };
        assert_eq!(mixed(&[10, 30, -31_998], 0.0), [10, 30, -31_998]);
        // The side that moves first gains 100 by the other's mistake.
        assert_eq!(mixed(&[0, 0, 100], 0.5), [25, -50, 100]);
        assert_eq!(mixed(&[40, -40, 40, -40], 0.8), [40, -40, 40, -40]);
        assert_eq!(mixed(&[0, -31_999], 1.0), [2_000, -31_999], "a mate");
        assert!(mixed(&[], 0.5).is_empty());
    }
}
