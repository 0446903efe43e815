//! [`Options`]: the command line.

use clap::Parser;
use plywood_console::numbers::{time, within};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The end of `--help`.
const EXAMPLES: &str = "\
Examples:
  plywood-web                                   serve on http://127.0.0.1:8080
  plywood-web --port 9000 --threads 4           another port, four searches at once
  plywood-web --bind 0.0.0.0 --host chess.lan   let other machines in, by address or by this name

The server has no accounts and no encryption. Only give access to people you would let use your processor.";

/// Serves a page to play against search strategies, to compare them and to look inside a search, and an API for programs.
#[derive(Debug, Clone, Parser)]
#[command(name = "plywood-web", version, after_long_help = EXAMPLES)]
pub struct Options {
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// The port to listen on; with 0 the system chooses one.
    #[arg(long, value_name = "PORT", default_value_t = 8080, value_parser = within(0..=u16::MAX))]
    pub port: u16,
    /// A name browsers use for the server, besides localhost and addresses; can be repeated.
    #[arg(long = "host", value_name = "NAME", value_parser = read_host)]
    pub hosts: Vec<String>,
    /// The number of searches that run at once, by default the number of processors; others wait.
    #[arg(long, value_name = "NUMBER", value_parser = within(1..=256_u16))]
    pub threads: Option<u16>,
    /// The longest time of a search, such as 500ms, 10s or 2m.
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = read_time)]
    pub max_time: Duration,
    /// The longest time of a live analysis, if that is more than --max-time.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = read_time)]
    pub live_time: Duration,
    /// Show the results of the Syzygy endgame tables in these folders, separated by `:` (`;` on Windows).
    #[arg(long, value_name = "FOLDERS")]
    pub tables: Option<String>,
    /// Serve the book at /book from this folder, which `docs/book/make` creates: docs/book/html.
    #[arg(long, value_name = "FOLDER")]
    pub book: Option<PathBuf>,
    /// Offer the engine for browsers from this folder, which `crates/wasm/make` creates; the page can then also search in the browser.
    #[arg(long, value_name = "FOLDER")]
    pub wasm: Option<PathBuf>,
    /// Serve the page from this folder instead of the binary, to work on the page.
    #[arg(long, value_name = "FOLDER")]
    pub assets: Option<PathBuf>,
}

/// Reads a name as a browser sends it. A name with other characters would never match.
fn read_host(text: &str) -> Result<String, String> {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if text.is_empty() || !text.bytes().all(is_of_name) {
        let expected = "expected a name such as chess.lan, without http:// and without a port";
        return Err(expected.to_owned());
    }
    Ok(text.to_owned())
}

/// Reads a time for a search.
fn read_time(text: &str) -> Result<Duration, String> {
    let possible = Duration::from_millis(1)..=Duration::from_hours(1);
    let time = Some(time(text)?).filter(|time| possible.contains(time));
    time.ok_or_else(|| "expected a time from 1ms to 1h".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_checked() {
        let read = |text: &str| Options::try_parse_from(text.split(' '));
        let options = read("plywood-web --port 0 --max-time 2.5 --threads 3").unwrap();
        assert_eq!(options.max_time, Duration::from_millis(2_500));
        assert_eq!((options.port, options.threads), (0, Some(3)));
        assert!(options.bind.is_loopback());
        let options = read("plywood-web --max-time 500ms --live-time 2m").unwrap();
        let times = [options.max_time, options.live_time];
        assert_eq!(times, [500, 120_000].map(Duration::from_millis));
        for wrong in [
            "--threads 0",
            "--max-time 0",
            "--max-time soon",
            "--max-time 2h",
            "--port 70000",
            "--log off",
            "--memory 16",
            "--host ",
            "--host chess.lan:8080",
            "--host http://chess.lan",
        ] {
            assert!(read(&format!("plywood-web {wrong}")).is_err(), "{wrong}");
        }
    }
}
