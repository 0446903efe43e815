//! [`Picture`]: a drawing, as a separate file or as part of a page.

use std::fmt::Write as _;

/// The colors of all drawings, light and dark.
pub(crate) const COLORS: &str = include_str!("colors.css");
/// The style of a picture's elements.
pub(crate) const STYLE: &str = include_str!("plot.css");

/// The gap between drawings side by side.
const GAP: f64 = 20.0;

/// A drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) title: String,
    pub(super) body: String,
}

impl Picture {
    /// Makes a drawing of this size, with a title for screen readers; the body is SVG.
    #[must_use]
    pub fn new(width: f64, height: f64, title: &str, body: String) -> Self {
        let title = title.to_owned();
        Self {
            width,
            height,
            title,
            body,
        }
    }

    /// Puts several drawings side by side, two in a row.
    #[must_use]
    pub fn beside(title: &str, pictures: &[Self]) -> Self {
        let mut body = String::new();
        let (mut top, mut widest) = (0.0, 0.0_f64);
        for row in pictures.chunks(2) {
            let mut left = 0.0;
            for picture in row {
                let _ = writeln!(
                    body,
                    "<g transform=\"translate({left:.0} {top:.0})\">{}</g>",
                    picture.body
                );
                left += picture.width + 2.0 * GAP;
            }
            widest = widest.max(left);
            top += row.iter().map(|picture| picture.height).fold(0.0, f64::max) + GAP;
        }
        Self::new(widest, top, title, body)
    }

    /// Returns the drawing as part of a page, which defines the colors.
    #[must_use]
    pub fn inline(&self) -> String {
        self.write("")
    }

    /// Returns the drawing as a self-contained file, with colors that every viewer understands. It follows the reader's light or dark theme
    /// if the viewer can.
    #[must_use]
    pub fn standalone(&self) -> String {
        let mut framed = self.clone();
        (framed.width, framed.height) = (self.width + 2.0 * GAP, self.height + 2.0 * GAP);
        framed.body = format!(
            "<g transform=\"translate({GAP} {GAP})\">{}</g>\n",
            self.body
        );
        let background = r#"<rect class="paper" width="100%" height="100%"/>"#;
        framed.write(&format!("<style>{}</style>\n{background}\n", plain_style()))
    }

    fn write(&self, head: &str) -> String {
        let Self { width, height, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{}\">\n{head}{}</svg>\n",
            escaped(&self.title),
            self.body
        )
    }
}

/// Returns the style without variables, which some programs that draw SVG don't support: first the light colors, then the dark ones for
/// viewers with a dark theme.
fn plain_style() -> String {
    let (light, dark) = COLORS.split_once("@media").unwrap_or((COLORS, ""));
    format!(
        "{}@media (prefers-color-scheme: dark) {{\n{}}}\n",
        with_colors(light),
        with_colors(dark)
    )
}

/// Returns the style with these colors in place of their variables.
fn with_colors(colors: &str) -> String {
    let colors = colors
        .split([';', '{', '}', '\n'])
        .filter_map(|part| part.trim().strip_prefix("--")?.split_once(": "));
    colors.fold(STYLE.to_owned(), |style, (name, color)| {
        style.replace(&format!("var(--{name})"), color)
    })
}

/// The number of colors, which color-blind readers can distinguish.
const HUES: usize = 8;

/// Returns the classes of the item with this number: its color, with dashes once the colors are used up.
pub(crate) fn color(number: usize) -> String {
    let dashes = ["", " dash-1", " dash-2", " dash-3"];
    let dash = dashes[number / HUES % dashes.len()];
    format!("hue-{}{dash}", number % HUES)
}

/// Escapes text for XML, between tags or in double quotes. Characters that XML forbids are replaced.
#[must_use]
pub fn escaped(text: &str) -> String {
    let is_forbidden = |letter: char| letter.is_control() && !matches!(letter, '\t' | '\n');
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(is_forbidden, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_in_a_file_has_plain_colors() {
        let svg = Picture::new(10.0, 10.0, "x", String::new()).standalone();
        assert!(!svg.contains("var(") && !svg.contains(":root"), "{svg}");
        let (light, dark) = svg.split_once("@media").expect("there are two themes");
        assert!(light.contains(".plot .paper { fill: #ffffff; }"));
        assert!(dark.contains(".plot .paper { fill: #16171a; }"));
        assert!(light.contains(".hue-7 { color: #5c5c66; }"), "{light}");
    }
}
