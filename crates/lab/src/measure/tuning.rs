//! Pages and tables about numbers that were tuned.

use crate::numbers::real;
use crate::play::spsa::{Spsa, Tuned, Tuning, Walk};
use crate::show::page::{Page, plots};
use crate::show::table::Table;
use plywood_catalog::Playable;
use plywood_report::plot::{TrackPlot, TrackPoint, Unit};
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

fn columns<'a>() -> Table<'a, Found<'a>> {
    Table::new()
        .text("number", |(number, _): &Found<'_>| number.name.as_str())
        .number("start", |(number, _)| number.start.to_string())
        .number("now", |(_, now)| format!("{now:.2}"))
        .number("moved by steps", |(number, now)| {
            format!("{:+.2}", (now - number.start) / number.step)
        })
        .number("lowest", |(number, _)| number.min.to_string())
        .number("highest", |(number, _)| number.max.to_string())
}

fn found<'a>(spsa: &'a Spsa, walk: &'a Walk) -> impl Iterator<Item = Found<'a>> {
    spsa.numbers.iter().zip(walk.numbers().iter().copied())
}

/// The numbers as a table.
pub(crate) fn table(spsa: &Spsa, walk: &Walk) -> String {
    columns().to_text(found(spsa, walk))
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
pub(crate) fn page<G: Playable>(tuning: &Tuning<G>, walk: &Walk) -> Page {
    let spsa = &tuning.spsa;
    let pictures = (0..).zip(&spsa.numbers).map(|(place, number)| {
        let steps = (0..).zip(walk.course());
        let points = steps.map(|(step, numbers): (u64, _)| TrackPoint {
            across: real(step * spsa.together as u64),
            value: numbers[place],
            interval: (numbers[place], numbers[place]),
        });
        let plot = TrackPlot::new(&number.name, "pairs of games", Unit::Number);
        plot.bound(number.start, "start").points(points).picture()
    });
    let pictures: Vec<_> = pictures.collect();
    let lead = format!(
        "{}, {} pairs of games of {}, {}; seed {}",
        tuning.player,
        spsa.pairs,
        tuning.catalog.name(),
        tuning.rules.time_control,
        spsa.seed
    );
    Page::new("Numbers tuned by games")
        .lead(&lead)
        .section(
            "Numbers",
            &columns().to_html("", found(spsa, walk), |_| None),
        )
        .section("Walks", &plots(&pictures))
}
