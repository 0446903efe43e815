//! [`RowPlot`]: a number for each strategy, as a bar or as a dot with an interval.

use crate::plot::layout::{Heading, widest, width};
use crate::plot::picture::{Picture, color, escaped};
use crate::plot::scale::Scale;
use crate::plot::unit::Unit;
use std::fmt;

/// A plot of rows, each with its name on the left and its number on the right.
#[derive(Debug, Clone, PartialEq)]
pub struct RowPlot {
    heading: Heading,
    unit: Unit,
    rows: Vec<Row>,
    breadth: f64,
    has_one_color: bool,
}

/// One row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    name: String,
    value: Option<f64>,
    interval: Option<(f64, f64)>,
}

impl Row {
    /// Makes a bar for a value; without a value the row shows `–`.
    #[must_use]
    pub fn bar(name: &str, value: Option<f64>) -> Self {
        Self {
            name: name.to_owned(),
            value: value.filter(|value| value.is_finite()),
            interval: None,
        }
    }

    /// Makes a dot for an estimate, with its confidence interval; infinite values are drawn at the edge, and without a number the row shows
    /// `–`.
    #[must_use]
    pub fn estimate(name: &str, value: f64, interval: (f64, f64)) -> Self {
        let is_known = [value, interval.0, interval.1]
            .iter()
            .all(|end| !end.is_nan());
        Self {
            name: name.to_owned(),
            value: is_known.then_some(value),
            interval: is_known.then_some(interval),
        }
    }
}

const TOP: f64 = 52.0;
const STEP: f64 = 22.0;
const BAR: f64 = 13.0;
const BREADTH: f64 = 190.0;

impl RowPlot {
    /// Makes an empty plot.
    #[must_use]
    pub fn new(title: &str, unit: Unit) -> Self {
        Self {
            heading: Heading::new(title),
            unit,
            rows: Vec::new(),
            breadth: BREADTH,
            has_one_color: false,
        }
    }

    /// Gives the values more room and a single color, for rows that no other plot shows.
    #[must_use]
    pub fn alone(self) -> Self {
        Self {
            breadth: 2.5 * BREADTH,
            has_one_color: true,
            ..self
        }
    }

    /// Adds a note under the title.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        note.clone_into(&mut self.heading.note);
        self
    }

    /// Adds rows; their numbers decide their colors.
    #[must_use]
    pub fn rows(mut self, rows: impl IntoIterator<Item = Row>) -> Self {
        self.rows.extend(rows);
        self
    }

    /// Draws the plot.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let frame = Frame::around(self);
        Picture::new(
            frame.total_width(),
            frame.bottom + 30.0,
            &self.heading.title,
            frame.to_string(),
        )
    }

    /// Returns the value where bars begin: 1 for ratios, otherwise 0.
    const fn base(&self) -> f64 {
        match self.unit {
            Unit::Times => 1.0,
            Unit::Count
            | Unit::Seconds
            | Unit::Share
            | Unit::Number
            | Unit::Difference
            | Unit::Decimals(_) => 0.0,
        }
    }

    fn scale(&self) -> Scale {
        let values = self.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unzip();
            [row.value, low, high].into_iter().flatten()
        });
        let values = values.chain([self.base()]);
        let halves_and_doubles = [self.base() / 2.0, self.base() * 2.0];
        match self.unit {
            Unit::Share => Scale::between(0.0, 1.0),
            Unit::Times => Scale::logarithmic(values.chain(halves_and_doubles)),
            Unit::Count | Unit::Seconds | Unit::Number | Unit::Difference | Unit::Decimals(_) => {
                Scale::linear(values)
            }
        }
    }
}

/// The least length of a line for an interval, in pixels.
const LEAST_WHISKER: f64 = 20.0;

/// The layout of a plot.
struct Frame<'a> {
    plot: &'a RowPlot,
    left: f64,
    bottom: f64,
    scale: Scale,
}

impl<'a> Frame<'a> {
    fn around(plot: &'a RowPlot) -> Self {
        let names = plot.rows.iter().map(|row| row.name.as_str());
        Self {
            plot,
            left: widest(names) + 10.0,
            bottom: plot.rows.iter().fold(TOP, |height, _| height + STEP),
            scale: plot.scale(),
        }
    }

    fn total_width(&self) -> f64 {
        let values = self.plot.rows.iter().map(|row| self.text(row));
        let widest = values.map(|text| width(&text)).fold(0.0, f64::max);
        let plot = self.left + self.plot.breadth + widest + 14.0;
        plot.max(self.plot.heading.width())
    }

