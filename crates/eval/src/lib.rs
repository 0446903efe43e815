//! Judging a position: scores, and evaluators that can be put together.
