//! The positions that commands measure: their selection, their shard, and the run over them.

use crate::cli::options::JournalOptions;
use crate::cli::output;
use clap::Args;
use indicatif::ProgressBar;
use plywood_console::Failure;
use plywood_console::numbers::{seed, within};
use plywood_console::signals::NextSignal;
use plywood_workbench::journal::{Done, Item, Shard, Work};
use plywood_workbench::{PositionError, PositionText, Positions, Subset, Survey};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::time::Duration;

/// The default limit of a search.
pub(super) const TIME_FOR_A_POSITION: Duration = Duration::from_millis(100);

#[derive(Debug, Args)]
pub(super) struct MeasuringOptions {
    /// Use only the first position and every N-th after it.
    #[arg(long, value_name = "N", conflicts_with = "sample", value_parser = some())]
    every: Option<NonZeroUsize>,
    /// Use only this many positions, drawn at random.
    #[arg(long, value_name = "COUNT", value_parser = some())]
    sample: Option<NonZeroUsize>,
    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample", value_parser = seed())]
    seed: u64,
    #[command(flatten)]
    pub(super) journal: JournalOptions,
}

/// Returns a number of positions.
fn some() -> impl Fn(&str) -> Result<NonZeroUsize, String> + Clone + Send + Sync {
    within(NonZeroUsize::MIN..=NonZeroUsize::MAX)
}

impl MeasuringOptions {
    /// Returns the options for a selection of the positions as they are typed.
    pub(super) fn typed(&self) -> Option<String> {
        let every = self.every.map(|step| format!("--every {step}"));
        let sample = |count| format!("--sample {count} --seed {}", self.seed);
        every.or(self.sample.map(sample))
    }

    fn selection(&self) -> Subset {
        match (self.every, self.sample) {
            (Some(step), _) => Subset::Every(step),
            (None, Some(count)) => Subset::Sample {
                count,
                seed: self.seed,
            },
            (None, None) => Subset::All,
        }
    }
}

/// The positions to measure.
pub(super) struct Stream<'a> {
    positions: &'a Positions,
    survey: Survey,
    selection: Subset,
    shard: Shard,
}

impl<'a> Stream<'a> {
    /// Reads and checks all positions once.
    pub(super) fn open(
        positions: &'a Positions,
        options: &MeasuringOptions,
        check: &mut dyn FnMut(&PositionText) -> Result<(), PositionError>,
    ) -> Result<Self, Failure> {
        let survey = positions.survey(check)?;
        if let Some(note) = &survey.note {
            output::note(note);
        }
        Ok(Self {
            positions,
            survey,
            selection: options.selection(),
            shard: options.journal.shard(),
        })
    }

    /// Returns the number of positions of the whole work.
    pub(super) fn count(&self) -> usize {
        self.selection.count(self.survey.count)
    }

    /// Returns the number of them that belong to the shard.
    pub(super) fn shard_count(&self) -> usize {
        self.shard.size_of(self.count())
    }

    /// Returns the selection of the positions to measure, for a journal.
    pub(super) fn description(&self) -> String {
        let Survey {
            count, checksum, ..
        } = &self.survey;
        format!("{} of {count} with checksum {checksum}", self.selection)
    }

    /// Returns the chosen positions with their numbers.
    pub(super) fn numbered(
        &self,
    ) -> Result<impl Iterator<Item = Result<(usize, PositionText), Failure>> + use<'_>, Failure>
    {
        let mut chooser = self.selection.chooser(self.survey.count);
        let chosen = self
            .positions
            .read()?
            .filter(move |text| text.is_err() || chooser());
        let numbered = (0..).zip(chosen);
        Ok(numbered.map(|(number, text)| Ok((number, text?))))
    }
}

/// The progress, one search after the other, on standard error.
#[derive(Debug, Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
    /// The searches of one position.
    each: usize,
}

impl Progress {
    /// Makes the progress of positions with this many searches each, and of more work.
    pub(super) fn new(stream: &Stream<'_>, each: usize, more: usize) -> Self {
        let bar = output::progress(stream.shard_count() * each + more);
        Self { bar, each }
    }

    /// Reports the next step, from any thread.
    pub(super) fn tell(&self, step: &str) {
        self.bar.set_message(step.to_owned());
        self.bar.inc(1);
    }
}

/// A run of work whose results are reported in the order of their numbers.
pub(super) struct Measuring<'a, T, I> {
    options: &'a JournalOptions,
    work: Work<T, I, Failure>,
    _signals: NextSignal,
    progress: Progress,
}

impl<'a, T: Send + 'static, I: Item> Measuring<'a, T, I> {
    /// Opens the journal, if there is one.
    pub(super) fn begin(
        options: &'a MeasuringOptions,
        work: Work<T, I, Failure>,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let (work, signals) = options.journal.run(work)?;
        Ok(Self {
            options: &options.journal,
            work,
            _signals: signals,
            progress: progress.clone(),
        })
    }

    /// Measures the positions that the journal does not have.
    pub(super) fn run(
        &mut self,
        range: Range<usize>,
        tasks: impl IntoIterator<Item = Result<(usize, T), Failure>>,
        threads: usize,
        report: &mut dyn FnMut(I) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Progress { bar, each } = &self.progress;
        self.work.run(range, tasks, threads, &mut |done| {
            if let Done::Before(_) = done {
                bar.inc(*each as u64);
            }
            report(done.into_inner())?;
            Ok(ControlFlow::Continue(()))
        })?;
        if self.work.is_stopped() {
            return Err(self.options.interrupted("does the rest"));
        }
        Ok(())
    }
}

impl<T, I> Drop for Measuring<'_, T, I> {
    fn drop(&mut self) {
        self.progress.bar.finish_and_clear();
    }
}
