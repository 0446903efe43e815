//! A plot of nodes by depth, one curve for each strategy, on a logarithmic scale.

use std::fmt::Write as _;

use plywood::search::strategies::Catalog;
use plywood::{Game, Limits};

use super::comparison::{Comparison, Judge, Setting};

/// A strategy's nodes at depth 1, 2 and so on.
pub(crate) type Curve = Vec<u64>;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 50.0;
/// The curves end here; the names of the strategies stand to the right.
const RIGHT: f64 = 740.0;
const BOTTOM: f64 = 550.0;
const LINE_HEIGHT: f64 = 20.0;

/// The curve of each of these strategies, up to the depth of the setting.
pub(crate) fn curves<G: Game + 'static>(
    setting: &Setting<'_, G>,
    names: &[&str],
    catalog: &Catalog<G, Judge<G>>,
) -> Result<Vec<Curve>, String> {
    let nodes = |name: &str, depth| -> Result<u64, String> {
        let mut strategy = setting.strategy(name, catalog)?;
        let report = strategy.search(setting.position, &Limits::depth(depth));
        Ok(report.stats.explored)
    };
    let curve = |name: &&str| {
        (1..=setting.depth)
            .map(|depth| nodes(name, depth))
            .collect()
    };
    names.iter().map(curve).collect()
}

/// The picture as the text of an SVG file.
pub(crate) fn svg(comparison: &Comparison, curves: &[Curve]) -> String {
    let counts = curves.iter().flatten();
    let most = counts.copied().max().unwrap_or(1).max(10);
    let decades = most.ilog10() + 1;
    let x = |depth: u32| {
        let steps = f64::from(comparison.depth.saturating_sub(1).max(1));
        LEFT + (RIGHT - LEFT) * f64::from(depth.saturating_sub(1)) / steps
    };
    #[expect(clippy::cast_precision_loss, reason = "a pixel is coarser")]
    let y =
        |nodes: u64| BOTTOM - (BOTTOM - TOP) * (nodes.max(1) as f64).log10() / f64::from(decades);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"16\">Nodes explored at each depth ({}, evaluator {})</text>\n",
        comparison.game, comparison.evaluator
    );
    for decade in 0..=decades {
        let nodes = 10_u64.pow(decade);
        let height = y(nodes);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {height:.1}H{RIGHT}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{nodes}</text>",
            LEFT - 8.0,
            height + 4.0
        );
    }
    for depth in 1..=comparison.depth {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{depth}</text>",
            x(depth),
            BOTTOM + 22.0
        );
    }
    for (index, (row, curve)) in (0_u32..).zip(comparison.results.iter().zip(curves)) {
        let points: Vec<String> = (1..)
            .zip(curve)
            .map(|(depth, nodes)| format!("{:.1},{:.1}", x(depth), y(*nodes)))
            .collect();
        // Steps of the golden angle around the circle of colors keep neighbors apart.
        let color = format!("hsl({},65%,42%)", index * 137 % 360);
        let level = TOP + LINE_HEIGHT * f64::from(index);
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/><text x=\"{}\" y=\"{level}\" fill=\"{color}\">{}</text>",
            points.join(" "),
            RIGHT + 20.0,
            row.strategy
        );
    }
    svg.push_str("</svg>\n");
    svg
}
