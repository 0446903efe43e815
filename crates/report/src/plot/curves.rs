//! [`CurvePlot`]: a curve for each strategy over the depth, or one number while results come in.

use crate::plot::layout::{Axes, FOOT, Heading, LINE, TOP, apart, widest};
use crate::plot::picture::{Picture, color, escaped};
use crate::plot::scale::Scale;
use crate::plot::unit::Unit;
use std::fmt;

/// A plot of curves.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePlot {
    heading: Heading,
    across: String,
    unit: Unit,
    /// Whether it is a walk, on a linear axis; otherwise the axis is logarithmic.
    is_walk: bool,
    curves: Vec<Curve>,
    bounds: Vec<(f64, String)>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    name: String,
    points: Vec<CurvePoint>,
}

/// A point of a curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// The place on the lower axis.
    pub across: f64,
    /// The value.
    pub value: f64,
    /// The ends of its interval, or of the spread of repeated measurements; both are the value if it has none.
    pub interval: (f64, f64),
}

impl From<(f64, f64)> for CurvePoint {
    fn from((across, value): (f64, f64)) -> Self {
        let interval = (value, value);
        Self {
            across,
            value,
            interval,
        }
    }
}

impl Curve {
    /// A curve through points: pairs of a place across and a value, or [`CurvePoint`]s.
    #[must_use]
    pub fn new<P: Into<CurvePoint>>(name: &str, points: impl IntoIterator<Item = P>) -> Self {
        Self {
            name: name.to_owned(),
            points: points.into_iter().map(Into::into).collect(),
        }
    }
}

const LEAST_HEIGHT: f64 = 300.0;
const WALK_HEIGHT: f64 = 220.0;
/// The distance from the end of the curves to their labels.
const LEAD: f64 = 34.0;

impl CurvePlot {
    /// An empty plot on a logarithmic axis, in which each curve is labeled where it ends; `across` names the lower axis.
    #[must_use]
    pub fn new(title: &str, across: &str, unit: Unit) -> Self {
        Self {
            heading: Heading::new(title),
            across: across.to_owned(),
            unit,
            is_walk: false,
            curves: Vec::new(),
            bounds: Vec::new(),
        }
    }

    /// An empty plot on a linear axis: how a number changes while results come in, with its interval as a band.
    #[must_use]
    pub fn walk(title: &str, across: &str, unit: Unit) -> Self {
        Self {
            is_walk: true,
            ..Self::new(title, across, unit)
        }
    }

