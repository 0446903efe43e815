//! Pages and tables about numbers that were tuned.

use crate::numbers::real;
use crate::play::spsa::{Spsa, Tuned, Tuning, Walk};
use crate::show::document;
use plywood_catalog::Playable;
use plywood_report::plot::{Curve, CurvePlot, Unit};
use plywood_report::{Columns, Document, Table};
use serde_json::{Value, json};

/// A number with where it is now.
type Found<'a> = (&'a Tuned, f64);

/// The numbers as a player would have them.
pub(crate) fn rounded(spsa: &Spsa, walk: &Walk) -> Vec<f64> {
    let numbers = spsa.numbers.iter().zip(walk.numbers());
    let rounded = numbers.map(|(number, value)| {
        let parts = if number.is_whole { 1.0 } else { 1_000.0 };
        (value * parts).round() / parts
    });
    rounded.collect()
}

fn numbers(spsa: &Spsa, walk: &Walk) -> Table {
    Columns::new()
        .text("number", |(number, _): &Found<'_>| number.name.as_str())
        .number("start", |(number, _)| number.start.to_string())
        .number("now", |(_, now)| format!("{now:.2}"))
        .number("moved by steps", |(number, now)| {
            format!("{:+.2}", (now - number.start) / number.step)
        })
        .number("lowest", |(number, _)| number.min.to_string())
        .number("highest", |(number, _)| number.max.to_string())
        .table(found(spsa, walk))
}

fn found<'a>(spsa: &'a Spsa, walk: &'a Walk) -> impl Iterator<Item = Found<'a>> {
    spsa.numbers.iter().zip(walk.numbers().iter().copied())
}

/// The numbers as a table.
pub(crate) fn table(spsa: &Spsa, walk: &Walk) -> String {
    numbers(spsa, walk).to_text()
}

/// The numbers as data.
pub(crate) fn data(spsa: &Spsa, walk: &Walk) -> Value {
    let numbers = found(spsa, walk).map(|(number, now)| {
        json!({
            "name": number.name, "start": number.start, "min": number.min, "max": number.max, "step": number.step, "now": now,
        })
    });
    json!({ "numbers": numbers.collect::<Vec<_>>(), "course": walk.course() })
}

/// A page with the walk of each number.
pub(crate) fn page<G: Playable>(tuning: &Tuning<G>, walk: &Walk) -> Document {
    let spsa = &tuning.spsa;
    let pictures = (0..).zip(&spsa.numbers).map(|(place, number)| {
        let steps = (0..).zip(walk.course());
        let points = steps.map(|(step, numbers): (u64, &Vec<f64>)| {
            (real(step * spsa.together as u64), numbers[place])
        });
        let plot = CurvePlot::walk(&number.name, "pairs of games", Unit::Number);
        let plot = plot.bound(number.start, "start");
        plot.curve(Curve::new(&number.name, points)).picture()
    });
    let lead = format!(
        "{}, {} pairs of games of {}, {}; seed {}",
        tuning.player,
        spsa.pairs,
        tuning.catalog.name(),
        tuning.rules.time_control,
        spsa.seed
    );
    document("Numbers tuned by games")
        .lead(&lead)
        .section("Numbers", &numbers(spsa, walk).to_html())
        .plots("Walks", pictures.collect())
}
