//! Output of commands: the forms in which results are printed and written, and results that come in one by one.

use crate::version::VERSION;
use clap::Args;
use plywood_console::Failure;
use plywood_console::output::{self, JsonList};
use plywood_report::Document;
use serde::Serialize;
use std::path::PathBuf;

pub(super) use crate::show::Results;
pub(super) use plywood_console::output::{OutputFile, complain, counter, print, progress, write};

/// Prints to standard error what should be known of the results.
pub(super) fn note(text: &str) {
    complain(&format!("note: {text}"));
}

#[derive(Debug, Args)]
pub(super) struct OutputOptions {
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
    /// Print the tables as Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Write every result to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the plots or boards to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write an HTML page with tables, plots and boards to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
}

impl OutputOptions {
    /// An option that is given although the results have no such form.
    pub(super) fn unfit_for_a_match(&self) -> Option<&'static str> {
        let options = [
            (self.markdown, "--markdown"),
            (self.csv.is_some(), "--csv"),
            (self.svg.is_some(), "--svg"),
        ];
        let given = options.into_iter().find(|(is_given, _)| *is_given);
        given.map(|(_, name)| name)
    }

    /// Opens the files for results that come in one by one.
    pub(super) fn begin<R: Results>(&self, results: R) -> Result<Report<'_, R>, Failure> {
        let [csv, svg, html] =
            [&self.csv, &self.svg, &self.html].map(|path| OutputFile::of(path.as_deref()));
        let (mut csv, svg, html) = (csv?, svg?, html?);
        let list = results.list().filter(|_| self.json);
        let list = list.map(|(head, name)| JsonList::begin(&versioned(&head), name));
        let begun = match (&mut csv, results.rows(&[])) {
            (Some(csv), Some(none)) => csv.empty().and_then(|()| csv.append(&none.csv_head())),
            _ => Ok(()),
        };
        Ok(Report {
            options: self,
            list: list.transpose()?,
            results,
            csv,
            csv_written: begun,
            svg,
            html,
        })
    }

    fn print(
        &self,
        document: &Document,
        data: &impl Serialize,
        list: Option<JsonList>,
    ) -> Result<(), Failure> {
        match list {
            Some(list) => list.end(data),
            None if self.json => print_json(data),
            None if self.markdown => print(&document.to_markdown()),
            None => print(&document.to_text()),
        }
    }
}

/// Everything that is printed and written of results while they come in.
pub(super) struct Report<'a, R> {
    options: &'a OutputOptions,
    results: R,
    list: Option<JsonList>,
    csv: Option<OutputFile>,
    /// The first failure of that file, which is reported when the work is done.
    csv_written: Result<(), Failure>,
    svg: Option<OutputFile>,
    html: Option<OutputFile>,
}

impl<R: Results> Report<'_, R> {
    pub(super) fn add(&mut self, item: R::Item) -> Result<(), Failure> {
        if let Some(list) = &mut self.list {
            list.item(&item)?;
        }
        self.results.count(&item);
        if let (Some(csv), Ok(()), Some(rows)) =
            (&mut self.csv, &self.csv_written, self.results.rows(&[item]))
        {
            self.csv_written = csv.append(&rows.csv_lines());
        }
        Ok(())
    }

    /// Prints the results once they are completed, and writes the files.
    pub(super) fn finish(
        mut self,
        complete: impl FnOnce(&mut R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        complete(&mut self.results)?;
        let (results, document) = (&self.results, self.results.document());
        self.options.print(&document, &results.data(), self.list)?;
        self.csv_written?;
        // Rows are in the file already.
        let csv = self.csv.filter(|_| results.rows(&[]).is_none());
        write(csv, || document.to_csv())?;
        write(self.svg, || document.to_svg())?;
        write(self.html, || document.to_html())?;
        failed(&results.failures())
    }
}

/// An error if players failed.
pub(super) fn failed(failures: &[String]) -> Result<(), Failure> {
    match failures {
        [] => Ok(()),
        failures => Err(Failure::Within(format!(
            "players failed ({})",
            failures.join("; ")
        ))),
    }
}

/// Prints data as JSON, with the version of the program that computed it.
pub(super) fn print_json(data: &impl Serialize) -> Result<(), Failure> {
    print(&output::json(&versioned(data))?)
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    version: &'static str,
    #[serde(flatten)]
    data: &'a T,
}

const fn versioned<T>(data: &T) -> Versioned<'_, T> {
    Versioned {
        version: VERSION,
        data,
    }
}
