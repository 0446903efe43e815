//! Requests and their answers, without a server.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails where an answer is not what it expects"
)]

mod client;
mod offered;
mod play;
mod searches;
mod judged;
mod limits;
mod tables;
mod types;
mod live;
mod pgn;
mod own;
mod refusals;
