//! [`CurvePlot`]: one curve for each strategy over the depth, on a logarithmic axis.

use crate::plot::layout::{Axes, FOOT, Heading, LINE, TOP, apart, widest};
use crate::plot::picture::{Picture, color, escaped};
use crate::plot::scale::Scale;
use crate::plot::unit::Unit;
use std::fmt;

/// A plot of curves, each labeled where it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePlot {
    heading: Heading,
    across: String,
    unit: Unit,
    curves: Vec<Curve>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
    /// The lowest and the highest measurement at places across.
    spread: Vec<(f64, (f64, f64))>,
}

impl Curve {
    /// A curve through points (across, value); points without a positive value are left out.
    #[must_use]
    pub fn new(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let name = name.to_owned();
        let is_drawn =
            |&(across, up): &(f64, f64)| across.is_finite() && up.is_finite() && up > 0.0;
        let points = points.into_iter().filter(is_drawn).collect();
        Self {
            name,
            points,
            spread: Vec::new(),
        }
    }

    /// The same with the spread of repeated measurements: (across, (lowest, highest)). Points without a spread are left out.
    #[must_use]
    pub fn spread(self, spread: impl IntoIterator<Item = (f64, (f64, f64))>) -> Self {
        let is_drawn = |&(across, (low, high)): &(f64, (f64, f64))| {
            across.is_finite() && low > 0.0 && low < high && high.is_finite()
        };
        let spread = spread.into_iter().filter(is_drawn).collect();
        Self { spread, ..self }
    }
}

const LEAST_HEIGHT: f64 = 300.0;
/// The distance from the end of the curves to their labels.
const LEAD: f64 = 34.0;

impl CurvePlot {
    /// An empty plot; `across` names the lower axis.
    #[must_use]
    pub fn new(title: &str, across: &str, unit: Unit) -> Self {
        Self {
            heading: Heading::new(title),
            across: across.to_owned(),
            unit,
            curves: Vec::new(),
        }
    }

    /// Adds a note under the title.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        note.clone_into(&mut self.heading.note);
        self
    }

    /// Adds a curve; its number decides its color.
    #[must_use]
    pub fn curve(mut self, curve: Curve) -> Self {
        self.curves.push(curve);
        self
    }

    /// Draws the plot.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let frame = Frame::around(self);
        Picture::new(
            frame.total_width(),
            frame.axes.bottom + FOOT,
            &self.heading.title,
            frame.to_string(),
        )
    }
}

/// The layout of a plot.
struct Frame<'a> {
    plot: &'a CurvePlot,
    axes: Axes<'a>,
}

