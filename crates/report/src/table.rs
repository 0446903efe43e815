//! [`Columns`]: the columns of a table, declared once; and the [`Table`], written for people, for pages and for programs.

use crate::number::real;
use crate::plot::{Unit, color, escaped};
use std::fmt::Write as _;

/// The columns of a table with rows of this type: for each its heading, its cells, their alignment and unit, and the name that programs
/// read.
///
/// ```
/// use plywood_report::plot::Unit;
/// use plywood_report::{Cell, Columns};
///
/// let columns = Columns::new()
///     .text("strategy", |row: &(&str, u64, f64)| row.0)
///     .named("strategy")
///     .number("nodes", |row| row.1)
///     .number("time", |row| Cell::measured(Unit::Seconds, row.2, 4))
///     .named("seconds");
/// let table = columns.table([("minimax", 13, 0.0125), ("alpha-beta", 11, 0.004)]);
/// assert_eq!(
///     table.to_text(),
///     "\
/// strategy    nodes     time
/// minimax        13  12.5 ms
/// alpha-beta     11     4 ms
/// "
/// );
/// assert_eq!(
///     table.to_csv(),
///     "strategy,seconds\nminimax,0.0125\nalpha-beta,0.0040\n"
/// );
/// ```
pub struct Columns<'a, R> {
    columns: Vec<Column>,
    cells: Vec<CellOf<'a, R>>,
}

/// Makes the cell of a row.
type CellOf<'a, R> = Box<dyn Fn(&R) -> Cell + 'a>;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Column {
    /// Its name for people; `None` if it is hidden from them.
    heading: Option<String>,
    /// Its name in comma-separated values; `None` if it is not in them.
    name: Option<&'static str>,
    is_text: bool,
    is_for_pages: bool,
}

/// Columns with the cells of some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    columns: Vec<Column>,
    /// The rows in groups; text has an empty line between groups.
    groups: Vec<Vec<Vec<Cell>>>,
}

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    shown: String,
    data: String,
    /// The number that a page sorts by.
    order: Option<f64>,
    /// The number of the color in front of it.
    color: Option<usize>,
    /// The contents on a page, if they differ from the text.
    html: Option<String>,
}

impl Cell {
    /// Makes a number formatted in this unit; in comma-separated values it has this many decimals.
    #[must_use]
    pub fn measured(unit: Unit, value: f64, decimals: usize) -> Self {
        let data = format!("{value:.decimals$}");
        // Zero has no sign.
        let is_zero = data.bytes().all(|sign| b"-0.".contains(&sign));
        let unsigned = data.strip_prefix('-').filter(|_| is_zero);
        Self::ordered(&unit.text(value), value).with_data(unsigned.unwrap_or(&data))
    }

    /// Makes a text with a number for a page to sort it by.
    #[must_use]
    pub fn ordered(text: &str, order: f64) -> Self {
        let order = Some(order);
        Self {
            order,
            ..Self::from(text)
        }
    }

    /// Sets different text for comma-separated values.
    #[must_use]
    pub fn with_data(self, data: impl Into<Self>) -> Self {
        let Self { data, .. } = data.into();
        Self { data, ..self }
    }

    /// Gives it the color that plots use for the item with this number.
    #[must_use]
    pub fn colored(self, number: usize) -> Self {
        let color = Some(number);
        Self { color, ..self }
    }

    /// Sets different contents for a page.
    #[must_use]
    pub fn with_html(self, html: String) -> Self {
        let html = Some(html);
        Self { html, ..self }
    }

    fn html(&self) -> String {
        let swatch = self.color.map(|number| {
            let color = color(number);
            format!("<span class=\"swatch {color}\"></span>")
        });
        let contents = || escaped(&self.shown);
        swatch.unwrap_or_default() + &self.html.clone().unwrap_or_else(contents)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self {
            shown: text.to_owned(),
            data: text.to_owned(),
            ..Self::default()
        }
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

/// Writes `yes` and `no` for people.
impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        let shown = if value { "yes" } else { "no" };
        Self::from(shown).with_data(value.to_string())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::ordered(&count.to_string(), real(count))
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::from(u64::from(count))
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::from(count as u64)
    }
}

/// A missing value is a dash for people, and empty in comma-separated values.
impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self::from("–").with_data(""), Into::into)
    }
}

impl<R> Default for Columns<'_, R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R> std::fmt::Debug for Columns<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.columns).finish()
    }
}