    /// Adds a note under the title.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        note.clone_into(&mut self.heading.note);
        self
    }

    /// Adds a horizontal line with a label.
    #[must_use]
    pub fn bound(mut self, value: f64, label: &str) -> Self {
        self.bounds.push((value, label.to_owned()));
        self
    }

    /// Adds a curve; its number decides its color. Points that have no place on the axis are left out.
    #[must_use]
    pub fn curve(mut self, mut curve: Curve) -> Self {
        let is_drawn = |value: f64| {
            if self.is_walk {
                !value.is_nan()
            } else {
                value.is_finite() && value > 0.0
            }
        };
        curve.points.retain(|point| {
            let (low, high) = point.interval;
            point.across.is_finite() && [point.value, low, high].into_iter().all(is_drawn)
        });
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
        let points = |from: fn(usize) -> usize| {
            let curves = plot.curves.iter();
            curves.flat_map(move |curve| &curve.points[from(curve.points.len())..])
        };
        let values = |point: &CurvePoint| [point.value, point.interval.0, point.interval.1];
        let (first, last) = points(|_| 0)
            .map(|point| point.across)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
        let (up, first, height) = if plot.is_walk {
            // The first intervals are so wide that nothing else could be seen.
            let settled = points(|count| count / 5).flat_map(values);
            let bounds = plot.bounds.iter().map(|(value, _)| *value);
            (Scale::linear(settled.chain(bounds)), 0.0, WALK_HEIGHT)
        } else {
            let names = plot.curves.iter().filter(|curve| !curve.points.is_empty());
            let height = names.fold(0.0, |height, _| height + LINE).max(LEAST_HEIGHT);
            let up = Scale::logarithmic(points(|_| 0).flat_map(values));
            (up, first, height)
        };
        let across = if first < last {
            Scale::between(first, last)
        } else {
            Scale::between(0.0, 1.0)
        };
        let axes = Axes::around((&plot.across, across), (plot.unit, up), height);
        Self { plot, axes }
    }

    fn total_width(&self) -> f64 {
        let names = self.plot.curves.iter().map(|curve| curve.name.as_str());
        let labels = self.plot.bounds.iter().map(|(_, label)| label.as_str());
        let plot = self.axes.right() + LEAD + widest(names.chain(labels)) + 12.0;
        plot.max(self.plot.heading.width())
    }

    fn place(&self, across: f64, value: f64) -> (f64, f64) {
        (self.axes.x(across), self.axes.y(value))
    }

    /// The places of some points as SVG lists them.
    fn list(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let places = points.map(|(across, value)| self.place(across, value));
        let places: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        places.join(" ")
    }

    fn write_bounds(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = (self.axes.left(), self.axes.right());
        for (value, label) in &self.plot.bounds {
            let (y, label) = (self.axes.y(*value), escaped(label));
            writeln!(
                svg,
                r#"<path class="bound" d="M{left:.1} {y:.1}H{right:.1}"/><text class="note" x="{:.1}" y="{:.1}">{label}</text>"#,
                right + 10.0,
                y + 4.0
            )?;
        }
        Ok(())
    }

    fn write_walk(
        &self,
        svg: &mut fmt::Formatter<'_>,
        number: usize,
        curve: &Curve,
    ) -> fmt::Result {
        let points = || curve.points.iter();
        let upper = points().map(|point| (point.across, point.interval.1));
        let lower = points().rev().map(|point| (point.across, point.interval.0));
        writeln!(
            svg,
            r#"<g class="{}"><polygon class="band" points="{}"/><polyline class="curve" points="{}"/></g>"#,
            color(number),
            self.list(upper.chain(lower)),
            self.list(points().map(|point| (point.across, point.value)))
        )
    }

    fn write_curves(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let curves = self.plot.curves.iter().enumerate();
        if self.plot.is_walk {
            return curves
                .into_iter()
                .try_for_each(|(number, curve)| self.write_walk(svg, number, curve));
        }
        let drawn: Vec<(usize, &Curve, (f64, f64))> = curves
            .filter_map(|(number, curve)| {
                let end = curve.points.last()?;
                Some((number, curve, self.place(end.across, end.value)))
            })
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
        let points = curve.points.iter().map(|point| (point.across, point.value));
        writeln!(
            svg,
            "<g class=\"series {}\" data-name=\"{name}\">\n<polyline class=\"curve\" points=\"{}\"/>",
            color(number),
            self.list(points)
        )?;
        for point in &curve.points {
            let (low, high) = point.interval;
            if low < high {
                let ((x, bottom), top) = (self.place(point.across, low), self.axes.y(high));
                writeln!(
                    svg,
                    r#"<path class="spread" d="M{x:.1} {bottom:.1}V{top:.1}M{0:.1} {bottom:.1}h6M{0:.1} {top:.1}h6"/>"#,
                    x - 3.0
                )?;
            }
        }
        for point in &curve.points {
            let (x, y) = self.place(point.across, point.value);
            let value = self.plot.unit.text(point.value);
            let across = escaped(&self.plot.across);
            writeln!(
                svg,
                r#"<circle class="dot" cx="{x:.1}" cy="{y:.1}" r="3"><title>{name}, {across} {}: {value}</title></circle>"#,
                point.across
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
        self.write_bounds(svg)?;
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

    #[test]
    fn infinite_intervals_stay_inside_the_plot() {
        let point = |across, value, width: f64| CurvePoint {
            across,
            value,
            interval: (value - width, value + width),
        };
        let unknown = point(5.0, f64::INFINITY, f64::INFINITY);
        let points = [
            point(1.0, 0.0, f64::INFINITY),
            unknown,
            point(9.0, 20.0, 15.0),
        ];
        let plot = CurvePlot::walk("Elo", "games", Unit::Difference);
        let plot = plot.curve(Curve::new("", points)).bound(5.0, "H1 <");
        let picture = plot.picture();
        assert!(!picture.body.contains("inf") && !picture.body.contains("NaN"));
        assert!(picture.body.contains("H1 &lt;"));
        let empty = CurvePlot::walk("LLR", "games", Unit::Number).picture();
        assert!(!empty.body.contains("NaN"));
    }
}
