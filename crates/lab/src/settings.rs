//! Settings as people type them: `key=value,key=value`.

use plywood_search::{MoveLimits, duration};
use std::time::Duration;
use thiserror::Error;

/// Why a list of settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettingError {
    /// A setting has no `=`.
    #[error("expected KEY=VALUE, found {text:?}")]
    NoValue {
        /// The text that was found.
        text: String,
    },
    /// The value has the wrong type.
    #[error("{key}: expected {expected}, found {value:?}")]
    Value {
        /// The setting.
        key: String,
        /// What the setting expects.
        expected: &'static str,
        /// The text that was found.
        value: String,
    },
    /// There is no setting with this key.
    #[error("there is no setting {key:?}; the known ones are {}", known.join(", "))]
    Unknown {
        /// The key.
        key: String,
        /// The known keys.
        known: Vec<&'static str>,
    },
}

/// A list of settings. Each parser takes those it knows; [`Settings::finish`] refuses the rest.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    left: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl Settings {
    /// Reads a list; an empty text has no settings.
    pub(crate) fn read(text: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SettingError::NoValue {
                    text: part.to_owned(),
                });
            };
            settings
                .left
                .push((key.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(settings)
    }

    /// Takes a setting as text; if it is given several times, the last one counts.
    pub(crate) fn text(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let found = self.left.iter().rposition(|(known, _)| known == key)?;
        let (_, value) = self.left.remove(found);
        self.left.retain(|(known, _)| known != key);
        Some(value)
    }

    /// Takes a setting and parses its value.
    pub(crate) fn value<T>(
        &mut self,
        key: &'static str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, SettingError> {
        let Some(value) = self.text(key) else {
            return Ok(None);
        };
        match read(&value) {
            Some(found) => Ok(Some(found)),
            None => Err(SettingError::Value {
                key: key.to_owned(),
                expected,
                value,
            }),
        }
    }

    /// Takes a number from 1 on.
    pub(crate) fn positive(&mut self, key: &'static str) -> Result<Option<u32>, SettingError> {
        self.value(key, "a number from 1 on", |text| {
            text.parse().ok().filter(|number| *number > 0)
        })
    }

    /// Takes a whole number.
    pub(crate) fn number<T: std::str::FromStr>(
        &mut self,
        key: &'static str,
    ) -> Result<Option<T>, SettingError> {
        self.value(key, "a whole number that is not too large", |text| {
            text.parse().ok()
        })
    }

    /// Takes a duration.
    pub(crate) fn time(&mut self, key: &'static str) -> Result<Option<Duration>, SettingError> {
        self.value(key, "a time such as 100ms, 1.5s or 2m", duration::read)
    }

    /// Takes the limits for a move.
    pub(crate) fn limits(&mut self) -> Result<MoveLimits, SettingError> {
        Ok(MoveLimits {
            depth: self.number("depth")?,
            nodes: self.number("nodes")?,
            time: self.time("time")?,
        })
    }

    /// Takes all settings with this key, in order.
    pub(crate) fn every(&mut self, key: &'static str) -> Vec<String> {
        self.known.push(key);
        let taken = self.take_all(|known| known == key);
        taken.into_iter().map(|(_, value)| value).collect()
    }

    /// Takes all settings whose key begins with this prefix, in order, with the rest of the key.
    pub(crate) fn beginning(&mut self, prefix: &'static str) -> Vec<(String, String)> {
        self.known.push(prefix);
        let taken = self.take_all(|known| known.starts_with(prefix));
        let strip = |(key, value): (String, String)| (key[prefix.len()..].to_owned(), value);
        taken.into_iter().map(strip).collect()
    }

    fn take_all(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
        let all = std::mem::take(&mut self.left);
        let (taken, left) = all.into_iter().partition(|(key, _)| is_wanted(key));
        self.left = left;
        taken
    }

    /// Refuses settings that were not taken.
    pub(crate) fn finish(self) -> Result<(), SettingError> {
        match self.left.into_iter().next() {
            None => Ok(()),
            Some((key, _)) => Err(SettingError::Unknown {
                key,
                known: self.known,
            }),
        }
    }
}
