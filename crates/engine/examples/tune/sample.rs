//! Positions with what the evaluation counts in them, and what became of them.

use plywood_core::Position;
use plywood_eval::Classical;

/// A position as the fit sees it.
pub(crate) struct Sample {
    /// The index of each weight that counts, and how much more often for White than for Black.
    pub(crate) coefficients: Vec<(u16, i16)>,
    /// How much the middlegame and the endgame weights count, from 0 to 1.
    pub(crate) middlegame: f64,
    pub(crate) endgame: f64,
    /// White's score by the search, in centipawns.
    pub(crate) score: f64,
    /// White's result.
    pub(crate) result: f64,
}

/// Reads `FEN;SCORE;RESULT` lines, without repetitions of a position.
pub(crate) fn read(text: &str) -> Vec<Sample> {
    let classical = Classical::default();
    let mut seen = std::collections::HashSet::new();
    let mut samples = Vec::new();
    for line in text.lines() {
        let mut fields = line.split(';');
        let (Some(fen), Some(score), Some(result)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let (Ok(position), Ok(score), Ok(result)) =
            (fen.parse::<Position>(), score.parse(), result.parse())
        else {
            continue;
        };
        if seen.insert(position.key()) {
            samples.push(sample(&classical, &position, score, result));
        }
    }
    samples
}

fn sample(classical: &Classical, position: &Position, score: f64, result: f64) -> Sample {
    let trace = classical.trace(position);
    let phase = f64::from(trace.blend.phase) / 24.0;
    let scale = f64::from(trace.blend.scale) / 64.0;
    let coefficients = trace.coefficients();
    Sample {
        coefficients: coefficients
            .map(|(index, lead)| (index as u16, lead as i16))
            .collect(),
        middlegame: phase,
        endgame: (1.0 - phase) * scale,
        score,
        result,
    }
}
