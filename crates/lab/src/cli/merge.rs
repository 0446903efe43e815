//! `plywood-lab merge`.

use crate::cli::compare::comparing;
use crate::cli::games::{GameCommand, run_on};
use crate::cli::games_file::GamesFile;
use crate::cli::output::{OutputOptions, Results, note, write_page};
use crate::cli::playing::{failures, show};
use crate::journal::{Header, Item, Job, Journal, Merge};
use crate::measure::ablation::Ablated;
use crate::measure::suite::Marks;
use crate::play::entry::Entry;
use crate::play::merged::MergedMatch;
use crate::play::self_play::{self, SelfPlayed};
use crate::play::spsa::{self, PlayedPair};
use clap::Args;
use plywood_catalog::{Catalog, Games, Playable};
use plywood_console::Failure;
use std::path::PathBuf;

/// The end of `--help`.
const EXAMPLES: &str = "\
The journals are those of the shards of one match, suite, comparison or ablation, of generated games
or annotated positions, or parts of one that was moved between machines.
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

    /// Write all results to this new journal, with which the work can go on.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    #[command(flatten)]
    outputs: OutputOptions,
}

impl Options {
    pub(super) fn run(&self, games: &impl Games) -> Result<(), Failure> {
        let header = Header::of_file(&self.files[0])?;
        match header.job.work.as_str() {
            "match" => self.merge_match(),
            "suite" => self.merge_results(Marks::of(&header.job), |_| Ok(())),
            "compare" => {
                let game = header.job.term("game").unwrap_or_default();
                run_on(games, Some(game), &Comparisons(self, &header.job))
            }
            self_play::WORK | self_play::ANNOTATION | self_play::CONVERSION => {
                let merge = Merge::<SelfPlayed>::read(&self.files, &mut |_| ())?;
                tell(&merge);
                let is_of_games = header.job.work != self_play::ANNOTATION;
                let names = if is_of_games { "games" } else { "positions" };
                self.finish(&merge, names, Ok(()))
            }
            spsa::WORK => {
                let merge = Merge::<PlayedPair>::read(&self.files, &mut |_| ())?;
                tell(&merge);
                self.finish(&merge, "pairs", Ok(()))
            }
            "ablate" => self.merge_results(Ablated::of(&header.job), |_| Ok(())),
            other => Err(Failure::Usage(format!(
                "{} is the journal of {other:?}, which this version cannot merge",
                self.files[0].display()
            ))),
        }
    }

    fn merge_match(&self) -> Result<(), Failure> {
        if let Some(option) = self.outputs.unfit_for_a_match() {
            let problem =
                format!("a match has no {option}; merge can write --json, --html and --pgn");
            return Err(Failure::Usage(problem));
        }
        let html = self.outputs.page_file()?;
        let merged = MergedMatch::read(&self.files)?;
        let merge = &merged.merge;
        tell(merge);
        let summary = merged.summary();
        show(&summary, self.outputs.is_json())?;
        if let Some(path) = &self.pgn {
            let mut games = GamesFile::open(path, 0..merge.count(), &Journal::in_memory())?;
            merge.in_order(&mut |entry: Entry| games.add(&entry))?;
            games.finish()?;
        }
        write_page(html, || Ok(merged.page()?))?;
        self.finish(merge, "games", failures(&summary))
    }

    /// Merges results that were measured.
    fn merge_results<R: Results>(
        &self,
        results: R,
        complete: impl FnOnce(&mut R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let merge = Merge::<R::Item>::read(&self.files, &mut |_| ())?;
        tell(&merge);
        let mut report = self.outputs.begin(results)?;
        merge.in_order(&mut |item| report.add(item))?;
        let [_, names] = R::Item::NAMES;
        self.finish(&merge, names, report.finish(complete))
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

/// Comparisons of the game of a journal.
struct Comparisons<'a>(&'a Options, &'a Job);

impl GameCommand for Comparisons<'_> {
    fn run_on<G: Playable>(&self, catalog: &Catalog<G>) -> Result<(), Failure> {
        let Self(options, job) = self;
        let comparing = comparing(catalog, job, &options.outputs)?;
        options.merge_results(comparing.comparison(), |comparison| {
            comparing.draw(comparison, &|_| ())
        })
    }
}

/// Prints what should be known of the journals.
fn tell<T: Item>(merge: &Merge<T>) {
    merge.notes().iter().for_each(|text| note(text));
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
