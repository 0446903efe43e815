//! [`SetOption`]: the command that changes an option of an engine.

use std::fmt;

use crate::uci_protocol::command_error::CommandError;

/// A `setoption` command. Names and values may have spaces in them.
///
/// ```
/// use plywood_notation::uci_protocol::{Command, SetOption};
///
/// let Ok(Command::SetOption(set)) = "setoption name Move Overhead value 50".parse() else { panic!() };
/// assert_eq!((set.name.as_str(), set.value.as_deref()), ("Move Overhead", Some("50")));
/// assert!("setoption Hash 16".parse::<Command>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetOption {
    /// The name, as it was written; names are compared without regard to case.
    pub name: String,
    /// The value; buttons have none.
    pub value: Option<String>,
}

impl SetOption {
    /// Reads the words after `setoption`.
    pub(super) fn read(words: &[&str]) -> Result<Self, CommandError> {
        let Some((&"name", rest)) = words.split_first() else {
            return Err(CommandError::NoOptionName);
        };
        let value_at = rest.iter().position(|&word| word == "value");
        let (name, value) = rest.split_at(value_at.unwrap_or(rest.len()));
        if name.is_empty() {
            return Err(CommandError::NoOptionName);
        }
        Ok(Self {
            name: name.join(" "),
            value: value.split_first().map(|(_, words)| words.join(" ")),
        })
    }
}

/// The line that sets the option.
impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", self.name)?;
        match &self.value {
            Some(value) => write!(f, " value {value}"),
            None => Ok(()),
        }
    }
}
