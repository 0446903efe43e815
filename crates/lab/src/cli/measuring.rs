//! Measures positions for the commands that do: which of them, with a journal, and in shards.

use crate::cli::output;
use crate::failure::Failure;
use crate::journal::{Charter, Item, JournalError, JournalFile, Merge, Shard, work};
use crate::measure::positions::{PositionText, Positions, Selection, Survey};
use clap::Args;
use indicatif::ProgressBar;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(super) struct MeasuringOptions {
    /// Use only the first position and then one in so many.
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    every: Option<NonZeroUsize>,
    /// Use only so many positions, drawn at random.
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

    /// Opens the journal, if there is one, and reports what it has.
    pub(super) fn open<T: Item>(
        &self,
        charter: &Charter,
        count: usize,
        each: &mut dyn FnMut(T),
    ) -> Result<Option<JournalFile>, Failure> {
        let open = |path: &PathBuf| JournalFile::open(path, charter, count, each);
        let journal = self.journal.as_ref().map(open).transpose();
        journal.map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Reports the results of the journal in the order of their numbers, if there is one.
    pub(super) fn report<T: Item>(
        &self,
        each: &mut dyn FnMut(T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(path) = &self.journal else {
            return Ok(());
        };
        let merge = Merge::<T>::read(std::slice::from_ref(path), &mut |_| ())
            .map_err(|error| failed(&error))?;
        in_order(&merge, each)
    }
}

/// Reports the results of journals in the order of their numbers.
pub(super) fn in_order<T: Item>(
    merge: &Merge<T>,
    each: &mut dyn FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    merge.in_order(each)
}

fn failed(error: &JournalError) -> Failure {
    Failure::Work(error.to_string())
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
            anstream::eprintln!("note: {note}");
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

    /// What decides which positions are measured, for a journal.
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
            .filter(move |text| text.is_err() || chooser.takes_next());
        let numbered = (0..).zip(chosen);
        let numbered = numbered.map(|(number, text)| text.map(|text| (number, text)));
        let shard = self.shard;
        Ok(numbered.filter(move |found| {
            let number = found.as_ref().map(|(number, _)| *number);
            number.map_or(true, |number| shard.contains(number))
        }))
    }

    /// Measures the positions that the journal does not have, so many at once. Without a journal the results are reported in the
    /// order of the positions.
    pub(super) fn measure<T: Item + Send>(
        &self,
        mut journal: Option<&mut JournalFile>,
        threads: usize,
        compute: &(dyn Fn(usize, &PositionText) -> Result<T, Failure> + Sync),
        each: &mut dyn FnMut(T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        const A_SECOND: Duration = Duration::from_secs(1);
        let done: Vec<bool> = (0..self.count())
            .map(|number| journal.as_ref().is_some_and(|file| file.is_done(number)))
            .collect();
        let positions = self
            .numbered()?
            .filter(|found| found.as_ref().map_or(true, |(number, _)| !done[*number]));
        let has_journal = journal.is_some();
        let mut synced = Instant::now();
        let mut record = |result: &Result<T, Failure>| {
            if let (Some(journal), Ok(result)) = (&mut journal, result) {
                journal.add(result).map_err(|error| failed(&error))?;
                if synced.elapsed() > A_SECOND {
                    journal.sync().map_err(|error| failed(&error))?;
                    synced = Instant::now();
                }
            }
            Ok(())
        };
        let mut in_order = |result: Result<T, Failure>| {
            let result = result?;
            if has_journal { Ok(()) } else { each(result) }
        };
        let compute = |(number, text): &(usize, PositionText)| compute(*number, text);
        work(positions, threads, &compute, &mut record, &mut in_order)?;
        journal.map_or(Ok(()), |journal| {
            journal.sync().map_err(|error| failed(&error))
        })
    }
}

/// A progress bar that any thread may move on.
pub(super) fn progress(steps: usize, done: usize) -> (ProgressBar, impl Fn(&str) + Sync) {
    let bar = output::progress(steps);
    bar.set_position(done as u64);
    let moved = bar.clone();
    (bar, move |what: &str| {
        moved.set_message(what.to_owned());
        moved.inc(1);
    })
}
