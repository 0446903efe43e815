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
        let given = [
            (self.markdown, "--markdown"),
            (self.csv.is_some(), "--csv"),
            (self.svg.is_some(), "--svg"),
        ];
        let mut given = given.into_iter().filter(|(is_given, _)| *is_given);
        given.next().map(|(_, name)| name)
    }

    /// Prints and writes results that are made when the files can be written: as data, and what there is to say about them.
    pub(super) fn show<D: Serialize>(
        &self,
        make: impl FnOnce() -> Result<(D, Document), Failure>,
    ) -> Result<(), Failure> {
        let files = self.open()?;
        let (data, document) = make()?;
        self.print(&document, &data, None)?;
        write(files.csv, || document.to_csv())?;
        write(files.svg, || document.to_svg())?;
        write(files.html, || document.to_html())
    }

    /// Opens the files for results that come in one by one.
    pub(super) fn begin<R: Results>(&self, results: R) -> Result<Report<'_, R>, Failure> {
        let files = self.open()?;
        let list = results.list().filter(|_| self.json);
        let list = list.map(|(head, name)| JsonList::begin(&versioned(&head), name));
        let mut csv = files.csv.map(LinesFile::begin);
        if let (Some(csv), Some(none)) = (&mut csv, results.rows(&[])) {
            csv.add(&none.csv_head());
        }
        Ok(Report {
            options: self,
            results,
            list: list.transpose()?,
            csv,
            svg: files.svg,
            html: files.html,
        })
    }

    fn open(&self) -> Result<Files, Failure> {
        Ok(Files {
            csv: OutputFile::of(self.csv.as_deref())?,
            svg: OutputFile::of(self.svg.as_deref())?,
            html: OutputFile::of(self.html.as_deref())?,
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

struct Files {
    csv: Option<OutputFile>,
    svg: Option<OutputFile>,
    html: Option<OutputFile>,
}

/// Everything that is printed and written of results while they come in.
pub(super) struct Report<'a, R> {
    options: &'a OutputOptions,
    results: R,
    list: Option<JsonList>,
    csv: Option<LinesFile>,
    svg: Option<OutputFile>,
    html: Option<OutputFile>,
}

impl<R: Results> Report<'_, R> {
    pub(super) fn add(&mut self, item: R::Item) -> Result<(), Failure> {
        if let Some(list) = &mut self.list {
            list.item(&item)?;
        }
        self.results.count(&item);
        if let (Some(csv), Some(rows)) = (&mut self.csv, self.results.rows(&[item])) {
            csv.add(&rows.csv_lines());
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
        if let Some(mut csv) = self.csv {
            csv.add(&document.to_csv());
            csv.outcome?;
        }
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

/// A file to which lines are added while the work goes on.
struct LinesFile {
    file: OutputFile,
    /// The first failure, which is reported when the work is done.
    outcome: Result<(), Failure>,
}

impl LinesFile {
    /// Empties a file that was opened.
    fn begin(mut file: OutputFile) -> Self {
        let outcome = file.empty();
        Self { file, outcome }
    }

    fn add(&mut self, text: &str) {
        if self.outcome.is_ok() {
            self.outcome = self.file.append(text);
        }
    }
}
