//! Journals: what was asked, and every result as a line of its own.
//!
//! Work that has a journal can be stopped at any moment and continued, cut into shards for several machines, and put
//! together again. The first line says what was asked, with its hash; every other line has that hash, the number of the
//! result, and the result.

mod job;
mod shard;
mod lines;
mod file;
mod merge;
mod results;
mod work;

pub use job::Job;
pub use lines::{Item, JournalError};
pub use merge::Merge;
pub use results::Journal;
pub use shard::{Shard, ShardError};

pub(crate) use file::JournalFile;
pub(crate) use lines::{Header, MOST_RESULTS};
pub(crate) use work::work;

#[cfg(test)]
mod tests;
