//! The common layout of plots: the heading, the two axes with their marks, and labels that do not overlap.

use crate::plot::picture::escaped;
use crate::plot::scale::Scale;
use crate::plot::unit::Unit;
use std::fmt;

/// A title, and a sentence under it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) note: String,
}

impl Heading {
    /// Makes a heading with a title alone.
    pub(super) fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            note: String::new(),
        }
    }

    pub(super) fn width(&self) -> f64 {
        // Titles are larger than the text that `width` measures.
        (width(&self.title) * 1.2).max(width(&self.note))
    }
}

/// Writes it as SVG, in the upper left corner.
impl fmt::Display for Heading {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, note) = (escaped(&self.title), escaped(&self.note));
        writeln!(svg, r#"<text class="title" x="0" y="17">{title}</text>"#)?;
        writeln!(svg, r#"<text class="note" x="0" y="37">{note}</text>"#)
    }
}

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
    pub(super) left: f64,
    pub(super) bottom: f64,
    across: Scale,
    up: Scale,
}

impl<'a> Axes<'a> {
    /// Makes axes around a plot of this height.
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
        // The lower axis shows counts: depths and games.
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
            escaped(self.name)
        )
    }
}

/// The height of a line of text.
pub(super) const LINE: f64 = 17.0;

/// Returns the estimated width of a text of 13 pixels, rather too wide than too narrow.
pub(super) fn width(text: &str) -> f64 {
    let letters: f64 = text
        .chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' | ':' | '-' | '\'' => 0.36,
            'm' | 'w' | 'M' | 'W' | '%' | '×' => 0.88,
            letter if letter.is_uppercase() => 0.7,
            _ => 0.6,
        })
        .sum();
    letters * 14.0
}

/// Returns the widest of some texts.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> f64 {
    texts.into_iter().map(width).fold(0.0, f64::max)
}

/// Moves labels apart so that they do not overlap, and stay within the bounds.
///
/// They keep their order, and each stays as near to its height as the labels above it allow.
pub(super) fn apart(wanted: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut heights = wanted.to_vec();
    let mut least = top;
    for &index in &order {
        heights[index] = heights[index].max(least);
        least = heights[index] + LINE;
    }
    let mut most = bottom;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(most);
        most = heights[index] - LINE;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_overlap_are_moved_apart() {
        assert_eq!(apart(&[50.0, 10.0, 52.0], 0.0, 200.0), [50.0, 10.0, 67.0]);
        assert_eq!(apart(&[199.0, 198.0], 0.0, 200.0), [200.0, 183.0]);
        let mut many = apart(&[100.0; 9], 0.0, 200.0);
        many.sort_by(f64::total_cmp);
        assert!(
            many.windows(2).all(|pair| pair[1] - pair[0] > LINE - 1e-9),
            "{many:?}"
        );
    }
}
