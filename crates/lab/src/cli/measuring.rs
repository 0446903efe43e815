//! The positions that commands measure: their selection, their shard, and the run over them.

use crate::cli::options::{JournalOptions, stop_by_signal};
use crate::cli::output;
use clap::Args;
use indicatif::ProgressBar;
use plywood_console::Failure;
use plywood_console::numbers::{seed, within};
use plywood_console::signals::NextSignal;
use plywood_search::StopHandle;
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

/// Reports the next step of work, from any thread.
pub(super) fn tell(bar: &ProgressBar, step: &str) {
    bar.set_message(step.to_owned());
    bar.inc(1);
}

/// Work with its journal and its progress; its results are reported in the order of their numbers.
pub(super) struct Running<'a, T, I> {
    options: &'a JournalOptions,
    work: Work<T, I, Failure>,
    _signals: NextSignal,
    bar: ProgressBar,
    /// The steps of an item.
    steps: u64,
}

impl<'a, T: Send + 'static, I: Item> Running<'a, T, I> {
    /// Opens the journal of the work for its shard, and lets Ctrl-C stop it. The bar advances by this many steps for each item that the
    /// journal has.
    pub(super) fn begin(
        options: &'a JournalOptions,
        work: Work<T, I, Failure>,
        (bar, steps): (&ProgressBar, usize),
    ) -> Result<Self, Failure> {
        let stop = StopHandle::new();
        let work = work.shard(options.shard).stopped_by(&stop);
        let mut work = work.journal(options.journal.as_deref())?;
        if options.replay_failed {
            work.replay_failed();
        }
        Ok(Self {
            options,
            work,
            _signals: stop_by_signal(&stop),
            bar: bar.clone(),
            steps: steps as u64,
        })
    }

    /// Does the items of a range that the journal does not have.
    pub(super) fn run(
        &mut self,
        range: Range<usize>,
        tasks: impl IntoIterator<Item = Result<(usize, T), Failure>>,
        threads: usize,
        report: &mut dyn FnMut(Done<I>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Self {
            work, bar, steps, ..
        } = self;
        work.run(range, tasks, threads, &mut |done| {
            if let Done::Before(_) = done {
                bar.inc(*steps);
            }
            report(done)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Ends the work, with an error about what is left if it was interrupted.
    pub(super) fn end(self, left: &str) -> Result<(), Failure> {
        if self.work.is_stopped() {
            return Err(self.options.interrupted(left));
        }
        Ok(())
    }
}

impl<T, I> Drop for Running<'_, T, I> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
