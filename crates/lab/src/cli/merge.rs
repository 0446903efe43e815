//! `plywood-lab merge`.

use crate::cli::compare::{CompareSettings, comparing};
use crate::cli::games::{GameCommand, quoted, run_on};
use crate::cli::games_file::PgnOptions;
use crate::cli::matches::{GameFiles, show};
use crate::cli::output::{Kind, OutputFile, OutputOptions, Results, failed, new_file, note};
use clap::Args;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::arguments::check_outputs;
use plywood_console::{Failure, OutputPath};
use plywood_workbench::journal::{Header, Item, Job, Journal, JournalError};
use plywood_workbench::{Ablated, GameEntry, Marks, MatchResults, PlayedPair, SelfPlayed};
use serde_json::Value;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
Give the journals of all shards of one match, suite, comparison or ablation, of generated games or
annotated positions, or the parts of a journal that moved between machines.
Results in several journals count once, and must agree. If results are missing, merge lists them
and the command that plays only those; the exit code is then 1. A sequential test (--sprt) is decided
by the games before the first missing one; games after the decision do not count.

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

    #[command(flatten)]
    pgn: PgnOptions,

    /// Write all results to this new journal, from which the work can resume.
    #[arg(long, value_name = "FILE")]
    journal: Option<OutputPath>,

    #[command(flatten)]
    outputs: OutputOptions,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let header = Header::of_file(&self.files[0])?;
        header.must_be_of_this_version(&self.files[0])?;
        let job = header.job;
        check_outputs(self.written(), &named_in(&job.settings()?))?;
        // If it cannot be written, nothing is begun.
        self.journal.as_ref().map(new_file).transpose()?;
        match job.work.as_str() {
            "match" => self.merge_match(&job),
            "suite" => self.merge_results(Marks::of(&job.settings()?), |_| Ok(())),
            "compare" => {
                let settings: CompareSettings = job.settings()?;
                run_on(games, Some(&settings.game), &Comparisons(self, &settings))
            }
            "ablate" => self.merge_results(Ablated::of(&job.settings()?), |_| Ok(())),
            "data generate" => self.merge_items::<SelfPlayed>("games"),
            "data annotate" => self.merge_items::<SelfPlayed>("positions"),
            "spsa" => self.merge_items::<PlayedPair>("pairs"),
            other => Err(Failure::Usage(format!(
                "{} is the journal of {other:?}, which this version cannot merge",
                self.files[0].display()
            ))),
        }
    }

    fn written(&self) -> [&Option<OutputPath>; 5] {
        let OutputOptions { csv, svg, html, .. } = &self.outputs;
        [&self.journal, &self.pgn.pgn, csv, svg, html]
    }

    /// Reads the journals.
    fn merged<T: Item>(&self) -> Result<Journal<T>, Failure> {
        let journal = Journal::merged(&self.files)?;
        journal.notes().iter().for_each(|text| note(text));
        Ok(journal)
    }

    /// Refuses an option for a form that the results do not have.
    fn check_forms(&self, results: &str, forms: &[&str]) -> Result<(), Failure> {
        let pgn = self.pgn.pgn.as_ref().map(|_| "--pgn");
        let pgn = pgn.filter(|pgn| !forms.contains(pgn));
        let unfit = self.outputs.given_besides(forms).or(pgn);
        unfit.map_or(Ok(()), |option| {
            let forms = forms.join(", ");
            let problem = format!("{results} have no {option}; merge can write {forms}");
            Err(Failure::in_file(&self.files[0], &problem))
        })
    }

    fn merge_items<T: Item>(&self, names: &str) -> Result<(), Failure> {
        self.check_forms(names, &["--journal"])?;
        self.finish(&self.merged::<T>()?, names, Ok(()))
    }

    fn merge_match(&self, job: &Job) -> Result<(), Failure> {
        let forms = ["--journal", "--json", "--html", "--pgn"];
        self.check_forms("games of a match", &forms)?;
        let html = OutputFile::of(self.outputs.html.as_ref(), Kind::HTML, self.outputs.replace)?;
        let journal = self.merged::<GameEntry>()?;
        let mut results = MatchResults::new(job.clone(), &job.settings()?, journal.count());
        let pgn = self.pgn.open(Some(&journal))?;
        let mut files = GameFiles::new(html, pgn, &results);
        journal.in_order(&mut |entry| {
            if results.count(&entry) {
                files.add(&entry, &results, false);
            }
            Ok::<(), JournalError>(())
        })?;
        let summary = results.summary();
        show(&summary, self.outputs.json)?;
        files.finish(&summary)?;
        let outcome = failed(&summary.failures());
        if results.is_decided() {
            self.write_journal(&journal)?;
            return outcome;
        }
        self.finish(&journal, "games", outcome)
    }

    /// Merges measured results.
    fn merge_results<R: Results<Item: Item>>(
        &self,
        results: R,
        complete: impl FnOnce(&mut R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let [_, names] = R::Item::NAMES;
        let forms = [
            "--journal",
            "--json",
            "--markdown",
            "--csv",
            "--svg",
            "--html",
        ];
        self.check_forms(names, &forms)?;
        let journal = self.merged::<R::Item>()?;
        let mut report = self.outputs.begin(results)?;
        journal.in_order(&mut |item| report.add(item))?;
        self.finish(&journal, names, report.finish(complete))
    }

    fn write_journal<T: Item>(&self, journal: &Journal<T>) -> Result<(), Failure> {
        if let Some(path) = &self.journal {
            let mut file = new_file(path)?;
            journal.merged_lines(&mut |line| file.append(line))?;
            file.finish()?;
        }
        Ok(())
    }

    /// Writes the merged journal, and reports the missing results.
    fn finish<T: Item>(
        &self,
        journal: &Journal<T>,
        names: &str,
        outcome: Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.write_journal(journal)?;
        let missing = journal.missing();
        if missing.is_empty() {
            return outcome;
        }
        let count: usize = missing.iter().map(|(first, last)| last - first + 1).sum();
        let how = match &self.journal {
            Some(path) => format!(
                "this plays them: {}",
                command(journal.header(), &path.display().to_string())
            ),
            None => format!(
                "to play them, merge with --journal all.jsonl, and then: {}",
                command(journal.header(), "all.jsonl")
            ),
        };
        let all = journal.count();
        Err(Failure::Work(format!(
            "{count} of {all} {names} are missing ({}); {how}",
            shown(&missing)
        )))
    }
}

