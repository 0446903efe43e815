//! [`ProgramSpec`]: a UCI program described by one line.

use crate::players::plan::PlayerFile;
use crate::players::program::log::Log;
use plywood_report::{Setting, SettingError, duration, quotes};
use plywood_search::{Limits, StopHandle};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A UCI program: its file, arguments, options and limits.
///
/// The string is a list of settings: `cmd` is the program, `arg` an argument (may be repeated), `option.NAME` a UCI option, `depth`,
/// `nodes` and `time` are its limits, and `patience` is how long it may think without a time limit before it gets `stop`. Machines that each
/// build the program give its version as `build`, which journals then record in place of the file's checksum.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProgramSpec {
    /// The executable file.
    pub(super) command: PathBuf,
    pub(super) arguments: Vec<String>,
    /// Its UCI options with their values, in order; a button has an empty value.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) limits: Limits,
    /// The time that it may think without a time limit.
    pub(super) patience: Duration,
    /// The version, for machines that each build the program.
    pub(super) build: Option<String>,
    /// The name that tables show, if it is not that of its file.
    pub(crate) label: Option<String>,
    /// The log of its input and output.
    pub(crate) log: Option<Log>,
    /// The handle on which it gets `stop`.
    pub(crate) stop: StopHandle,
}

/// The error for a string that is not a program spec.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramSpecError {
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The program is missing.
    #[error("expected the program as cmd=FILE, found {0:?}")]
    NoCommand(String),
}

/// The default is long, since a search by depth or nodes may need long for some moves.
const PATIENCE: Duration = Duration::from_mins(1);

const KNOWN: [&str; 8] = [
    "cmd", "arg", "option.", "depth", "nodes", "time", "patience", "build",
];

impl FromStr for ProgramSpec {
    type Err = ProgramSpecError;

    fn from_str(text: &str) -> Result<Self, ProgramSpecError> {
        let mut program = Self {
            patience: PATIENCE,
            ..Self::default()
        };
        for setting in Setting::list(text)? {
            let value = setting.value.clone().into_owned();
            let limits = || program.limits.clone();
            match setting.key {
                "cmd" => program.command = value.into(),
                "arg" => program.arguments.push(value),
                "build" => program.build = Some(value),
                "depth" => program.limits = limits().with_depth(setting.number::<u32>()?),
                "nodes" => program.limits = limits().with_nodes(setting.number::<u64>()?),
                "time" => program.limits = limits().with_time(setting.time()?),
                "patience" => program.patience = setting.time()?,
                key => match key.strip_prefix("option.") {
                    Some(name) => program.options.push((name.to_owned(), value)),
                    None => return Err(setting.unknown(&KNOWN).into()),
                },
            }
        }
        if program.command.as_os_str().is_empty() {
            return Err(ProgramSpecError::NoCommand(text.to_owned()));
        }
        Ok(program)
    }
}

impl ProgramSpec {
    /// Returns the label, or the name of its file without the extension.
    pub(crate) fn name(&self) -> String {
        let stem = self.command.file_stem().unwrap_or_default();
        let label = self.label.clone();
        label.unwrap_or_else(|| stem.to_string_lossy().into_owned())
    }

    /// Returns the files that decide how it plays: the program, unless it has a `build`, and those its arguments and options name.
    pub(crate) fn files(&self) -> Vec<PlayerFile> {
        let program = || PlayerFile::of_command(&self.command);
        let program = self.build.is_none().then(program).flatten();
        let values = self.options.iter().map(|(_, value)| value);
        let values = self.arguments.iter().chain(values);
        let named = values.flat_map(|value| PlayerFile::in_argument(value));
        program.into_iter().chain(named).collect()
    }
}

/// Writes the string that [`FromStr`] reads, without the label.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cmd={}", quotes::quote(&self.command.to_string_lossy()))?;
        for argument in &self.arguments {
            write!(f, ",arg={}", quotes::quote(argument))?;
        }
        for (name, value) in &self.options {
            write!(f, ",option.{name}={}", quotes::quote(value))?;
        }
        if !self.limits.is_unlimited() {
            write!(f, ",{}", self.limits)?;
        }
        if let Some(build) = &self.build {
            write!(f, ",build={}", quotes::quote(build))?;
        }
        if self.patience != PATIENCE {
            write!(f, ",patience={}", duration::write(self.patience))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_setting_is_parsed() {
        let text =
            "cmd=/bin/x,arg=-a,arg=b,option.Move Overhead=5,option.Clear Hash=,depth=3,patience=2s";
        let program: ProgramSpec = text.parse().unwrap();
        assert_eq!(program.command, Path::new("/bin/x"));
        assert_eq!(program.arguments, ["-a", "b"]);
        let names: Vec<&str> = program
            .options
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["Move Overhead", "Clear Hash"]);
        assert_eq!(
            (program.limits.max_depth(), program.patience),
            (Some(3), Duration::from_secs(2))
        );
        let odd: ProgramSpec = r#"cmd="/a, ""b"",c",arg="x,y",option.EvalFile=a:b=c@d"#
            .parse()
            .unwrap();
        assert_eq!(odd.command, Path::new("/a, \"b\",c"));
        let again: ProgramSpec = odd.to_string().parse().unwrap();
        assert_eq!(again.to_string(), odd.to_string());
        assert_eq!(again.arguments, ["x,y"]);
        assert!("cmd=/a,b".parse::<ProgramSpec>().is_err());
        assert!("cmd=x,deep=3".parse::<ProgramSpec>().is_err());
        assert!("cmd=x,argument=3".parse::<ProgramSpec>().is_err());
    }
}