impl<'a, R> Columns<'a, R> {
    /// Makes an empty list of columns.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            columns: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// Adds a left-aligned column, for texts.
    #[must_use]
    pub fn text<C: Into<Cell>>(
        self,
        heading: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        self.column(Some(heading.into()), true, cell)
    }

    /// Adds a right-aligned column, for numbers and related texts.
    #[must_use]
    pub fn number<C: Into<Cell>>(
        self,
        heading: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        self.column(Some(heading.into()), false, cell)
    }

    /// Adds a column for comma-separated values only.
    #[must_use]
    pub fn data<C: Into<Cell>>(self, name: &'static str, cell: impl Fn(&R) -> C + 'a) -> Self {
        self.column(None, true, cell).named(name)
    }

    fn column<C: Into<Cell>>(
        mut self,
        heading: Option<String>,
        is_text: bool,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        self.columns.push(Column {
            heading,
            name: None,
            is_text,
            is_for_pages: false,
        });
        self.cells.push(Box::new(move |row| cell(row).into()));
        self
    }

    /// Includes the last column in comma-separated values, under this name.
    #[must_use]
    pub fn named(mut self, name: &'static str) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.name = Some(name);
        }
        self
    }

    /// Shows the last column only on pages, which have room for it.
    #[must_use]
    pub fn for_pages(mut self) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.is_for_pages = true;
        }
        self
    }

    /// Adds other columns after these.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.columns.extend(others.columns);
        self.cells.extend(others.cells);
        self
    }

    /// Makes a table of these rows.
    #[must_use]
    pub fn table(&self, rows: impl IntoIterator<Item = R>) -> Table {
        self.grouped([rows])
    }

    /// Makes a table of rows in groups.
    #[must_use]
    pub fn grouped<I: IntoIterator<Item = R>>(&self, groups: impl IntoIterator<Item = I>) -> Table {
        let cells = |row: R| self.cells.iter().map(|cell| cell(&row)).collect();
        let groups = groups.into_iter();
        Table {
            columns: self.columns.clone(),
            groups: groups
                .map(|rows| rows.into_iter().map(cells).collect())
                .collect(),
        }
    }
}

impl Table {
    /// Returns the cells of the columns that these readers see.
    fn shown<'a>(&'a self, row: &'a [Cell], is_page: bool) -> Vec<(&'a Column, &'a Cell)> {
        let columns = self.columns.iter().zip(row);
        let is_shown =
            |column: &Column| column.heading.is_some() && (is_page || !column.is_for_pages);
        columns.filter(|(column, _)| is_shown(column)).collect()
    }

    fn rows(&self) -> impl Iterator<Item = &Vec<Cell>> {
        self.groups.iter().flatten()
    }

    /// Returns the headings as a row.
    fn headings(&self) -> Vec<Cell> {
        let headings = self.columns.iter();
        let heading = |column: &Column| column.heading.as_deref().unwrap_or_default().into();
        headings.map(heading).collect()
    }

    /// Returns the table for a terminal, the columns as wide as their contents.
    #[must_use]
    pub fn to_text(&self) -> String {
        let headings = self.headings();
        let mut widths: Vec<usize> = Vec::new();
        for row in std::iter::once(&headings).chain(self.rows()) {
            let cells = self.shown(row, false);
            widths.resize(cells.len(), 0);
            for (width, (_, cell)) in widths.iter_mut().zip(cells) {
                *width = (*width).max(cell.shown.chars().count());
            }
        }
        let line = |row: &[Cell]| {
            let cells = self.shown(row, false).into_iter().zip(&widths);
            let cells = cells.map(|((column, Cell { shown, .. }), &width)| {
                // The width in a format is at most 65,535.
                let space = " ".repeat(width - shown.chars().count());
                if column.is_text {
                    shown.clone() + &space
                } else {
                    space + shown
                }
            });
            let cells: Vec<String> = cells.collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        };
        let groups = self.groups.iter();
        let groups = groups.map(|rows| rows.iter().map(|row| line(row)).collect());
        line(&headings) + &groups.collect::<Vec<String>>().join("\n")
    }

    /// Returns the table as Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let line = |row: &[Cell]| {
            let cells = self.shown(row, false).into_iter();
            // A cell is one line, and the character between cells must not be in it.
            let cell = |text: &str| text.replace('|', "\\|").replace(['\n', '\r'], " ");
            let cells: Vec<String> = cells.map(|(_, it)| cell(&it.shown)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = |column: &Column| if column.is_text { "---" } else { "---:" }.into();
        let rules: Vec<Cell> = self.columns.iter().map(rule).collect();
        let rows = self.rows().map(|row| line(row));
        line(&self.headings()) + &line(&rules) + &rows.collect::<String>()
    }

    /// Returns the table as HTML. Each row has the text of its first text column as `data-name`, so that a page can highlight related rows.
    #[must_use]
    pub fn to_html(&self) -> String {
        let class = |column: &Column| {
            if column.is_text {
                " class=\"text\""
            } else {
                ""
            }
        };
        let mut html = "<table class=\"sortable\"><thead><tr>".to_owned();
        for (column, heading) in self.shown(&self.headings(), true) {
            let _ = write!(html, "<th{}>{}</th>", class(column), heading.html());
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in self.rows() {
            let cells = self.shown(row, true);
            let name = cells.iter().find(|(column, _)| column.is_text);
            let name = name.map_or("", |(_, cell)| &cell.shown);
            let _ = write!(html, "<tr data-name=\"{}\">", escaped(name));
            for (column, cell) in cells {
                // A missing number has no value, so it is sorted last.
                let order = match cell.order {
                    Some(order) => format!(" data-value=\"{order}\""),
                    None if column.is_text => String::new(),
                    None => " data-value=\"\"".to_owned(),
                };
                let _ = write!(html, "<td{}{order}>{}</td>", class(column), cell.html());
            }
            html += "</tr>\n";
        }
        html + "</tbody></table>"
    }

    /// Comma-separated values: the names of the columns, and the rows.
    #[must_use]
    pub fn to_csv(&self) -> String {
        self.csv_head() + &self.csv_lines()
    }

    /// Returns the names of the columns as a line of comma-separated values.
    #[must_use]
    pub fn csv_head(&self) -> String {
        csv_line(self.columns.iter().filter_map(|column| column.name))
    }

    /// Returns a line of comma-separated values for each row.
    #[must_use]
    pub fn csv_lines(&self) -> String {
        let line = |row: &Vec<Cell>| {
            let cells = self.columns.iter().zip(row);
            let named = cells.filter(|(column, _)| column.name.is_some());
            csv_line(named.map(|(_, cell)| cell.data.as_str()))
        };
        self.rows().map(line).collect()
    }
}

