//! `plywood tables`.

use clap::Args;
use plywood_console::{Failure, counted, output};
use plywood_tables::{Syzygy, TableFile};

/// The end of `--help`.
const EXAMPLES: &str = "\
Reads the head of each file. Other damage shows up if you compare the files with the checksums
published beside them (md5sum --check). The exit code is 1 if a file or folder cannot be used.

Examples:
  plywood tables syzygy
  plywood tables syzygy/345:syzygy/6";

#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Options {
    /// The folders, separated as in PATH and in the protocol.
    #[arg(value_name = "FOLDERS")]
    folders: String,
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
        output::print(&format!(
            "{}, {} of at most {men} men\n",
            counted(files.len(), "file"),
            counted(endgames, "endgame")
        ))?;
        let left_out = tables.left_out().iter().map(ToString::to_string);
        let checked = files.iter().map(TableFile::check);
        let unusable = checked.filter_map(|checked| Some(checked.err()?.to_string()));
        let faults: Vec<String> = left_out.chain(unusable).collect();
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
