//! `plywood-lab merge`.

use crate::cli::ablate::{AblationReport, Outputs};
use crate::cli::compare::CompareReport;
use crate::cli::games_file::GamesFile;
use crate::cli::measuring::in_order;
use crate::cli::output::{OutputFile, print, print_json, write};
use crate::cli::playing::failures;
use crate::cli::suite::SuiteReport;
use crate::failure::Failure;
use crate::games::LabGame;
use crate::journal::{Charter, Header, Item, Merge};
use crate::measure::ablation::AblationItem;
use crate::measure::comparison::Compared;
use crate::measure::suite::{Marks, Solved};
use crate::play::entry::Entry;
use crate::play::merged::MergedMatch;
use clap::Args;
use plywood_core::Position;
use plywood_search::games::{ConnectFour, TicTacToe, Tree};
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
The journals are those of the shards of one match, suite, comparison or ablation, or parts of one that
was moved between machines.
Results that are in several journals count once, and must agree. If some are missing, merge says
which, and how to play just those; the exit code is then 1.

Examples:
  plywood-lab match everything quiescence --depth 3 --games 100 --shard 1/2 --journal 1.jsonl
  plywood-lab match everything quiescence --depth 3 --games 100 --shard 2/2 --journal 2.jsonl
  plywood-lab merge 1.jsonl 2.jsonl --pgn games.pgn";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The journals.
    #[arg(required = true, value_name = "JOURNAL")]
    files: Vec<PathBuf>,

    /// Add every game to this file.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Write an HTML page with the results to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the answers of a suite, the searches of a comparison or the table of an ablation to this file as comma-separated
    /// values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write all results to this new journal, with which the work can go on.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let header = Header::of_file(&self.files[0])?;
        match header.charter.work.as_str() {
            "match" => self.merge_match(),
            "suite" => self.merge_suite(&header.charter),
            "compare" => self.merge_comparison(&header.charter),
            "ablate" => self.merge_ablation(&header.charter),
            other => Err(Failure::Usage(format!(
                "{} is the journal of {other:?}, which this version cannot merge",
                self.files[0].display()
            ))),
        }
    }

    fn merge_match(&self) -> Result<(), Failure> {
        let html = OutputFile::of(self.html.as_deref())?;
        let merged = MergedMatch::read(&self.files)?;
        let merge = &merged.merge;
        for note in merge.notes() {
            anstream::eprintln!("note: {note}");
        }
        let summary = merged.summary();
        if self.json {
            print_json(&summary)?;
        } else {
            print(&summary.to_string())?;
        }
        if let Some(path) = &self.pgn {
            let mut games = GamesFile::open(path, 0..merge.count(), &[])?;
            merge.in_order(&mut |entry: Entry| games.add(&entry))?;
            games.finish()?;
        }
        let page = html.is_some().then(|| merged.page()).transpose();
        let page = page?;
        write(html, || {
            page.map(|page| page.to_string()).unwrap_or_default()
        })?;
        self.finish(merge, "games", failures(&summary))
    }

    fn merge_suite(&self, charter: &Charter) -> Result<(), Failure> {
        let merge = self.read::<Solved>()?;
        let mut report = SuiteReport::begin(Marks::of(charter), self.files(), self.json)?;
        in_order(&merge, &mut |solved: Solved| report.add(&solved))?;
        self.finish(&merge, "positions", report.finish(false))
    }

    fn merge_comparison(&self, charter: &Charter) -> Result<(), Failure> {
        match charter.term("game").unwrap_or_default() {
            ConnectFour::NAME => self.merge_comparison_of::<ConnectFour>(charter),
            TicTacToe::NAME => self.merge_comparison_of::<TicTacToe>(charter),
            Tree::NAME => self.merge_comparison_of::<Tree>(charter),
            _ => self.merge_comparison_of::<Position>(charter),
        }
    }

    fn merge_comparison_of<G: LabGame>(&self, charter: &Charter) -> Result<(), Failure> {
        let merge = self.read::<Compared>()?;
        let mut report = CompareReport::<G>::of(charter, self.files(), self.json)?;
        in_order(&merge, &mut |compared| report.add(compared))?;
        self.finish(&merge, "positions", report.finish())
    }

    fn merge_ablation(&self, charter: &Charter) -> Result<(), Failure> {
        let merge = self.read::<AblationItem>()?;
        let outputs = Outputs {
            json: self.json,
            csv: self.csv.clone(),
            html: self.html.clone(),
            ..Outputs::default()
        };
        let mut report = AblationReport::begin(charter, &outputs)?;
        in_order(&merge, &mut |item| {
            report.add(&item);
            Ok(())
        })?;
        self.finish(&merge, "positions and games", report.finish())
    }

    fn read<T: Item>(&self) -> Result<Merge<T>, Failure> {
        let merge = Merge::read(&self.files, &mut |_| ())?;
        for note in merge.notes() {
            anstream::eprintln!("note: {note}");
        }
        Ok(merge)
    }

    fn files(&self) -> [Result<Option<OutputFile>, Failure>; 2] {
        [&self.csv, &self.html].map(|path| OutputFile::of(path.as_deref()))
    }

    /// Writes the merged journal, and says what is missing.
    fn finish<T: Item>(
        &self,
        merge: &Merge<T>,
        names: &str,
        outcome: Result<(), Failure>,
    ) -> Result<(), Failure> {
        if let Some(path) = &self.journal {
            merge.write(path)?;
        }
        let missing = merge.missing();
        if missing.is_empty() {
            return outcome;
        }
        let count: usize = missing.iter().map(|(first, last)| last - first + 1).sum();
        let how = match &self.journal {
            Some(path) => format!(
                "this plays them: {}",
                merge.command(&path.display().to_string())
            ),
            None => format!(
                "to play them, merge with --journal all.jsonl, and then: {}",
                merge.command("all.jsonl")
            ),
        };
        let all = merge.count();
        Err(Failure::Work(format!(
            "{count} of {all} {names} are missing ({}); {how}",
            shown(&missing)
        )))
    }
}

/// The first few ranges.
fn shown(ranges: &[(usize, usize)]) -> String {
    const FEW: usize = 8;
    let text = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let mut texts: Vec<String> = ranges.iter().take(FEW).map(text).collect();
    if ranges.len() > FEW {
        texts.push("…".to_owned());
    }
    texts.join(", ")
}