/// Writes one line of comma-separated values (RFC 4180): a field with a comma, a quotation mark or a line break is quoted.
#[must_use]
pub fn csv_line<T: AsRef<str>>(fields: impl IntoIterator<Item = T>) -> String {
    let field = |text: T| match text.as_ref() {
        text if text.contains([',', '"', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        text => text.to_owned(),
    };
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    fields.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (&'static str, Option<f64>);

    fn columns() -> Columns<'static, Row> {
        Columns::new()
            .text("who", |row: &Row| row.0)
            .named("strategy")
            .number("time", |row| {
                row.1.map(|time| Cell::measured(Unit::Seconds, time, 4))
            })
            .named("seconds")
            .number("bar", |_| Cell::default().with_html("<i></i>".to_owned()))
            .for_pages()
            .data("known", |row| row.1.is_some())
    }

    const ROWS: [Row; 2] = [("a|b, <c>", Some(0.0125)), ("say \"no\"", None)];

    #[test]
    fn a_column_may_be_of_any_width() {
        let name: &'static str = "a".repeat(70_000).leak();
        let text = columns().table([(name, None)]).to_text();
        let is_wide = |line: &str| line.chars().count() == 70_000 + "  time".len();
        assert!(text.lines().next().is_some_and(is_wide));
    }

    #[test]
    fn every_writer_has_the_columns_for_its_readers() {
        let table = columns().table(ROWS);
        let lines = "who          time\na|b, <c>  12.5 ms\nsay \"no\"        –\n";
        assert_eq!(table.to_text(), lines);
        let markdown =
            "| who | time |\n| --- | ---: |\n| a\\|b, <c> | 12.5 ms |\n| say \"no\" | – |\n";
        assert_eq!(table.to_markdown(), markdown);
        let csv = "strategy,seconds,known\n\"a|b, <c>\",0.0125,true\n\"say \"\"no\"\"\",,false\n";
        assert_eq!(table.to_csv(), csv);
        let html = table.to_html();
        let row = "<tr data-name=\"a|b, &lt;c&gt;\"><td class=\"text\">a|b, &lt;c&gt;</td>\
                   <td data-value=\"0.0125\">12.5 ms</td><td data-value=\"\"><i></i></td></tr>";
        assert!(html.contains(row), "{html}");
        assert!(html.contains("<td data-value=\"\">–</td>"), "{html}");
    }
}
