//! Tables for the terminal.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// A style with one line under the headings.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A table with these headings. The first `texts` columns are aligned to the left, the others to the right.
pub(crate) fn table<H: AsRef<str>>(headings: &[H], texts: usize, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(headings.iter().map(AsRef::as_ref))
        .add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if index < texts {
            CellAlignment::Left
        } else {
            CellAlignment::Right
        });
    }
    format!("{table}\n")
}
