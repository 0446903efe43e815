//! [`Table`]: a table whose columns are declared once, and written for a terminal, as Markdown, as HTML and as
//! comma-separated values.

use crate::show::plot::Unit;
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};
use plywood_core::diagram::Escaped;
use plywood_search::csv_field;
use std::fmt::Write as _;

/// The columns of a table with rows of this type.
pub(crate) struct Table<'a, R> {
    columns: Vec<Column<'a, R>>,
}

struct Column<'a, R> {
    /// Its name for people; `None` if they do not see it.
    heading: Option<String>,
    /// Its name in comma-separated values; `None` if it is not in them.
    name: Option<&'static str>,
    is_text: bool,
    is_for_pages: bool,
    cell: Box<dyn Fn(&R) -> Cell + 'a>,
}

/// One place of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Cell {
    shown: String,
    data: String,
    /// The number by which a page sorts.
    order: Option<f64>,
    /// The contents on a page, if they are not the text.
    html: Option<String>,
}

impl Cell {
    /// A number as people read it in this unit; in comma-separated values it has this many decimals.
    pub(crate) fn measured(unit: Unit, value: f64, decimals: usize) -> Self {
        let data = format!("{value:.decimals$}");
        // Zero has no sign.
        let is_zero = data.bytes().all(|sign| b"-0.".contains(&sign));
        let data = data
            .strip_prefix('-')
            .filter(|_| is_zero)
            .unwrap_or(&data)
            .to_owned();
        Self {
            shown: unit.text(value),
            data,
            order: Some(value),
            html: None,
        }
    }

    /// A text with a number by which a page sorts it.
    pub(crate) fn ordered(text: &str, order: f64) -> Self {
        let order = Some(order);
        Self {
            order,
            ..Self::from(text)
        }
    }

    /// The same with other text in comma-separated values.
    pub(crate) fn with_data(self, data: impl Into<Self>) -> Self {
        let Self { data, .. } = data.into();
        Self { data, ..self }
    }

    /// The same with other contents on a page.
    pub(crate) fn with_html(self, html: String) -> Self {
        let html = Some(html);
        Self { html, ..self }
    }

    fn html(&self) -> String {
        let escaped = || Escaped(&self.shown).to_string();
        self.html.clone().unwrap_or_else(escaped)
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

impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        Self::from(value.to_string())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::ordered(&count.to_string(), crate::numbers::real(count))
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

/// A missing value is a dash for people, and nothing in comma-separated values.
impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self::from("–").with_data(""), Into::into)
    }
}

/// A style with one line under the headings.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

impl<'a, R> Table<'a, R> {
    pub(crate) const fn new() -> Self {
        let columns = Vec::new();
        Self { columns }
    }

    /// Adds a column of texts.
    pub(crate) fn text<C: Into<Cell>>(
        self,
        heading: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        self.column(Some(heading.into()), true, cell)
    }

    /// Adds a column of numbers.
    pub(crate) fn number<C: Into<Cell>>(
        self,
        heading: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        self.column(Some(heading.into()), false, cell)
    }

