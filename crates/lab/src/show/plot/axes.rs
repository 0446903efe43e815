//! [`Axes`]: the two axes of a plot with their marks, and the places of values between them.

use crate::show::plot::labels::widest;
use crate::show::plot::scale::Scale;
use crate::show::plot::unit::Unit;
use plywood_core::diagram::Escaped;
use std::fmt;

/// The upper end of the plot, below its heading.
pub(super) const TOP: f64 = 58.0;
/// Space below the plot for the marks and the name of the axis.
pub(super) const FOOT: f64 = 46.0;
const BREADTH: f64 = 370.0;

/// Two axes, and the plot between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axes<'a> {
    /// The name of the lower axis.
    name: &'a str,
    unit: Unit,
    left: f64,
    pub(super) bottom: f64,
    across: Scale,
    up: Scale,
}

impl<'a> Axes<'a> {
    /// Axes around a plot of this height.
    pub(super) fn around(
        (name, across): (&'a str, Scale),
        (unit, up): (Unit, Scale),
        height: f64,
    ) -> Self {
        let marks = up.marks().into_iter().map(|value| unit.text(value));
        let marks: Vec<String> = marks.collect();
        Self {
            name,
            unit,
            left: widest(marks.iter().map(String::as_str)) + 14.0,
            bottom: TOP + height,
            across,
            up,
        }
    }

    pub(super) const fn left(&self) -> f64 {
        self.left
    }

    pub(super) const fn right(&self) -> f64 {
        self.left + BREADTH
    }

    pub(super) fn x(&self, across: f64) -> f64 {
        self.left + BREADTH * self.across.place(across)
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - TOP) * self.up.place(value)
    }
}

impl fmt::Display for Axes<'_> {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right, bottom) = (self.left, self.right(), self.bottom);
        for value in self.up.marks() {
            let (y, text) = (self.y(value), self.unit.text(value));
            writeln!(
                svg,
                r#"<path class="grid" d="M{left:.1} {y:.1}H{right:.1}"/><text class="tick" x="{:.1}" y="{:.1}" text-anchor="end">{text}</text>"#,
                left - 8.0,
                y + 4.0,
            )?;
        }
        // What stands below is counted: depths and games.
        let whole = |value: &f64| value.fract() == 0.0;
        for value in self.across.marks().into_iter().filter(whole) {
            let x = self.x(value);
            writeln!(
                svg,
                r#"<path class="grid" d="M{x:.1} {bottom:.1}v5"/><text class="tick" x="{x:.1}" y="{:.1}" text-anchor="middle">{value}</text>"#,
                bottom + 19.0
            )?;
        }
        writeln!(
            svg,
            r#"<path class="base" d="M{left:.1} {bottom:.1}H{right:.1}"/><text class="note" x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            f64::midpoint(left, right),
            bottom + 38.0,
            Escaped(self.name)
        )
    }
}
