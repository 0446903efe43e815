//! [`Document`]: results as text, as Markdown, as one picture, and as a self-contained HTML page.
//!
//! The page contains its style, script and pictures; fonts are the system's. It follows the reader's light or dark theme, and is readable
//! without scripts. With scripts its tables can be sorted, and a strategy is highlighted everywhere at once.

use crate::plot::{COLORS, Picture, STYLE, escaped};
use crate::table::Table;
use std::fmt::Display;

/// A report of results, composed once for every format.
///
/// ```
/// use plywood_report::{Columns, Document};
///
/// let columns = Columns::new().text("strategy", |name: &&str| *name);
/// let document = Document::new("Légal's <mate>")
///     .table("two strategies", columns.table(["minimax", "alpha-beta"]))
///     .section("Result", "<p>White wins.</p>");
/// assert_eq!(
///     document.to_text(),
///     "two strategies\nstrategy\nminimax\nalpha-beta\n"
/// );
/// let html = document.to_html();
/// assert!(
///     html.contains("<h1>Légal's &lt;mate&gt;</h1>")
///         && html.contains("<h2>Result</h2>")
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    title: String,
    lead: String,
    printed: Vec<Printed>,
    values: Option<Table>,
    pictures: Vec<Picture>,
    sections: Vec<(String, String)>,
    styles: Vec<&'static str>,
    modules: Vec<String>,
    footer: String,
}

/// A part of the printed text.
#[derive(Debug, Clone, PartialEq)]
enum Printed {
    Note(String),
    /// Lines that need a monospaced font.
    Block(String),
    /// A table with its caption.
    Table(String, Table),
}

impl Document {
    /// Makes an empty document.
    #[must_use]
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..Self::default()
        }
    }

    /// Adds text under the title of the page.
    #[must_use]
    pub fn lead(self, lead: &str) -> Self {
        let lead = lead.to_owned();
        Self { lead, ..self }
    }

    /// Adds text under the page.
    #[must_use]
    pub fn footer(self, footer: &str) -> Self {
        let footer = footer.to_owned();
        Self { footer, ..self }
    }

    /// Adds a note to the printed text.
    #[must_use]
    pub fn note(mut self, note: &str) -> Self {
        self.printed.push(Printed::Note(note.to_owned()));
        self
    }

    /// Adds monospaced lines to the printed text.
    #[must_use]
    pub fn block(mut self, lines: &str) -> Self {
        self.printed.push(Printed::Block(lines.to_owned()));
        self
    }

    /// Adds a table to the printed text.
    #[must_use]
    pub fn table(mut self, caption: &str, table: Table) -> Self {
        self.printed.push(Printed::Table(caption.to_owned(), table));
        self
    }

    /// Sets the comma-separated values.
    #[must_use]
    pub fn values(self, table: Table) -> Self {
        let values = Some(table);
        Self { values, ..self }
    }

    /// Adds plots, to the picture and as a section of the page.
    #[must_use]
    pub fn plots(mut self, heading: &str, plots: Vec<Picture>) -> Self {
        let html: String = plots.iter().map(Picture::inline).collect();
        self.pictures.extend(plots);
        self.section(heading, &format!("<div class=\"plots\">\n{html}</div>"))
    }

    /// Adds a picture that the page shows in another way.
    #[must_use]
    pub fn picture(mut self, picture: Picture) -> Self {
        self.pictures.push(picture);
        self
    }

    /// Adds a section of the page: a heading and HTML.
    #[must_use]
    pub fn section(mut self, heading: &str, html: &str) -> Self {
        self.sections.push((heading.to_owned(), html.to_owned()));
        self
    }

    /// Adds CSS to the page.
    #[must_use]
    pub fn style(mut self, css: &'static str) -> Self {
        self.styles.push(css);
        self
    }

    /// Adds JSON to the page as `window.plywood`, and a module that uses it.
    #[must_use]
    pub fn module(mut self, json: &impl Display, script: &str) -> Self {
        // A `</script>` in the data would end the script.
        let json = json.to_string().replace('<', "\\u003c");
        self.modules
            .push(format!("window.plywood = {json};\n{script}"));
        self
    }

    /// Returns the notes and tables for a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.printed(Table::to_text, ["", ""], "\n")
    }

    /// Returns the notes and tables as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        self.printed(Table::to_markdown, ["```text\n", "```\n"], "\n\n")
    }

    /// Returns the parts with an empty line between them; `gap` separates a caption from its table.
    fn printed(&self, table: fn(&Table) -> String, fence: [&str; 2], gap: &str) -> String {
        let part = |part: &Printed| match part {
            Printed::Note(note) => format!("{note}\n"),
            Printed::Block(lines) => format!("{}{lines}{}", fence[0], fence[1]),
            Printed::Table(caption, it) if caption.is_empty() => table(it),
            Printed::Table(caption, it) => format!("{caption}{gap}{}", table(it)),
        };
        let parts: Vec<String> = self.printed.iter().map(part).collect();
        parts.join("\n")
    }

    /// Returns the comma-separated values; empty if there are none.
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.values.as_ref().map(Table::to_csv).unwrap_or_default()
    }

    /// Returns the plots and boards in one picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        Picture::beside(&self.title, &self.pictures).standalone()
    }

    /// Returns the page.
    #[must_use]
    pub fn to_html(&self) -> String {
        let own_styles = [COLORS, STYLE, include_str!("document/document.css")];
        let styles = own_styles.concat() + &self.styles.concat();
        let title = escaped(&self.title);
        let lead = match self.lead.as_str() {
            "" => String::new(),
            lead => format!("<p class=\"lead-text\">{}</p>\n", escaped(lead)),
        };
        let section = |(heading, html): &(String, String)| {
            let heading = match heading.as_str() {
                "" => String::new(),
                heading => format!("<h2>{}</h2>\n", escaped(heading)),
            };
            format!("<section>\n{heading}{html}\n</section>\n")
        };
        let sections: String = self.sections.iter().map(section).collect();
        let module = |module: &String| format!("<script type=\"module\">\n{module}</script>\n");
        let modules: String = self.modules.iter().map(module).collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{styles}</style>\n</head>\n<body>\n\
             <header><h1>{title}</h1>\n{lead}</header>\n<main>\n{sections}</main>\n<footer>{}</footer>\n\
             <script>\n{}</script>\n{modules}</body>\n</html>\n",
            escaped(&self.footer),
            include_str!("document/document.js")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_close_its_script() {
        let page = Document::new("").module(&r#"["</script><b>"]"#, "");
        let html = page.to_html();
        assert_eq!(html.matches("</script>").count(), 2, "{html}");
        assert!(html.contains(r#"window.plywood = ["\u003c/script>\u003cb>"];"#));
    }
}
