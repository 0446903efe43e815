//! A plot of nodes by depth, one curve for each strategy, on a logarithmic scale.

use std::cmp::Reverse;
use std::fmt::Write as _;

use plywood::search::ComparisonTable;

use crate::options::Setting;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 600.0;
const LEFT: f64 = 90.0;
const TOP: f64 = 50.0;
/// The right end of the curves, and where the names of the strategies begin.
const RIGHT: f64 = 720.0;
const NAMES: f64 = 775.0;
const BOTTOM: f64 = 545.0;
const LINE_HEIGHT: f64 = 18.0;

/// Turns depths and numbers of nodes into coordinates.
struct Scale {
    depth: u32,
    decades: u32,
}

impl Scale {
    fn x(&self, depth: u32) -> f64 {
        let steps = f64::from(self.depth.saturating_sub(1).max(1));
        LEFT + (RIGHT - LEFT) * f64::from(depth.saturating_sub(1)) / steps
    }

    #[expect(clippy::cast_precision_loss, reason = "a pixel is coarser")]
    fn y(&self, nodes: u64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (nodes.max(1) as f64).log10() / f64::from(self.decades)
    }
}

/// The text of an SVG file, from the comparisons at depth 1, 2 and so on.
pub(crate) fn svg<M>(setting: &Setting, tables: &[ComparisonTable<M>]) -> String {
    let all = tables.iter().flat_map(|table| &table.rows);
    let most = all.map(|row| row.report.stats.explored).max();
    let scale = Scale {
        depth: setting.depth,
        decades: most.unwrap_or(1).max(10).ilog10() + 1,
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"28\" font-size=\"16\">Nodes explored at each depth ({}, evaluator {})</text>\n",
        setting.game, setting.evaluator
    );
    draw_axes(&mut svg, &scale);
    let names = tables.first().map_or(&[][..], |table| &table.rows[..]);
    let nodes = |row: usize| {
        tables
            .iter()
            .map(move |table| table.rows[row].report.stats.explored)
    };
    let curves = (0..names.len()).map(|row| nodes(row).collect::<Vec<u64>>());
    let mut named: Vec<_> = names.iter().map(|row| &row.strategy).zip(curves).collect();
    // From top to bottom in the order of their ends.
    named.sort_by_key(|(_, curve)| Reverse(curve.last().copied()));
    let ends = named.iter().map(|(_, curve)| curve.last().copied());
    let levels = spread(ends.map(|end| scale.y(end.unwrap_or(1))).collect());
    for (index, ((name, curve), level)) in (0_u32..).zip(named.into_iter().zip(levels)) {
        // Steps of the golden angle around the color wheel give neighbors different colors.
        let color = format!("hsl({},70%,40%)", index * 137 % 360);
        let points = (1..).zip(&curve);
        let points =
            points.map(|(depth, nodes)| format!("{:.1},{:.1}", scale.x(depth), scale.y(*nodes)));
        let points = points.collect::<Vec<_>>().join(" ");
        let end = scale.y(curve.last().copied().unwrap_or(1));
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\
             <path d=\"M{} {end:.1}L{} {level:.1}\" stroke=\"{color}\" stroke-width=\"0.7\"/>\
             <text x=\"{NAMES}\" y=\"{:.1}\" fill=\"{color}\">{name}</text>",
            RIGHT + 3.0,
            NAMES - 5.0,
            level + 4.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_axes(svg: &mut String, scale: &Scale) {
    for decade in 0..=scale.decades {
        let nodes = 10_u64.pow(decade);
        let height = scale.y(nodes);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {height:.1}H{RIGHT}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{nodes}</text>",
            LEFT - 8.0,
            height + 4.0
        );
    }
    for depth in 1..=scale.depth {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{depth}</text>",
            scale.x(depth),
            BOTTOM + 22.0
        );
    }
    let (middle, foot) = (f64::midpoint(LEFT, RIGHT), HEIGHT - 8.0);
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">plies</text>"
    );
}

/// Moves heights apart by at least a line of text, and up from below the axis if there is room.
fn spread(mut levels: Vec<f64>) -> Vec<f64> {
    for index in 1..levels.len() {
        levels[index] = levels[index].max(levels[index - 1] + LINE_HEIGHT);
    }
    let mut lowest = BOTTOM;
    for level in levels.iter_mut().rev() {
        *level = level.min(lowest);
        lowest = *level - LINE_HEIGHT;
    }
    levels
}
