//! The server as seen by its clients: every test starts one on a separate port and sends it HTTP requests.
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
