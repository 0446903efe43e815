//! [`Page`]: a self-contained HTML file.
//!
//! Style, script and pictures are inside; fonts are the system's. It follows the reader's light or dark theme, and is
//! readable without scripts. With scripts its tables can be sorted, and a strategy is highlighted everywhere at once.

use crate::show::plot::{COLORS, Picture, STYLE};
use crate::version::VERSION;
use plywood_core::diagram::Escaped;
use serde::Serialize;
use std::fmt;

/// The modules that step through a recorded search, by the names under which they import each other. The last one exports `Stepper`, and
/// each comes after those that it imports.
pub const STEPPER: [(&str, &str); 7] = [
    ("score.js", include_str!("tree/score.js")),
    ("layout.js", include_str!("tree/layout.js")),
    ("story.js", include_str!("tree/story.js")),
    ("tree-gestures.js", include_str!("tree/tree-gestures.js")),
    ("tree-painter.js", include_str!("tree/tree-painter.js")),
    ("tree-canvas.js", include_str!("tree/tree-canvas.js")),
    ("stepper.js", include_str!("tree/stepper.js")),
];

/// A page, built section by section.
///
/// ```
/// use plywood_lab::page::Page;
///
/// let page = Page::new("Légal's <mate>").section("Result", "<p>White wins.</p>");
/// let html = page.to_string();
/// assert!(
///     html.contains("<h1>Légal's &lt;mate&gt;</h1>")
///         && html.contains("<h2>Result</h2>")
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    title: String,
    lead: String,
    sections: Vec<(String, String)>,
    styles: Vec<&'static str>,
    modules: Vec<String>,
}

impl Page {
    /// An empty page.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            lead: String::new(),
            sections: Vec::new(),
            styles: vec![COLORS, STYLE, include_str!("page/page.css")],
            modules: Vec::new(),
        }
    }

    /// Adds a text under the title.
    #[must_use]
    pub fn lead(self, lead: &str) -> Self {
        let lead = lead.to_owned();
        Self { lead, ..self }
    }

    /// Adds a section: a heading and HTML.
    #[must_use]
    pub fn section(mut self, heading: &str, html: &str) -> Self {
        self.sections.push((heading.to_owned(), html.to_owned()));
        self
    }

    /// Adds CSS.
    #[must_use]
    pub(crate) fn style(mut self, css: &'static str) -> Self {
        self.styles.push(css);
        self
    }

    /// Adds data as `window.plywood` and a module that uses it.
    #[must_use]
    pub(crate) fn module(mut self, data: &impl Serialize, script: &str) -> Self {
        let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
        // A `</script>` in the data would end the script.
        let json = json.replace('<', "\\u003c");
        self.modules
            .push(format!("window.plywood = {json};\n{script}"));
        self
    }
}

/// Results that can be printed and written in several forms.
pub trait Shown {
    /// Tables for a terminal.
    fn to_table(&self) -> String;

    /// A description of the work, and the tables as Markdown.
    fn to_markdown(&self) -> String;

    /// Comma-separated values: a line of column names, then the results. Results that come in one by one are written so while
    /// they do.
    fn to_csv(&self) -> String {
        String::new()
    }

    /// The plots or boards in one picture.
    fn to_svg(&self) -> String;

    /// A page with all of this.
    fn to_page(&self) -> Page;

    /// The programs that failed, and why.
    fn failures(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Plots beside each other, as a part of a section.
pub(crate) fn plots(plots: &[Picture]) -> String {
    let plots: String = plots.iter().map(Picture::inline).collect();
    format!("<div class=\"plots\">\n{plots}</div>")
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = Escaped(&self.title);
        writeln!(
            f,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>"
        )?;
        writeln!(
            f,
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
        )?;
        writeln!(
            f,
            "<title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>",
            self.styles.concat()
        )?;
        writeln!(f, "<header><h1>{title}</h1>")?;
        if !self.lead.is_empty() {
            writeln!(f, "<p class=\"lead-text\">{}</p>", Escaped(&self.lead))?;
        }
        writeln!(f, "</header>\n<main>")?;
        for (heading, html) in &self.sections {
            writeln!(f, "<section>")?;
            if !heading.is_empty() {
                writeln!(f, "<h2>{}</h2>", Escaped(heading))?;
            }
            writeln!(f, "{html}\n</section>")?;
        }
        writeln!(
            f,
            "</main>\n<footer>Made by plywood-lab {VERSION}.</footer>"
        )?;
        writeln!(f, "<script>\n{}</script>", include_str!("page/page.js"))?;
        for module in &self.modules {
            writeln!(f, "<script type=\"module\">\n{module}</script>")?;
        }
        writeln!(f, "</body>\n</html>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_close_its_script() {
        let page = Page::new("").module(&["</script><b>"], "");
        let html = page.to_string();
        assert_eq!(html.matches("</script>").count(), 2, "{html}");
        assert!(html.contains(r#"window.plywood = ["\u003c/script>\u003cb>"];"#));
    }
}
