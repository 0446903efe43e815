//! The server as a process of its own, and what `/proc` says about it.

use std::env;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
}

/// What the server holds at a moment; `None` where the system does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holdings {
    pub(crate) threads: Option<u64>,
    pub(crate) descriptors: Option<u64>,
    /// The memory of its own that is in use, without the parts of the program's file that it has read.
    pub(crate) resident_kib: Option<u64>,
}

impl ServerProcess {
    pub(crate) fn start(options: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(env::current_exe()?)
            .args(["serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().parse()?;
        Ok(Self { child, address })
    }

    pub(crate) fn holdings(&self) -> Holdings {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status")).unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse().ok()
        };
        let descriptors = fs::read_dir(format!("{process}/fd")).ok();
        Holdings {
            threads: number("Threads:"),
            descriptors: descriptors.map(|entries| entries.count() as u64),
            resident_kib: number("RssAnon:"),
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself, which the requests have shown.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl fmt::Display for Holdings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |number: Option<u64>| number.map_or_else(|| "?".to_owned(), |n| n.to_string());
        write!(
            f,
            "{} threads, {} descriptors, {} KiB",
            text(self.threads),
            text(self.descriptors),
            text(self.resident_kib)
        )
    }
}
