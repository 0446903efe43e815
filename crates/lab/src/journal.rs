//! Journals: what was asked, and every result as a line of its own.
//!
//! Work that has a journal can be stopped at any moment and continued, cut into shards for several machines, and put
//! together again. The first line says what was asked, with its hash; every other line has that hash, the number of the
//! result, and the result.

mod charter;
mod error;
mod shard;
mod line;
mod disk;
mod file;
mod merge;
mod work;

pub use charter::Charter;
pub use error::JournalError;
pub use file::Journal;
pub use line::Item;
pub use merge::Merge;
pub use shard::{Shard, ShardError};

pub(crate) use disk::JournalFile;
pub(crate) use line::{Header, ItemLine};
pub(crate) use merge::first_header;
pub(crate) use work::work;
