//! What a part of the reader returns.

use crate::pgn::problem::Problem;

/// How far a part of the reader got with the bytes that it was given.
#[derive(Debug)]
pub(super) enum Step {
    /// To this place; what begins there needs more bytes. A part does not ask for more at the end
    /// of the source.
    More(usize),
    /// To its end, at this place.
    Done(usize),
    /// To an error at this place.
    Broken(usize, Problem),
}
