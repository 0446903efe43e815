//! Output of commands: the forms in which results are printed and written, and results that come in one by one.

use crate::journal::Item;
use crate::show::page::Shown;
use crate::version::VERSION;
use clap::Args;
use plywood_console::Failure;
use plywood_console::output::{self, JsonList};
use serde::Serialize;
use serde_json::Value;
use std::path::PathBuf;

pub(super) use plywood_console::output::{OutputFile, complain, counter, print, progress, write};

/// Prints to standard error what should be known of the results.
pub(super) fn note(text: &str) {
    complain(&format!("note: {text}"));
}

#[derive(Debug, Args)]
pub(super) struct OutputOptions {
    /// Print JSON.
    #[arg(long)]
    json: bool,
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
    html: Option<PathBuf>,
}

/// Results that come in one by one, of which there may be any number.
pub(super) trait Results: Shown {
    type Item: Item + Send;

    fn count(&mut self, item: Self::Item);

    /// The list of all results in JSON: the fields before it, and its name.
    fn list(&self) -> Option<(Value, &'static str)> {
        None
    }

    /// The first line of the comma-separated values, and then those of each result.
    fn csv_head(&self) -> String {
        String::new()
    }

    fn csv_lines(&self, _item: &Self::Item) -> String {
        String::new()
    }

    /// Their JSON after the list.
    fn data(&self) -> impl Serialize;
}

impl OutputOptions {
    pub(super) const fn is_json(&self) -> bool {
        self.json
    }

    /// The file for the page, opened.
    pub(super) fn page_file(&self) -> Result<Option<OutputFile>, Failure> {
        OutputFile::of(self.html.as_deref())
    }

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

    /// Whether a page is written.
    pub(super) const fn has_page(&self) -> bool {
        self.html.is_some()
    }

    /// Prints and writes results that are made when the files can be written.
    pub(super) fn show<S: Shown + Serialize>(
        &self,
        make: impl FnOnce() -> Result<S, Failure>,
    ) -> Result<(), Failure> {
        let files = self.open()?;
        let shown = make()?;
        self.print(&shown, &shown, None)?;
        write(files.csv, || shown.to_csv())?;
        write(files.svg, || shown.to_svg())?;
        write(files.html, || shown.to_page().to_string())
    }

    /// Opens the files for results that come in one by one.
    pub(super) fn begin<R: Results>(&self, results: R) -> Result<Report<'_, R>, Failure> {
        let files = self.open()?;
        let list = results.list().filter(|_| self.json);
        let list = list.map(|(head, name)| JsonList::begin(&versioned(&head), name));
        let csv = files
            .csv
            .map(|file| LinesFile::begin(file, results.csv_head()));
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
            html: self.page_file()?,
        })
    }

    fn print(
        &self,
        shown: &impl Shown,
        data: &impl Serialize,
        list: Option<JsonList>,
    ) -> Result<(), Failure> {
        match list {
            Some(list) => list.end(data),
            None if self.json => print_json(data),
            None if self.markdown => print(&shown.to_markdown()),
            None => print(&shown.to_table()),
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
        if let Some(csv) = &mut self.csv {
            csv.add(&self.results.csv_lines(&item));
        }
        let listed = self.list.as_mut().map_or(Ok(()), |list| list.item(&item));
        self.results.count(item);
        listed
    }

    /// Prints the results once they are completed, and writes the files.
    pub(super) fn finish(
        mut self,
        complete: impl FnOnce(&mut R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        complete(&mut self.results)?;
        let shown = self.results;
        self.options.print(&shown, &shown.data(), self.list)?;
        if let Some(mut csv) = self.csv {
            csv.add(&shown.to_csv());
            csv.finish()?;
        }
        write(self.svg, || shown.to_svg())?;
        write(self.html, || shown.to_page().to_string())?;
        match shown.failures().as_slice() {
            [] => Ok(()),
            failures => Err(Failure::Within(format!(
                "players failed ({})",
                failures.join("; ")
            ))),
        }
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
    waiting: String,
    /// The first failure, which is reported when the work is done.
    outcome: Result<(), Failure>,
}

impl LinesFile {
    /// Empties a file that was opened, and begins it with a text.
    fn begin(mut file: OutputFile, head: String) -> Self {
        let outcome = file.empty();
        Self {
            file,
            waiting: head,
            outcome,
        }
    }

    fn add(&mut self, text: &str) {
        const LARGE: usize = 1 << 16;
        self.waiting += text;
        if self.waiting.len() > LARGE {
            self.flush();
        }
    }

    /// Writes what is left.
    fn finish(mut self) -> Result<(), Failure> {
        self.flush();
        self.outcome
    }

    fn flush(&mut self) {
        if self.outcome.is_ok() {
            self.outcome = self.file.append(&self.waiting);
        }
        self.waiting.clear();
    }
}
