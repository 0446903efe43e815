//! The server as its clients see it: every test starts one on a port of its own and speaks HTTP to it.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails where an answer is not what it expects"
)]

#[path = "../../../console/tests/harness/patience.rs"]
mod patience;
#[cfg(unix)]
#[path = "../../../console/tests/harness/work.rs"]
mod work;

mod client;
#[cfg(unix)]
mod process;
mod routes;
mod live;
mod hostile;
mod origin;
mod book;
mod site;
mod overload;
mod stop;
mod pieces;
mod command_lines;
#[cfg(target_os = "linux")]
mod surroundings;
#[cfg(target_os = "linux")]
mod bounds;
