//! The fitted weights as a Rust file.

use plywood_eval::{Feature, Tapered, Weights};
use std::fmt::Write;

/// The source of `src/weights.rs`.
pub(crate) fn write(weights: &Weights) -> String {
    let mut text = String::from(
        "\
//! The weights of the engine's evaluation, for the middlegame and the endgame. They were fitted to games of the engine with
//! itself by `examples/tune`, which writes this file.

use plywood_eval::{Feature, Tapered, Weights};

const fn of(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The fitted weights, in the order of `Feature::ALL`.
pub(crate) const FITTED: Weights = Weights::new(ALL);

#[rustfmt::skip]
const ALL: [Tapered; Feature::WEIGHTS] = [
"
    );
    for feature in Feature::ALL {
        let _ = writeln!(text, "    // {feature}");
        for row in weights.of(feature).chunks(8) {
            let row: Vec<String> = row.iter().copied().map(entry).collect();
            let _ = writeln!(text, "    {},", row.join(", "));
        }
    }
    text.push_str("];\n");
    text
}

fn entry(weight: Tapered) -> String {
    format!("of({}, {})", weight.middlegame, weight.endgame)
}