impl<'a> Frame<'a> {
    fn around(plot: &'a CurvePlot) -> Self {
        let points = || plot.curves.iter().flat_map(|curve| &curve.points);
        let spreads = plot.curves.iter().flat_map(|curve| &curve.spread);
        let spreads = spreads.flat_map(|(_, (low, high))| [*low, *high]);
        let up = Scale::logarithmic(points().map(|point| point.1).chain(spreads));
        let across = points().map(|point| point.0);
        let (first, last) = across.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        });
        let across = if first < last {
            Scale::between(first, last)
        } else {
            Scale::between(0.0, 1.0)
        };
        let names = plot.curves.iter().filter(|curve| !curve.points.is_empty());
        let height = names.fold(0.0, |height, _| height + LINE).max(LEAST_HEIGHT);
        let axes = Axes::around((&plot.across, across), (plot.unit, up), height);
        Self { plot, axes }
    }

    fn total_width(&self) -> f64 {
        let names = self.plot.curves.iter().map(|curve| curve.name.as_str());
        let plot = self.axes.right() + LEAD + widest(names) + 12.0;
        plot.max(self.plot.heading.width())
    }

    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.axes.x(x), self.axes.y(y))
    }

    fn write_curves(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn: Vec<(usize, &Curve, (f64, f64))> = self
            .plot
            .curves
            .iter()
            .enumerate()
            .filter_map(|(number, curve)| Some((number, curve, self.place(*curve.points.last()?))))
            .collect();
        let wanted: Vec<f64> = drawn.iter().map(|(_, _, end)| end.1).collect();
        let heights = apart(&wanted, TOP, self.axes.bottom);
        for ((number, curve, end), height) in drawn.into_iter().zip(heights) {
            self.write_curve(svg, number, curve, (end, height))?;
        }
        Ok(())
    }

    fn write_curve(
        &self,
        svg: &mut fmt::Formatter<'_>,
        number: usize,
        curve: &Curve,
        (end, height): ((f64, f64), f64),
    ) -> fmt::Result {
        let name = escaped(&curve.name);
        writeln!(
            svg,
            r#"<g class="series {}" data-name="{name}">"#,
            color(number)
        )?;
        let points: Vec<String> = curve
            .points
            .iter()
            .map(|point| self.place(*point))
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        writeln!(
            svg,
            r#"<polyline class="curve" points="{}"/>"#,
            points.join(" ")
        )?;
        for &(across, (low, high)) in &curve.spread {
            let ((x, bottom), (_, top)) = (self.place((across, low)), self.place((across, high)));
            writeln!(
                svg,
                r#"<path class="spread" d="M{x:.1} {bottom:.1}V{top:.1}M{0:.1} {bottom:.1}h6M{0:.1} {top:.1}h6"/>"#,
                x - 3.0
            )?;
        }
        for &point in &curve.points {
            let ((x, y), value) = (self.place(point), self.plot.unit.text(point.1));
            let across = escaped(&self.plot.across);
            writeln!(
                svg,
                r#"<circle class="dot" cx="{x:.1}" cy="{y:.1}" r="3"><title>{name}, {across} {}: {value}</title></circle>"#,
                point.0
            )?;
        }
        let label = self.axes.right() + LEAD;
        writeln!(
            svg,
            r#"<path class="lead" d="M{:.1} {:.1}L{:.1} {height:.1}H{:.1}"/><text x="{label:.1}" y="{:.1}">{name}</text></g>"#,
            end.0 + 4.0,
            end.1,
            label - 12.0,
            label - 4.0,
            height + 4.5
        )
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plot.heading.fmt(svg)?;
        self.axes.fmt(svg)?;
        self.write_curves(svg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_curves_that_end_together_do_not_overlap() {
        let names: Vec<String> = (0..30).map(|number| format!("strategy {number}")).collect();
        let curve = |name: &String| Curve::new(name, [(1.0, 10.0), (2.0, 100.0)]);
        let plot = CurvePlot::new("Nodes", "depth", Unit::Count);
        let plot = names
            .iter()
            .fold(plot, |plot, name| plot.curve(curve(name)));
        let picture = plot.picture();
        let labels = picture
            .body
            .lines()
            .filter(|line| line.contains("class=\"lead\""));
        let height = |line: &str| {
            let (_, rest) = line.rsplit_once(" y=\"")?;
            rest.split('"').next()?.parse::<f64>().ok()
        };
        let mut heights: Vec<f64> = labels.filter_map(height).collect();
        heights.sort_by(f64::total_cmp);
        assert_eq!(heights.len(), names.len());
        assert!(
            heights
                .windows(2)
                .all(|pair| pair[1] - pair[0] > LINE - 0.11),
            "{heights:?}"
        );
        assert!(
            heights.iter().all(|y| (0.0..picture.height).contains(y)),
            "{heights:?}"
        );
    }

    #[test]
    fn an_empty_plot_is_drawn() {
        let none =
            CurvePlot::new("Nodes", "depth", Unit::Count).curve(Curve::new("lost", [(1.0, 0.0)]));
        let svg = none.picture().standalone();
        assert!(svg.contains("Nodes") && !svg.contains("NaN") && !svg.contains("lost"));
    }
}
