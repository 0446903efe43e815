//! [`TrackPlot`]: how an estimate changed while results came in, with its interval and with bounds to be reached.

use crate::plot::layout::{Axes, FOOT, Heading, TOP, widest};
use crate::plot::picture::{Picture, color, escaped};
use crate::plot::scale::Scale;
use crate::plot::unit::Unit;
use std::fmt::{self, Write as _};

/// A plot of one number over the results that came in.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackPlot {
    heading: Heading,
    across: String,
    unit: Unit,
    points: Vec<TrackPoint>,
    bounds: Vec<(f64, String)>,
}

/// A point of the track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrackPoint {
    /// The place on the lower axis.
    pub across: f64,
    /// The value.
    pub value: f64,
    /// The ends of its interval; both are the value if it has none.
    pub interval: (f64, f64),
}

const HEIGHT: f64 = 220.0;

impl TrackPlot {
    /// An empty plot; `across` names the lower axis.
    #[must_use]
    pub fn new(title: &str, across: &str, unit: Unit) -> Self {
        Self {
            heading: Heading::new(title),
            across: across.to_owned(),
            unit,
            points: Vec::new(),
            bounds: Vec::new(),
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

    /// Adds points; those without a number are left out.
    #[must_use]
    pub fn points(mut self, points: impl IntoIterator<Item = TrackPoint>) -> Self {
        let points = points.into_iter().filter(|point| {
            let (low, high) = point.interval;
            [point.across, point.value, low, high]
                .iter()
                .all(|number| !number.is_nan())
        });
        self.points.extend(points);
        self
    }

    /// Draws the plot.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let frame = Frame::around(self);
        let labels = self.bounds.iter().map(|(_, label)| label.as_str());
        let width = frame.axes.right() + 10.0 + widest(labels) + 8.0;
        let width = width.max(self.heading.width());
        let title = &self.heading.title;
        Picture::new(width, TOP + HEIGHT + FOOT, title, frame.to_string())
    }
}

struct Frame<'a> {
    plot: &'a TrackPlot,
    axes: Axes<'a>,
}

impl<'a> Frame<'a> {
    fn around(plot: &'a TrackPlot) -> Self {
        // The first intervals are so wide that nothing else could be seen.
        let settled = &plot.points[plot.points.len() / 5..];
        let values = settled.iter().flat_map(|point| {
            let (low, high) = point.interval;
            [point.value, low, high]
        });
        let bounds = plot.bounds.iter().map(|(value, _)| *value);
        let up = Scale::linear(values.chain(bounds));
        let last = plot.points.last().map_or(1.0, |point| point.across);
        let across = Scale::between(0.0, last);
        let axes = Axes::around((&plot.across, across), (plot.unit, up), HEIGHT);
        Self { plot, axes }
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

    fn write_track(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = &self.plot.points;
        let mut band = String::new();
        let upper = points.iter().map(|point| (point.across, point.interval.1));
        let lower = points
            .iter()
            .rev()
            .map(|point| (point.across, point.interval.0));
        for (across, value) in upper.chain(lower) {
            write!(
                band,
                "{:.1},{:.1} ",
                self.axes.x(across),
                self.axes.y(value)
            )?;
        }
        let mut line = String::new();
        for point in points {
            write!(
                line,
                "{:.1},{:.1} ",
                self.axes.x(point.across),
                self.axes.y(point.value)
            )?;
        }
        let color = color(0);
        writeln!(
            svg,
            r#"<g class="{color}"><polygon class="band" points="{band}"/><polyline class="curve" points="{line}"/></g>"#
        )
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plot.heading.fmt(svg)?;
        self.axes.fmt(svg)?;
        self.write_bounds(svg)?;
        self.write_track(svg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_intervals_stay_inside_the_plot() {
        let point = |across, value, width: f64| TrackPoint {
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
        let plot = TrackPlot::new("Elo", "games", Unit::Difference);
        let picture = plot.points(points).bound(5.0, "H1 <").picture();
        assert!(!picture.body.contains("inf") && !picture.body.contains("NaN"));
        assert!(picture.body.contains("H1 &lt;"));
        let empty = TrackPlot::new("LLR", "games", Unit::Number).picture();
        assert!(!empty.body.contains("NaN"));
    }
}
