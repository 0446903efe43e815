//! Output of commands: the printed and written forms of results, which may arrive one by one.

use clap::Args;
use plywood_console::output::{self, JsonList};
use plywood_console::{Failure, OutputPath};
use plywood_report::{Document, csv_line};
use plywood_workbench::VERSION;
use serde::Serialize;

pub(super) use plywood_console::output::{
    Kind, OutputFile, Replace, complain, counter, print, progress, unnamed_beside, write,
};
pub(super) use plywood_workbench::Results;

/// Prints a note on the results to standard error.
pub(super) fn note(text: &str) {
    complain(&format!("note: {text}"));
}

/// Opens a file for a result that must not replace another.
pub(super) fn new_file(path: &OutputPath) -> Result<OutputFile, Failure> {
    if path.exists() {
        let there = "it exists already, and journals are never overwritten";
        return Err(Failure::in_file(path, &there));
    }
    OutputFile::open(path, Kind::Any, Replace::default())
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
    pub(super) csv: Option<OutputPath>,
    /// Write the plots or boards to this file as SVG.
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<OutputPath>,
    /// Write an HTML page with tables, plots and boards to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<OutputPath>,
    #[command(flatten)]
    pub(super) replace: Replace,
}

impl OutputOptions {
    /// Returns an option that is given although the results have only these forms.
    pub(super) fn given_besides(&self, forms: &[&str]) -> Option<&'static str> {
        let options = [
            (self.json, "--json"),
            (self.markdown, "--markdown"),
            (self.csv.is_some(), "--csv"),
            (self.svg.is_some(), "--svg"),
            (self.html.is_some(), "--html"),
        ];
        let mut given = options.into_iter().filter(|(is_given, _)| *is_given);
        given.find_map(|(_, name)| (!forms.contains(&name)).then_some(name))
    }

    /// Opens the files for results that arrive one by one.
    pub(super) fn begin<R: Results>(&self, results: R) -> Result<Report<'_, R>, Failure> {
        let columns = results.rows(&[]).map(|none| none.csv_head());
        let columns = columns.unwrap_or_default();
        let mut csv = OutputFile::of(
            self.csv.as_ref(),
            Kind::csv(columns.trim_end()),
            self.replace,
        )?;
        let svg = OutputFile::of(self.svg.as_ref(), Kind::SVG, self.replace)?;
        let html = OutputFile::of(self.html.as_ref(), Kind::HTML, self.replace)?;
        let list = results.list().filter(|_| self.json);
        let list = list.map(|(head, name)| JsonList::begin(&versioned(&head), name));
        let begun = csv.as_mut().map_or(Ok(()), |csv| csv.append(columns));
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

/// The printed and written forms of results while they arrive.
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
            self.csv_written = csv.append(rows.csv_lines());
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
        match (self.csv, results.rows(&[])) {
            // The rows are already in the file.
            (Some(mut csv), Some(none)) => {
                let empty = ",".repeat(none.csv_head().matches(',').count());
                for sentence in results.conclusions() {
                    let cell = csv_line([format!("# {sentence}")]);
                    csv.append(format!("{}{empty}\n", cell.trim_end()))?;
                }
                csv.finish()?;
            }
            (csv, _) => write(csv, || document.to_csv())?,
        }
        write(self.svg, || document.to_svg())?;
        write(self.html, || document.to_html())?;
        failed(&results.failures())
    }
}

/// Returns an error if players failed.
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
