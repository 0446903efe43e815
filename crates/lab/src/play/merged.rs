//! [`MergedMatch`]: the journals of the parts of a match, put together.

use crate::journal::{Header, Job, JournalError, Merge};
use crate::play::entry::Entry;
use crate::play::page::MatchPage;
use crate::play::schedule::{Format, Schedule};
use crate::play::standing::Standing;
use crate::play::summary::Summary;
use clap::ValueEnum;
use plywood_report::Document;
use std::path::PathBuf;

/// A match whose games are in several journals.
#[derive(Debug)]
pub struct MergedMatch {
    /// The journals.
    pub merge: Merge<Entry>,
    standing: Standing,
}

impl MergedMatch {
    /// Reads the journals of one match.
    ///
    /// # Errors
    /// The journals cannot be put together.
    pub fn read(files: &[PathBuf]) -> Result<Self, JournalError> {
        let header = Header::of_file(&files[0])?;
        let job = &header.job;
        let players = job.players.len();
        // Which players meet in a game does not depend on the number of rounds.
        let schedule = Schedule::new(format(job), players, 1, 0);
        let mut standing = Standing::new(players, &schedule);
        let merge = Merge::read(files, &mut |entry: &Entry| {
            standing.count(&schedule.fixture(entry.game), entry);
        })?;
        Ok(Self { merge, standing })
    }

    /// The results, as one run would have given them.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let job = self.merge.job().clone();
        Summary::of(job, self.merge.count(), &self.standing)
    }

    /// The match as a page.
    ///
    /// # Errors
    /// A journal cannot be read again.
    pub fn page(&self) -> Result<Document, JournalError> {
        let job = self.merge.job();
        let pairs = self.standing.head_to_heads().len();
        let rounds = self.merge.count() / (2 * pairs.max(1));
        let schedule = Schedule::new(format(job), job.players.len(), rounds, 0);
        let summary = self.summary();
        let mut page = MatchPage::new(schedule, &summary);
        self.merge.in_order::<JournalError>(&mut |entry| {
            page.add(&entry);
            Ok(())
        })?;
        Ok(page.page(&summary))
    }
}

fn format(job: &Job) -> Format {
    let format = job.term("format").unwrap_or_default();
    Format::from_str(format, false).unwrap_or_default()
}
