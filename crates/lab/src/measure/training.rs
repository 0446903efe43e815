//! Pages about networks: the course of a training, and the positions that are learned from.

use crate::numbers::{real, share};
use crate::show::document;
use plywood_core::diagram::Escaped;
use plywood_eval::Portrait;
use plywood_net::data::{DataStatistics, Filtered};
use plywood_net::train::{Epoch, Settings};
use plywood_net::{Inputs, Network};
use plywood_report::plot::{Curve, CurvePlot, Unit};
use plywood_report::{Cell, Columns, Document};

/// The course of a training as a page: the errors by epoch, how well each output does in the end, and for
/// chess the weights of the first layer.
pub(crate) fn page<I: Inputs>(
    settings: &Settings,
    epochs: &[Epoch],
    network: &Network<I>,
) -> Document {
    let curve = |name: &str, error: fn(&Epoch) -> f64| {
        let points = epochs
            .iter()
            .map(|epoch| (real(epoch.number as u64), error(epoch)));
        Curve::new(name, points)
    };
    let errors = CurvePlot::new("Mean square error", "epoch", Unit::Number)
        .curve(curve("training", |epoch| epoch.training))
        .curve(curve("held-out games", |epoch| epoch.validation));
    let agreement = CurvePlot::new(
        "Agrees with the score about who is ahead",
        "epoch",
        Unit::Share,
    )
    .curve(curve("held-out games", Epoch::agreed));
    let by_output = (0..settings.buckets).fold(
        CurvePlot::new(
            "The same by output, from few pieces to many",
            "epoch",
            Unit::Share,
        ),
        |plot, output| {
            let points = epochs.iter().filter_map(|epoch| {
                let [_, agreed] = epoch.agreement.get(output)?;
                Some((real(epoch.number as u64), *agreed))
            });
            plot.curve(Curve::new(&format!("output {}", output + 1), points))
        },
    );
    let lead = format!(
        "{} hidden units, {} outputs, {} epochs; an output of 1 is {} centipawns; seed {}",
        settings.hidden, settings.buckets, settings.epochs, settings.scale, settings.seed
    );
    let page = document("Training of a network")
        .lead(&lead)
        .plots(
            "Course",
            [errors, agreement, by_output]
                .map(|plot| plot.picture())
                .into(),
        )
        .section("Outputs, from few pieces to many", &outputs(epochs));
    match network.portrait() {
        Some(portrait) => page.section("What it looks at", &shown(&portrait)),
        None => page,
    }
}

/// How well each output does in the end, as a table.
fn outputs(epochs: &[Epoch]) -> String {
    let outputs: Vec<(usize, [f64; 2])> = match epochs.last() {
        Some(last) => last.agreement.iter().copied().enumerate().collect(),
        None => Vec::new(),
    };
    let columns = Columns::new()
        .text("output", |(output, _): &(usize, [f64; 2])| {
            Cell::from((output + 1).to_string().as_str())
        })
        .number("share of positions", |(_, [share, _])| {
            Cell::measured(Unit::Share, *share, 4)
        })
        .number("agrees", |(_, [_, agreed])| {
            Cell::measured(Unit::Share, *agreed, 4)
        });
    columns.table(outputs).to_html()
}

/// What an evaluator looks at, as a part of a page.
pub(super) fn shown(Portrait { svg, caption }: &Portrait) -> String {
    format!("<p class=\"soft\">{}</p>{svg}", Escaped(caption))
}

/// What positions to learn from are like, as a page.
pub(crate) fn statistics_page(statistics: &DataStatistics, counts: &Filtered) -> Document {
    let all = statistics.positions;
    let curve = |counts: &[u64], place: &dyn Fn(i32) -> i32| {
        let points = (0..).zip(counts);
        let points = points.map(|(index, count)| (f64::from(place(index)), share(*count, all)));
        Curve::new("", points)
    };
    let scores = curve(&statistics.scores, &|index| {
        index - DataStatistics::HUNDREDS
    });
    let pieces = curve(&statistics.pieces, &|index| index);
    let plot = |title: &str, across: &str, curve: Curve| {
        let plot = CurvePlot::new(title, across, Unit::Share).curve(curve);
        plot.picture()
    };
    let pictures = [
        plot("Scores", "pawns, for the side to move", scores),
        plot("Pieces", "pieces on the board", pieces),
    ];
    document("Positions to learn from")
        .lead(&format!("{counts}. {statistics}."))
        .plots("Shares of positions", pictures.into())
}
