//! [`Playable`]: what a program needs of a game; and strategies whose types are known only at run time.

use plywood_search::{FixedDepth, Keyed, Strategy};
use std::fmt::Display;
use std::str::FromStr;

/// A game that programs can offer by name: its positions have keys, and are read and written as text.
pub trait Playable:
    Keyed<Move: Send + Sync, Moves: Send> + Display + FromStr<Err: Display> + Send + Sync + 'static
{
}

impl<G> Playable for G where
    G: Keyed<Move: Send + Sync, Moves: Send>
        + Display
        + FromStr<Err: Display>
        + Send
        + Sync
        + 'static
{
}

/// A strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyStrategy<G> = Box<dyn Strategy<G> + Send>;

/// A fixed-depth strategy whose type is known only at run time; it can be moved to another thread.
pub type AnyFixedDepth<G> = Box<dyn FixedDepth<G> + Send>;