    fn place(&self, value: f64) -> f64 {
        self.left + self.plot.breadth * self.scale.place(value)
    }

    fn text(&self, row: &Row) -> String {
        let unit = self.plot.unit;
        match (row.value, row.interval) {
            (None, _) => "–".to_owned(),
            (Some(value), None) => unit.text(value),
            (Some(value), Some((low, high))) => {
                format!(
                    "{} [{}, {}]",
                    unit.text(value),
                    unit.text(low),
                    unit.text(high)
                )
            }
        }
    }

    fn row(&self, number: usize, row: &Row, middle: f64) -> String {
        let (name, baseline) = (escaped(&row.name), middle + 4.5);
        let (drawn, end) = match (row.value, row.interval) {
            (None, _) => (String::new(), self.place(self.plot.base())),
            (Some(value), None) => self.bar(value, middle),
            (Some(value), Some(interval)) => self.estimate(value, interval, middle),
        };
        format!(
            "<g class=\"series {}\" data-name=\"{name}\"><text x=\"{:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\">{name}</text>\n\
             {drawn}<text class=\"value\" x=\"{:.1}\" y=\"{baseline:.1}\">{}</text></g>\n",
            color(if self.plot.has_one_color { 0 } else { number }),
            self.left - 10.0,
            end + 7.0,
            self.text(row)
        )
    }

    /// Draws a bar, and returns its end.
    fn bar(&self, value: f64, middle: f64) -> (String, f64) {
        let (base, end) = (self.place(self.plot.base()), self.place(value));
        let bar = format!(
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{BAR}\" rx=\"2\"/>\n",
            base.min(end),
            middle - BAR / 2.0,
            (end - base).abs()
        );
        (bar, base.max(end))
    }

    /// Draws a dot with its interval, and returns the interval's end.
    fn estimate(&self, value: f64, (low, high): (f64, f64), middle: f64) -> (String, f64) {
        let [from, at, to] = [low, value, high].map(|value| self.place(value));
        // An interval entirely at infinity also gets a visible line.
        let (from, to) = if from < to {
            (from, to)
        } else if value < 0.0 {
            (from, from + LEAST_WHISKER)
        } else {
            (to - LEAST_WHISKER, to)
        };
        // An infinite end has no mark, and an infinite value no dot.
        let mark = |x: f64, end: f64| {
            let mark = end
                .is_finite()
                .then(|| format!("M{x:.1} {:.1}v8", middle - 4.0));
            mark.unwrap_or_default()
        };
        let (low, high) = (mark(from, low), mark(to, high));
        let dot = if value.is_finite() {
            format!("<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{middle:.1}\" r=\"5\"/>")
        } else {
            String::new()
        };
        let drawn = format!(
            "<path class=\"whisker\" d=\"M{from:.1} {middle:.1}H{to:.1}{low}{high}\"/>{dot}\n"
        );
        (drawn, to)
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plot.heading.fmt(svg)?;
        for value in self.scale.marks() {
            let x = self.place(value);
            writeln!(
                svg,
                r#"<path class="grid" d="M{x:.1} {TOP:.1}V{:.1}"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
                self.bottom,
                self.bottom + 18.0,
                self.plot.unit.text(value)
            )?;
        }
        let base = self.place(self.plot.base());
        writeln!(
            svg,
            r#"<path class="base" d="M{base:.1} {TOP:.1}V{:.1}"/>"#,
            self.bottom
        )?;
        let mut middle = TOP + STEP / 2.0;
        for (number, row) in self.plot.rows.iter().enumerate() {
            svg.write_str(&self.row(number, row, middle))?;
            middle += STEP;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_stays_inside_the_picture() {
        let endless = (f64::NEG_INFINITY, f64::INFINITY);
        let plot = RowPlot::new("Elo", Unit::Difference).rows([
            Row::estimate("lost all", f64::NEG_INFINITY, endless),
            Row::estimate("even", 0.0, (-50.0, 50.0)),
            Row::estimate("zero by zero", f64::NAN, (1.0, 2.0)),
            Row::bar("unknown", Some(f64::NAN)),
        ]);
        let picture = plot.picture();
        assert!(!picture.body.contains("inf") && !picture.body.contains("NaN"));
        assert!(picture.body.contains("-∞ [-∞, +∞]") && picture.body.contains("–"));
        let dots = picture.body.matches("class=\"dot\"").count();
        assert_eq!(dots, 1, "only what is finite is a dot");
        let circles = picture.body.split("cx=\"").skip(1);
        let places = circles.filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok());
        assert!(
            places
                .into_iter()
                .all(|x| (0.0..picture.width).contains(&x))
        );
    }
}
