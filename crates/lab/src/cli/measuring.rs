//! Measures positions for the commands that do: which of them, with a journal, in shards, and on several threads.

use crate::cli::output::{self, OutputOptions, Report, Results, progress};
use crate::journal::{Item, Job, JournalFile, Merge, Shard, work};
use crate::measure::positions::{PositionText, Positions, Selection, Survey};
use clap::Args;
use indicatif::ProgressBar;
use plywood_console::Failure;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The limit of a search when none is given.
pub(super) const TIME_FOR_A_POSITION: Duration = Duration::from_millis(100);

#[derive(Debug, Args)]
pub(super) struct MeasuringOptions {
    /// Use only the first position and then one in this many.
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    every: Option<NonZeroUsize>,
    /// Use only this many positions, drawn at random.
    #[arg(long, value_name = "COUNT")]
    sample: Option<NonZeroUsize>,
    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Record every result in this file; work that was interrupted goes on from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Do only a part of the work, such as 3/16; `plywood-lab merge` puts the journals of all parts together.
    #[arg(long, value_name = "N/COUNT", requires = "journal")]
    shard: Option<Shard>,
}

impl MeasuringOptions {
    fn selection(&self) -> Selection {
        match (self.every, self.sample) {
            (Some(step), _) => Selection::Every(step),
            (None, Some(count)) => Selection::Sample {
                count,
                seed: self.seed,
            },
            (None, None) => Selection::All,
        }
    }

    /// The part of the work to do.
    pub(super) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }
}

/// The positions that are measured.
pub(super) struct Stream<'a> {
    positions: &'a Positions,
    survey: Survey,
    selection: Selection,
    shard: Shard,
}

impl<'a> Stream<'a> {
    /// Reads and checks all positions once.
    pub(super) fn open(
        positions: &'a Positions,
        options: &MeasuringOptions,
        check: &mut dyn FnMut(&PositionText) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let survey = positions.survey(check)?;
        for note in &survey.notes {
            output::note(note);
        }
        Ok(Self {
            positions,
            survey,
            selection: options.selection(),
            shard: options.shard(),
        })
    }

    /// The number of positions of the whole work.
    pub(super) fn count(&self) -> usize {
        self.selection.count(self.survey.count)
    }

    /// The number of them that belong to the shard.
    pub(super) fn shard_count(&self) -> usize {
        let shard = self.shard;
        (0..self.count())
            .filter(|number| shard.contains(*number))
            .count()
    }

    /// The selection of the positions that are measured, for a journal.
    pub(super) fn description(&self) -> String {
        let Survey {
            count, checksum, ..
        } = &self.survey;
        format!("{} of {count} with checksum {checksum}", self.selection)
    }

    /// The chosen positions of the shard with their numbers.
    fn numbered(
        &self,
    ) -> Result<impl Iterator<Item = Result<(usize, PositionText), Failure>> + use<'_>, Failure>
    {
        let mut chooser = self.selection.chooser(self.survey.count);
        let chosen = self
            .positions
            .read()?
            .filter(move |text| text.is_err() || chooser());
        let numbered = (0..).zip(chosen);
        let numbered = numbered.map(|(number, text)| text.map(|text| (number, text)));
        let shard = self.shard;
        Ok(numbered.filter(move |found| {
            let number = found.as_ref().map(|(number, _)| *number);
            number.map_or(true, |number| shard.contains(number))
        }))
    }
}

/// How much a piece of work is.
pub(super) struct Extent {
    /// The number of its results, those of other shards included.
    pub(super) results: usize,
    /// The steps of this shard that a progress bar shows, and those of one result.
    pub(super) steps: usize,
    pub(super) steps_each: usize,
}

/// Computes the result of the position with a number.
pub(super) type Compute<'a, T> = dyn Fn(usize, &PositionText) -> Result<T, Failure> + Sync + 'a;

