//! [`Heading`]: the title and note above a plot.

use crate::show::plot::labels::width;
use plywood_core::diagram::Escaped;
use std::fmt;

/// A title, and a sentence under it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Heading {
    pub(super) title: String,
    pub(super) note: String,
}

impl Heading {
    /// A title alone.
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

/// As SVG, in the upper left corner.
impl fmt::Display for Heading {
    fn fmt(&self, svg: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, note) = (Escaped(&self.title), Escaped(&self.note));
        writeln!(svg, r#"<text class="title" x="0" y="17">{title}</text>"#)?;
        writeln!(svg, r#"<text class="note" x="0" y="37">{note}</text>"#)
    }
}
