//! What a score is worth in games: winning chances, and shares of wins, draws and losses.

use plywood_eval::{Score, ScoreKind};

/// How fast chances grow with the score. The value is the one lichess publishes, fitted there to games of people, so that
/// judgments here agree with those that players know.
const STEEPNESS: f64 = 0.003_682_08;
/// Beyond ten pawns a score says nothing more about the result.
const MOST_CENTIPAWNS: i32 = 1_000;

/// The chances of the side that the score is for, from -1 (lost) to 1 (won).
///
/// ```
/// use plywood_eval::Score;
/// use plywood_uci::winning_chances;
///
/// assert_eq!(winning_chances(Score::DRAW), 0.0);
/// assert!((winning_chances(Score::centipawns(300)) - 0.50).abs() < 0.01);
/// assert_eq!(
///     winning_chances(Score::lost_in(4)),
///     winning_chances(Score::centipawns(-1000))
/// );
/// ```
#[must_use]
pub fn winning_chances(score: Score) -> f64 {
    let centipawns = match score.kind() {
        ScoreKind::Centipawns(value) => value.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
        ScoreKind::WonIn(_) => MOST_CENTIPAWNS,
        ScoreKind::LostIn(_) => -MOST_CENTIPAWNS,
    };
    logistic(STEEPNESS * f64::from(centipawns)).mul_add(2.0, -1.0)
}

/// At this score half of the games are won, between programs that seldom lose a won game.
const HALF_WON: f64 = 130.0;
/// How slowly the share of wins rises around that score, in centipawns.
const SPREAD: f64 = 70.0;

/// How many of a thousand games are won, drawn and lost from a position with this score.
///
/// Two logistic curves: wins are half at +1.3 pawns, losses at -1.3, and the rest is drawn.
///
/// ```
/// use plywood_eval::Score;
/// use plywood_uci::win_draw_loss;
///
/// let [win, draw, loss] = win_draw_loss(Score::DRAW);
/// assert!(win == loss && draw > 700 && win + draw + loss == 1000);
/// assert_eq!(win_draw_loss(Score::won_in(3)), [1000, 0, 0]);
/// ```
#[must_use]
pub fn win_draw_loss(score: Score) -> [u16; 3] {
    let value = match score.kind() {
        ScoreKind::WonIn(_) => return [1_000, 0, 0],
        ScoreKind::LostIn(_) => return [0, 0, 1_000],
        ScoreKind::Centipawns(value) => f64::from(value),
    };
    let win = thousandths(logistic((value - HALF_WON) / SPREAD));
    let loss = thousandths(logistic((-value - HALF_WON) / SPREAD));
    [win, 1_000 - win - loss, loss]
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a thousand fits"
)]
fn thousandths(share: f64) -> u16 {
    (share * 1_000.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_follow_the_score() {
        let mut last = 0;
        for centipawns in (-2_000..=2_000).step_by(10) {
            let [win, draw, loss] = win_draw_loss(Score::centipawns(centipawns));
            assert_eq!(win + draw + loss, 1_000);
            assert!(win >= last);
            last = win;
        }
        assert_eq!(last, 1_000);
    }
}