    /// Adds a column that only comma-separated values have.
    pub(crate) fn data<C: Into<Cell>>(
        self,
        name: &'static str,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
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
            cell: Box::new(move |row| cell(row).into()),
        });
        self
    }

    /// The last column is in comma-separated values, too, under this name.
    pub(crate) fn named(mut self, name: &'static str) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.name = Some(name);
        }
        self
    }

    /// Of those whom the last column is shown to, only pages have room for it.
    pub(crate) fn for_pages(mut self) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.is_for_pages = true;
        }
        self
    }

    /// The columns that people see, with their headings.
    fn shown(&self, is_page: bool) -> Vec<(&str, &Column<'a, R>)> {
        let columns = self
            .columns
            .iter()
            .filter(|column| is_page || !column.is_for_pages);
        columns
            .filter_map(|column| Some((column.heading.as_deref()?, column)))
            .collect()
    }

    /// The table for a terminal.
    pub(crate) fn to_text(&self, rows: impl IntoIterator<Item = R>) -> String {
        let shown = self.shown(false);
        let cells = |row: R| {
            let cells = shown.iter().map(|(_, column)| (column.cell)(&row).shown);
            cells.collect::<Vec<String>>()
        };
        let mut table = comfy_table::Table::new();
        table
            .load_style(STYLE)
            .set_content_arrangement(ContentArrangement::Disabled)
            .set_header(shown.iter().map(|(heading, _)| heading))
            .add_rows(rows.into_iter().map(cells));
        for (column, (_, declared)) in table.column_iter_mut().zip(&shown) {
            column.set_cell_alignment(if declared.is_text {
                CellAlignment::Left
            } else {
                CellAlignment::Right
            });
        }
        format!("{table}\n")
    }

    /// The table as Markdown.
    pub(crate) fn to_markdown(&self, rows: impl IntoIterator<Item = R>) -> String {
        let shown = self.shown(false);
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let headings = shown.iter().map(|(heading, _)| escaped(heading)).collect();
        let rule = |column: &Column<'a, R>| if column.is_text { "---" } else { "---:" };
        let rules = shown.iter().map(|(_, column)| rule(column).to_owned());
        let mut text = line(headings) + &line(rules.collect());
        for row in rows {
            let cells = shown
                .iter()
                .map(|(_, column)| escaped(&(column.cell)(&row).shown));
            text += &line(cells.collect());
        }
        text
    }

    /// The table as HTML of this class. Rows may have a name, by which a page lights up what belongs together.
    pub(crate) fn to_html(
        &self,
        class: &str,
        rows: impl IntoIterator<Item = R>,
        name: impl Fn(&R) -> Option<String>,
    ) -> String {
        let shown = self.shown(true);
        let class_of = |column: &Column<'a, R>| {
            if column.is_text {
                " class=\"text\""
            } else {
                ""
            }
        };
        let mut html = format!("<table class=\"{class}\"><thead><tr>");
        for (heading, column) in &shown {
            let _ = write!(html, "<th{}>{}</th>", class_of(column), Escaped(heading));
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in rows {
            let name = name(&row).map(|name| format!(" data-name=\"{}\"", Escaped(&name)));
            let _ = write!(html, "<tr{}>", name.unwrap_or_default());
            for (_, column) in &shown {
                let cell = (column.cell)(&row);
                // A number that is missing has no value, so that it is sorted last.
                let order = match cell.order {
                    Some(order) => format!(" data-value=\"{order}\""),
                    None if column.is_text => String::new(),
                    None => " data-value=\"\"".to_owned(),
                };
                let _ = write!(html, "<td{}{order}>{}</td>", class_of(column), cell.html());
            }
            html += "</tr>\n";
        }
        html + "</tbody></table>"
    }

    fn named_columns(&self) -> impl Iterator<Item = (&'static str, &Column<'a, R>)> {
        let columns = self.columns.iter();
        columns.filter_map(|column| Some((column.name?, column)))
    }

    /// The names of the columns as a line of comma-separated values.
    pub(crate) fn csv_head(&self) -> String {
        csv_line(self.named_columns().map(|(name, _)| name.to_owned()))
    }

    /// A line of comma-separated values for each row.
    pub(crate) fn csv_lines(&self, rows: impl IntoIterator<Item = R>) -> String {
        let line = |row: R| {
            csv_line(
                self.named_columns()
                    .map(|(_, column)| (column.cell)(&row).data),
            )
        };
        rows.into_iter().map(line).collect()
    }
}

/// A text in a cell of Markdown.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// One line of comma-separated values.
pub(crate) fn csv_line(fields: impl Iterator<Item = String>) -> String {
    let fields: Vec<String> = fields.map(|text| csv_field(&text)).collect();
    fields.join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (&'static str, Option<f64>);

    fn table() -> Table<'static, Row> {
        Table::new()
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
    fn every_writer_has_the_columns_for_its_readers() {
        let text = table().to_text(ROWS);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let rule = "─".repeat(20);
        let expected = [
            " who           time",
            &rule,
            " a|b, <c>   12.5 ms",
            " say \"no\"         –",
        ];
        assert_eq!(lines, expected);
        let markdown =
            "| who | time |\n| --- | ---: |\n| a\\|b, <c> | 12.5 ms |\n| say \"no\" | – |\n";
        assert_eq!(table().to_markdown(ROWS), markdown);
        let csv = table().csv_head() + &table().csv_lines(ROWS);
        let expected =
            "strategy,seconds,known\n\"a|b, <c>\",0.0125,true\n\"say \"\"no\"\"\",,false\n";
        assert_eq!(csv, expected);
        let html = table().to_html("sortable", ROWS, |row| Some(row.0.to_owned()));
        let row = "<tr data-name=\"a|b, &lt;c&gt;\"><td class=\"text\">a|b, &lt;c&gt;</td>\
                   <td data-value=\"0.0125\">12.5 ms</td><td data-value=\"\"><i></i></td></tr>";
        assert!(html.contains(row), "{html}");
        assert!(html.contains("<td data-value=\"\">–</td>"), "{html}");
    }
}
