//! `plywood tables`.

use clap::Args;
use plywood_console::counted;
use plywood_console::{Failure, output};
use plywood_tables::{Syzygy, TableFile};
use std::fmt::Write as _;
use std::fs;

/// The end of `--help`.
const EXAMPLES: &str = "\
A file that is cut off, or no table at all, shows up without --verify. With --verify every byte of
every file is read to find any other damage. The exit code is 1 if a file or folder cannot be used.

Examples:
  plywood tables syzygy
  plywood tables --verify syzygy/345:syzygy/6";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The folders, separated as in PATH and in the protocol.
    #[arg(value_name = "FOLDERS")]
    folders: String,
    /// Compare the contents of each file with its checksum.
    #[arg(long)]
    verify: bool,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let tables = Syzygy::open(&self.folders);
        let tables = tables.map_err(|error| Failure::Usage(error.to_string()))?;
        let files = tables.files();
        let (endgames, men) = (
            tables.endgames().count(),
            plywood_tables::Tables::most_men(&tables),
        );
        let mut text = format!(
            "{}, {} of at most {men} men\n",
            counted(files.len(), "file"),
            counted(endgames, "endgame")
        );
        let mut faults: Vec<String> = tables.left_out().iter().map(ToString::to_string).collect();
        if self.verify {
            let damaged = verify(files);
            let sound = files.len() - damaged.len();
            let _ = writeln!(text, "files that match their checksums: {sound}");
            faults.extend(damaged);
        }
        output::print(&text)?;
        for fault in &faults {
            output::complain(&format!("warning: {fault}"));
        }
        match faults.len() {
            0 => Ok(()),
            count => Err(Failure::Work(format!(
                "{} cannot be used",
                counted(count, "path")
            ))),
        }
    }
}

/// Reads every file, and returns the errors of the damaged ones.
fn verify(files: &[TableFile]) -> Vec<String> {
    let lengths = files
        .iter()
        .map(|file| fs::metadata(file.path()).map_or(0, |data| data.len()));
    let lengths: Vec<u64> = lengths.collect();
    let megabytes = lengths.iter().sum::<u64>() >> 20;
    let progress = output::progress(usize::try_from(megabytes).unwrap_or(usize::MAX));
    let mut before = 0;
    let mut damaged = Vec::new();
    for (file, length) in files.iter().zip(lengths) {
        progress.set_message(format!("megabytes, {}", file.path().display()));
        let verified = file.verify(|bytes| progress.set_position((before + bytes) >> 20));
        damaged.extend(verified.err().map(|error| error.to_string()));
        before += length;
    }
    progress.finish_and_clear();
    damaged
}
