//! The meaning of scores for results: winning chances, and shares of wins, draws and losses.

use plywood_core::{PieceKind, PieceValues, Position};
use plywood_eval::{Score, ScoreKind};

/// The steepness of the chances as a function of the score. It is lichess's published value, fitted to games of people, so that judgments
/// here agree with those that players are used to.
const STEEPNESS: f64 = 0.003_682_08;
/// Beyond ten pawns a score says nothing more about the result.
const MOST_CENTIPAWNS: i32 = 1_000;

/// Returns the chances of the side that the score is for, from -1 (lost) to 1 (won).
///
/// ```
/// use plywood_eval::Score;
/// use plywood_analysis::winning_chances;
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

/// Returns the numbers of wins, draws and losses in a thousand games from a position with this score, between programs as strong as the
/// engine.
///
/// Wins and losses each follow a logistic curve of the score, and the rest is drawn. With all pieces on the board half of the games are won
/// at +0.8 pawns, and near the end of a game, where a lead is harder to convert, at +2.5.
///
/// ```
/// use plywood_core::Position;
/// use plywood_eval::Score;
/// use plywood_analysis::win_draw_loss;
///
/// let start = Position::START;
/// let [win, draw, loss] = win_draw_loss(Score::DRAW, &start);
/// assert!(win == loss && draw > 400 && win + draw + loss == 1000);
/// assert_eq!(win_draw_loss(Score::won_in(3), &start), [1000, 0, 0]);
/// let rooks: Position = "8/5pk1/6p1/8/8/6P1/r4P2/2R3K1 w - - 0 40".parse()?;
/// assert!(win_draw_loss(Score::DRAW, &rooks)[1] > 900);
/// # Ok::<(), plywood_core::FenError>(())
/// ```
#[must_use]
pub fn win_draw_loss(score: Score, position: &Position) -> [u16; 3] {
    let value = match score.kind() {
        ScoreKind::WonIn(_) => return [1_000, 0, 0],
        ScoreKind::LostIn(_) => return [0, 0, 1_000],
        ScoreKind::Centipawns(value) => f64::from(value),
    };
    let pawns = material(position);
    // The best fit to 1,200 games of the engine with its network against itself, 20,000 nodes a move.
    let half_won = 40.0 + 310.0 * (-pawns / 40.0).exp();
    let spread = 58.0 + 0.42 * pawns;
    let win = thousandths(logistic((value - half_won) / spread));
    let loss = thousandths(logistic((-value - half_won) / spread));
    [win, 1_000 - win - loss, loss]
}

/// Returns the value of both sides' pieces in pawns: 78 at the start of a game.
fn material(position: &Position) -> f64 {
    let worth = |kind| {
        let pieces = position.board().kind(kind).len();
        f64::from(PieceValues::BLOGCHESS.of(kind)) * f64::from(pieces)
    };
    PieceKind::ALL.map(worth).iter().sum::<f64>() / 100.0
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
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let mut last = 0;
            for centipawns in (-2_000..=2_000).step_by(10) {
                let [win, draw, loss] = win_draw_loss(Score::centipawns(centipawns), &position);
                assert_eq!(win + draw + loss, 1_000);
                assert!(win >= last);
                last = win;
            }
            assert_eq!(last, 1_000);
        }
    }
}