/// Work whose results are recorded in a journal, if there is one, and reported in the order of their numbers.
pub(super) struct Work<'a, R: Results> {
    options: &'a MeasuringOptions,
    report: Report<'a, R>,
    journal: Option<JournalFile>,
    synced: Instant,
    bar: ProgressBar,
}

impl<'a, R: Results> Work<'a, R> {
    /// Opens the journal and the files for the results. `known` gets the results that the journal has.
    pub(super) fn begin(
        options: &'a MeasuringOptions,
        outputs: &'a OutputOptions,
        (job, extent): (&Job, &Extent),
        results: R,
        known: &mut dyn FnMut(R::Item),
    ) -> Result<Self, Failure> {
        let report = outputs.begin(results)?;
        let open = |path: &PathBuf| JournalFile::open(path, job, extent.results, known);
        let journal = options.journal.as_ref().map(open).transpose()?;
        let bar = progress(extent.steps);
        let done = journal.as_ref().map_or(0, JournalFile::done);
        bar.set_position((done * extent.steps_each) as u64);
        Ok(Self {
            options,
            report,
            journal,
            synced: Instant::now(),
            bar,
        })
    }

    /// Moves the progress bar on, from any thread.
    pub(super) fn news(&self) -> impl Fn(&str) + Sync + use<R> {
        let bar = self.bar.clone();
        move |step: &str| {
            bar.set_message(step.to_owned());
            bar.inc(1);
        }
    }

    /// Measures the positions that the journal does not have, this many at once.
    pub(super) fn measure(
        &mut self,
        stream: &Stream<'_>,
        threads: usize,
        compute: &Compute<'_, R::Item>,
    ) -> Result<(), Failure> {
        let is_done = |number| {
            self.journal
                .as_ref()
                .is_some_and(|file| file.is_done(number))
        };
        let done: Vec<bool> = (0..stream.count()).map(is_done).collect();
        let positions = stream
            .numbered()?
            .filter(|found| found.as_ref().map_or(true, |(number, _)| !done[*number]));
        let compute = |(number, text): &(usize, PositionText)| compute(*number, text);
        let Self {
            report,
            journal,
            synced,
            ..
        } = self;
        let has_journal = journal.is_some();
        let mut record = |result: &Result<R::Item, Failure>| match (&mut *journal, result) {
            (Some(journal), Ok(result)) => write(journal, synced, result),
            (Some(_), Err(_)) | (None, _) => Ok(()),
        };
        let mut in_order = |result: Result<R::Item, Failure>| {
            let result = result?;
            if has_journal {
                Ok(())
            } else {
                report.add(result)
            }
        };
        work(positions, threads, &compute, &mut record, &mut in_order)
    }

    /// Adds a result that does not come from a position.
    pub(super) fn add(&mut self, result: R::Item) -> Result<(), Failure> {
        match &mut self.journal {
            Some(journal) => write(journal, &mut self.synced, &result),
            None => self.report.add(result),
        }
    }

    /// Prints the results once they are completed, and writes the files.
    pub(super) fn finish(
        mut self,
        complete: impl FnOnce(&mut R) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if let (Some(journal), Some(path)) = (&mut self.journal, &self.options.journal) {
            journal.sync()?;
            let merge = Merge::read(std::slice::from_ref(path), &mut |_| ())?;
            merge.in_order(&mut |item| self.report.add(item))?;
        }
        self.bar.finish_and_clear();
        self.report.finish(complete)
    }
}

/// Records a result. It survives the end of this process, and after a second that of the machine.
fn write(
    journal: &mut JournalFile,
    synced: &mut Instant,
    result: &impl Item,
) -> Result<(), Failure> {
    const A_SECOND: Duration = Duration::from_secs(1);
    let mut written = journal.add(result);
    if written.is_ok() && synced.elapsed() > A_SECOND {
        written = journal.sync();
        *synced = Instant::now();
    }
    written.map_err(|error| Failure::Work(error.to_string()))
}
