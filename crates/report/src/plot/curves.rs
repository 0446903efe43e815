//! [`CurvePlot`]: a curve for each strategy over the depth, or one number as results come in.

use crate::plot::layout::{Axes, FOOT, Heading, LINE, TOP, apart, widest};
use crate::plot::picture::{Picture, color, escaped};
use crate::plot::scale::Scale;
use crate::plot::unit::Unit;
use std::fmt::Write as _;

/// A plot of curves.
#[derive(Debug, Clone, PartialEq)]
pub struct CurvePlot {
    heading: Heading,
    across: String,
    unit: Unit,
    /// `true` for a walk, on a linear axis; otherwise the axis is logarithmic.
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
    /// The ends of its interval, or of the spread of repeated measurements; both equal the value if it has none.
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
    /// Makes a curve through points: pairs of a place across and a value, or [`CurvePoint`]s.
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
    /// Makes an empty plot on a logarithmic axis, in which each curve is labeled where it ends; `across` names the lower axis.
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

    /// Makes an empty plot on a linear axis, which shows how a number changes as results come in, with its interval as a band.
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
        let axes = self.axes();
        let names = self.curves.iter().map(|curve| curve.name.as_str());
        let labels = self.bounds.iter().map(|(_, label)| label.as_str());
        let width = axes.right() + LEAD + widest(names.chain(labels)) + 12.0;
        let (bounds, curves) = (self.drawn_bounds(&axes), self.drawn_curves(&axes));
        Picture::new(
            width.max(self.heading.width()),
            axes.bottom + FOOT,
            &self.heading.title,
            format!("{}{axes}{bounds}{curves}", self.heading),
        )
    }

    fn axes(&self) -> Axes<'_> {
        let points = |from: fn(usize) -> usize| {
            let curves = self.curves.iter();
            curves.flat_map(move |curve| &curve.points[from(curve.points.len())..])
        };
        let values = |point: &CurvePoint| [point.value, point.interval.0, point.interval.1];
        let (first, last) = points(|_| 0)
            .map(|point| point.across)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
        let (up, first, height) = if self.is_walk {
            // The first intervals are so wide that they would hide everything else.
            let settled = points(|count| count / 5).flat_map(values);
            let bounds = self.bounds.iter().map(|(value, _)| *value);
            (Scale::linear(settled.chain(bounds)), 0.0, WALK_HEIGHT)
        } else {
            let names = self.curves.iter().filter(|curve| !curve.points.is_empty());
            let height = names.fold(0.0, |height, _| height + LINE).max(LEAST_HEIGHT);
            let up = Scale::logarithmic(points(|_| 0).flat_map(values));
            (up, first, height)
        };
        let across = if first < last {
            Scale::between(first, last)
        } else {
            Scale::between(0.0, 1.0)
        };
        Axes::around((&self.across, across), (self.unit, up), height)
    }

    fn drawn_bounds(&self, axes: &Axes<'_>) -> String {
        let (left, right) = (axes.left, axes.right());
        let bound = |(value, label): &(f64, String)| {
            let (y, label) = (axes.y(*value), escaped(label));
            format!(
                "<path class=\"bound\" d=\"M{left:.1} {y:.1}H{right:.1}\"/><text class=\"note\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>\n",
                right + 10.0,
                y + 4.0
            )
        };
        self.bounds.iter().map(bound).collect()
    }

    fn drawn_curves(&self, axes: &Axes<'_>) -> String {
        let curves = self.curves.iter().enumerate();
        if self.is_walk {
            return curves.map(|numbered| drawn_walk(axes, numbered)).collect();
        }
        let ending = curves.filter_map(|numbered| Some((numbered, *numbered.1.points.last()?)));
        let ending: Vec<_> = ending.collect();
        let wanted: Vec<f64> = ending.iter().map(|(_, end)| axes.y(end.value)).collect();
        let heights = apart(&wanted, TOP, axes.bottom);
        let drawn = |((numbered, end), height)| self.drawn_curve(axes, numbered, end, height);
        ending.into_iter().zip(heights).map(drawn).collect()
    }

    /// Draws a curve with its name at this height, where there is room.
    fn drawn_curve(
        &self,
        axes: &Axes<'_>,
        (number, curve): (usize, &Curve),
        end: CurvePoint,
        height: f64,
    ) -> String {
        let (name, across) = (escaped(&curve.name), escaped(&self.across));
        let points = curve.points.iter().map(|point| (point.across, point.value));
        let mut svg = format!(
            "<g class=\"series {}\" data-name=\"{name}\">\n<polyline class=\"curve\" points=\"{}\"/>\n",
            color(number),
            list(axes, points)
        );
        for point in &curve.points {
            let (low, high) = point.interval;
            if low < high {
                let (x, bottom, top) = (axes.x(point.across), axes.y(low), axes.y(high));
                let _ = writeln!(
                    svg,
                    r#"<path class="spread" d="M{x:.1} {bottom:.1}V{top:.1}M{0:.1} {bottom:.1}h6M{0:.1} {top:.1}h6"/>"#,
                    x - 3.0
                );
            }
        }
        for point in &curve.points {
            let (x, y) = (axes.x(point.across), axes.y(point.value));
            let value = self.unit.text(point.value);
            let _ = writeln!(
                svg,
                r#"<circle class="dot" cx="{x:.1}" cy="{y:.1}" r="3"><title>{name}, {across} {}: {value}</title></circle>"#,
                point.across
            );
        }
        let label = axes.right() + LEAD;
        let _ = writeln!(
            svg,
            r#"<path class="lead" d="M{:.1} {:.1}L{:.1} {height:.1}H{:.1}"/><text x="{label:.1}" y="{:.1}">{name}</text></g>"#,
            axes.x(end.across) + 4.0,
            axes.y(end.value),
            label - 12.0,
            label - 4.0,
            height + 4.5
        );
        svg
    }
}

fn drawn_walk(axes: &Axes<'_>, (number, curve): (usize, &Curve)) -> String {
    let points = || curve.points.iter();
    let upper = points().map(|point| (point.across, point.interval.1));
    let lower = points().rev().map(|point| (point.across, point.interval.0));
    format!(
        "<g class=\"{}\"><polygon class=\"band\" points=\"{}\"/><polyline class=\"curve\" points=\"{}\"/></g>\n",
        color(number),
        list(axes, upper.chain(lower)),
        list(axes, points().map(|point| (point.across, point.value)))
    )
}

/// Returns the places of some points in SVG's form.
fn list(axes: &Axes<'_>, points: impl Iterator<Item = (f64, f64)>) -> String {
    let place = |(across, value)| format!("{:.1},{:.1}", axes.x(across), axes.y(value));
    let places: Vec<String> = points.map(place).collect();
    places.join(" ")
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
