//! How a part of the reader ends.

use super::super::problem::Problem;

/// How far a part of the reader came with the bytes it was given.
#[derive(Debug)]
pub(super) enum Step {
    /// To this place; what begins there needs more bytes than there are. A part does not ask for
    /// more when nothing follows.
    More(usize),
    /// To its end, which is here.
    Done(usize),
    /// To a place where something is wrong.
    Broken(usize, Problem),
}