/// Returns the command line that does the missing items, once everything is in this journal.
fn command(header: &Header, journal: &str) -> String {
    let mut words = vec!["plywood-lab".to_owned()];
    let mut is_value = false;
    let given = &header.command;
    // No options follow this word.
    let end = given.iter().position(|word| word == "--");
    let (options, others) = given.split_at(end.unwrap_or(given.len()));
    for word in options {
        let is_replaced = ["--shard", "--journal"]
            .iter()
            .any(|option| word == option || word.starts_with(&format!("{option}=")));
        if !is_value && !is_replaced {
            words.push(quoted(word));
        }
        is_value = is_replaced && !word.contains('=');
    }
    words.extend(["--journal".to_owned(), quoted(journal)]);
    words.extend(others.iter().map(|word| quoted(word)));
    words.join(" ")
}

/// Returns the players and evaluators in the settings of a job.
fn named_in(settings: &Value) -> Vec<String> {
    let players = settings["players"].as_array().into_iter().flatten();
    let players = players.map(|player| &player["description"]);
    let named = players.chain([&settings["evaluator"]]);
    named
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect()
}

/// Comparisons of the game of a journal.
struct Comparisons<'a>(&'a Options, &'a CompareSettings);

impl GameCommand for Comparisons<'_> {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let Self(options, settings) = self;
        let comparing = comparing(catalog, settings)?;
        let is_page = options.outputs.html.is_some();
        options.merge_results(comparing.comparison(), |results| {
            if is_page {
                Ok(comparing.draw(results)?)
            } else {
                Ok(())
            }
        })
    }
}

/// Returns the first few ranges.
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
