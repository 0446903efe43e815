//! Work made of numbered items: the journals that record it, and from which it resumes.
//!
//! Work with a journal can be stopped at any moment and continued, split into shards for several machines, and merged again. The first line
//! of a journal contains the job with its hash; every other line contains that hash, the number of an item, and the item.

mod shard;
mod lines;
mod file;
mod run;

pub use lines::Job;
pub use shard::{Shard, ShardError};

pub use file::Journal;
pub(crate) use lines::is_default;
pub use lines::{Header, Item, JournalError, MOST_ITEMS};
pub use plywood_arena::Done;
pub use run::{Work, WorkError};

#[cfg(test)]
mod tests;
