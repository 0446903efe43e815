//! [`Event`]: what the other threads send to the session.

use plywood_core::Move;

/// Something that happened.
#[derive(Debug)]
pub(super) enum Event {
    /// A line was read.
    Line(String),
    /// A line was longer than the limit, and was skipped.
    LineTooLong,
    /// The input has ended.
    InputEnded,
    /// The search of this number has ended.
    Answered(Answer),
    /// The worker has done everything it was asked before.
    Ready,
}

/// The result of a search or another task of the worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// The moves for the `bestmove` line: the best one, if the game is not over, and the expected reply.
    Move {
        best: Option<Move>,
        reply: Option<Move>,
    },
    /// A count or a benchmark, which has written its own result.
    Done,
}
