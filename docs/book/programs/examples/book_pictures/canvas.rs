//! The tools for drawing pictures: lines, boxes and words in the colors of all plots.

use std::fmt::{Debug, Display, Write as _};

use plywood::document::plot::Picture;

/// The height that a title and a note take.
pub(crate) const TOP: f64 = 58.0;

/// A place on the paper.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) f64, pub(crate) f64);

/// A drawing that grows.
#[derive(Default)]
pub(crate) struct Canvas(String);

impl Canvas {
    /// Words that begin at this place.
    pub(crate) fn text(&mut self, at: At, class: &str, text: impl Display) {
        self.words(at, class, "start", text);
    }

    /// Words around this place.
    pub(crate) fn middle(&mut self, at: At, class: &str, text: impl Display) {
        self.words(at, class, "middle", text);
    }

    /// Words that end at this place.
    pub(crate) fn end(&mut self, at: At, class: &str, text: impl Display) {
        self.words(at, class, "end", text);
    }

    fn words(&mut self, At(x, y): At, class: &str, anchor: &str, text: impl Display) {
        let text = text
            .to_string()
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        let _ = writeln!(
            self.0,
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        );
    }

    /// A line.
    pub(crate) fn line(&mut self, class: &str, At(x, y): At, At(to_x, to_y): At) {
        let _ = writeln!(
            self.0,
            r#"<path class="{class}" d="M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"/>"#
        );
    }

    /// A line of this width.
    pub(crate) fn thick_line(&mut self, hue: &str, width: f64, At(x, y): At, At(to_x, to_y): At) {
        let _ = writeln!(
            self.0,
            r#"<g class="{hue}"><path stroke="currentColor" stroke-width="{width:.1}" d="M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}"/></g>"#
        );
    }

    /// A filled box of this width and height.
    pub(crate) fn bar(&mut self, class: &str, At(x, y): At, (width, height): (f64, f64)) {
        let _ = writeln!(
            self.0,
            r#"<g class="{class}"><rect class="bar" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/></g>"#
        );
    }

    /// A pale box of this width and height.
    pub(crate) fn band(&mut self, hue: &str, At(x, y): At, (width, height): (f64, f64)) {
        let _ = writeln!(
            self.0,
            r#"<g class="{hue}"><rect class="band" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/></g>"#
        );
    }

    /// A box with a frame of this width and the color of the paper inside.
    pub(crate) fn frame(
        &mut self,
        hue: &str,
        stroke: f64,
        At(x, y): At,
        (width, height): (f64, f64),
    ) {
        let _ = writeln!(
            self.0,
            r#"<g class="{hue}"><rect class="paper" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="4" stroke="currentColor" stroke-width="{stroke}"/></g>"#
        );
    }

    /// A filled circle.
    pub(crate) fn dot(&mut self, hue: &str, At(x, y): At, radius: f64) {
        let _ = writeln!(
            self.0,
            r#"<g class="{hue}"><circle class="dot" cx="{x:.1}" cy="{y:.1}" r="{radius:.1}"/></g>"#
        );
    }

    /// A line of the legend: a colored box and what it means. Returns where the next one may begin.
    pub(crate) fn legend(&mut self, At(x, y): At, class: &str, meaning: &str) -> At {
        self.bar(class, At(x, y - 10.0), (12.0, 12.0));
        self.text(At(x + 18.0, y), "note", meaning);
        // Letters are not all of this width, but few words are wider.
        At(x + 18.0 + 6.6 * number(meaning.chars().count()) + 22.0, y)
    }

    /// The finished picture, with its title and a note above the drawing, which begins below [`TOP`].
    pub(crate) fn picture(
        mut self,
        (width, height): (f64, f64),
        title: &str,
        note: &str,
    ) -> Picture {
        self.text(At(0.0, 14.0), "title", title);
        self.text(At(0.0, 34.0), "note", note);
        Picture::new(width, height, title, self.0)
    }
}

/// A count as a number that can be drawn.
pub(crate) fn number(count: impl TryInto<u32, Error: Debug>) -> f64 {
    f64::from(count.try_into().expect("pictures have few parts"))
}
