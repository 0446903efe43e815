//! Draws how the error falls and the weights move, round by round, in the fit of the book's program.

#[path = "../book/fit.rs"]
#[expect(dead_code, reason = "its `main` prints the table of the chapter")]
mod program;

use plywood::document::plot::{Curve, CurvePlot, Picture, Unit};
use plywood::eval::Fit;

use crate::canvas::number;

const GAMES: u64 = 400;
const ROUNDS: usize = 5;

/// The error on both kinds of games, and the weight of each piece.
pub(crate) fn fit() -> Picture {
    let samples: Vec<_> = (0..GAMES).flat_map(program::play).collect();
    let after = |rounds: usize| {
        let fit = Fit::default().rounds(rounds);
        fit.run(program::beginner(), &samples)
    };
    let rounds: Vec<_> = (1..=ROUNDS).map(after).collect();
    let before = &rounds[0];
    let curve = |name: &str, first: f64, rest: Vec<f64>| {
        let values = std::iter::once(first).chain(rest);
        let points = values
            .enumerate()
            .map(|(round, value)| (number(round), value));
        Curve::new(name, points)
    };
    let errors = CurvePlot::new("The error", "rounds", Unit::Number)
        .note("400 games; one in ten was held out.")
        .curve(curve(
            "fitted",
            before.fitted.before,
            rounds.iter().map(|fitted| fitted.fitted.after).collect(),
        ))
        .curve(curve(
            "held out",
            before.held_out.before,
            rounds.iter().map(|fitted| fitted.held_out.after).collect(),
        ));
    let mut weights =
        CurvePlot::new("The weights", "rounds", Unit::Number).note("Centipawns. All begin at 100.");
    for (piece, weight) in before.weights.iter().enumerate() {
        let found = rounds.iter().map(|fitted| fitted.weights[piece].after);
        weights = weights.curve(curve(&weight.name, weight.before, found.collect()));
    }
    Picture::beside(
        "A fit, round by round",
        &[errors.picture(), weights.picture()],
    )
}
